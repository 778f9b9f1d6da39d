/** A function of the database by its name and its body. */
export type DatabaseFunction = { name: string; body: string };

/** A trigger: when it fires, and what it then calls, from `FOR EACH` or `REFERENCING` on. */
export type Trigger = { name: string; table: string; when: string; calls: string };
/** An index that Prisma's schema cannot say: on what, as SQL. */
export type Index = { name: string; table: string; on: string };
/** What one table needs. */
export type Part = { functions: DatabaseFunction[]; triggers: Trigger[]; indexes?: Index[] };

/** A text as an SQL literal. */
export const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/**
 * The keys of the rows that an update gave other values in some columns, from its transition tables `before` and `after`.
 * Without a join, whose cached plan could compare every row with every other one.
 */
export function changedKeys(key: string, columns: readonly string[]): string {
  const rows = (table: string) => `SELECT ${[key, ...columns].map((name) => `"${name}"`).join(", ")} FROM ${table}`;
  return `SELECT "${key}" FROM (${rows("after")} EXCEPT ${rows("before")}) AS changed_rows`;
}

/** Several columns as one text, a line each. */
export const lines = (alias: string, columns: readonly string[]) =>
  `concat_ws(E'\\n', ${columns.map((column) => `${alias}"${column}"`).join(", ")})`;
