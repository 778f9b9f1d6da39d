import type { Section } from "./section";

/** Each field's outline, and its furrows as a path that fits into the outline. */
const FIELDS = [
  { outline: "M60 18L150 6L166 52L78 66Z", furrows: "M78 16L94 63M96 13L112 60M114 11L130 57M132 8L148 55" },
  { outline: "M156 5L262 10L258 58L172 51Z", furrows: "M161 18L261 22M165 30L260 34M169 42L259 46" },
  { outline: "M268 10L352 2L372 44L264 58Z", furrows: "" },
  { outline: "M358 2L470 12L462 58L378 43Z", furrows: "M380 4L396 46M402 6L416 50M424 8L434 53M446 10L450 56" },
  { outline: "M80 72L166 58L176 108L98 116Z", furrows: "" },
  {
    outline: "M172 57L262 64L270 112L182 107Z",
    furrows: "M190 59L200 108M208 60L218 109M226 61L236 110M244 63L254 111",
  },
  { outline: "M268 63L372 50L386 102L276 112Z", furrows: "M270 75L376 62M272 87L379 75M274 99L382 88" },
  { outline: "M378 49L464 64L476 108L392 102Z", furrows: "" },
] as const;

/** Header artwork: fields seen from above, some ploughed, some fallow. */
function Artwork() {
  return (
    <>
      {FIELDS.map(({ outline, furrows }) => (
        <g key={outline} stroke="var(--section)" strokeLinejoin="round">
          <path
            d={outline}
            strokeWidth="1.5"
            opacity="0.6"
            fill={furrows === "" ? "var(--section)" : "none"}
            fillOpacity="0.16"
          />
          {furrows !== "" && <path d={furrows} opacity="0.4" />}
        </g>
      ))}
    </>
  );
}

export const thematicField: Section = {
  icon: "icon-tags",
  Artwork,
  colour: { light: "oklch(0.48 0.09 78)", dark: "oklch(0.82 0.095 84)" },
};
