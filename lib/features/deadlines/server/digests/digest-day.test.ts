import { describe, expect, it } from "vitest";
import { digestDay } from "./digest-day";

describe("digestDay", () => {
  it.each([
    ["daily", "2026-11-23", "2026-11-23"],
    ["daily", "2026-11-27", "2026-11-27"],
    ["daily", "2026-11-28", "2026-11-27"],
    ["daily", "2026-11-29", "2026-11-27"],
    ["weekly", "2026-11-23", "2026-11-23"],
    ["weekly", "2026-11-29", "2026-11-23"],
    ["weekly", "2027-01-01", "2026-12-28"],
    ["monthly", "2026-12-01", "2026-12-01"],
    ["monthly", "2028-02-29", "2028-02-01"],
  ] as const)("a %s digest on %s belongs to %s", (digest, today, day) => {
    expect(digestDay(digest, today)).toBe(day);
  });
});
