import { describe, expect, it } from "vitest";
import { READ_MAX_CHARACTERS } from "@/lib/model/limits";
import { TextLimit } from "./text-limit";

describe("TextLimit", () => {
  it("returns texts until the limit, and then nothing", () => {
    const limit = new TextLimit();
    expect(limit.take("a".repeat(READ_MAX_CHARACTERS - 3))).toHaveLength(READ_MAX_CHARACTERS - 3);
    expect(limit.isReached).toBe(false);
    expect(limit.take("bcdef")).toBe("bcd");
    expect(limit.isReached).toBe(true);
    expect(limit.take("g")).toBe("");
  });

  it("replaces the half of a character that the limit cuts", () => {
    const limit = new TextLimit();
    limit.take("a".repeat(READ_MAX_CHARACTERS - 1));
    expect(limit.take("😀")).toBe("\uFFFD");
  });

  it("drops NUL, which PostgreSQL cannot store", () => {
    expect(new TextLimit().take("a\0b")).toBe("ab");
  });
});
