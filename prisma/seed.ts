/**
 * The script behind `npx prisma db seed`: seeds the reference lists and the gazetteer, and with `-- --demo` the demo
 * data, into the embedded database only.
 */
import { parseUrl } from "../lib/model/pure/parse-url";
import { createClient } from "../lib/store/database/client";
import { fillGazetteer } from "../scripts/gazetteer/fill-gazetteer";
import { refuseUnknownSchema } from "../scripts/postgres/own-migrations";
import { checkDatabase } from "../scripts/postgres/prepare-database";
import { codeOf, reportFailure, UserFacingError } from "../scripts/process/user-facing-error";
import { loadEnvFile } from "../scripts/cli/settings";
import { seedDemoData, seedReferenceData } from "./seed-data";

/** SQLSTATE of a missing table. */
const UNDEFINED_TABLE = "42P01";

async function seed(demo: boolean): Promise<void> {
  loadEnvFile();
  const url = process.env.MIGRATION_DATABASE_URL || process.env.DATABASE_URL;
  if (!url) throw new UserFacingError("DATABASE_URL is not set: it names the database to seed.");
  if (!/^postgres(ql)?:\/\//.test(url) || !parseUrl(url)) {
    throw new UserFacingError(
      "DATABASE_URL is not a PostgreSQL address, such as postgresql://user:password@host:5432/database.",
    );
  }
  if (demo) await refuseForeignDatabase(url);
  await checkDatabase(url);
  await refuseUnknownSchema(url);
  const client = createClient(url, 2);
  try {
    await seedReferenceData(client);
    await fillGazetteer(url);
    if (demo) await seedDemoData(client);
    console.log(demo ? "Reference and demo data are in place." : "Reference data is in place.");
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error;
    throw new UserFacingError("The database has no tables yet: run npx prisma migrate deploy first.");
  } finally {
    await client.$disconnect();
  }
}

/** Refuses any database but the embedded one, so that invented records never mix with real ones. */
async function refuseForeignDatabase(url: string): Promise<void> {
  const { runningEmbeddedUrl } = await import("../scripts/postgres/embedded-database");
  if (url === (await runningEmbeddedUrl())) return;
  throw new UserFacingError("Demo data is written into the project's own embedded database only; nothing was changed.");
}

seed(process.argv.includes("--demo")).catch((error: unknown) => {
  reportFailure(error);
  process.exitCode = 1;
});
