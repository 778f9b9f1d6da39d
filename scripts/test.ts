import "./process/check-node";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import { startTestServer } from "./postgres/throwaway-server";
import { build, isBuilt } from "./build/app-build";
import { runNode } from "./process/child-process";
import { commandOf } from "./postgres/prisma-command";
import { ROOT } from "./root";
import { reportFailure, UserFacingError } from "./process/user-facing-error";
import { engineHash, engineIsGreen, rememberGreenEngine } from "./test-runner/test-engine";
import { type Outcome, runSuites, type Suite } from "./test-runner/test-lanes";
import { countCheck, countPlaywright, countVitest } from "./test-runner/test-suites";

const SECOND = 1_000;

/**
 * Ends a run that hangs. A run takes 17 minutes on two quiet cores and took twice as long on a busy
 * machine.
 */
const TOTAL_BUDGET_SECONDS = 50 * 60;

const reports = mkdtempSync(path.join(tmpdir(), "cooperation-reports-"));
const stopped = new AbortController();
const overall = AbortSignal.timeout(TOTAL_BUDGET_SECONDS * SECOND);
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopped.abort());

// A NODE_ENV from outside must not decide what is tested.
const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "test", NEXT_TELEMETRY_DISABLED: "1" };
// What is collected first and shown later keeps its colours.
if (process.stdout.isTTY) env.FORCE_COLOR = "1";

type Print = (text: string) => void;

async function node(args: string[], signal: AbortSignal, print: Print, extra: Record<string, string> = {}) {
  const { code, output } = await runNode(args, { cwd: ROOT, env: { ...env, ...extra }, output: "collect", signal });
  print(output);
  return code;
}

/** A command of package.json, so that it is written down once. */
const npmRun = (script: string) => async (signal: AbortSignal, print: Print) => {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new UserFacingError('Start the tests with "npm test".');
  return countCheck(await node([npm, "run", "--silent", script], signal, print));
};

const vitest = (project: string) => async (signal: AbortSignal, print: Print) => {
  const file = path.join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const command = [commandOf("vitest", "vitest.mjs"), "run", "--project", project, ...reporters];
  return countVitest(await node(command, signal, print), file);
};

/** Prisma's command line with our engine, which takes a minute: only what has changed since it passed can break it. */
const engine = (server: string) => async (signal: AbortSignal, print: Print) => {
  const hash = engineHash(ROOT, server);
  if (engineIsGreen(ROOT, hash)) {
    const leftOut =
      'because neither the engine nor its pins have changed since it passed ("npm run test:engine" runs it).';
    return { passed: 0, failed: 0, leftOut };
  }
  const counts = await vitest("engine")(signal, print);
  if (counts.failed === 0) rememberGreenEngine(ROOT, hash);
  return counts;
};

async function playwright(signal: AbortSignal, print: Print): Promise<Outcome> {
  if (!isBuilt())
    throw new UserFacingError("There is no build of these sources, so the browser has nothing to look at.");
  const file = path.join(reports, "e2e.json");
  const command = [commandOf("@playwright/test", "cli.js"), "test", "--reporter=list,json"];
  return countPlaywright(await node(command, signal, print, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }), file);
}

async function buildIfNeeded(signal: AbortSignal, print: Print): Promise<Outcome> {
  if (isBuilt()) print("There is a build of these sources already.");
  else await build("collect", signal);
  return countCheck(0);
}

/** Two cores are kept busy by two lanes; the suites stand in the order in which a free lane takes them. */
const LANES = 2;
const suitesOn = (server: string): Suite[] => [
  { name: "build", budgetSeconds: 600, run: buildIfNeeded },
  { name: "lint", budgetSeconds: 400, run: npmRun("lint") },
  // The longest two, beside each other.
  { name: "e2e", budgetSeconds: 2_400, after: ["build"], run: playwright },
  { name: "api", budgetSeconds: 2_400, run: vitest("api") },
  { name: "format", budgetSeconds: 300, run: npmRun("format:check") },
  { name: "unit", budgetSeconds: 400, run: vitest("unit") },
  { name: "size", budgetSeconds: 60, after: ["build"], run: npmRun("size") },
  // Both write Next's generated types.
  { name: "types", budgetSeconds: 400, after: ["build"], run: npmRun("typecheck") },
  { name: "engine", budgetSeconds: 400, run: engine(server) },
  // That the bench runs, and that the app answers what the hand-written SQL does; nothing of time.
  { name: "bench", budgetSeconds: 400, after: ["build"], run: npmRun("bench:smoke") },
  // Each fault once: killed, silent, full, set back, slow, told to stop, overrun.
  { name: "resilience", budgetSeconds: 420, after: ["build"], run: npmRun("test:resilience:short") },
];

/** `npm test`: all suites, each to its end; the last line says how it went. */
async function main(): Promise<boolean> {
  const server = await startTestServer();
  try {
    console.log(`Database tests run on ${server.description}.`);
    env.TEST_DATABASE_URL = server.url;
    const start = Date.now();
    const signal = AbortSignal.any([overall, stopped.signal]);
    const describe = (error: unknown) => (error instanceof UserFacingError ? error.message : inspect(error));
    const outcomes = [
      ...(await runSuites(suitesOn(server.description), LANES, { signal, describe, write: console.log })),
    ];
    if (overall.aborted) console.error(`All suites together took longer than ${TOTAL_BUDGET_SECONDS} s.`);
    const sum = (of: "passed" | "failed") => outcomes.reduce((total, [, counts]) => total + counts[of], 0);
    const leftOut = outcomes.filter(([, counts]) => counts.leftOut !== undefined).map(([name]) => name);
    const without = leftOut.length > 0 ? `, without ${leftOut.join(", ")}` : "";
    // Last of all, so that the end of a long log is enough to know what to mend.
    for (const [heading, list] of [
      ["Passed only at the second attempt", "unsteady"],
      ["Failed", "failures"],
    ] as const) {
      const told = outcomes.flatMap(([name, counts]) => (counts[list] ?? []).map((text) => `${name}: ${text}`));
      if (told.length > 0) console.log(`${heading}:\n${told.join("\n")}\n`);
    }
    console.log(`All suites: ${((Date.now() - start) / SECOND).toFixed(0)} s${without}.`);
    console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
    return sum("failed") === 0 && !signal.aborted;
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
