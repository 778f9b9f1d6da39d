/**
 * Themes of the Horizon 2020 programmes, as codes of the subject classification. Bottom-up
 * programmes have no theme and are not listed.
 */
export const PROGRAMME_SUBJECTS: Record<string, readonly string[]> = {
  SC1: ["445"],
  SC2: ["620"],
  SC3: ["08"],
  SC4: ["720"],
  SC5: ["615"],
  SC6: ["235", "230"],
  SC7: ["235"],
  LEIT: ["08"],
  FET: ["330"],
  SWAFS: ["0430", "320"],
};

/** Subjects of the 21 titled projects, assigned by their titles. */
export const TITLED_PROJECT_SUBJECTS: Record<string, readonly string[]> = {
  "688110": ["3850", "0430"],
  "308469": ["4135"],
  "308524": ["3850", "4205"],
  "824484": ["445", "0430"],
  "308513": ["4205", "4240"],
  "863463": ["4090", "765"],
  "789315": ["3850", "235"],
  "870378": ["620", "4205"],
  "862731": ["620", "4090"],
  "689744": ["4205", "235"],
  "690199": ["620", "4090"],
  "688363": ["3850"],
  "689812": ["4205", "4215"],
  "688620": ["3850", "235"],
  "824711": ["0430", "235"],
  "776480": ["4135", "4090"],
  "688930": ["4205"],
  "824489": ["4160", "235"],
  "872743": ["740", "235"],
  "776740": ["4205", "0430"],
  "308429": ["4190"],
};

/**
 * Codes of the shipped subjects: those of a university of education, and those that the projects
 * refer to.
 */
export const SUBJECT_CODES: readonly string[] = [
  ..."08 330 340 445 615 620 720 740 765 230 235 240 315 320".split(" "),
  ..."0120 0130 0250 0340 0410 0420 0425 0430 0540 0550 0580 0585 0710 0810 0820 0830 0835".split(" "),
  ..."1040 1050 1080 1090 1100 1110 1120 1210 1215 1235 1470 1580 1650 1660".split(" "),
  ..."1715 1720 1725 1730 1740 1801 1802 1803 1804 1805 1806 1820 1826 1827 1828 1829".split(" "),
  ..."2005 2020 2240 2330 2345 2350 2360 2410 2420 2910 3010 3315 3450 3520 3560 3650 3800 3850".split(" "),
  ..."4070 4090 4135 4160 4190 4205 4210 4215 4240 4250 7810 7820 7960 8210 8240 8350 8360 8364".split(" "),
];

/** English names that are wrong or clumsy in the source, by code. */
const CORRECTED: Record<string, string> = {
  "0540": "Modern and Contemporary History",
  "0580": "History Education",
  "0550": "National and Regional History",
  "1803": "Primary School Education",
  "1826": "Early Childhood Education",
  "2360": "Civic Education",
};

const SMALL_WORDS = new Set("a an and as at by for in of on or the to with".split(" "));

/**
 * Returns the English name in title case ("Law, Economics and Social Sciences"), with corrections
 * of the source.
 */
export function englishName(code: string, source: string): string {
  const corrected = CORRECTED[code];
  if (corrected) return corrected;
  return source
    .replace(/(?<=[\s(])[A-Z][a-z]*/g, (word) => (SMALL_WORDS.has(word.toLowerCase()) ? word.toLowerCase() : word))
    .replace(/\/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/\((focus|general|for|excluding)\b/g, (word) => word);
}
