import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ENTRY_COLOURS } from "@/lib/model/entry-colour";
import { ROOT } from "@/scripts/root";

type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** Returns the relative luminance (WCAG 2) of a colour in oklch. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(Math.max(channel, 0), 1));
  return linear.reduce((sum, channel, index) => sum + channel * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
}

function contrast(one: Oklch, other: Oklch): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const css = readFileSync(path.join(ROOT, "app/palette.css"), "utf8");
const [light = "", dark = ""] = css.split("@media screen and (prefers-color-scheme: dark)");

function colourIn(scheme: string, name: string): Oklch {
  const found = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\);`).exec(scheme);
  if (!found) throw new Error(`No colour ${name}`);
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}

describe("colours of tags", () => {
  it("computes the contrast of black and white, and of a known pair", () => {
    expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
    // #767676 on white.
    expect(contrast([0.5654, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 1);
  });

  it.each(ENTRY_COLOURS.flatMap((colour) => [["light", colour] as const, ["dark", colour] as const]))(
    "text has a contrast of at least 4.5 to its tag and to the surface in the %s scheme: %s",
    (scheme, colour) => {
      const css = scheme === "light" ? light : dark;
      const text = colourIn(css, `tag-${colour}`);
      expect(contrast(text, colourIn(css, `tag-${colour}-soft`))).toBeGreaterThanOrEqual(4.5);
      // Paper has no background colours.
      expect(contrast(text, colourIn(css, "surface"))).toBeGreaterThanOrEqual(4.5);
    },
  );
});
