import { FILE_PASSAGE_LENGTH } from "@/lib/model/limits";
import { foldedRanges } from "@/lib/model/pure/folded-matches";
import { searchWords } from "@/lib/model/pure/search-words";
import type { Connection } from "@/lib/store/database/client";
import { join, sql } from "@/lib/store/database/sql";
import { isSearchedInTexts } from "@/lib/store/sql/record-files";
import { containsCollapsed } from "@/lib/store/sql/text-search";
import type { FoundPassage } from "../file-answers";

/** How much of a passage is shown before the word that was found, in characters. */
const BEFORE = 60;

/** Returns the part of a text around the first of the words that it contains, at most 200 characters long. */
export function passageAround(text: string, words: readonly string[]): string {
  const found = words.map((word) => foldedRanges(text, word)[0]?.start).find((start) => start !== undefined) ?? 0;
  const from = found <= BEFORE ? 0 : text.indexOf(" ", found - BEFORE) + 1;
  const start = from > 0 && from <= found ? from : Math.max(0, found - BEFORE);
  const [before, rest] = [start > 0 ? "…" : "", text.slice(start)];
  const length = FILE_PASSAGE_LENGTH - before.length;
  if (rest.length <= length) return before + rest;
  const blank = rest.lastIndexOf(" ", length - 1);
  const end = blank > BEFORE ? blank : length - 1;
  return `${before}${rest.slice(0, end)}…`.toWellFormed();
}

/**
 * Finds where contents contain words of a filter in their texts: of each, the passage that has most of them.
 * @returns the passages by content; contents that were found by their name only are left out
 */
export async function findPassages(
  connection: Connection,
  contents: readonly number[],
  filter: string,
): Promise<Map<number, FoundPassage>> {
  const words = searchWords(filter).filter(isSearchedInTexts);
  if (words.length === 0 || contents.length === 0) return new Map();
  const matches = words.map((word) => containsCollapsed(sql`p.folded`, word));
  const count = join(
    matches.map((isFound) => sql`(${isFound})::int`),
    " + ",
  );
  const rows = await connection.$queryRaw<{ content_id: number; seite: number | null; text: string }[]>`
    SELECT DISTINCT ON (p.content_id) p.content_id, p.page AS seite, p.text FROM file_passages p
    WHERE p.content_id = ANY(${contents}::int[]) AND (${join(matches, " OR ")})
    ORDER BY p.content_id, ${count} DESC, p.position`;
  return new Map(rows.map(({ content_id, seite, text }) => [content_id, { seite, text: passageAround(text, words) }]));
}
