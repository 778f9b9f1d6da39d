import { readdirSync } from "node:fs";
import path from "node:path";
import { toAppError } from "../errors/errors";
import { inTime } from "../web/timeout";
import { askPrimaryFirst } from "../database/read-routing";
import { isShuttingDown } from "./shutdown";

/** What this instance needs before it may be sent requests, in the words that `GET /api/ready` answers with. */
export const NEEDS = ["running", "database", "migrations"] as const;
export type Need = (typeof NEEDS)[number];

/** Longest that the database may take to answer, in milliseconds: shorter than whoever asks usually waits. */
const PATIENCE = 3_000;

/** Read beside the app's folder, where next.config.mjs has them copied to. */
const MIGRATIONS = path.join(process.cwd(), "prisma/migrations");

let ours: readonly string[] | undefined;

/** The migrations that this build was made with. */
const ownMigrations = () =>
  (ours ??= readdirSync(/* turbopackIgnore: true */ MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name));

/** Which of the database's needs are missing. A newer schema is none of them: old and new builds run side by side in an upgrade. */
async function missingOfDatabase(): Promise<Need[]> {
  const needed = ownMigrations();
  try {
    const applied = await askPrimaryFirst(
      (database) => database.$queryRaw<{ migration_name: string }[]>`
      SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    const names = new Set(applied.map(({ migration_name }) => migration_name));
    return needed.every((name) => names.has(name)) ? [] : ["migrations"];
  } catch (error) {
    // It answers, but has no such table, or does not let us see it: nobody has prepared it for this build.
    return toAppError(error).code === "error_api" ? ["database"] : ["migrations"];
  }
}

let asked: Promise<Need[]> | undefined;

/** However many ask at once, the database is asked once; after an answer that did not come it is asked anew. */
const missingOfDatabaseInTime = () =>
  (asked ??= inTime<Need[]>(missingOfDatabase(), PATIENCE, ["database"]).finally(() => (asked = undefined)));

/** What is missing before this instance may be sent requests; nothing where it is ready. */
export async function missingNeeds(): Promise<Need[]> {
  return [...(isShuttingDown() ? (["running"] as const) : []), ...(await missingOfDatabaseInTime())];
}
