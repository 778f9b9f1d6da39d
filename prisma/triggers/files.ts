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

/** Builds the trigram indexes on the names and descriptions of files and the words of their texts, by which the search finds them. */
export const fileSearchIndexes = (): Part => ({
  functions: [],
  triggers: [],
  indexes: [
    { table: "file_versions", column: "name", form: 'fold_umlauts(fold_text("name"))' },
    { table: "files", column: "bezeichnung", form: 'fold_umlauts(fold_text("bezeichnung"))' },
    { table: "file_words", column: "word", form: "word" },
  ].map(({ table, column, form }) => ({
    name: `${table}_${column}_contains_idx`,
    table,
    on: `USING GIN (${form} gin_trgm_ops)`,
  })),
});

/**
 * Builds the triggers on files that close their open proposals (contract §18), on whatever way a file is
 * changed: those of an earlier version are replaced, those of a deleted file, or of a kind from which nothing
 * is proposed, are rejected. `lib/features/files/server/text/propose-readings.ts` proposes anew.
 */
export const fileProposals = (): Part => ({
  functions: [
    {
      name: "files_close_proposals",
      body: [
        "BEGIN",
        "    IF NEW.fassung <> OLD.fassung THEN",
        "        UPDATE proposals SET state = 'replaced', decided_at = now() WHERE datei_id = NEW.datei_id AND state = 'open';",
        "    ELSIF NEW.deleted_at IS NOT NULL OR NOT (SELECT d.schlaegt_vor FROM dateiarten d WHERE d.dateiart_id = NEW.dateiart) THEN",
        "        UPDATE proposals SET state = 'rejected', decided_at = now() WHERE datei_id = NEW.datei_id AND state = 'open';",
        "    END IF;",
        "    NEW.proposed_from := NULL;",
        "    RETURN NEW;",
        "END",
      ].join("\n"),
    },
    {
      name: "files_delete_proposals",
      body: ["BEGIN", "    DELETE FROM proposals WHERE datei_id = OLD.datei_id;", "    RETURN OLD;", "END"].join("\n"),
    },
  ],
  triggers: [
    {
      name: "files_close_proposals",
      table: "files",
      when: "BEFORE UPDATE OF fassung, deleted_at, dateiart",
      calls: [
        "ROW WHEN (NEW.fassung IS DISTINCT FROM OLD.fassung OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at",
        "OR NEW.dateiart IS DISTINCT FROM OLD.dateiart) EXECUTE FUNCTION files_close_proposals()",
      ].join(" "),
    },
    {
      name: "files_delete_proposals",
      table: "files",
      when: "BEFORE DELETE",
      calls: "ROW EXECUTE FUNCTION files_delete_proposals()",
    },
  ],
});
