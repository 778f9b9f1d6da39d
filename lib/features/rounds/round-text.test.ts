import { describe, expect, it } from "vitest";
import { fillPlaceholders, unknownPlaceholders } from "./round-text";

const values = { name: "Zoë Müller", titel: "Herbst", anzahl: "3 Projekte", faellig_am: "31.12.2026" };

describe("fillPlaceholders", () => {
  it("fillPlaceholders replaces every occurrence of each placeholder", () => {
    expect(fillPlaceholders("{name}: {titel} ({anzahl}) bis {faellig_am}, {name}", values)).toBe(
      "Zoë Müller: Herbst (3 Projekte) bis 31.12.2026, Zoë Müller",
    );
  });

  it("fillPlaceholders inserts values unchanged, with braces and dollar signs", () => {
    const odd = { ...values, name: "$& $1 {titel}", titel: "{name}" };
    expect(fillPlaceholders("{name}|{titel}", odd)).toBe("$& $1 {titel}|{name}");
  });

  it("fillPlaceholders leaves other words in braces and single braces unchanged", () => {
    expect(fillPlaceholders("{Name} {} { {{name}} } constructor {toString}", values)).toBe(
      "{Name} {} { {Zoë Müller} } constructor {toString}",
    );
  });
});

describe("unknownPlaceholders", () => {
  it("unknownPlaceholders returns words in braces that are no placeholders, each once", () => {
    expect(unknownPlaceholders("{name} {nmae} {titel} {nmae} { name} {}")).toEqual(["nmae", " name", ""]);
  });
});
