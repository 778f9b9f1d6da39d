import { foldedText } from "./words";

/** The languages in which country names are recognized at the end of addresses. */
const LANGUAGES = ["de", "en", "fr", "es", "it", "pt", "nl", "pl"];
/** What `Intl` does not call them. */
const OTHER_NAMES = {
  GB: ["uk", "great britain", "england", "scotland", "wales", "northern ireland", "grossbritannien", "schottland"],
  US: ["usa", "u s a", "united states of america"],
  CZ: ["czech republic", "tschechische republik"],
  DE: ["brd", "bundesrepublik deutschland", "federal republic of germany"],
  NL: ["the netherlands", "holland"],
  CN: ["volksrepublik china", "pr china", "p r china"],
  KR: ["korea", "republic of korea"],
  RU: ["russian federation", "russische foderation"],
  TR: ["turkey", "turkei"],
};
/** Georgia is also the name of a US state. */
const AMBIGUOUS = "GE";

function namesOfCountries(): Map<string, string> {
  const names = new Map<string, string>();
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  for (const language of LANGUAGES) {
    const regions = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
      const name = code === AMBIGUOUS ? undefined : regions.of(code);
      if (name) names.set(foldedText(name), code);
    }
  }
  for (const [code, others] of Object.entries(OTHER_NAMES)) for (const name of others) names.set(name, code);
  return names;
}

let known: Map<string, string> | undefined;

/**
 * Finds the country at the end of an address, after a comma or on its own line.
 * @returns its ISO 3166 code, or null if there is none, and the address without it
 */
export function countryOf(address: string): { country: string | null; rest: string } {
  known ??= namesOfCountries();
  const parts = address.split(/[,;\n]/u).filter((part) => part.trim() !== "");
  const country = known.get(foldedText(parts.at(-1) ?? "")) ?? null;
  return { country, rest: (country ? parts.slice(0, -1) : parts).join(", ") };
}
