import "./process/check-node";
import { CORPUS } from "../lib/deadlines/corpus";
import { readNoticePeriod } from "../lib/deadlines/notice-period";
import { readingText } from "../lib/deadlines/reading-text";

/** `npm run deadlines:corpus`: how many of the wordings that staff type are read; fails where one is read wrongly. */
const tried = CORPUS.map(({ wording, meaning }) => {
  const read = readNoticePeriod(wording);
  return { wording, meaning, read: read && readingText(read) };
});
const readable = tried.filter(({ meaning }) => meaning !== null);
const rightly = readable.filter(({ meaning, read }) => read === meaning);
const wrongly = tried.filter(({ meaning, read }) => read !== null && read !== meaning);
const share = ((100 * rightly.length) / readable.length).toFixed(1);

console.log(
  `${tried.length} wordings, of which ${tried.length - readable.length} mean nothing that can be reckoned with.`,
);
console.log(`Read: ${rightly.length} of the ${readable.length} others, ${share} %. Read wrongly: ${wrongly.length}.\n`);
for (const { wording, meaning, read } of tried) {
  if (read !== meaning) console.log(`  ${wording}: ${read ?? "unread"}, and means ${meaning ?? "nothing of the kind"}`);
}
if (wrongly.length > 0) process.exitCode = 1;
