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
const vitest = (numPassedTests: number, numFailedTests: number, testResults: object[] = []) =>
  report(JSON.stringify({ numPassedTests, numFailedTests, testResults }));
const playwright = (expected: number, unexpected: number, flaky: number, suites: object[] = []) =>
  report(JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0 }, suites }));

it("counts the cases of a report", () => {
  expect(countVitest(0, vitest(7, 0))).toMatchObject({ passed: 7, failed: 0 });
  expect(countVitest(1, vitest(5, 2))).toMatchObject({ passed: 5, failed: 2 });
  expect(countPlaywright(1, playwright(3, 1, 1))).toMatchObject({ passed: 4, failed: 1 });
});

it("counts a failure that no case shows", () => {
  expect(countVitest(1, vitest(5, 0))).toMatchObject({ passed: 5, failed: 1 });
  expect(countVitest(null, path.join(folder, "none.json"))).toMatchObject({ passed: 0, failed: 1 });
  expect(countVitest(0, report("half a repo"))).toMatchObject({ passed: 0, failed: 1 });
});

it("counts a run without any case as failed", () => {
  expect(countVitest(0, vitest(0, 0))).toMatchObject({ passed: 0, failed: 1 });
  expect(countPlaywright(0, playwright(0, 0, 0))).toMatchObject({ passed: 0, failed: 1 });
});

it("counts a check as one", () => {
  expect([countCheck(0), countCheck(1), countCheck(null)].map(({ passed }) => passed)).toEqual([1, 0, 0]);
});

it("names the cases that failed, and those that passed only the second time, with the head of their messages", () => {
  const passed = { fullName: "holds", status: "passed", failureMessages: [] };
  const failed = {
    fullName: "list sorts",
    status: "failed",
    failureMessages: ["Error: \u001b[31m1 is not 2\u001b[39m"],
  };
  const file = path.resolve("tests/api/list.test.ts");
  const broken = { name: path.resolve("broken.test.ts"), message: "cannot be loaded", assertionResults: [] };
  const results = [{ name: file, message: "", assertionResults: [passed, failed] }, broken];
  expect(countVitest(1, vitest(1, 1, results)).failures).toEqual([
    "tests/api/list.test.ts › list sorts\n    Error: 1 is not 2",
    "broken.test.ts\n    cannot be loaded",
  ]);

  const spec = (title: string, ok: boolean, status: string) => {
    const results = [{ errors: [{ message: "Error: too late" }] }];
    return { title, file: "notices.spec.ts", line: 7, ok, tests: [{ status, results }] };
  };
  const inner = {
    specs: [spec("goes", false, "unexpected"), spec("comes", true, "flaky"), spec("is", true, "expected")],
  };
  expect(countPlaywright(1, playwright(1, 1, 1, [{ specs: [], suites: [inner] }]))).toMatchObject({
    failures: ["notices.spec.ts:7 › goes\n    Error: too late"],
    unsteady: ["notices.spec.ts:7 › comes\n    Error: too late"],
  });
});
