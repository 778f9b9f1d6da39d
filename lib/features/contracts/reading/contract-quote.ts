import type { ContractText, ContractSentence } from "./contract-sentences";

/** The longest quotation of a sentence. */
const MAX_LENGTH = 500;

const collapse = (text: string) => text.replace(/\s+/g, " ").trim();

/** A quotation: the page, counted from 1, and the sentence, literally but for white space. */
export type Quote = { page: number; zitat: string };

/** Returns the text of the page from one character of a sentence to another, in the page's own letters. */
function rawText({ pages }: ContractText, sentence: ContractSentence, from: number, to: number): string {
  let [start, end] = [Infinity, -1];
  for (let index = from; index < to; index += 1) {
    const offset = sentence.offsets[index] as number;
    start = Math.min(start, offset);
    end = Math.max(end, offset);
  }
  if (end === -1) return "";
  return collapse(pages[sentence.pages[from] as number]?.slice(start, end + 1) ?? "");
}

/** The places in a sentence, between two others, at which a clause begins. */
const clauseStarts = (text: string, from: number, to: number) =>
  [...text.slice(from, to).matchAll(/[;:,–] /g)].map(({ index }) => from + index + 2);

/**
 * Quotes the sentence from which a value was read: the part of it that is on the value's page, and of
 * a long sentence the clauses around the value.
 * @param at the value's place in the sentence's text
 */
export function quoteOf(contract: ContractText, sentence: ContractSentence, at: number): Quote {
  const { pages, text } = sentence;
  const page = pages.at(at) ?? 0;
  let from = at;
  while (from > 0 && pages[from - 1] === page) from -= 1;
  let to = at + 1;
  while (to < text.length && pages[to] === page) to += 1;
  const quote = (start: number, end: number) => ({ page: page + 1, zitat: rawText(contract, sentence, start, end) });
  const whole = quote(from, to);
  if (whole.zitat.length <= MAX_LENGTH) return whole;
  const bounds = [from, ...clauseStarts(text, from, to), to];
  const before = bounds.filter((bound) => bound <= at);
  const after = bounds.filter((bound) => bound > at);
  let [start, end] = [before.pop() ?? from, after.shift() ?? to];
  for (let grows = true; grows;) {
    const [earlier, later] = [before.at(-1), after.at(0)];
    grows = false;
    if (later !== undefined && quote(start, later).zitat.length <= MAX_LENGTH) {
      end = later;
      after.shift();
      grows = true;
    }
    if (earlier !== undefined && quote(earlier, end).zitat.length <= MAX_LENGTH) {
      start = earlier;
      before.pop();
      grows = true;
    }
  }
  const clause = quote(start, end);
  if (clause.zitat.length <= MAX_LENGTH) return clause;
  const near = quote(Math.max(start, at - 100), Math.min(end, at + 150));
  return { page: page + 1, zitat: near.zitat.slice(0, MAX_LENGTH).trim() };
}
