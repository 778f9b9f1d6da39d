import { beforeAll, describe, expect, it, vi } from "vitest";
import type { OverviewPart } from "@/lib/model/answers/overview-answers";
import { readPdf } from "@/tests/support/pdf";
import { recordWords } from "@/lib/store/records/record-words";
import type { OverviewSheet } from "./read-overview";
import { overviewPdf } from "./overview-pdf";

const MAX_COMMENT_LENGTH = 10_000;
/** Maximum CPU time of drawing one PDF, which blocks the event loop for all users. */
const MAX_MS = 500;

const fill = (piece: string, length = MAX_COMMENT_LENGTH) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const sheetWith = (overview: Partial<OverviewSheet["overview"]>, more: Partial<OverviewSheet> = {}): OverviewSheet => ({
  kind: "Partnerinstitution",
  label: "Universität",
  besideHeading: [],
  highlights: [],
  overview: { facts: [], parts: [], notes: [], ...overview },
  formatContext: { locale: "de", words: recordWords("de"), nameOf: () => "", today: "2026-06-15", roles: [] },
  ...more,
});
const withComment = (text: string) => sheetWith({ notes: [{ label: "Kommentare", text, href: null }] });

const partOf = (rows: number, label: string, name: string): OverviewPart => ({
  relation: "projectInstitutions",
  heading: "Kooperationsprojekte",
  total: rows,
  columns: ["Laufzeit", "E-Mail", "Hochschulmitglieder"],
  shares: [5, null, 2, 4],
  blocks: [
    {
      heading: null,
      total: rows,
      rows: Array.from({ length: rows }, (_, id) => ({
        id,
        label: `${label} ${id}`,
        href: "/projects/1",
        cells: [
          { text: "01.02.2024 – 31.12.2999", href: null },
          { text: "kontakt@example.org", href: "mailto:kontakt@example.org" },
        ],
        names: [name, name, name],
      })),
    },
  ],
  href: "/projects",
});

const emailOf = (text: string) => ({ label: "E-Mail", text, href: null });
const highlightsOf = (...texts: string[]) => texts.map((text) => ({ pieces: [text], href: null }));

const longWords = sheetWith(
  {
    facts: Array.from({ length: 9 }, (_, index) => ({ label: `Feld ${index}`, text: fill("b", 255), href: null })),
    parts: [partOf(5, fill("p", 500), fill("m", 200))],
    notes: [{ label: "Kommentare", text: fill("d"), href: null }],
  },
  {
    label: fill("t", 500),
    besideHeading: [emailOf(fill("n", 100))],
    highlights: highlightsOf(fill("g", 200), fill("h", 200)),
  },
);

/**
 * Returns the CPU time of the fastest of several runs. Unlike elapsed time, CPU time is independent
 * of other processes on the machine.
 */
async function fastestMs(sheet: OverviewSheet): Promise<number> {
  let fastest = Infinity;
  for (let attempt = 0; attempt < 5 && fastest > MAX_MS; attempt++) {
    const startUsage = process.cpuUsage();
    await overviewPdf(sheet);
    const { user, system } = process.cpuUsage(startUsage);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
}

const withoutBlanks = (text: string) => text.replace(/\s/g, "");
const drawnText = async (sheet: OverviewSheet) =>
  withoutBlanks((await readPdf(await overviewPdf(sheet))).pages.join(""));

beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://localhost/none");
  const ordinary = sheetWith({
    parts: [partOf(50, "Ein Vorhaben", "Zoë Groß")],
    notes: [{ label: "Kommentare", text: "Ein Satz über die Zusammenarbeit. ".repeat(200), href: null }],
  });
  for (let warmUp = 0; warmUp < 8; warmUp++) await overviewPdf(ordinary);
});

describe("rendering time", () => {
  it.each<[string, OverviewSheet]>([
    ["a word of 10,000 letters", withComment(fill("a"))],
    ["long words in every field", longWords],
    [
      "200 linked records",
      sheetWith({ parts: Array.from({ length: 4 }, () => partOf(50, "Ein Vorhaben", "Zoë Groß")) }),
    ],
    ["10,000 blanks", withComment(`a${fill(" ", MAX_COMMENT_LENGTH - 2)}b`)],
    ["10,000 tabs", withComment(`a${fill("\t", MAX_COMMENT_LENGTH - 2)}b`)],
    ["10,000 no-break spaces", withComment(`a${fill("\u00a0", MAX_COMMENT_LENGTH - 2)}b`)],
    ["words joined by no-break spaces", withComment(fill("ab\u00a0"))],
    ["10,000 line breaks", withComment(`a${fill("\n", MAX_COMMENT_LENGTH - 2)}b`)],
    ["10,000 line separators", withComment(`a${fill("\u2028", MAX_COMMENT_LENGTH - 2)}b`)],
    ["one letter with 9,999 accents", withComment(`a${fill("\u0301", MAX_COMMENT_LENGTH - 1)}`)],
    ["letters with two accents each", withComment(fill("a\u0301\u0308"))],
    ["emoji of several code points", withComment(fill("👩‍👩‍👧‍👦", MAX_COMMENT_LENGTH - (MAX_COMMENT_LENGTH % 11)))],
    ["Arabic without blanks", withComment(fill("شكرا"))],
    ["Chinese without blanks", withComment(fill("東京大学"))],
    ["a thousand words of two scripts", withComment(fill("東京 Tokio "))],
    ["symbols that the fonts lack", withComment(fill("→"))],
    ["a letter with accents above and below", withComment(`a${fill("\u0301\u0323", MAX_COMMENT_LENGTH - 1)}`)],
    ["zero-width joiners", withComment(fill("\u200d"))],
    ["hyphens", withComment(fill("-"))],
  ])("draws %s in a PDF within half a second", async (_what, sheet) => {
    expect(await fastestMs(sheet)).toBeLessThan(MAX_MS);
  });
});

describe("long words", () => {
  const alphabet = "abcdefghijklmnopqrstuvwxyzäöüß0123456789";

  it("draws a long word whole, and adds no characters between its lines to copied text", async () => {
    const word = fill(alphabet);
    // 4,000 characters fit on one page: the footer between two pages would interrupt the text.
    const text = await drawnText(withComment(fill(alphabet, 4_000)));
    expect(text).toContain(word.slice(0, 4_000));
  });

  it("draws a long word whole in table cells", async () => {
    const [title, name] = [fill(alphabet, 500), fill(alphabet.toUpperCase(), 200)];
    const part = partOf(1, title, name);
    part.blocks[0]!.rows[0]!.cells[1] = { text: fill("mail", 100), href: null };
    const text = await drawnText(sheetWith({ parts: [part] }));
    for (const letter of new Set(alphabet))
      expect(text.split(letter).length, letter).toBeGreaterThanOrEqual(title.split(letter).length);
    expect(text.replace(/[^A-ZÄÖÜ]/g, "").length).toBeGreaterThanOrEqual(3 * name.replace(/[^A-ZÄÖÜ]/g, "").length);
  });

  it("keeps letters and their accents together in long words", async () => {
    const text = (await drawnText(withComment(fill("a\u0301", 3_000)))).normalize("NFC");
    expect(text.match(/á/g)).toHaveLength(1_500);
  });

  it("links every line of a long URL", async () => {
    const href = `https://example.org/${fill("x", 235)}`;
    const pdf = await overviewPdf(sheetWith({ facts: [{ label: "Webseite", text: href, href }] }));
    expect(pdf.toString("latin1").split(href).length - 1).toBeGreaterThan(1);
  });
});

describe("characters that the fonts lack", () => {
  const pagesOf = async (sheet: OverviewSheet) =>
    (await readPdf(await overviewPdf(sheet))).pages.join("\n").replace(/\s+/g, " ");

  it.each([
    ["東京大学", "Chinesisch"],
    ["東京タワー", "Japanisch"],
    ["서울대학교", "Koreanisch"],
    ["جامعة القاهرة", "Arabisch"],
    ["האוניברסיטה העברית", "Hebräisch"],
    ["มหาวิทยาลัย", "Thai"],
    ["दिल्ली विश्वविद्यालय", "Devanagari"],
  ])("replaces %s by its script, names the script and explains how to print the text", async (label, script) => {
    const text = await pagesOf(sheetWith({}, { label: `${label} (Gast)` }));
    expect(text).toContain(`[${script}] (Gast)`);
    expect(text).toContain(`Einige Zeichen (${script}) kann dieses PDF nicht zeigen`);
    expect(text).toContain("Drucken Sie die Seite des Datensatzes im Menü „Exportieren, drucken“ mit „Drucken“.");
  });

  it("finds characters that the fonts lack in every part of the record, and names each script once", async () => {
    const [href, name] = ["https://example.org/東京", "東京大学"];
    const part = partOf(1, name, "الجامعة");
    const facts = [{ label: "Webseite", text: "東京 🎓", href }];
    const sheet = sheetWith({
      facts,
      parts: [part],
      notes: [{ label: "Kommentare", text: "서울 → Köln", href: null }],
    });
    const text = await pagesOf({ ...sheet, besideHeading: [emailOf(name)], highlights: highlightsOf(name) });
    expect(text).toContain("(Chinesisch, Emoji, Arabisch, Koreanisch, Sonderzeichen)");
    expect(text.match(/\[Chinesisch\]/g)).toHaveLength(4);
    expect(text.match(/\[Arabisch\]/g)).toHaveLength(3);
    expect(text).toContain("[Koreanisch] \ufffd Köln");
  });

  it("names scripts that the fonts lack in English in an English PDF", async () => {
    const { formatContext, ...sheet } = sheetWith({}, { label: "東京大学" });
    const english = { ...formatContext, locale: "en" as const, words: recordWords("en") };
    const text = await pagesOf({ ...sheet, formatContext: english });
    expect(text).toContain("[Chinese]");
    expect(text).toContain("This PDF cannot show some characters (Chinese)");
    expect(text).toContain("with “Print” in the menu “Export, print”");
  });

  it("keeps characters that the fonts lack in the title of the document", async () => {
    expect((await readPdf(await overviewPdf(sheetWith({}, { label: "東京大学" })))).title).toBe("東京大学");
  });

  it.each(["Đại học Quốc gia Hà Nội", "Московский университет", "Πανεπιστήμιο Αθηνών", "Łódź, Șișești, Škoda"])(
    "draws %s unchanged, because the fonts have its characters",
    async (label) => {
      const text = await pagesOf(sheetWith({}, { label }));
      expect(text).toContain(label);
      expect(text).not.toContain("kann dieses PDF nicht zeigen");
    },
  );
});

describe("periods", () => {
  const period = "01.02.2024 – 31.12.2999";
  const pagesOf = async (sheet: OverviewSheet) => (await readPdf(await overviewPdf(sheet))).pages.join("\n");

  it("keeps a period on one line beside long names", async () => {
    const part = partOf(1, fill("Ein langer Titel ", 200), fill("Ein langer Name ", 150));
    expect(await pagesOf(sheetWith({ parts: [part] }))).toContain(period);
  });

  it("keeps a period on one line among the highlights, at any length of text before it", async () => {
    for (let length = 60; length < 120; length += 4) {
      const sheet = sheetWith({}, { highlights: highlightsOf(fill("ab ", length).trim(), period) });
      expect(await pagesOf(sheet), String(length)).toContain(period);
    }
  });
});
