import { readdirSync } from "node:fs";
import path from "node:path";
import { UserFacingError } from "../process/user-facing-error";
import { ROOT } from "../root";
import { runSql } from "./postgres-cluster";

/** Folder of this version's migrations. */
export const MIGRATIONS = path.join(ROOT, "prisma/migrations");

/** Returns the names of this version's migrations in their order. */
export const ownMigrations = (): string[] =>
  readdirSync(MIGRATIONS)
    .filter((name) => /^\d{14}_/.test(name))
    .sort();

/** Selects the database's name, whether it has tables of its own, and whether Prisma has migrated it. */
const STATE = `SELECT current_database() AS name, to_regclass('public._prisma_migrations') IS NOT NULL AS "isMigrated",
  EXISTS (SELECT FROM pg_class c WHERE relnamespace = to_regnamespace('public') AND relkind IN ('r', 'p')
    AND relname <> '_prisma_migrations' AND NOT EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')) AS "hasTables"`;
const APPLIED =
  "SELECT migration_name::text AS name FROM public._prisma_migrations WHERE rolled_back_at IS NULL ORDER BY 1";

/**
 * Refuses a database that this version's migrations cannot have created, such as one of an earlier
 * version. Accepts an empty one, and one that a later version has migrated since.
 * @throws UserFacingError with one sentence; the database is not changed
 */
export async function refuseUnknownSchema(databaseUrl: string): Promise<void> {
  const [state] = (await runSql(databaseUrl, STATE)).rows as [
    { name: string; isMigrated: boolean; hasTables: boolean },
  ];
  if (!state.hasTables) return;
  const { rows } = state.isMigrated ? await runSql(databaseUrl, APPLIED) : { rows: [] };
  const names = (rows as { name: string }[]).map(({ name }) => name);
  const own = ownMigrations();
  const [first = "", newest = first] = [own.at(0), own.at(-1)];
  const unknown = names.find((name) => !own.includes(name) && (name < newest || !names.includes(first)));
  if (unknown === undefined && names.includes(first)) return;
  const reason = unknown === undefined ? "tables of another program" : `the migration ${unknown} of another version`;
  throw new UserFacingError(
    `Nothing was changed: the database ${state.name} has ${reason}, which this version cannot upgrade: ` +
      "use an empty database, or start the demo over (docs/operations.md).",
  );
}
