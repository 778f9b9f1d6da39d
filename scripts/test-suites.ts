import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

/** How a suite ended, in test cases; a check that knows no cases counts as one. */
export type Counts = { passed: number; failed: number };

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

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
  const { passed, failed } = cases ?? { passed: 0, failed: 0 };
  const ranNothing = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || ranNothing) ? 1 : failed };
}

/** Counts a Vitest run from its JSON report. */
export function countVitest(code: number | null, file: string): Counts {
  const report = readReport(file, vitestReport);
  return counted(code, report && { passed: report.numPassedTests, failed: report.numFailedTests });
}

/** Counts a Playwright run from its JSON report; a test that passed only sometimes has failed. */
export function countPlaywright(code: number | null, file: string): Counts {
  const stats = readReport(file, playwrightReport)?.stats;
  return counted(code, stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky });
}

/** Counts a command that only passes or fails. */
export function countCheck(code: number | null): Counts {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
