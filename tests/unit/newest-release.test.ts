import { expect, it } from "vitest";
import { newestRelease } from "@/lab/faults/release";

it("the newest release is the first that the changelog names", () => {
  expect(newestRelease("# Changelog\n\n## [Unreleased]\n\n## [1.10.0] - 2027-01-05\n\n## [1.9.2] - 2026-12-01\n")).toBe(
    "v1.10.0",
  );
});

it("where there is none yet, one has to be named", () => {
  expect(() => newestRelease("# Changelog\n\n## [Unreleased]\n")).toThrow("--from");
});
