import { expect, it } from "vitest";
import { newestRelease } from "@/lab/faults/release";

it("finds the newest release as the first version in the changelog", () => {
  expect(newestRelease("# Changelog\n\n## [Unreleased]\n\n## [1.10.0] - 2027-01-05\n\n## [1.9.2] - 2026-12-01\n")).toBe(
    "v1.10.0",
  );
});

it("requires --from when the changelog has no release yet", () => {
  expect(() => newestRelease("# Changelog\n\n## [Unreleased]\n")).toThrow("--from");
});
