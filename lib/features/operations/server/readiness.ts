import { readdirSync } from "node:fs";
import path from "node:path";
import { toAppError } from "@/lib/base/errors/errors";
import { withTimeout } from "@/lib/base/web/timeout";
import { primaryOrReplica } from "@/lib/store/database/replicas/read-routing";
import { isShuttingDown } from "@/lib/http/entry/shutdown";

/** Conditions of readiness, in the terms that `GET /api/ready` responds with. */
export const NEEDS = ["running", "database", "migrations"] as const;
export type ReadinessCondition = (typeof NEEDS)[number];

/** Timeout of the database query in milliseconds: shorter than the usual timeout of probes. */
const TIMEOUT_MS = 3_000;

/** Folder of the migrations. next.config.mjs includes its files in the build. */
const MIGRATIONS = path.join(process.cwd(), "prisma/migrations");

let migrationNames: readonly string[] | undefined;

/** Returns the names of the migrations that this build contains. */
const ownMigrations = () =>
  (migrationNames ??= readdirSync(/* turbopackIgnore: true */ MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name));

/** Returns the database's unmet conditions. Accepts a newer schema, as during an upgrade. */
async function findUnmetOfDatabase(): Promise<ReadinessCondition[]> {
  const migrations = ownMigrations();
  try {
    const applied = await primaryOrReplica(
      (database) => database.$queryRaw<{ migration_name: string }[]>`
      SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    const names = new Set(applied.map(({ migration_name }) => migration_name));
    return migrations.every((name) => names.has(name)) ? [] : ["migrations"];
  } catch (error) {
    // The database responds, but its table of migrations is missing or not readable: the database
    // was not set up for this build.
    return toAppError(error).code === "error_api" ? ["database"] : ["migrations"];
  }
}

let running: Promise<ReadinessCondition[]> | undefined;

/**
 * Shares one query between concurrent callers; the next call after its end or timeout starts
 * another.
 */
const findUnmetOfDatabaseInTime = () =>
  (running ??= withTimeout<ReadinessCondition[]>(findUnmetOfDatabase(), TIMEOUT_MS, ["database"]).finally(
    () => (running = undefined),
  ));

/** Returns the unmet conditions of this instance; none when it is ready. */
export async function findUnmetConditions(): Promise<ReadinessCondition[]> {
  return [...(isShuttingDown() ? (["running"] as const) : []), ...(await findUnmetOfDatabaseInTime())];
}
