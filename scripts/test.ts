import "./check-node";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startTestServer } from "../tests/setup/server";
import { build, isBuilt } from "./app-build";
import { runNode } from "./child-process";
import { commandOf, ROOT } from "./prisma-command";
import { reportFailure, UserFacingError } from "./user-facing-error";
import { countCheck, countPlaywright, type Counts, countVitest } from "./test-suites";

const SECOND = 1_000;

/** Everything together ends before a CI job of half an hour does; a suite's own budget finds the one that hangs. */
const TOTAL_BUDGET_SECONDS = 27 * 60;

type Suite = { name: string; budgetSeconds: number; run: (signal: AbortSignal) => Promise<Counts> };

const reports = mkdtempSync(path.join(tmpdir(), "cooperation-reports-"));
const stopped = new AbortController();
const overall = AbortSignal.timeout(TOTAL_BUDGET_SECONDS * SECOND);
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopped.abort());

// A NODE_ENV from outside must not decide what is tested.
const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "test", NEXT_TELEMETRY_DISABLED: "1" };

async function node(args: string[], signal: AbortSignal, extra: Record<string, string> = {}): Promise<number | null> {
  return (await runNode(args, { cwd: ROOT, env: { ...env, ...extra }, output: "show", signal })).code;
}

/** A command of package.json, so that it is written down once. */
async function npmRun(script: string, signal: AbortSignal): Promise<Counts> {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new UserFacingError('Start the tests with "npm test".');
  return countCheck(await node([npm, "run", "--silent", script], signal));
}

async function vitest(project: string, signal: AbortSignal): Promise<Counts> {
  const file = path.join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await node([commandOf("vitest", "vitest.mjs"), "run", "--project", project, ...reporters], signal);
  return countVitest(code, file);
}

async function playwright(signal: AbortSignal): Promise<Counts> {
  if (!isBuilt())
    throw new UserFacingError("There is no build of these sources, so the browser has nothing to look at.");
  const file = path.join(reports, "e2e.json");
  const command = [commandOf("@playwright/test", "cli.js"), "test", "--reporter=list,json"];
  return countPlaywright(await node(command, signal, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }), file);
}

async function buildIfNeeded(signal: AbortSignal): Promise<Counts> {
  if (isBuilt()) console.log("There is a build of these sources already.");
  else await build("show", signal);
  return countCheck(0);
}

const suites: Suite[] = [
  { name: "types", budgetSeconds: 150, run: (signal) => npmRun("typecheck", signal) },
  { name: "lint", budgetSeconds: 150, run: (signal) => npmRun("lint", signal) },
  { name: "format", budgetSeconds: 60, run: (signal) => npmRun("format:check", signal) },
  { name: "unit", budgetSeconds: 90, run: (signal) => vitest("unit", signal) },
  { name: "api", budgetSeconds: 600, run: (signal) => vitest("api", signal) },
  { name: "build", budgetSeconds: 240, run: buildIfNeeded },
  { name: "e2e", budgetSeconds: 900, run: playwright },
];

async function runSuite({ name, budgetSeconds, run }: Suite): Promise<Counts> {
  console.log(`\n──── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}`);
  const budget = AbortSignal.timeout(budgetSeconds * SECOND);
  const start = Date.now();
  let counts: Counts;
  try {
    counts = await run(AbortSignal.any([budget, overall, stopped.signal]));
  } catch (error) {
    reportFailure(error);
    counts = countCheck(1);
  }
  if (budget.aborted) console.error(`${name} took longer than its ${budgetSeconds} s and was ended.`);
  if (overall.aborted) console.error(`All suites together took longer than ${TOTAL_BUDGET_SECONDS} s.`);
  const seconds = ((Date.now() - start) / SECOND).toFixed(1);
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  return counts;
}

/** `npm test`: all suites, each to its end; the last line says how it went. */
async function main(): Promise<boolean> {
  const server = await startTestServer();
  try {
    console.log(`Database tests run on ${server.description}.`);
    env.TEST_DATABASE_URL = server.url;
    const total: Counts = { passed: 0, failed: 0 };
    for (const suite of suites) {
      if (stopped.signal.aborted) break;
      const counts = await runSuite(suite);
      total.passed += counts.passed;
      total.failed += counts.failed;
    }
    console.log(`\n${total.passed} passed, ${total.failed} failed`);
    return total.failed === 0 && !stopped.signal.aborted;
  } finally {
    await server.stop();
    rmSync(reports, { recursive: true, force: true });
  }
}

const succeeded = await main().catch((error: unknown) => {
  reportFailure(error);
  console.log("\n0 passed, 1 failed");
  return false;
});
process.exit(succeeded ? 0 : 1);
