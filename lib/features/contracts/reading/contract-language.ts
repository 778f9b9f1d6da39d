/** Frequent words that tell languages apart. */
const FREQUENT: Readonly<Record<string, string>> = {
  de: "der die und das ist nicht mit wird werden den dem ein eine einer auf für oder bei sich durch sowie zur zum",
  en: "the and of to be shall this by for with or any each either which will that are their from",
  fr: "le les et est une dans pour par du la au aux sur être présente qui leur leurs",
  es: "el los las del y una por para con que al se presente entre su",
  pt: "os da do das dos em uma para com que ao não pela pelo presente e",
  it: "il lo gli della del di che per una con alla dei delle presente si nel",
  nl: "het een van en met voor deze op dat aan zijn wordt partijen of",
  pl: "w na z do oraz się nie od za dnia przez jest umowa strony roku",
  cs: "se na je že smlouvy nebo strany pro podle mezi této a o",
  hu: "az egy és a megállapodás felek vagy hogy jelen",
  sv: "och att som för av med är det en avtalet parterna",
  ro: "și în de la cu pe din părțile prezentul sau",
  tr: "ve bir bu ile için taraflar olarak",
  fi: "ja on tämä tai sopimus sen osapuolet",
};
const LANGUAGES_BY_WORD = new Map<string, string[]>();
for (const [language, words] of Object.entries(FREQUENT))
  for (const word of words.split(" ")) LANGUAGES_BY_WORD.set(word, [...(LANGUAGES_BY_WORD.get(word) ?? []), language]);

const MAX_CHARACTERS = 100_000;
const MIN_WORDS = 5;
const MIN_SHARE = 0.6;

/** Returns whether a text is German or English for the most part. */
export function isReadLanguage(text: string): boolean {
  const counts = new Map<string, number>();
  for (const [word] of text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .matchAll(/(?<!\p{L})\p{L}{1,14}(?!\p{L})/gu))
    for (const language of LANGUAGES_BY_WORD.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  const read = Math.max(counts.get("de") ?? 0, counts.get("en") ?? 0);
  const both = (counts.get("de") ?? 0) + (counts.get("en") ?? 0);
  const others = [...counts].filter(([language]) => language !== "de" && language !== "en").map(([, count]) => count);
  const most = others.reduce((greatest, count) => Math.max(greatest, count), 0);
  return read >= MIN_WORDS && read >= most && both >= (both + most) * MIN_SHARE;
}

const GERMAN = /\b(?:der|die|das|und|mit|von|vom|wird|werden|kann|ist|nicht|eine[rsmn]?|zum|zur|den|dem|sich|um|es)\b/g;
const ENGLISH = /\b(?:the|of|by|shall|may|with|to|and|is|either|any|each|upon|this|for|an?|be)\b/g;
const countOf = (text: string, words: RegExp) => [...text.matchAll(words)].length;

/** How many frequent words of each language a sentence has that was read across columns. */
const MIN_WORDS_OF_COLUMN = 3;

/** Returns whether a sentence in lower case mixes German and English, as lines across two columns do. */
export const isOfTwoColumns = (text: string): boolean =>
  [GERMAN, ENGLISH].every((words) => countOf(text, words) >= MIN_WORDS_OF_COLUMN);

/** Returns the language of a sentence in lower case. */
export const sentenceLanguage = (text: string): "de" | "en" =>
  countOf(text, GERMAN) >= countOf(text, ENGLISH) ? "de" : "en";
