import type { Locale } from "@/lib/i18n";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { Connection } from "../../database/client";
import { join, sql } from "../../database/sql";
import { identifier } from "./fragments";
import { plannedFor, searchStatement } from "./typeahead";

/** A hit of the global search; `alias` is the alias by which the record was found, or null. */
export type Found = { id: number; label: string; detail: string; alias: string | null };

/** The hits of one kind, best first, and how many records match in total. */
export type FoundOfKind = { definition: AnyDefinition; hits: Found[]; total: number };

/** Selects the hits of one kind as one row, best hit first; selects no row if there are no hits. */
const rowOfKind = (definition: AnyDefinition, text: string, locale: Locale) => sql`
  SELECT ${definition.apiPath} AS kind,
    json_agg(json_build_object('id', hit.${identifier(definition.key)}, 'label', hit.label, 'detail', hit.detail, 'alias', hit.alias)) AS hits,
    max(hit.total) AS total
  FROM (${searchStatement(definition, text, { locale, counts: true })}) AS hit
  HAVING count(*) > 0`;

/**
 * Searches several kinds in one statement (contract §10).
 * @returns the kinds with hits, in the given order
 */
export async function searchKinds(
  connection: Connection,
  definitions: readonly AnyDefinition[],
  text: string,
  locale: Locale,
): Promise<FoundOfKind[]> {
  const statement = join(
    definitions.map((definition) => rowOfKind(definition, text, locale)),
    " UNION ALL ",
  );
  type Row = Omit<FoundOfKind, "definition"> & { kind: string };
  const rows = await connection.$queryRaw<Row[]>(plannedFor(text, statement));
  return definitions.flatMap((definition) => {
    const row = rows.find(({ kind }) => kind === definition.apiPath);
    return row ? [{ definition, hits: row.hits, total: row.total }] : [];
  });
}
