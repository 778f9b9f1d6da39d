import { defineConfig } from "vitest/config";

// Overrides a NODE_ENV that is set in the environment.
Object.assign(process.env, { NODE_ENV: "test" });
// Tests must not reach a database that is configured for other purposes.
delete process.env.DATABASE_URL;
delete process.env.MIGRATION_DATABASE_URL;

const shared = { environment: "node" as const, env: { NODE_ENV: "test" as const, TZ: "Europe/Berlin" } };
const withDatabase = {
  ...shared,
  globalSetup: "tests/support/global.ts",
  setupFiles: "tests/support/databases/database-per-file.ts",
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** Tests of the schema engine need a database, unlike the other tests in `scripts`. */
const ENGINE_TESTS = "scripts/prisma-schema-engine/**/*.test.ts";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    // Shows the console output of failed tests only.
    silent: "passed-only",
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: [
            "lib/**/*.test.ts",
            "components/**/*.test.{ts,tsx}",
            "scripts/**/*.test.ts",
            "lab/**/*.test.ts",
            "prisma/**/*.test.ts",
            "tests/unit/**/*.test.{ts,tsx}",
          ],
          exclude: [ENGINE_TESTS],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          ...withDatabase,
          name: "api",
          isolate: false,
          // The tests wait for the database and for password hashes half of the time.
          maxWorkers: 2,
          // The browser tests run at the same time, and may slow down a test until it meets a timeout.
          retry: 1,
          include: ["tests/api/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: { ...withDatabase, name: "engine", include: [ENGINE_TESTS] },
      },
    ],
  },
});
