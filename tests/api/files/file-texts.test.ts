import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { odtOf } from "@/lab/contracts/agreement-odt";
import { db } from "@/lib/store/database/client";
import { agreementDocx, docxOf } from "@/prisma/demo/agreements/agreement-docx";
import { agreementPdf } from "@/prisma/demo/agreements/agreement-pdf";
import { loggedIn, call, type Client } from "../../support/api";
import { createProject } from "../../support/factories";
import { fileCalls, pdf } from "../../support/records/files";
import { readAll } from "../../support/records/read-files";
import { packedStream, pagesPdf, rawPdf, repeatedStream, shownText } from "../../support/records/raw-pdf";

/* The job that reads the texts of files, also of hostile, broken and unusual ones (contract §18). */

const MB = 1_048_576;
const PDFS = path.join(import.meta.dirname, "../../fixtures/pdfs");

let api: Client;
let files: ReturnType<typeof fileCalls>;
let project: string;
beforeAll(async () => {
  api = await loggedIn();
  files = fileCalls(api);
});
beforeEach(async () => {
  project = `projects/${await createProject(db())}`;
});

const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length));
const fixture = (name: string) => new Uint8Array(readFileSync(path.join(PDFS, name)));

/** Uploads a file and reads it once. @returns its id */
async function addAndRead(bytes: Uint8Array<ArrayBuffer>, name = "Vertrag.pdf"): Promise<number> {
  const id = await files.add(project, bytes, name);
  await readAll();
  return id;
}

const proposalsOf = async (datei_id: number) =>
  (await db().proposal.findMany({ where: { datei_id } })).map(({ field, value }) => `${field} ${value}`);

/** Whether a word is found in the text of a file. */
async function isFound(datei_id: number, word: string): Promise<boolean> {
  const { json } = await api.get<{ data: { datei_id: number }[] }>(`/api/files?filter=${encodeURIComponent(word)}`);
  return json.data.some((file) => file.datei_id === datei_id);
}

/** Makes the next attempt at reading a file the last one. */
const leaveOneAttempt = (datei_id: number) => db().$executeRaw`
  UPDATE file_contents c SET attempts = 2 FROM file_versions v WHERE v.content_id = c.content_id AND v.datei_id = ${datei_id}`;

/** Reads the memory of this process in bytes repeatedly. @returns a function that ends it and returns the maximum */
function watchMemory(): () => number {
  let most = 0;
  const look = () => (most = Math.max(most, process.memoryUsage.rss()));
  look();
  const timer = setInterval(look, 20);
  return () => {
    clearInterval(timer);
    look();
    return most;
  };
}

/** A PDF of about 1 MB whose page unpacks to more than 1 GB. */
const pdfBomb = (content: string) => pagesPdf({ content: repeatedStream(repeated(content, MB), 1_100) });

/** Three processes of 20 seconds of processor time each, on a busy machine. */
const THREE_RUNS_MS = 240_000;

describe("a PDF that unpacks to more than a gigabyte", { timeout: THREE_RUNS_MS }, () => {
  it("is given up after three runs, while the app has its memory and answers", async () => {
    const id = await files.add(project, pdfBomb(" "));
    const before = process.memoryUsage.rss();
    const maximum = watchMemory();
    let isReading = true;
    const first = readAll().finally(() => (isReading = false));
    expect((await call("GET", "/api/health")).status).toBe(200);
    expect(isReading).toBe(true);
    await first;
    expect(await files.read(id)).toMatchObject({ gelesen: "offen" });
    await readAll();
    await readAll();
    expect(maximum() - before).toBeLessThan(200 * MB);
    expect(await files.read(id)).toMatchObject({ seiten: null, gelesen: "nein" });
  });

  it.each([
    ["operators", "BT ET q Q "],
    ["text", shownText("Die Laufzeit betraegt ein Jahr.")],
  ])("is given up when it consists of %s", async (_name, content) => {
    const id = await files.add(project, pdfBomb(content));
    await leaveOneAttempt(id);
    await readAll();
    expect(await files.read(id)).toMatchObject({ seiten: null, gelesen: "nein" });
  });
});

describe("a PDF", () => {
  it("is read with the number of its pages", async () => {
    const id = await addAndRead(await agreementPdf(["Die erste Seite", "Die zweite Seite"]));
    expect(await files.read(id)).toMatchObject({ seiten: 2, gelesen: "ja" });
  });

  it("that is broken is not read", async () => {
    expect(await files.read(await addAndRead(pdf()))).toMatchObject({ seiten: null, gelesen: "nein" });
  });

  it("with 10,000 pages is read to its 500th", async () => {
    const content = packedStream(shownText("Eine Seite von vielen"));
    const id = await addAndRead(pagesPdf({ pages: 10_000, content }));
    expect(await files.read(id)).toMatchObject({ seiten: 10_000, gelesen: "ja" });
    const [{ last }] = await db().$queryRaw<[{ last: number }]>`
      SELECT max(p.page) AS last FROM file_passages p JOIN file_versions v ON v.content_id = p.content_id WHERE v.datei_id = ${id}`;
    expect(last).toBe(500);
  });

  it("with more than 2 MB of text is read to its limit", async () => {
    const id = await addAndRead(pagesPdf({ pages: 300, content: packedStream(shownText("Wort ".repeat(2_000))) }));
    expect(await files.read(id)).toMatchObject({ seiten: 300, gelesen: "ja" });
  });

  it("with a password says so", async () => {
    const id = await addAndRead(fixture("password.pdf"));
    expect(await files.read(id)).toMatchObject({ seiten: null, gelesen: "passwort" });
  });

  const TYPE_3 =
    "<</Type/Font/Subtype/Type3/FontBBox[0 0 10 10]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 65/LastChar 66/Widths[10 10]" +
    "/Encoding<</Differences[65/x1/x2]>>/CharProcs<</x1 5 0 R/x2 5 0 R>>/Resources<<>>>>";
  const CID = "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[5 0 R]>>";
  const DESCENDANT =
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 200/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>" +
    "/FontDescriptor<</Type/FontDescriptor/FontName/X/Flags 4>>>>";

  it.each([
    ["Type 3", TYPE_3, "BT /F1 10 Tf (ABBA) Tj ET", packedStream("10 0 0 0 10 10 d1 0 0 10 10 re f")],
    ["CID", CID, "BT /F1 10 Tf <0003000400030005> Tj ET", DESCENDANT],
  ])("whose %s font does not say what its signs mean proposes nothing", async (_name, font, content, more) => {
    const id = await addAndRead(pagesPdf({ content: packedStream(content), font, more: [more] }));
    expect(["kein_text", "ja"]).toContain((await files.read(id)).gelesen);
    expect(await proposalsOf(id)).toEqual([]);
  });

  it.each([
    ["half a character", "\uD800"],
    ["a NUL", "\0"],
  ])("with %s in a sentence proposes what the sentence says", async (_name, sign) => {
    const lines = [
      `Diese Vereinbarung tritt am 1. Januar 2027${sign} in Kraft und endet am 31. Dezember 2030.`,
      "Die Parteien sind mit dem Ziel der Arbeit und auch bei der Sache einig; das ist nicht zu vergessen.",
    ];
    const shown = lines.map((line) => `<${Buffer.from(line, "utf16le").swap16().toString("hex")}> Tj 0 -14 Td`);
    const content = packedStream(`BT /F1 10 Tf 50 700 Td ${shown.join(" ")} ET`);
    const id = await addAndRead(pagesPdf({ content, font: CID, more: [DESCENDANT] }));
    expect(await proposalsOf(id)).toContain("projektende 2030-12-31");
  });

  it("with scripts and attachments has the text of its pages alone", async () => {
    const id = await addAndRead(
      pagesPdf({
        content: packedStream(shownText("Sichtbarer Seitentext")),
        catalogue: "/OpenAction<</S/JavaScript/JS(skriptwort)>>/Names<</EmbeddedFiles<</Names[(a.txt) 5 0 R]>>>>",
        more: ["<</Type/Filespec/F(a.txt)/EF<</F 6 0 R>>>>", packedStream("anhangwort")],
      }),
    );
    expect(await files.read(id)).toMatchObject({ seiten: 1, gelesen: "ja" });
    expect(await isFound(id, "Seitentext")).toBe(true);
    expect(await isFound(id, "skriptwort")).toBe(false);
    expect(await isFound(id, "anhangwort")).toBe(false);
  });

  it.each([
    ["a negative number of pages", "/Count -5/Kids[3 0 R]", 0],
    ["pages that contain themselves", "/Count 3/Kids[2 0 R 2 0 R 3 0 R]", 1],
  ])("with %s has no text", async (_name, pages, seiten) => {
    const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>";
    const id = await addAndRead(rawPdf(["<</Type/Catalog/Pages 2 0 R>>", `<</Type/Pages${pages}>>`, page]));
    expect(await files.read(id)).toMatchObject({ seiten, gelesen: "kein_text" });
  });

  it("in a third language is read, and proposes nothing", async () => {
    const text =
      "CONVENTION DE COOPÉRATION\n\nLa présente convention entre en vigueur le 1er janvier 2027 et prend fin le 31 décembre 2030.\n" +
      "Elle peut être dénoncée par chacune des parties avec un préavis de trois mois pour la fin de l'année civile.";
    const id = await addAndRead(await agreementPdf([text]));
    expect(await files.read(id)).toMatchObject({ gelesen: "ja" });
    expect(await isFound(id, "préavis")).toBe(true);
    expect(await proposalsOf(id)).toEqual([]);
  });
});

describe("a text", () => {
  it("of 20 MB of one word is read to its limit", async () => {
    const id = await addAndRead(new Uint8Array(Buffer.from(repeated("vertrag", 19 * MB))), "Anlage.txt");
    expect(await files.read(id)).toMatchObject({ seiten: null, gelesen: "ja" });
    const [{ length }] = await db().$queryRaw<[{ length: number }]>`
      SELECT sum(length(p.text))::int AS length FROM file_passages p JOIN file_versions v ON v.content_id = p.content_id
      WHERE v.datei_id = ${id}`;
    expect(length).toBe(2_000_000);
  });
});

describe("an Office document", () => {
  it.each([
    ["that unpacks to more than the limit", () => docxOf(repeated("<w:r/>", 66 * MB))],
    ["nested 1,000 deep", () => docxOf("<w:p>".repeat(1_000) + "</w:p>".repeat(1_000))],
  ])("%s is not read", async (_name, make) => {
    const id = await addAndRead(await make(), "Vertrag.docx");
    expect(await files.read(id)).toMatchObject({ seiten: null, gelesen: "nein" });
  });

  it("that is empty has no text", async () => {
    const id = await addAndRead(await agreementDocx(""), "Vertrag.docx");
    expect(await files.read(id)).toMatchObject({ seiten: null, gelesen: "kein_text" });
  });

  it.each([
    [
      "a docx with revisions",
      "Vertrag.docx",
      () =>
        docxOf(
          "<w:p><w:del><w:r><w:delText>Gestrichenes</w:delText></w:r></w:del><w:ins><w:r><w:t>Geltendes</w:t></w:r></w:ins></w:p>",
        ),
    ],
    [
      "an odt with tracked changes and comments",
      "Vertrag.odt",
      () =>
        odtOf(
          "<text:tracked-changes><text:changed-region><text:deletion><text:p>Gestrichenes</text:p></text:deletion>" +
            "</text:changed-region></text:tracked-changes><text:p>Gel<office:annotation><text:p>Randbemerkung</text:p>" +
            "</office:annotation>tendes</text:p>",
        ),
    ],
  ])("%s is found by what is in force", async (_name, name, make) => {
    const id = await addAndRead(await make(), name);
    expect(await files.read(id)).toMatchObject({ gelesen: "ja" });
    expect(await isFound(id, "Geltendes")).toBe(true);
    expect(await isFound(id, "Gestrichenes")).toBe(false);
    expect(await isFound(id, "Randbemerkung")).toBe(false);
  });
});
