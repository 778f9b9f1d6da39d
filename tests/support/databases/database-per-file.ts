import { afterAll, inject, vi } from "vitest";
import type { Database } from "@/lib/server/database/client";
import { setHashCost } from "@/lib/server/auth/password";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";

// Runs before the test file is imported, so that nothing reads the configuration earlier.
const { serverUrl, template } = inject("testDatabase");
const database = await createDatabase(serverUrl, template);

const environment = { ...process.env };
process.env.DATABASE_URL = database.url;
process.env.AUTH_SECRET = "a-secret-for-tests-that-is-long-enough";
process.env.APP_URL = "http://localhost:3000";

// The tests log in hundreds of times; what a real hash costs is not theirs to pay.
setHashCost(4);

afterAll(async () => {
  const shared = globalThis as typeof globalThis & {
    cooperationDatabase?: Database;
    cooperationStateMetrics?: unknown;
  };
  await shared.cooperationDatabase?.$disconnect();
  delete shared.cooperationDatabase;
  // They look at what they were made beside: this file's settings.
  delete shared.cooperationStateMetrics;
  await dropDatabase(serverUrl, database.name);
  // The next file in this process finds neither this one's settings nor modules that have read them; packages stay loaded.
  process.env = environment;
  vi.resetModules();
});
