import path from "node:path";
import { defineConfig } from "prisma/config";

// Prisma would download a native engine; ours is JavaScript and WebAssembly from the npm registry (docs/decisions/0001).
// Windows cannot start a script as a program, so there Prisma keeps its own way.
const engineChosen = process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.env.PRISMA_MIGRATION_ENGINE_BINARY;
if (!engineChosen && process.platform !== "win32") {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY = path.join(import.meta.dirname, "scripts/prisma-schema-engine.mjs");
}

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations", seed: "tsx prisma/seed.ts" },
  datasource: {
    // The owner of the database migrates it, where the app's role is another.
    url: process.env.MIGRATION_DATABASE_URL || process.env.DATABASE_URL || "",
    shadowDatabaseUrl: process.env.SHADOW_DATABASE_URL || undefined,
  },
});
