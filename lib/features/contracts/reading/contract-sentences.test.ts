import { describe, expect, it } from "vitest";
import { sentencesOf } from "./contract-sentences";

const textsOf = (...pages: string[]) => sentencesOf(pages).sentences.map(({ text }) => text);

describe("sentencesOf", () => {
  it("sentencesOf joins the lines of a sentence", () => {
    expect(textsOf("Der Vertrag beginnt\nam 1. Mai 2026.")).toEqual(["Der Vertrag beginnt am 1. Mai 2026."]);
  });

  it("sentencesOf joins words divided by a hyphen at the end of a line", () => {
    expect(textsOf("Der Vertrag ist unbe-\nfristet und be­ginnt bald.")).toEqual([
      "Der Vertrag ist unbefristet und beginnt bald.",
    ]);
  });

  it.each([
    ["Konstruktions-\nund Prüfdaten", "Konstruktions- und Prüfdaten"],
    ["Forschungs-\nVerbund", "Forschungs-Verbund"],
  ])("sentencesOf keeps the hyphen of %j", (text, joined) => {
    expect(textsOf(text)).toEqual([joined]);
  });

  it("sentencesOf resolves ligatures", () => {
    expect(textsOf("Die Prüfung ﬁndet statt.")).toEqual(["Die Prüfung findet statt."]);
  });

  it.each([
    "Es gilt § 5 Abs. 2 Nr. 3 des Gesetzes.",
    "Er endet z. B. am 1. Oktober 2026 nach Art. 6.",
    "Agenda 2030 e. V. stellt die Aufgaben.",
    "Prof. Dr. Asmus unterschreibt.",
    "Sie beginnt am 1. Okt. 2026 und endet am 30. Sept. 2029.",
    "Der 2. Nachtrag vom 31.12. 2025 gilt.",
    "The Parties, i.e. ABC Inc. Boston and No. 2, agree.",
  ])("sentencesOf does not divide %s", (sentence) => {
    expect(textsOf(sentence)).toEqual([sentence]);
  });

  it("sentencesOf divides after a day and after a year", () => {
    expect(textsOf("Er endet am 30.09.2031. Eine Verlängerung ist im Jahr 2030 möglich. Sie gilt dann.")).toHaveLength(
      3,
    );
  });

  it("sentencesOf removes the numbers of clauses", () => {
    expect(textsOf("(1) Der Vertrag gilt.\n(2) Er endet.\n5.1 The term starts.")).toEqual([
      "Der Vertrag gilt.",
      "Er endet.",
      "The term starts.",
    ]);
  });

  it.each(["§ 5 Laufzeit", "6. Dauer", "Article 7: Term", "8  LEAVING"])(
    "sentencesOf takes %s as a heading",
    (heading) => {
      const { sentences } = sentencesOf([
        `Davor steht etwas.\n\n${heading}\nDer Vertrag gilt lange und hat einen Zweck.`,
      ]);
      expect(sentences.at(-1)?.heading).toBe(heading);
      expect(sentences.map(({ isHeading }) => isHeading)).toEqual([false, true, false]);
    },
  );

  it("sentencesOf takes a short sentence before others as their heading", () => {
    const { sentences } = sentencesOf(["5. Term. This Agreement is not limited in time."]);
    expect(sentences.map(({ heading }) => heading)).toEqual(["Term.", "Term."]);
  });

  it("sentencesOf continues a sentence on the next page, past header, footer and page number", () => {
    const header = "Kooperationsvertrag Nordkette";
    const pages = [
      `${header}   1/2\n\nDer Vertrag beginnt am\n1. Mai 2026 und\n\nSeite 1`,
      `${header}   2/2\n\nendet am 30. April 2028.\n\nSeite 2`,
    ];
    expect(textsOf(...pages)).toEqual(["Der Vertrag beginnt am 1. Mai 2026 und endet am 30. April 2028."]);
  });

  it("sentencesOf reads the left of two columns first", () => {
    const rows = [
      ["§ 5 Laufzeit", "§ 5 Term"],
      ["Der Vertrag gilt ab dem", "This agreement is valid"],
      ["1. Mai 2026 auf unbestimmte", "from 1 May 2026 for an"],
      ["Zeit und kann von jeder", "indefinite period and may"],
      ["der beiden Hochschulen mit", "be terminated by either"],
      ["einer Frist von sechs", "of the two universities"],
      ["Monaten zum Monatsende", "with six months' notice to"],
      ["schriftlich gekündigt werden,", "the end of a month in"],
      ["was zu begründen ist.", "writing, with reasons."],
    ];
    const page = rows.map(([left = "", right = ""]) => `${left.padEnd(45)}${right}`).join("\n");
    expect(textsOf(page)).toEqual([
      "§ 5 Laufzeit",
      "Der Vertrag gilt ab dem 1. Mai 2026 auf unbestimmte Zeit und kann von jeder der beiden Hochschulen mit einer Frist von sechs Monaten zum Monatsende schriftlich gekündigt werden, was zu begründen ist.",
      "§ 5 Term",
      "This agreement is valid from 1 May 2026 for an indefinite period and may be terminated by either of the two universities with six months' notice to the end of a month in writing, with reasons.",
    ]);
  });

  it("sentencesOf returns the place of each character", () => {
    const pages = ["(1) Der Vertrag be-\nginnt."];
    const { sentences } = sentencesOf(pages);
    const [{ text, offsets } = { text: "", offsets: new Int32Array() }] = sentences;
    expect([...offsets].map((offset) => pages[0]?.charAt(offset)).join("")).toBe(text);
  });
});
