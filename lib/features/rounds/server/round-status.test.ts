import { describe, expect, it } from "vitest";
import { statusAt } from "./round-status";

describe("statusAt", () => {
  it.each([
    ["running", "2026-11-01", "2026-12-01T22:59:00Z", "running"],
    ["running", "2026-11-01", "2026-12-01T23:01:00Z", "closed"],
    ["running", "9999-12-31", "2026-12-01T12:00:00Z", "running"],
    ["draft", "2020-01-01", "2026-12-01T12:00:00Z", "draft"],
    ["closed", "2030-01-01", "2026-12-01T12:00:00Z", "closed"],
  ] as const)("a %s round that is due on %s is at %s %s", (status, faellig_am, now, expected) => {
    expect(statusAt({ status, faellig_am }, new Date(now))).toBe(expected);
  });
});
