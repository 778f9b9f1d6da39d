import { describe, expect, it } from "vitest";
import { betterSide, type MergeSide } from "./better-value";
import { definitionOf } from "../kinds/registry";

const institution = definitionOf("institution");
const project = definitionOf("project");
const better = (name: string, keep: unknown, drop: unknown, newer: MergeSide = "keep") =>
  betterSide(institution, name, { keep: { [name]: keep }, drop: { [name]: drop }, newer });

describe("betterSide", () => {
  it("betterSide prefers a value that is not blank", () => {
    expect(better("telefon", "", "07171 983-0")).toBe("drop");
    expect(better("telefon", "07171 983-0", "")).toBe("keep");
    expect(better("organisationsform", -1, 3)).toBe("drop");
    expect(better("organisationsform", 3, -1, "drop")).toBe("keep");
  });

  it("betterSide prefers a valid value, even if it is shorter", () => {
    expect(better("email", "nobody at all, by telephone", "a@b.example")).toBe("drop");
    expect(better("webseite", "www.ph.example", "not a web address at all", "drop")).toBe("keep");
  });

  it("betterSide prefers a name that is not in capitals, even if it is shorter", () => {
    expect(better("name", "UNIVERSITAT DE VALENCIA (ESTUDI GENERAL)", "Universität Valencia")).toBe("drop");
    // Texts of up to three letters may be abbreviations, so capitals are not a disadvantage.
    expect(better("name", "ETH", "eth", "drop")).toBe("drop");
  });

  it("betterSide prefers the longer text, and of equally long ones the one changed last", () => {
    expect(better("name", "Univ. Ulm", "Universität Ulm")).toBe("drop");
    expect(better("telefon", "123", "456", "drop")).toBe("drop");
    expect(better("telefon", "123", "456")).toBe("keep");
  });

  it("betterSide prefers the entry or day changed last, regardless of its number of digits", () => {
    expect(better("organisationsform", 12, 3, "drop")).toBe("drop");
    const days = { keep: { projektende: "2026-01-01" }, drop: { projektende: "2025-01-01" } };
    expect(betterSide(project, "projektende", { ...days, newer: "drop" })).toBe("drop");
    expect(betterSide(project, "projektende", { ...days, newer: "keep" })).toBe("keep");
  });

  it("betterSide returns keep when both values are equal or blank", () => {
    expect(better("name", "Ulm", "Ulm", "drop")).toBe("keep");
    expect(better("telefon", "", "", "drop")).toBe("keep");
    expect(better("organisationsform", -1, null, "drop")).toBe("keep");
  });
});
