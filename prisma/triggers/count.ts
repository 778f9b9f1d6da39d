import type { AnyDefinition } from "@/lib/model/kinds/define";
import { changedKeys, text, type Part } from "./types";

/*
 * Triggers that maintain record counts, because counting a million records for each page of a list
 * is too slow.
 */

/**
 * Whenever a new `row_id` is a multiple of this, the trigger merges all count rows of its kind into
 * one row.
 */
const MERGE_INTERVAL = 200;

/**
 * Returns the columns that lists can be sorted by, without managed fields: pages sorted by these do not
 * depend on the state of the counts, and a round changes thousands of them.
 */
const sortedColumns = ({ fields, sortFields, sortedField, sortColumns }: AnyDefinition) =>
  sortFields
    .map((name) => (sortColumns.some(({ column }) => column === name) ? name : sortedField(name).field))
    .filter((name) => !fields[name]?.managed);

/**
 * Builds the triggers that maintain a kind's record count. Each statement that adds or removes
 * records inserts a row into `record_counts`, so that no writer waits for another; the sum of the
 * visible rows is the count. A row with count 0 marks that records have moved in some sort order:
 * as long as the visible rows are the same ones, all sort orders are unchanged
 * (`lib/store/sql/pagination-anchors.ts`).
 */
export function counting(definition: AnyDefinition): Part {
  const { table, apiPath } = definition;
  const kind = text(apiPath);
  const counts = (name: string, count: string, skipCondition: string) => ({
    name: `${table}_${name}`,
    body: [
      "DECLARE added integer;",
      "BEGIN",
      `    IF ${skipCondition} THEN`,
      "        RETURN NULL;",
      "    END IF;",
      `    INSERT INTO record_counts (kind, count) VALUES (${kind}, ${count}) RETURNING row_id INTO added;`,
      `    IF added % ${MERGE_INTERVAL} = 0 THEN`,
      "        WITH piled AS (",
      `            SELECT row_id FROM record_counts WHERE kind = ${kind} FOR UPDATE SKIP LOCKED`,
      "        ), taken AS (",
      "            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count",
      "        )",
      `        INSERT INTO record_counts (kind, count) SELECT ${kind}, coalesce(sum(count), 0) FROM taken;`,
      "    END IF;",
      "    RETURN NULL;",
      "END",
    ].join("\n"),
  });
  const hasNoRows = "NOT EXISTS (SELECT FROM counted)";
  const isOrderUnchanged = `NOT EXISTS (${changedKeys(definition.key, sortedColumns(definition))})`;
  const statement = (name: string, rows: string) =>
    `REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_${name}()`;
  return {
    functions: [
      counts("counted_in", "(SELECT count(*) FROM counted)", hasNoRows),
      counts("counted_out", "-(SELECT count(*) FROM counted)", hasNoRows),
      counts("reordered", "0", isOrderUnchanged),
      {
        name: `${table}_counted_none`,
        body: ["BEGIN", `    DELETE FROM record_counts WHERE kind = ${kind};`, "    RETURN NULL;", "END"].join("\n"),
      },
    ],
    triggers: [
      {
        name: `${table}_counted_in`,
        table,
        when: "AFTER INSERT",
        calls: statement("counted_in", "NEW TABLE AS counted"),
      },
      {
        name: `${table}_counted_out`,
        table,
        when: "AFTER DELETE",
        calls: statement("counted_out", "OLD TABLE AS counted"),
      },
      {
        name: `${table}_counted_none`,
        table,
        when: "AFTER TRUNCATE",
        calls: `STATEMENT EXECUTE FUNCTION ${table}_counted_none()`,
      },
      {
        name: `${table}_reordered`,
        table,
        when: "AFTER UPDATE",
        calls: statement("reordered", "OLD TABLE AS before NEW TABLE AS after"),
      },
    ],
  };
}
