import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** How a suite ended, in test cases; a check that knows no cases counts as one. */
export type Counts = {
  passed: number;
  failed: number;
  /** The cases that failed, each with its message, as far as the report names them. */
  failures?: string[];
  /** The cases that passed only when they were run again, each with the message of the first time. */
  unsteady?: string[];
};

const vitestCase = z.object({
  fullName: z.string(),
  status: z.string(),
  failureMessages: z.array(z.string()).nullish(),
});
const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), message: z.string(), assertionResults: z.array(vitestCase) })),
});

const playwrightError = z.object({ message: z.string().optional() });
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  ok: z.boolean(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ errors: z.array(playwrightError) })) })),
});
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
});

const MESSAGE_LINES = 12;

/** A case that failed, its place and the head of its message, which is enough to know where to look. */
function failure(where: string, messages: (string | undefined)[]): string {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message ?? "").split("\n"));
  const told = lines.filter((line) => line.trim() !== "").slice(0, MESSAGE_LINES);
  return [where, ...told.map((line) => `    ${line}`)].join("\n");
}

const specsOf = (suites: PlaywrightSuite[]): z.infer<typeof playwrightSpec>[] =>
  suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsOf(inner ?? [])]);

function readReport<T>(file: string, schema: z.ZodType<T>): T | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/**
 * What counts: the cases of the report; and one failure when the runner failed without a failed case (a file that
 * cannot be loaded, say), left no report, or ran no case at all.
 */
function counted(code: number | null, cases: Counts | undefined): Counts {
  const { passed, failed, failures = [], unsteady = [] } = cases ?? { passed: 0, failed: 0 };
  const ranNothing = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || ranNothing) ? 1 : failed, failures, unsteady };
}

/** Counts a Vitest run from its JSON report. */
export function countVitest(code: number | null, file: string): Counts {
  const report = readReport(file, vitestReport);
  if (report === undefined) return counted(code, undefined);
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const place = path.relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const cases = failed.map((test) => failure(`${place} › ${test.fullName}`, test.failureMessages ?? []));
    return message === "" ? cases : [...cases, failure(place, [message])];
  });
  return counted(code, { passed: report.numPassedTests, failed: report.numFailedTests, failures });
}

/** Counts a Playwright run from its JSON report; what passed at the second attempt has passed, and is named. */
export function countPlaywright(code: number | null, file: string): Counts {
  const report = readReport(file, playwrightReport);
  if (report === undefined) return counted(code, undefined);
  const told = (spec: z.infer<typeof playwrightSpec>) => {
    const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
    return failure(
      `${spec.file}:${spec.line} › ${spec.title}`,
      errors.map(({ message }) => message),
    );
  };
  const specs = specsOf(report.suites);
  const { expected, unexpected, flaky } = report.stats;
  return counted(code, {
    passed: expected + flaky,
    failed: unexpected,
    failures: specs.filter(({ ok }) => !ok).map(told),
    unsteady: specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(told),
  });
}

/** Counts a command that only passes or fails. */
export function countCheck(code: number | null): Counts {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
