import type { TestProject } from "vitest/node";
import { bundleWorkers } from "@/scripts/build/bundle-workers";
import { ROOT } from "@/scripts/root";
import { dropTemplate } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { createTemplate } from "./databases/template";

declare module "vitest" {
  export interface ProvidedContext {
    testDatabase: { serverUrl: string; template: string };
  }
}

/** Once per run: bundled workers, a server, and the migrated template from which each test file gets its database. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await bundleWorkers(ROOT);
  const server = await startTestServer();
  // Vitest ends by itself on Ctrl+C; a plain kill would leave the server behind.
  const end = () => process.exit(143);
  process.once("SIGTERM", end);
  try {
    const template = await createTemplate(server.url);
    project.provide("testDatabase", { serverUrl: server.url, template });
    return async () => {
      process.removeListener("SIGTERM", end);
      await dropTemplate(server.url, template);
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
