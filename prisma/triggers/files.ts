import type { AnyDefinition } from "@/lib/model/kinds/define";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { text, type Part } from "./types";

const KIND = text(FILE_KIND);

/** Builds the query for the files that are deleted together with a record, as the history holds them. */
export const fileLinksOf = ({ apiPath, key }: AnyDefinition): string =>
  `SELECT jsonb_build_object('relation', ${KIND}, 'kind', ${KIND}, 'id', f.datei_id, 'label', coalesce(nullif(f.bezeichnung, ''), v.name)) AS link ` +
  "FROM files f JOIN file_versions v ON v.datei_id = f.datei_id AND v.fassung = f.fassung AND v.removed_at IS NULL " +
  `WHERE f.kind = ${text(apiPath)} AND f.record_id = OLD."${key}" AND f.deleted_at IS NULL`;

/**
 * Builds the trigger that deletes the files of deleted records, also of those deleted by SQL (contract §18).
 * The files come back with their record (`lib/store/sql/record-files.ts`).
 */
export const fileDeleting = ({ table, key, apiPath }: AnyDefinition): Part => ({
  functions: [
    {
      name: `${table}_delete_files`,
      body: [
        "BEGIN",
        "    UPDATE files SET deleted_at = now()",
        `    WHERE kind = ${text(apiPath)} AND deleted_at IS NULL AND record_id IN (SELECT "${key}" FROM gone);`,
        "    RETURN NULL;",
        "END",
      ].join("\n"),
    },
  ],
  triggers: [
    {
      name: `${table}_delete_files`,
      table,
      when: "AFTER DELETE",
      calls: `REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION ${table}_delete_files()`,
    },
  ],
});

/**
 * Builds the trigger that gives deleted files the kind "Sonstiges" when theirs is deleted, which they
 * must not prevent.
 */
export const fileKindClearing = (): Part => ({
  functions: [
    {
      name: "dateiarten_clear_deleted_files",
      body: [
        "BEGIN",
        `    UPDATE files SET dateiart = ${referenceLists.dateiarten.rules.other} WHERE dateiart = OLD.dateiart_id AND deleted_at IS NOT NULL;`,
        "    RETURN OLD;",
        "END",
      ].join("\n"),
    },
  ],
  triggers: [
    {
      name: "dateiarten_clear_deleted_files",
      table: "dateiarten",
      when: "BEFORE DELETE",
      calls: "ROW EXECUTE FUNCTION dateiarten_clear_deleted_files()",
    },
  ],
});

/** Builds the trigram indexes on the names and descriptions of files, by which the search finds them. */
export const fileSearchIndexes = (): Part => ({
  functions: [],
  triggers: [],
  indexes: [
    ["file_versions", "name"],
    ["files", "bezeichnung"],
  ].map(([table = "", column = ""]) => ({
    name: `${table}_${column}_contains_idx`,
    table,
    on: `USING GIN (fold_umlauts(fold_text("${column}")) gin_trgm_ops)`,
  })),
});
