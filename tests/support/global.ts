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

/**
 * Runs once per test run: bundles the workers, starts a database server and creates the template
 * that each test file copies as its database.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await bundleWorkers(ROOT);
  const server = await startTestServer();
  // Without this handler a SIGTERM would leave the database server running. Vitest handles Ctrl+C
  // itself.
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
