import { afterAll, inject, vi } from "vitest";
import { closeDatabase } from "@/lib/store/database/client";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";
import "../hash-cost";

// This file runs before the test file is imported, so that no module reads the configuration
// earlier.
const { serverUrl, template } = inject("testDatabase");
const database = await createDatabase(serverUrl, template);

const environment = { ...process.env };
process.env.DATABASE_URL = database.url;
process.env.AUTH_SECRET = "a-secret-for-tests-that-is-long-enough";
process.env.APP_URL = "http://localhost:3000";

afterAll(async () => {
  await closeDatabase();
  await dropDatabase(serverUrl, database.name);
  // The next test file in this process must use neither these settings nor modules that have read
  // them.
  process.env = environment;
  vi.resetModules();
});
