import { duplicateColumns, type DuplicateFields } from "@/lib/model/kinds/duplicate-fields";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { changedKeys, text, type Part } from "./types";

/*
 * Triggers that maintain the duplicate index: when a record's names change, by the app or by any
 * other writer, its stored pairs are invalid.
 */

const statement = (name: string, rows: string) => `REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`;
const body = (...lines: string[]) => ["BEGIN", ...lines, "    RETURN NULL;", "END"].join("\n");

/**
 * Builds the triggers that invalidate a kind's duplicate index: new and changed records are queued
 * for comparison, and deleted records are removed from it.
 */
export function comparing({ table, key, apiPath }: AnyDefinition, duplicateFields: DuplicateFields): Part {
  const kind = text(apiPath);
  const deleteStatements = (name: string, columns: readonly string[]) =>
    columns.map(
      (column) => `    DELETE FROM ${name} d USING gone WHERE d.kind = ${kind} AND d.${column} = gone."${key}";`,
    );
  const functions = [
    {
      name: `${table}_alike_added`,
      body: body(
        `    INSERT INTO alike_records (kind, id) SELECT ${kind}, "${key}" FROM added;`,
        `    INSERT INTO alike_waiting (kind, id) SELECT ${kind}, "${key}" FROM added`,
        "        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;",
      ),
    },
    {
      name: `${table}_alike_forgotten`,
      body: [
        "DECLARE ids integer[];",
        "BEGIN",
        `    SELECT array_agg("${key}" ORDER BY "${key}") INTO ids FROM (${changedKeys(key, duplicateColumns(duplicateFields))}) AS changed;`,
        "    IF ids IS NULL THEN",
        "        RETURN NULL;",
        "    END IF;",
        `    UPDATE alike_records SET known = NULL, keys = '{}', revision = revision + 1 WHERE kind = ${kind} AND id = ANY(ids);`,
        `    INSERT INTO alike_waiting (kind, id) SELECT ${kind}, id FROM unnest(ids) id`,
        "        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;",
        `    DELETE FROM duplicate_pairs WHERE kind = ${kind} AND a = ANY(ids);`,
        `    DELETE FROM duplicate_pairs WHERE kind = ${kind} AND b = ANY(ids);`,
        "    RETURN NULL;",
        "END",
      ].join("\n"),
    },
    {
      name: `${table}_alike_gone`,
      body: body(
        ...deleteStatements("alike_records", ["id"]),
        ...deleteStatements("alike_waiting", ["id"]),
        ...deleteStatements("duplicate_pairs", ["a", "b"]),
        ...deleteStatements("duplicate_dismissals", ["a", "b"]),
      ),
    },
  ];
  const none = {
    name: `${table}_alike_none`,
    body: body(
      ...["alike_records", "alike_waiting", "duplicate_pairs", "duplicate_dismissals"].map(
        (name) => `    DELETE FROM ${name} WHERE kind = ${kind};`,
      ),
    ),
  };
  const events = { added: "AFTER INSERT", forgotten: "AFTER UPDATE", gone: "AFTER DELETE" };
  const rows = {
    added: "NEW TABLE AS added",
    forgotten: "OLD TABLE AS before NEW TABLE AS after",
    gone: "OLD TABLE AS gone",
  };
  return {
    functions: [...functions, none],
    triggers: [
      ...(["added", "forgotten", "gone"] as const).map((event) => ({
        name: `${table}_alike_${event}`,
        table,
        when: events[event],
        calls: statement(`${table}_alike_${event}`, rows[event]),
      })),
      { name: none.name, table, when: "AFTER TRUNCATE", calls: `STATEMENT EXECUTE FUNCTION ${none.name}()` },
    ],
  };
}
