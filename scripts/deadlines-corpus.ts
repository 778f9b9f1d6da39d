import "./process/check-node";
import { CORPUS } from "../lib/deadlines/corpus";
import { readNoticePeriod } from "../lib/deadlines/notice-period";
import { readingText } from "../lib/deadlines/reading-text";

/**
 * `npm run deadlines:corpus`: reports how many of the notice period wordings collected from staff
 * are parsed. Fails if a wording is parsed to a wrong meaning.
 */
const tried = CORPUS.map(({ wording, meaning }) => {
  const read = readNoticePeriod(wording);
  return { wording, meaning, read: read && readingText(read) };
});
const readable = tried.filter(({ meaning }) => meaning !== null);
const rightly = readable.filter(({ meaning, read }) => read === meaning);
const wrongly = tried.filter(({ meaning, read }) => read !== null && read !== meaning);
const share = ((100 * rightly.length) / readable.length).toFixed(1);

console.log(`${tried.length} wordings, of which ${tried.length - readable.length} have no computable meaning.`);
console.log(`Parsed: ${rightly.length} of the ${readable.length} others, ${share} %. Misread: ${wrongly.length}.\n`);
for (const { wording, meaning, read } of tried) {
  if (read !== meaning) console.log(`  ${wording}: parsed as ${read ?? "nothing"}, expected ${meaning ?? "nothing"}`);
}
if (wrongly.length > 0) process.exitCode = 1;
