import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { UserFacingError } from "../process/user-facing-error";
import { ROOT } from "../root";
import { runSql } from "./postgres-cluster";

const INITIAL = "20261124150000_initial";

/** The migrations of commit 4786e37, which the initial migration replaces. */
const REPLACED = [
  "20261120000000_init",
  "20261120100000_rate_limits",
  "20261121090000_versions_and_history",
  "20261121230000_counted_changes",
  "20261122030000_preferences",
  "20261122100000_roles",
  "20261122110000_reference_entries",
  "20261122120000_api_tokens",
  "20261122140000_single_sign_on",
  "20261122150000_erased_persons",
  "20261122160000_second_factor",
  "20261123100000_counted_records",
  "20261123120000_views",
  "20261123130000_imports",
  "20261124100000_deadlines",
  "20261124110000_jobs",
  "20261124120000_digests",
  "20261124130000_calendar_feeds",
  "20261124130001_one_record",
  "20261124130002_alike",
  "20261124130002_quality_counts",
  "20261124140000_import_choices",
];

const recordedAccounts = ["INSERT", "UPDATE", "DELETE"].map(
  (event) => `CREATE OR REPLACE TRIGGER "users_history_${event.toLowerCase()}" AFTER ${event} ON "users" FOR EACH ROW
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');`,
);
const reorderedKinds = ["members", "projects", "institutions", "persons", "thematic_fields"].map(
  (table) => `CREATE OR REPLACE TRIGGER "${table}_reordered" AFTER UPDATE ON "${table}"
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION ${table}_reordered();`,
);

/**
 * The migrations between commit 4786e37 and the initial migration, which replaces them too, with
 * what they do besides replacing functions.
 */
const SINCE: Readonly<Record<string, string>> = {
  // Accounts are recorded from their creation on, not from the confirmation of their address on.
  "20261124140001_account_history": recordedAccounts.join("\n"),
  // Credentials record whether a single sign-on session created them. If the account has no password,
  // one did; all others need the second factor if it is required.
  "20261124140001_credentials_remember_sign_in": ["api_tokens", "calendar_feeds"]
    .map(
      (table) => `ALTER TABLE "${table}" ADD COLUMN "by_sso" BOOLEAN NOT NULL DEFAULT false;
        UPDATE "${table}" c SET "by_sso" = true FROM "users" u
        WHERE u."id" = c."user_id" AND u."sso_subject" IS NOT NULL AND u."password_hash" IS NULL;`,
    )
    .join("\n"),
  "20261124140001_import_counts": `
    ALTER TABLE "imports" ADD COLUMN "counts" JSONB NOT NULL DEFAULT '{}', ADD COLUMN "row_bytes" INTEGER NOT NULL DEFAULT 0;
    UPDATE imports i SET (row_bytes, counts) = (
      SELECT coalesce(least(sum(length(cells::text)), 2147483647), 0),
        jsonb_build_object('total', count(*), 'written', count(*) FILTER (WHERE written),
          'similar', count(*) FILTER (WHERE action = 'create' AND "similar" <> '[]'),
          'uncompared', count(*) FILTER (WHERE action = 'create' AND "similar" IS NULL),
          'create', count(*) FILTER (WHERE action = 'create'), 'update', count(*) FILTER (WHERE action = 'update'),
          'same', count(*) FILTER (WHERE action = 'same'), 'refused', count(*) FILTER (WHERE action = 'refused'),
          'skip', count(*) FILTER (WHERE action = 'skip'))
      FROM import_rows r WHERE r.import_id = i.import_id);`,
  "20261124140002_linear_triggers": reorderedKinds.join("\n"),
};

type Migration = { name: string; isFinished: boolean };

/** @returns the migrations of a database that were not rolled back */
async function migrationsOf(databaseUrl: string): Promise<Migration[]> {
  const { rows: tables } = await runSql(
    databaseUrl,
    "SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS exists",
  );
  if (!(tables[0] as { exists: boolean }).exists) return [];
  const { rows } = await runSql(
    databaseUrl,
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished" FROM public._prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows as Migration[];
}

/**
 * Refuses migrations that this version cannot bring to its initial one.
 * @param names the applied migrations of a database
 * @throws UserFacingError unless they contain the initial migration, or those that it replaces
 */
function refuseUntakeable(names: readonly string[], failed?: string): void {
  if (names.length === 0 || names.includes(INITIAL)) return;
  const unknown = names.find((name) => !REPLACED.includes(name) && !(name in SINCE));
  const missing = REPLACED.find((name) => !names.includes(name));
  const reason =
    failed !== undefined
      ? `its migration ${failed} has failed`
      : unknown !== undefined
        ? `this version does not know its migration ${unknown}`
        : missing && `it lacks the migration ${missing}`;
  if (reason === undefined) return;
  throw new UserFacingError(
    `Nothing was changed: this version cannot upgrade the database, because ${reason}; start the version of commit 4786e37 on it first.`,
  );
}

/**
 * Returns SQL that brings the schema to that of the initial migration and marks it as applied. The
 * rows of the replaced migrations remain: an older version that still runs needs them to be ready.
 */
function takeoverSql(missing: readonly [name: string, sql: string][]): string {
  const sql = readFileSync(path.join(ROOT, "prisma/migrations", INITIAL, "migration.sql"), "utf8");
  // Only functions: replacing all triggers would lock all tables and could deadlock with writers.
  const functions = sql.match(/^CREATE OR REPLACE FUNCTION [^]*?\$\$;$/gm) ?? [];
  return [
    "BEGIN;",
    ...(missing.length > 0 ? functions : []),
    ...missing.map(([, change]) => change),
    // What `prisma migrate resolve --applied` does, after a `migrate deploy` that has failed, too.
    `DELETE FROM public._prisma_migrations WHERE migration_name = '${INITIAL}';`,
    `INSERT INTO public._prisma_migrations (id, checksum, finished_at, migration_name, started_at)
     VALUES ('${randomUUID()}', '${createHash("sha256").update(sql).digest("hex")}', now(), '${INITIAL}', now());`,
    "COMMIT;",
  ].join("\n");
}

/**
 * Takes over a database of commit 4786e37 or later that was created by the migrations which the
 * initial migration replaces. Does nothing to an empty database, or one that has the initial one.
 * @param databaseUrl URL of the database for its owner
 * @throws UserFacingError if the database is in any other state; it is not changed
 */
export async function takeOverDatabase(databaseUrl: string): Promise<void> {
  const all = await migrationsOf(databaseUrl);
  const migrations = all.filter(({ name }) => name !== INITIAL);
  if (migrations.length === 0 || all.some(({ name, isFinished }) => name === INITIAL && isFinished)) return;
  const names = migrations.map(({ name }) => name);
  refuseUntakeable(names, migrations.find(({ isFinished }) => !isFinished)?.name);
  await runSql(databaseUrl, takeoverSql(Object.entries(SINCE).filter(([name]) => !names.includes(name))));
}
