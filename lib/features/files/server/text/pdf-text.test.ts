import { describe, expect, it } from "vitest";
import { READ_MAX_PAGES } from "@/lib/model/limits";
import { agreementPdf } from "@/prisma/demo/agreements/agreement-pdf";
import { packedStream, pagesPdf, shownText } from "@/tests/support/records/raw-pdf";
import { readPdfText } from "./pdf-text";
import { TextLimit } from "./text-limit";

const read = (bytes: Uint8Array<ArrayBuffer>) => readPdfText(bytes, new TextLimit());

describe("the text of a PDF", () => {
  it("has its pages and their lines", async () => {
    const { pages, seiten } = await read(await agreementPdf(["Erste Zeile\nZweite Zeile", "Größe und Maß"]));
    expect(seiten).toBe(2);
    expect(pages.map((page) => page.split("\n").map((line) => line.trim()))).toEqual([
      ["Erste Zeile", "Zweite Zeile"],
      ["Größe und Maß"],
    ]);
  });

  it("has the first 500 pages", async () => {
    const { pages, seiten } = await read(pagesPdf({ pages: 501, content: packedStream(shownText("Seite")) }));
    expect(seiten).toBe(501);
    expect(pages).toHaveLength(READ_MAX_PAGES);
  });

  it("ends at the limit of characters", async () => {
    const limit = new TextLimit();
    limit.take("a".repeat(1_999_990));
    const { pages, seiten } = await readPdfText(
      pagesPdf({ pages: 3, content: packedStream(shownText("Langer Text")) }),
      limit,
    );
    expect(pages).toEqual(["Langer Tex"]);
    expect(seiten).toBe(3);
  });

  it("keeps what was read of a page whose content is broken", async () => {
    const { pages } = await read(pagesPdf({ content: packedStream(`${shownText("Lesbar")}[[[ <zz`) }));
    expect(pages).toEqual(["Lesbar"]);
  });

  it("of a file that is no PDF is refused", async () => {
    await expect(read(new Uint8Array(Buffer.from("%PDF-1.7\nnichts")))).rejects.toMatchObject({ outcome: "nein" });
  });
});
