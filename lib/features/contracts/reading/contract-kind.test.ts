import { describe, expect, it } from "vitest";
import { agreedSentences, kindOf } from "./contract-kind";
import { sentencesOf } from "./contract-sentences";

const kindOfText = (text: string) => kindOf(sentencesOf([text]));

describe("kindOf", () => {
  it.each([
    ["agreement", "Kooperationsvereinbarung\n\nDie Parteien arbeiten zusammen."],
    ["amendment", "2. Nachtrag\nzum Kooperationsvertrag vom 5. Februar 2024\n\nDer Vertrag wird geändert."],
    ["amendment", "Amendment No. 2\n\nto the Agreement of 4 May 2021"],
    ["amendment", "Verlängerungsvereinbarung\n\nDie Parteien verlängern den Vertrag."],
    ["other", "Anlage 3 zum Kooperationsvertrag\n\nPhase 1 beginnt am 1. Mai 2026."],
    ["other", "Auszug aus dem Protokoll der 214. Sitzung\n\nDer Senat stimmt zu."],
    ["other", "Progress report on the partnership\n\nIt went well."],
    ["other", "Abschlussbericht\n\nDas Vorhaben endete."],
  ])("kindOf returns %s for %j", (kind, text) => {
    expect(kindOfText(text)).toBe(kind);
  });

  it.each([
    "Sehr geehrte Frau Dr. Hellwege,\n\nhiermit kündigen wir unsere Teilnahme zum 31. Dezember 2026.",
    "Dear Professor Wolbers\n\nEither university may withdraw, and this letter constitutes such notice.",
    "Dear Professor Asmus,\n\nwe hereby terminate the agreement.",
  ])("kindOf returns termination for %j", (text) => {
    expect(kindOfText(text)).toBe("termination");
  });

  it("kindOf does not take a rule on termination for a termination", () => {
    expect(kindOfText("Vertrag\n\nDie Parteien kündigen den Vertrag schriftlich. Wir arbeiten zusammen.")).toBe(
      "agreement",
    );
  });
});

describe("agreedSentences", () => {
  const textsOf = (...pages: string[]) => agreedSentences(sentencesOf(pages)).map(({ text }) => text);

  it("agreedSentences leaves out annexes", () => {
    const body = "Vertrag\n\nDie Parteien arbeiten zusammen.\n\nUnterschrift: __________\n\n";
    expect(textsOf(body, "Anlage 1 – Arbeitsplan\n\nPhase 1 beginnt am 1. Mai 2026.")).not.toContain(
      "Phase 1 beginnt am 1. Mai 2026.",
    );
  });

  it("agreedSentences leaves out explanations and comments", () => {
    expect(textsOf("Der Vertrag gilt.\n\nKommentar BR: Üblich wären sechs Monate.\n\nEr endet.")).toEqual([
      "Der Vertrag gilt.",
      "Er endet.",
    ]);
  });
});
