/** Names of those whom houses are called after: with or without them it is the same house, folded. */
const PATRONS = new Set(
  (
    "ludwig ludwigs maximilian maximilians ruprecht karl karls eberhard julius johannes johann wolfgang gutenberg goethe georg august albert albrecht " +
    "albrechts christian heinrich heine friedrich wilhelm wilhelms wilhelmsche alexander humboldt justus liebig philipps phillips martin luther ernst moritz arndt schiller " +
    "leibniz gottfried otto guericke carl ossietzky leopold franzens lodron helmut schmidt simon ohm rheinische rheinisch leuphana robert " +
    "ramon llull francisco alexandru ioan cuza pavol jozef pavla jozefa safarik safarika matej mateja bel bela adam adama mickiewicz mickiewicza " +
    "carlo bo federico sapienza aldo moro cattaneo guido carli alma mater studiorum stefan cel mare iuliu hatieganu im jan jana " +
    "matejko matejki eotvos lorand pazmany peter szechenyi istvan technion omer halisdemir kepler gedimino gediminas kapodistriako estudi general"
  ).split(" "),
);
/** Words of names that tell less than names do, folded. */
const COMMON = new Set(
  "gruppe group team network netzwerk haus house mark main regional region upper lower great land hill valley valle city".split(
    " ",
  ),
);

/** Returns the weight of a word in an organisation's name, from 0 to 1. */
export function weightOf(word: string): number {
  if (PATRONS.has(word)) return 0.25;
  // St. Lawrence is not Lawrence.
  if (word === "st") return 1;
  if (COMMON.has(word)) return 0.5;
  return word.length <= 2 ? 0.4 : 1;
}
