import { describe, expect, it } from "vitest";
import { schemaOf } from "../values/schemas";
import { timestamp } from "./timestamp";

const field = timestamp();
const names = { locale: "de" as const, nameOf: String };

describe("timestamps", () => {
  it("a timestamp is a moment in UTC with milliseconds, or null", () => {
    const read = (value: unknown) => schemaOf(field).safeParse(value).data;
    expect(read("2026-11-12T09:05:00Z")).toBe("2026-11-12T09:05:00.000Z");
    expect(read(null)).toBeNull();
    expect(read(undefined)).toBeNull();
  });

  it.each(["", "2026-11-12", "2026-13-12T09:05:00.000Z", "2026-11-12T09:05:00+01:00", 7])(
    "a timestamp field refuses %s",
    (value) => {
      expect(schemaOf(field).safeParse(value).success).toBe(false);
    },
  );

  it("a timestamp is shown in the university's time, and exported as its day", () => {
    expect(field.text("2026-03-01T23:30:00.000Z", names)).toBe("02.03.2026 00:30");
    expect(field.cell("2026-03-01T23:30:00.000Z", names)).toEqual({ day: "2026-03-02" });
  });

  it("a missing timestamp is shown and exported as empty", () => {
    expect(field.text(null, names)).toBe("");
    expect(field.cell(null, names)).toBeNull();
    expect(field.rowText({ at: null }, "at", "de")).toBe("");
  });
});
