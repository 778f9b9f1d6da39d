import { afterAll, inject, vi } from "vitest";
import type { Database } from "@/lib/server/database/client";
import { setHashCost } from "@/lib/server/auth/password";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { existingSingleton, setSingleton } from "@/lib/server/config/process-singleton";

// Runs before the test file is imported, so that nothing reads the configuration earlier.
const { serverUrl, template } = inject("testDatabase");
const database = await createDatabase(serverUrl, template);

const environment = { ...process.env };
process.env.DATABASE_URL = database.url;
process.env.AUTH_SECRET = "a-secret-for-tests-that-is-long-enough";
process.env.APP_URL = "http://localhost:3000";

// The tests log in hundreds of times, so password hashes are made cheap.
setHashCost(4);

afterAll(async () => {
  await existingSingleton<Database>("database")?.$disconnect();
  setSingleton("database", undefined);
  // The metrics refer to this file's settings.
  setSingleton("state-metrics", undefined);
  await dropDatabase(serverUrl, database.name);
  // The next file in this process must see neither these settings nor modules that have read them.
  process.env = environment;
  vi.resetModules();
});
