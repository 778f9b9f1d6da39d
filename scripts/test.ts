import "./process/check-node";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import runAll, { type Result } from "npm-run-all2";
import { isBuilt } from "./build/app-build";
import { type Counts, countTests } from "./cli/count-tests";
import { startTestServer } from "./postgres/throwaway-server";
import { reportFailure } from "./process/user-facing-error";
import { pushAll } from "@/lib/model/pure/long-lists";

/**
 * Scripts of package.json that need no build. `typecheck` is not among them: it writes the same
 * generated types of Next as the build.
 */
const BEFORE_TESTS = ["lint", "format:check"];
/** Scripts that need a build, the longest first: two run at a time, one for each core. */
const TESTS = ["test:e2e", "test:api", "test:unit", "typecheck", "test:engine", "size"];
/** Scripts that measure costs or times, which other suites beside them would change: one runs at a time. */
const MEASUREMENTS = ["bench:smoke", "test:resilience:short"];
const VITEST = ["test:api", "test:unit", "test:engine"];

const reports = mkdtempSync(path.join(tmpdir(), "cooperation-reports-"));
const e2eReport = path.join(reports, "e2e.json");
// A NODE_ENV from outside must not decide what is tested.
Object.assign(process.env, {
  NODE_ENV: "test",
  NEXT_TELEMETRY_DISABLED: "1",
  PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport,
});
if (process.stdout.isTTY) process.env.FORCE_COLOR = "1";

/** Returns the script with the arguments that make it write a report, and the report's file. */
function withReport(script: string): { task: string; report?: string } {
  if (script === "test:e2e") return { task: `${script} -- --reporter=list,json`, report: e2eReport };
  if (!VITEST.includes(script)) return { task: script };
  const report = path.join(reports, `${script.replace(":", "-")}.json`);
  const output = JSON.stringify(`--outputFile.json=${report}`);
  return { task: `${script} -- --reporter=default --reporter=json ${output}`, report };
}

/** Runs scripts of package.json, `maxParallel` at a time, each to its end, and counts their tests. */
async function run(scripts: string[], maxParallel = 2): Promise<[script: string, counts: Counts][]> {
  const suites = scripts.map((script) => ({ script, ...withReport(script) }));
  const options = {
    ...{ parallel: true, maxParallel, aggregateOutput: true, continueOnError: true },
    ...{ printName: true, silent: true, stdout: process.stdout, stderr: process.stderr },
  };
  const results = await runAll(
    suites.map(({ task }) => task),
    options,
  ).catch((error: Error & { results?: Result[] }) => {
    if (!error.results) throw error;
    return error.results;
  });
  return suites.map(({ script, report }, index) => [script, countTests(results[index]?.code, report)]);
}

/** `npm test`: runs all suites; the last line is the total. Without a build the tests do not run. */
async function main(): Promise<boolean> {
  const start = performance.now();
  const server = await startTestServer();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  try {
    console.log(`Database tests run on ${server.description}.`);
    process.env.TEST_DATABASE_URL = server.url;
    const outcomes = await run(isBuilt() ? BEFORE_TESTS : ["build", ...BEFORE_TESTS]);
    const isBroken = outcomes.some(([script, { failed }]) => script === "build" && failed > 0);
    if (!isBroken) {
      pushAll(outcomes, await run(TESTS));
      pushAll(outcomes, await run(MEASUREMENTS, 1));
    }
    const list = (heading: string, key: "flaky" | "failures") => {
      const lines = outcomes.flatMap(([script, counts]) => counts[key].map((test) => `${script}: ${test}`));
      if (lines.length > 0) console.log(`\n${heading}:\n${lines.join("\n")}`);
    };
    // At the end, so that the tail of a long log says what to fix.
    list("Passed only on retry", "flaky");
    list("Failed", "failures");
    console.log();
    for (const [script, { passed, failed }] of outcomes) console.log(`${script}: ${passed} passed, ${failed} failed`);
    const sum = (key: "passed" | "failed") => outcomes.reduce((total, [, counts]) => total + counts[key], 0);
    console.log(`All suites: ${Math.round((performance.now() - start) / 1000)} s`);
    console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
    return sum("failed") === 0;
  } finally {
    await server.stop();
    rmSync(reports, { recursive: true, force: true });
  }
}

const hasPassed = await main().catch((error: unknown) => {
  reportFailure(error);
  console.log("\n0 passed, 1 failed");
  return false;
});
process.exit(hasPassed ? 0 : 1);
