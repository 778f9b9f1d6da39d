/** A trigger function of the database. */
export type DatabaseFunction = { name: string; body: string };

/**
 * A trigger: `when` is the event, `calls` the rest of its definition from `FOR EACH` or
 * `REFERENCING` on.
 */
export type Trigger = { name: string; table: string; when: string; calls: string };
/** An index that Prisma's schema cannot express; `on` is the SQL after the table's name. */
export type Index = { name: string; table: string; on: string };
/** The functions, triggers and indexes of one part of a table's maintenance. */
export type Part = { functions: DatabaseFunction[]; triggers: Trigger[]; indexes?: Index[] };

/** Quotes a text as an SQL literal. */
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/**
 * Builds the query for the keys of rows in which an update changed any of the columns, from the
 * trigger's transition tables `before` and `after`. Avoids a join, whose cached plan could compare
 * every row with every other one.
 */
export function changedKeys(key: string, columns: readonly string[]): string {
  const rows = (table: string) => `SELECT ${[key, ...columns].map((name) => `"${name}"`).join(", ")} FROM ${table}`;
  return `SELECT "${key}" FROM (${rows("after")} EXCEPT ${rows("before")}) AS changed_rows`;
}

/** Builds an expression that joins columns to one text, with one line per column. */
export const lines = (alias: string, columns: readonly string[]) =>
  `concat_ws(E'\\n', ${columns.map((column) => `${alias}"${column}"`).join(", ")})`;
