import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { countTests } from "./count-tests";

const folder = mkdtempSync(path.join(tmpdir(), "count-tests-"));
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

describe("counts of a suite", () => {
  it("countTests counts the test cases of the report", () => {
    expect(countTests(0, vitest(7, 0))).toMatchObject({ passed: 7, failed: 0 });
    expect(countTests(1, vitest(5, 2))).toMatchObject({ passed: 5, failed: 2 });
    expect(countTests(1, playwright(3, 1, 1))).toMatchObject({ passed: 4, failed: 1 });
  });

  it("countTests counts a failure if the command failed without a failed test case", () => {
    expect(countTests(1, vitest(5, 0))).toMatchObject({ passed: 5, failed: 1 });
    expect(countTests(137, playwright(5, 0, 0))).toMatchObject({ passed: 5, failed: 1 });
  });

  it.each([
    ["there is no report", () => path.join(folder, "none.json")],
    ["the report is truncated", () => report("half a repo")],
    ["Vitest ran no test", () => vitest(0, 0)],
    ["Playwright ran no test", () => playwright(0, 0, 0)],
  ])("countTests counts a failure if %s", (_, file) => {
    expect(countTests(0, file())).toMatchObject({ passed: 0, failed: 1 });
  });

  it("countTests counts one test for a command without a report", () => {
    expect([0, 1, undefined].map((code) => countTests(code))).toMatchObject([
      { passed: 1, failed: 0 },
      { passed: 0, failed: 1 },
      { passed: 0, failed: 1 },
    ]);
  });
});

describe("names in a report", () => {
  it("countTests names Vitest's failed tests and files that cannot be loaded, with the head of the error", () => {
    const passed = { fullName: "holds", status: "passed", failureMessages: [] };
    const failed = {
      fullName: "list sorts",
      status: "failed",
      failureMessages: ["Error: \u001b[31m1 is not 2\u001b[39m"],
    };
    const results = [
      { name: path.resolve("tests/api/list.test.ts"), message: "", assertionResults: [passed, failed] },
      { name: path.resolve("broken.test.ts"), message: "cannot be loaded", assertionResults: [] },
    ];
    expect(countTests(1, vitest(1, 1, results)).failures).toEqual([
      "tests/api/list.test.ts › list sorts\n    Error: 1 is not 2",
      "broken.test.ts\n    cannot be loaded",
    ]);
  });

  it("countTests names Playwright's failed tests, and tests that passed only on retry", () => {
    const spec = (title: string, status: string) => {
      const results = [{ errors: [{ message: "Error: too late" }] }];
      return { title, file: "notices.spec.ts", line: 7, tests: [{ status, results }] };
    };
    const inner = { specs: [spec("fails", "unexpected"), spec("retries", "flaky"), spec("passes", "expected")] };
    expect(countTests(1, playwright(1, 1, 1, [{ specs: [], suites: [inner] }]))).toMatchObject({
      failures: ["notices.spec.ts:7 › fails\n    Error: too late"],
      flaky: ["notices.spec.ts:7 › retries\n    Error: too late"],
    });
  });
});
