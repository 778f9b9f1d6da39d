import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNoticePeriod } from "@/lib/model/deadlines/notice-period";
import {
  AGREEMENTS,
  ENGLISH_CLAUSES,
  ENGLISH_SECTIONS,
  englishContract,
  GERMAN_CLAUSES,
  GERMAN_SECTIONS,
  germanContract,
} from "@/tests/fixtures/contract-clauses";
import { readContract, type ContractReadings } from "./read-contract";

const summaryOf = ({ projektbeginn, projektende, kuendigungsfrist, vertragsgrundlage }: ContractReadings) =>
  [projektbeginn, projektende, kuendigungsfrist, vertragsgrundlage].map((reading) => reading?.value ?? "-").join(" | ");

const collapse = (text: string) => text.replace(/\s+/g, " ");

describe("readContract on one clause", () => {
  it.each(GERMAN_CLAUSES)("readContract reads %s", (clause, readings) => {
    expect(summaryOf(readContract([germanContract(`§ 7 Schlussbestimmungen\n${clause}`)]))).toBe(readings);
  });

  it.each(ENGLISH_CLAUSES)("readContract reads %s", (clause, readings) => {
    expect(summaryOf(readContract([englishContract(`7. Final Provisions\n${clause}`)]))).toBe(readings);
  });

  it.each(GERMAN_SECTIONS)("readContract reads the section %s", (section, readings) => {
    expect(summaryOf(readContract([germanContract(section)]))).toBe(readings);
  });

  it.each(ENGLISH_SECTIONS)("readContract reads the section %s", (section, readings) => {
    expect(summaryOf(readContract([englishContract(section)]))).toBe(readings);
  });
});

describe("readContract on what is doubtful", () => {
  const read = (...clauses: string[]) =>
    summaryOf(
      readContract([germanContract(clauses.map((clause, index) => `§ ${index + 2} Laufzeit\n${clause}`).join("\n\n"))]),
    );

  it("readContract reads no begin if two are named", () => {
    expect(read("Der Vertrag beginnt am 1. April 2026.", "Der Vertrag tritt am 1. Mai 2026 in Kraft.")).toBe(
      "- | - | - | -",
    );
  });

  it.each([
    ["an alternative of a draft", "[Alternative: Er wird auf unbestimmte Zeit geschlossen.]"],
    [
      "a sentence across two columns",
      "Er ist mit einer Frist von sechs It may be terminated in writing Monaten zum Monatsende schriftlich with six months' notice to the end kündbar. of a month.",
    ],
  ])("readContract reads nothing of %s", (_name, clause) => {
    expect(read(clause)).toBe("- | - | - | -");
  });

  it("readContract reads no basis from the term of a duty", () => {
    const duty =
      "Die Pflicht zur Geheimhaltung besteht für jede Information fünf Jahre ab ihrer Offenlegung durch den Partner.";
    const parties = "zwischen der Hochschule Nord und der Firma Süd, die sich auf das Folgende einigen";
    const pages = [`Geheimhaltungsvereinbarung\n\n${parties}\n\n4. Dauer der Geheimhaltung\n\n${duty}`];
    expect(summaryOf(readContract(pages))).toBe("- | - | - | -");
  });

  it("readContract reads no renewal that is to be agreed", () => {
    const clause =
      "If the thesis has not been submitted by then, the universities may agree in writing on an extension of up to one year.";
    expect(summaryOf(readContract([englishContract(`9. Term of the agreement\n${clause}`)]))).toBe("- | - | - | -");
  });

  it("readContract reads nothing of the recitals of an amendment", () => {
    const recital =
      "WHEREAS the Parties concluded an Agreement on 6 October 2023, amended for the first time on 19 February 2025;";
    const pages = [
      `AMENDMENT No. 2\nto the Cooperation Agreement dated 6 October 2023\n\n${recital}\n\nThe Parties agree that this Amendment is effective upon signature by both of the Parties.`,
    ];
    expect(summaryOf(readContract(pages))).toBe("- | - | - | -");
  });

  it("readContract reads no end if two are named", () => {
    expect(read("Der Vertrag gilt bis zum 31. Mai 2028.", "Der Vertrag endet am 31. Juli 2028.")).toBe("- | - | - | 1");
  });

  it("readContract reads neither end nor basis if a contract is both open-ended and for a fixed term", () => {
    expect(read("Der Vertrag gilt auf unbestimmte Zeit.", "Mit Ablauf des 31.12.2030 endet dieser Vertrag.")).toBe(
      "- | - | - | -",
    );
  });

  it("readContract reads no notice period if two are named", () => {
    const [first, second] = ["drei Monaten zum Monatsende", "sechs Monaten zum Jahresende"].map(
      (period) => `Der Vertrag kann mit einer Frist von ${period} gekündigt werden.`,
    );
    expect(read(first ?? "", second ?? "")).toBe("- | - | - | -");
  });

  it("readContract reads no end that contradicts the duration", () => {
    expect(
      read("Der Vertrag beginnt am 1. Mai 2026 und gilt für die Dauer von drei Jahren. Er endet am 30. April 2031."),
    ).toBe("2026-05-01 | - | - | 1");
  });

  it("readContract reads no end before the begin", () => {
    expect(read("Der Vertrag beginnt am 1. Mai 2026 und endet am 30. April 2026.")).toBe("2026-05-01 | - | - | 1");
  });

  it("readContract reads no begin that is blank", () => {
    expect(read("Der Vertrag beginnt am ____.____.20____ und endet am 30.09.2029.")).toBe("- | 2029-09-30 | - | 1");
  });

  it("readContract reads nothing of a contract in another language", () => {
    const french =
      "La présente convention prend effet le 1er septembre 2026 pour une durée de cinq ans et est renouvelable par les parties dans les conditions du présent article.";
    expect(readContract([french])).toEqual({});
  });

  it("readContract reads nothing of a file without text", () => {
    expect(readContract([])).toEqual({});
    expect(readContract(["", " \n "])).toEqual({});
  });
});

describe("readContract on amendments and letters", () => {
  const closing =
    "\n\nAlle übrigen Bestimmungen der Vereinbarung gelten weiter und werden von der Änderung nicht berührt.";

  it("readContract reads the new end of an amendment, and no begin", () => {
    const amendment = `2. Nachtrag\nzur Kooperationsvereinbarung vom 3. März 2021\n\n1. In § 9 wird die Angabe „31. März 2026“ durch die Angabe „31. März 2029“ ersetzt.\n\n2. Dieser Nachtrag tritt am 1. Januar 2026 in Kraft.${closing}`;
    expect(summaryOf(readContract([amendment]))).toBe("- | 2029-03-31 | - | 1");
  });

  it("readContract reads the new notice period of an amendment", () => {
    const amendment = `Änderungsvereinbarung\n\n§ 1\nDie Kündigungsfrist in § 5 des Vertrages wird von drei Monaten auf sechs Monate zum Jahresende verlängert.${closing}`;
    expect(summaryOf(readContract([amendment]))).toBe("- | - | 6 Monate zum Jahresende | -");
  });

  it("readContract does not read the old wording that an amendment quotes", () => {
    const amendment = `1. Nachtrag\n\nIn § 12 wird Absatz 1, bisher lautend\n\n    „Der Vertrag kann mit einer Frist von drei Monaten gekündigt werden.“\n\ndurch folgenden Wortlaut ersetzt:\n\n    „Der Vertrag kann mit einer Frist von neun Monaten gekündigt werden.“${closing}`;
    expect(summaryOf(readContract([amendment]))).toBe("- | - | 9 Monate | -");
  });

  it("readContract reads the end of the extension rather than the one before", () => {
    const extension = `Verlängerungsvereinbarung\n\nDie Vertragspartner vereinbaren, die am 30. September 2026 endende Kooperationsvereinbarung bis zum 30. September 2031 zu verlängern.${closing}`;
    expect(summaryOf(readContract([extension]))).toBe("- | 2031-09-30 | - | 1");
  });

  it("readContract reads of a letter of termination only the end", () => {
    const letter =
      "Universität Lindenau\n\nSehr geehrter Herr Präsident,\n\nhiermit kündigen wir die Vereinbarung vom 2. April 2015 unter Einhaltung der Frist von sechs Monaten zum 30. September 2027. Bitte bestätigen Sie uns den Eingang der Kündigung bis zum 15. Juni 2026. Wir danken Ihnen für die Zusammenarbeit mit der Hochschule.\n\nMit freundlichen Grüßen";
    expect(summaryOf(readContract([letter]))).toBe("- | 2027-09-30 | - | -");
  });
});

describe("readContract on whole agreements", () => {
  it.each(AGREEMENTS)("readContract reads %s", (_name, agreement, readings) => {
    expect(summaryOf(readContract([agreement]))).toBe(readings);
  });
});

describe("readContract on quotations", () => {
  it("readContract quotes the sentence and counts pages from 1", () => {
    const pages = [germanContract(""), "§ 5 Laufzeit\nDer Vertrag beginnt am\n1. Mai 2026."];
    expect(readContract(pages).projektbeginn).toEqual({
      value: "2026-05-01",
      page: 2,
      zitat: "Der Vertrag beginnt am 1. Mai 2026.",
    });
  });

  it("readContract quotes a word that is divided at the end of a line as it stands", () => {
    const pages = [germanContract("§ 5 Laufzeit\nDer Vertrag be-\nginnt am 1. Mai 2026.")];
    expect(readContract(pages).projektbeginn?.zitat).toBe("Der Vertrag be- ginnt am 1. Mai 2026.");
  });

  it("readContract quotes of a sentence on two pages the part with the value", () => {
    const pages = [
      `${germanContract("")}\n§ 5 Laufzeit\nDer Vertrag beginnt am 1. Mai 2026 und`,
      "kann mit einer Frist von drei Monaten zum Jahresende gekündigt werden.",
    ];
    const { projektbeginn, kuendigungsfrist } = readContract(pages);
    expect(projektbeginn).toMatchObject({ page: 1, zitat: "Der Vertrag beginnt am 1. Mai 2026 und" });
    expect(kuendigungsfrist).toMatchObject({
      page: 2,
      zitat: "kann mit einer Frist von drei Monaten zum Jahresende gekündigt werden.",
    });
  });
});

describe("readContract on hostile text", () => {
  const LENGTH = 2_000_000;
  const filled = (text: string) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);

  it.each([
    "a",
    "vereinbarung ",
    "1",
    "1 ",
    ".",
    ". ",
    "§",
    "§ 1 ",
    "\n",
    "(",
    "(5) ",
    "_",
    " ",
    "a-\n",
    "\u00ad",
    "ﬁ",
    "gilt ",
    "vom ",
    "bis zum ",
    "1.1.2026 ",
    "1/2/",
    '"',
    "ersten ",
    "notice period of ",
  ])("readContract reads nothing of 2 MB of %j", (text) => {
    expect(readContract([filled(text)])).toEqual({});
  });

  it("readContract reads a contract before 20 MB of other text", () => {
    const contract = germanContract("§ 5 Laufzeit\nDer Vertrag beginnt am 1. Mai 2026.");
    expect(summaryOf(readContract([contract, "wort ".repeat(4_000_000)]))).toBe("2026-05-01 | - | - | -");
  });

  it("readContract does not read pages behind the 500th", () => {
    const pages = [
      germanContract(""),
      ...Array<string>(499).fill(""),
      "§ 5 Laufzeit\nDer Vertrag beginnt am 1. Mai 2026.",
    ];
    expect(readContract(pages)).toEqual({});
  });
});

describe("readContract on any text", () => {
  const words = [...GERMAN_CLAUSES, ...ENGLISH_CLAUSES].flatMap(([clause]) => clause.split(" "));
  const clauses = [...GERMAN_CLAUSES, ...ENGLISH_CLAUSES].map(([clause]) => clause);
  const piece = fc.oneof(
    fc.constantFrom(...words),
    fc.constantFrom(...clauses),
    fc.constantFrom("\n", "\n\n", "-\n", "\u00ad", "   ", "§ 3 ", "ﬁ", "____"),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  const page = fc.array(piece, { maxLength: 25 }).map((pieces) => germanContract(`§ 5 Laufzeit\n${pieces.join(" ")}`));

  it("readContract only quotes what is on the page, in at most 500 characters", () => {
    fc.assert(
      fc.property(fc.array(page, { maxLength: 3 }), (pages) => {
        for (const reading of Object.values(readContract(pages))) {
          expect(collapse(pages[reading.page - 1] ?? "")).toContain(reading.zitat);
          expect(reading.zitat.length).toBeLessThanOrEqual(500);
          expect(reading.zitat).not.toBe("");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("readContract only proposes notice periods that the engine reads", () => {
    fc.assert(
      fc.property(page, (text) => {
        const { kuendigungsfrist } = readContract([text]);
        if (!kuendigungsfrist) return;
        expect(readNoticePeriod(String(kuendigungsfrist.value))).not.toBeNull();
        expect(String(kuendigungsfrist.value).length).toBeLessThanOrEqual(100);
      }),
      { numRuns: 300 },
    );
  });
});
