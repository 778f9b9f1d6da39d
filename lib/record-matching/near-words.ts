/** Returns the maximum edit distance of matching words, by the length of the shorter one. */
const mostEdits = (length: number) => (length >= 10 ? 2 : length >= 6 ? 1 : 0);

/**
 * Returns whether the edit distance of two words is at most `most`. An edit inserts, deletes or
 * changes a letter, or swaps it with the next (restricted Damerau-Levenshtein distance).
 */
export function withinEdits(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      next.push(edits);
    }
    if (Math.min(...next) > most) return false;
    [before, row] = [row, next];
  }
  return (row[b.length] ?? most + 1) <= most;
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** What words end with that name one place or person in several languages and cases, folded. */
const ENDINGS = new Set(
  (
    " a e i o u y an en in on un n s is as os us es em om ie ei ou ach ech ich er ern ova ovy ove ovej ska ski sky ske skie skej skiego " +
    "skim ckie cka ensis ense ii iu iei ai aus ais ian iana iano isch ische ischen ischer ne na ni te ine ino ien iai iaus ios io ija ijas"
  ).split(" "),
);

/**
 * Returns whether two words differ only in their endings: `zvolen` and `zvolene`, `wroclaw` and
 * `wroclawska`, `gedimino` and `gediminas`.
 */
function hasSameStem(a: string, b: string): boolean {
  const start = commonStart(a, b);
  if (start < 4 || start < 0.5 * Math.max(a.length, b.length)) return false;
  const [endOfA, endOfB] = [a.slice(start), b.slice(start)];
  // After a short stem a longer ending is part of the name: Paraná is not Pará.
  return (start > 4 || Math.max(endOfA.length, endOfB.length) <= 1) && ENDINGS.has(endOfA) && ENDINGS.has(endOfB);
}

/**
 * Returns the similarity of two folded words: 1 if equal, less for a typing error or another
 * ending, else 0.
 */
export function nearness(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 4 || b.length < 4 || a[0] !== b[0]) return 0;
  if (hasSameStem(a, b)) return 0.9;
  const most = mostEdits(Math.min(a.length, b.length));
  return most > 0 && withinEdits(a, b, most) ? 0.85 : 0;
}
