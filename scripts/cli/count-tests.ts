import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** The result of a suite. `failures` and `flaky` name test cases, with the head of their errors. */
export type Counts = { passed: number; failed: number; failures: string[]; flaky: string[] };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
};
type Spec = {
  title: string;
  file: string;
  line: number;
  tests: { status: string; results: { errors: { message?: string }[] }[] }[];
};
type SpecSuite = { specs: Spec[]; suites?: SpecSuite[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: SpecSuite[];
};

const MESSAGE_LINES = 12;

/** Returns a test case and the head of its error messages, indented. */
function describe(title: string, messages: (string | undefined)[]): string {
  const lines = stripVTControlCharacters(messages.join("\n")).split("\n");
  const shown = lines.filter((line) => line.trim() !== "").slice(0, MESSAGE_LINES);
  return [title, ...shown.map((line) => `    ${line}`)].join("\n");
}

function countVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Counts {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    return [
      ...failed.map(({ fullName, failureMessages }) => describe(`${file} › ${fullName}`, failureMessages ?? [])),
      ...(message === "" ? [] : [describe(file, [message])]),
    ];
  });
  return { passed: numPassedTests, failed: numFailedTests, failures, flaky: [] };
}

function countPlaywright({ stats, suites }: PlaywrightReport): Counts {
  const specsOf = (list: SpecSuite[]): Spec[] =>
    list.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsOf(inner)]);
  const withStatus = (expectedStatus: string) =>
    specsOf(suites)
      .filter(({ tests }) => tests.some(({ status }) => status === expectedStatus))
      .map(({ file, line, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
        return describe(
          `${file}:${line} › ${title}`,
          errors.map(({ message }) => message),
        );
      });
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: withStatus("unexpected"),
    flaky: withStatus("flaky"),
  };
}

function readReport(file: string): Counts | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport | PlaywrightReport;
    return "stats" in report ? countPlaywright(report) : countVitest(report);
  } catch {
    return undefined;
  }
}

/**
 * Counts the tests of a suite. A suite without a report, such as a linter, counts as one test.
 * A suite counts at least one failure if it ended with an error, left no readable report, or ran no
 * tests.
 * @param exitCode exit code of the suite's command; undefined if the command did not run
 * @param reportFile the JSON report of Vitest or Playwright
 */
export function countTests(exitCode: number | undefined, reportFile?: string): Counts {
  const none: Counts = { passed: 0, failed: 0, failures: [], flaky: [] };
  if (reportFile === undefined) return exitCode === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 };
  const counts = readReport(reportFile) ?? none;
  const hasFailed = exitCode !== 0 || counts.passed + counts.failed === 0;
  return hasFailed && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
