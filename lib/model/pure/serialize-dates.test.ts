import { describe, expect, it } from "vitest";
import { serializeDates } from "./serialize-dates";

describe("serializeDates", () => {
  it("serializeDates returns a row as JSON contains it", () => {
    const row = { id: 1, at: new Date("2026-11-12T09:05:00.123Z"), until: null, name: "Jana", sizes: [1, 2] };
    expect(serializeDates(row)).toEqual(JSON.parse(JSON.stringify(row)));
  });

  it("serializeDates leaves the row itself as it is", () => {
    const row = { at: new Date(0) };
    serializeDates(row);
    expect(row.at).toBeInstanceOf(Date);
  });
});
