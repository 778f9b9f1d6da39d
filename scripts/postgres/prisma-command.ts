import { createRequire } from "node:module";
import path from "node:path";
import { runNode } from "../process/child-process";
import { ROOT } from "../root";
import { UserFacingError } from "../process/user-facing-error";

/**
 * Returns the path of a package's command, so that it can be run with the same Node.js, without a
 * shell or npx.
 */
export function commandOf(packageName: string, file: string): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)), file);
}

/**
 * Runs a Prisma command, on the database `databaseUrl` if given.
 * @returns the command's output
 * @throws UserFacingError with the output if it fails
 */
export async function prisma(args: string[], databaseUrl?: string): Promise<string> {
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
  return output;
}
