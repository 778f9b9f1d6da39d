import corrections from "./name-corrections.json";

type Dictionary = Map<string, Map<string, number>>;

const GERMAN_SPEAKING = new Set(["DE", "AT", "CH", "LI"]);
const LETTERS = /\p{L}+/gu;

/** Legal forms and numerals with a fixed spelling. */
const FIXED: Record<string, string> = {
  ...{ gmbh: "GmbH", ggmbh: "gGmbH", mbh: "mbH", ag: "AG", se: "SE", ltd: "Ltd", plc: "plc", co: "Co", sa: "SA" },
  ...{ sl: "SL", sas: "SAS", srl: "S.r.l.", spa: "SpA", nv: "NV", bv: "BV", ab: "AB", oy: "Oy", as: "AS", ae: "AE" },
  ...{
    oe: "OE",
    epe: "EPE",
    sro: "s.r.o.",
    doo: "d.o.o.",
    lda: "Lda",
    kft: "Kft",
    ii: "II",
    iii: "III",
    xxiii: "XXIII",
  },
};

/** German words whose umlauts are missing in all sources, in their correct spelling. */
const GERMAN_WORDS = `Gesellschaft mit beschränkter Haftung Höhere Bundeslehr Europäischen Eidgenössisches Bürgerwissenschaften
  Künstliche Förderung Transformationsökonomien Rheinisch-Westfälische Osnabrück Südwestfalen Österreichische Länder
  Fördergesellschaft Zürich Düren Höchstleistungsrechenzentrum Völkerkunde für Mönchebergstraße Schädigung Präventive Universitätsmedizin
  Würzburg Münster Tübingen Göttingen Lübeck Köln Düsseldorf Thüringen Württemberg Jülich Naturschutz Öffentliche Öffentlichen
  Eidgenössische Österreichisches Gemeinnützige Luft Höhe Troposphärenforschung Ökologische Förderbank`;
/** Words, of any language, that are in lower case inside a name. */
const SMALL = new Set(
  `a al am an and at auf aus av by d da das de degli dei del della delle dem den der des di do dos du e ed em een el en
   et for för foer für fuer fur het i im in ir ja la las le les los l mit na o of og on op och or och per pour pro s sur
   the to u um und v van von voor w with y z za zu zum zur`.split(/\s+/),
);

const CORRECTIONS = corrections as Record<string, string>;

/** Removes accents; umlauts become their base letter. */
export function unaccented(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .toLowerCase();
}

function transliterated(text: string): string {
  const german: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
  return unaccented(text.toLowerCase().replace(/[äöüåø]/g, (letter) => german[letter] ?? letter));
}

/**
 * Returns a key that all spellings of a name share: only its letters and digits, without accents
 * and umlauts, in one case.
 */
export function nameKey(name: string): string {
  return transliterated(name)
    .replace(/ae/g, "a")
    .replace(/oe/g, "o")
    .replace(/ue/g, "u")
    .replace(/[^\p{L}\d]/gu, "");
}

/** Trims a text and turns every run of white space into one space. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Dictionaries of how words are spelled, per country and overall, learned from names in mixed case.
 */
export class Spelling {
  private readonly countries = new Map<string, Dictionary>();
  private readonly everywhere: Dictionary = new Map();

  constructor() {
    for (const country of GERMAN_SPEAKING) this.learn(GERMAN_WORDS, country);
  }

  /** Learns from a text in mixed case; texts in capitals are ignored. */
  learn(text: string, country?: string): void {
    if (text === text.toUpperCase()) return;
    for (const [word] of text.matchAll(LETTERS)) {
      this.count(this.everywhere, word);
      if (country) {
        const own = this.countries.get(country) ?? new Map<string, Map<string, number>>();
        this.countries.set(country, own);
        this.count(own, word);
      }
    }
  }

  /**
   * Returns a name in its usual spelling if the source has it mostly in capitals; other names are
   * unchanged.
   * @param shortName the institution's own abbreviation, which stays in capitals
   */
  readable(source: string, country: string, shortName = ""): string {
    const name = tidy(source);
    const corrected = CORRECTIONS[name];
    if (corrected) return corrected;
    const letters = name.replace(/[^\p{L}]/gu, "");
    const capitals = letters.replace(/[^\p{Lu}]/gu, "");
    if (capitals.length < letters.length * 0.7 || !name.includes(" ")) return name;
    const written = name.replace(LETTERS, (word, offset: number) =>
      word === shortName && word.length <= 5 ? word : this.word(word, offset, name, country),
    );
    return written.replace(/(?<=[àèìòù])['´`]/g, "").replace(/ e\.? ?v\.?$/i, " e. V.");
  }

  /** Returns a place or street in its usual spelling if the source has it in capitals. */
  place(source: string, country: string): string {
    const text = tidy(source);
    if (!text || text !== text.toUpperCase()) return text;
    return text.replace(LETTERS, (word, offset: number) => {
      const lower = word.toLowerCase();
      if (offset > 0 && SMALL.has(lower)) return lower;
      const known = this.known(this.countries.get(country), word);
      if (known && known !== known.toUpperCase()) return capitalised(known);
      return word.length <= 1 ? word : capitalised(lower);
    });
  }

  private word(word: string, offset: number, name: string, country: string): string {
    const lower = word.toLowerCase();
    const before = name.charAt(offset - 1);
    const elided = /['’´`]/.test(before);
    if (elided && lower === "s") return "s";
    const initial = word.length === 1 && name[offset + 1] === ".";
    if (initial) return word;
    const prefix = /^['’´`]/.test(name.slice(offset + word.length)) && word.length <= 2;
    if (prefix) return offset === 0 ? capitalised(lower) : lower;
    if (offset > 0 && !elided && SMALL.has(lower)) return this.accented(lower, country) ?? lower;
    const fixed = FIXED[lower];
    if (fixed) return fixed;
    const known = this.known(this.countries.get(country), word) ?? this.known(this.everywhere, word, true);
    if (known) return known === known.toLowerCase() ? capitalised(known) : known;
    const last = offset + word.length >= name.length - 1;
    const vowels = word.length - lower.replace(/[aeiouy]/g, "").length;
    const abbreviation =
      word.length <= 3 || vowels === 0 || (word.length === 4 && (last || vowels === 1)) || before === "(";
    return abbreviation ? word : capitalised(lower);
  }

  private accented(word: string, country: string): string | undefined {
    return GERMAN_SPEAKING.has(country) && (word === "fuer" || word === "fur") ? "für" : undefined;
  }

  /**
   * Returns the usual spelling of a word. If the dictionary is `foreign` (not that of the name's
   * country), only its use of capitals is adopted, because its accents may belong to another
   * language.
   */
  private known(dictionary: Dictionary | undefined, word: string, foreign = false): string | undefined {
    const spellings = dictionary?.get(unaccented(word)) ?? dictionary?.get(word.toLowerCase());
    if (!spellings) return undefined;
    const [best] = [...spellings].sort((one, other) => other[1] - one[1]);
    if (!best) return undefined;
    return foreign && best[0] !== best[0].toUpperCase() ? capitalised(word.toLowerCase()) : best[0];
  }

  private count(dictionary: Dictionary, word: string): void {
    // A short word in capitals is learned as an abbreviation. A long word in capitals shows nothing
    // about its usual spelling.
    if (word.length < 2 || (word.length > 4 && word === word.toUpperCase())) return;
    for (const key of new Set([unaccented(word), transliterated(word)])) {
      const spellings = dictionary.get(key) ?? new Map<string, number>();
      dictionary.set(key, spellings);
      spellings.set(word, (spellings.get(word) ?? 0) + 1);
    }
  }
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
