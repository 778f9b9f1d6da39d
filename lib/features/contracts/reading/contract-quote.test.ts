import { describe, expect, it } from "vitest";
import { quoteOf } from "./contract-quote";
import { sentencesOf } from "./contract-sentences";

function quote(text: string, value: string) {
  const contract = sentencesOf([text]);
  const sentence = contract.sentences.find((one) => one.text.includes(value));
  if (!sentence) throw new Error("No sentence");
  return quoteOf(contract, sentence, sentence.text.indexOf(value)).zitat;
}

describe("quoteOf", () => {
  it("quoteOf quotes ligatures and soft hyphens as they stand", () => {
    expect(quote("Der Ver­trag ﬁndet\n  am 1. Mai statt.", "1. Mai")).toBe("Der Ver­trag ﬁndet am 1. Mai statt.");
  });

  it("quoteOf quotes of a long sentence the clauses around the value", () => {
    const filler = "wobei die Parteien einander unterstützen, ".repeat(20);
    const long = `Der Vertrag beginnt, ${filler}am 1. Mai 2026, ${filler}und endet.`;
    const zitat = quote(long, "1. Mai 2026");
    expect(zitat.length).toBeLessThanOrEqual(500);
    expect(zitat).toContain("am 1. Mai 2026");
    expect(long).toContain(zitat);
  });

  it("quoteOf quotes at most 500 characters of a sentence without clauses", () => {
    const long = `Der Vertrag ${"und ".repeat(300)}1. Mai`;
    expect(quote(long, "1. Mai").length).toBeLessThanOrEqual(500);
  });
});
