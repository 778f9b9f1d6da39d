import { createRequire } from "node:module";
import path from "node:path";
import { runNode } from "../process/child-process";
import { ROOT } from "../root";
import { UserFacingError } from "../process/user-facing-error";

/** Path of a package's command, so that it runs under the same Node and with no shell or npx in between. */
export function commandOf(packageName: string, file: string): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), file);
}

/** Runs a Prisma command, on a database if one is given; in silence unless it fails. */
export async function prisma(args: string[], databaseUrl?: string): Promise<void> {
  const { code, output } = await runNode([commandOf("prisma", "build/index.js"), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, MIGRATION_DATABASE_URL: "" }),
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
    output: "collect",
  });
  if (code !== 0) throw new UserFacingError(`${output.trim()}\n\n"prisma ${args.join(" ")}" failed: see above.`);
}
