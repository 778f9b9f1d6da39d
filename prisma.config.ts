import path from "node:path";
import { defineConfig } from "prisma/config";

// Uses a schema engine of JavaScript and WebAssembly from the npm registry; Prisma would download a
// native one (docs/decisions/0001). On Windows, which cannot start a script as a program, Prisma
// uses its own engine.
const engineChosen = process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.env.PRISMA_MIGRATION_ENGINE_BINARY;
if (!engineChosen && process.platform !== "win32") {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY = path.join(import.meta.dirname, "scripts/prisma-schema-engine/main.mjs");
}

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations", seed: "tsx prisma/seed.ts" },
  datasource: {
    // Migrations run as the owner of the database, if that role differs from the app's role.
    url: process.env.MIGRATION_DATABASE_URL || process.env.DATABASE_URL || "",
    shadowDatabaseUrl: process.env.SHADOW_DATABASE_URL || undefined,
  },
});
