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

/** Several columns as one text, a line each. */
export const lines = (alias: string, columns: readonly string[]) =>
  `concat_ws(E'\\n', ${columns.map((column) => `${alias}"${column}"`).join(", ")})`;
