import type { HitReason } from "@/lib/model/answers/search-answers";
import type { Locale } from "@/lib/model/messages/i18n";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import { SEARCH_MAX_COUNTED } from "@/lib/model/limits";
import { searchWords } from "@/lib/model/pure/search-words";
import { join, raw, sql, type SqlQuery } from "../database/sql";
import { identifier } from "../sql/fragments";
import { CURRENT_FILES, FILE_LABEL, hasFileWord, isFileNamed, isVisibleFile, recordLabel } from "../sql/record-files";

/** A file that contains the text in its name and description, or with its own text (`field`), and its record. */
export type FileHit = {
  id: number;
  label: string;
  detail: string;
  by: Extract<HitReason, "name" | "field">;
  record: { kind: string; id: number };
};

/** The best hits among the files, and how many there are in total, counted up to a thousand. */
export type FoundFiles = { hits: FileHit[]; total: number };

type FileSearchOptions = { locale: Locale; limit: number; visibilities: readonly FileVisibility[] };

/**
 * Selects the best hits among the files as one row, in the form of the rows of `searchKinds`: first those
 * whose label begins with the text, then others by name and description, of these the newest (contract §18).
 */
export function rowOfFiles(text: string, { locale, limit, visibilities }: FileSearchOptions): SqlQuery {
  const words = searchWords(text);
  const all = (conditions: readonly SqlQuery[]) => join([sql`TRUE`, ...conditions], " AND ");
  const collapsed = (value: SqlQuery) => sql`fold_umlauts(fold_text(${value}))`;
  const kindName = sql`(SELECT e.${identifier(`dateiart_${locale}`)} FROM dateiarten e WHERE e.dateiart_id = f.dateiart)`;
  const hit = sql`json_build_object('id', f.datei_id, 'label', ${FILE_LABEL},
    'by', CASE WHEN best.is_named THEN 'name' ELSE 'field' END,
    'detail', concat_ws(' · ', nullif(${recordLabel(locale)}, ''), ${kindName}),
    'record', json_build_object('kind', f.kind, 'id', f.record_id))`;
  return sql`(
    WITH matching AS MATERIALIZED (
      SELECT f.datei_id, starts_with(${collapsed(FILE_LABEL)}, ${collapsed(sql`${text}`)}) AS is_beginning,
        ${all(words.map(isFileNamed))} AS is_named FROM ${CURRENT_FILES}
      WHERE f.deleted_at IS NULL AND ${isVisibleFile(visibilities)} AND ${all(words.map(hasFileWord))}
      ORDER BY is_named DESC, f.datei_id DESC LIMIT ${raw(String(SEARCH_MAX_COUNTED))}),
    best AS MATERIALIZED (
      SELECT datei_id, is_named, row_number() OVER (ORDER BY is_beginning DESC, is_named DESC, datei_id DESC) AS place
      FROM matching ORDER BY place LIMIT ${limit})
    SELECT ${FILE_KIND}::text AS kind,
      (SELECT coalesce(json_agg(${hit} ORDER BY best.place), '[]')
        FROM ${CURRENT_FILES} JOIN best ON best.datei_id = f.datei_id) AS named,
      '[]'::json AS found, (SELECT count(*)::int FROM matching) AS total)`;
}
