import { afterAll, inject, vi } from "vitest";
import { closeDatabase } from "@/lib/server/database/client";
import { setHashCost } from "@/lib/server/auth/password";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";

// This file runs before the test file is imported, so that no module reads the configuration
// earlier.
const { serverUrl, template } = inject("testDatabase");
const database = await createDatabase(serverUrl, template);

const environment = { ...process.env };
process.env.DATABASE_URL = database.url;
process.env.AUTH_SECRET = "a-secret-for-tests-that-is-long-enough";
process.env.APP_URL = "http://localhost:3000";

// Makes password hashes cheap, because the tests log in hundreds of times.
setHashCost(4);

afterAll(async () => {
  await closeDatabase();
  await dropDatabase(serverUrl, database.name);
  // The next test file in this process must use neither these settings nor modules that have read
  // them.
  process.env = environment;
  vi.resetModules();
});
