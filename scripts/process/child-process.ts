import { execa } from "execa";

type RunOptions = {
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Terminates the program. */
  signal?: AbortSignal;
  /** `show` prints the output, `collect` returns it. */
  output: "show" | "collect";
};

/**
 * Runs a Node program with this Node.js and waits until it has ended.
 * @returns its exit code (null after a signal) and, if collected, its output
 */
export async function runNode(
  args: string[],
  { cwd, env, signal, output }: RunOptions,
): Promise<{ code: number | null; output: string }> {
  const stdio = output === "show" ? "inherit" : "pipe";
  const { exitCode, all } = await execa(process.execPath, args, {
    ...{ cwd, env, cancelSignal: signal, extendEnv: false, stdin: "ignore", stdout: stdio, stderr: stdio },
    ...{ all: true, reject: false, stripFinalNewline: false },
  });
  return { code: exitCode ?? null, output: all ?? "" };
}
