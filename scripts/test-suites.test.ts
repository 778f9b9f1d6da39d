import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { countCheck, countPlaywright, countVitest } from "./test-suites";

const folder = mkdtempSync(path.join(tmpdir(), "test-suites-"));
afterAll(() => rmSync(folder, { recursive: true }));
const report = (content: string) => {
  const file = path.join(folder, "report.json");
  writeFileSync(file, content);
  return file;
};
const vitest = (numPassedTests: number, numFailedTests: number) =>
  report(JSON.stringify({ numPassedTests, numFailedTests }));
const playwright = (expected: number, unexpected: number, flaky: number) =>
  report(JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0 } }));

it("counts the cases of a report", () => {
  expect(countVitest(0, vitest(7, 0))).toEqual({ passed: 7, failed: 0 });
  expect(countVitest(1, vitest(5, 2))).toEqual({ passed: 5, failed: 2 });
  expect(countPlaywright(1, playwright(3, 1, 1))).toEqual({ passed: 3, failed: 2 });
});

it("counts a failure that no case shows", () => {
  expect(countVitest(1, vitest(5, 0))).toEqual({ passed: 5, failed: 1 });
  expect(countVitest(null, path.join(folder, "none.json"))).toEqual({ passed: 0, failed: 1 });
  expect(countVitest(0, report("half a repo"))).toEqual({ passed: 0, failed: 1 });
});

it("counts a run without any case as failed", () => {
  expect(countVitest(0, vitest(0, 0))).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright(0, playwright(0, 0, 0))).toEqual({ passed: 0, failed: 1 });
});

it("counts a check as one", () => {
  expect([countCheck(0), countCheck(1), countCheck(null)].map(({ passed }) => passed)).toEqual([1, 0, 0]);
});
