import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A piece of selectable text; `x` is its distance from the left edge of the page, in points. */
type PdfText = { text: string; x: number };

/**
 * The contents of a PDF: the selectable text of each page, as a whole and in pieces, the title and
 * the language.
 */
export type PdfContent = { pages: string[]; texts: PdfText[][]; title: unknown; language: string | null };

/** Reads a PDF. Uses a different library than the app, which writes it. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const { info } = await document.getMetadata();
  const pages: string[] = [];
  const texts: PdfText[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const content = await (await document.getPage(number)).getTextContent();
    const items = content.items.filter((item) => "str" in item);
    pages.push(items.map((item) => item.str + (item.hasEOL ? "\n" : "")).join(""));
    texts.push(items.map(({ str, transform }) => ({ text: str, x: Number(transform[4]) })));
  }
  const { Title: title, Language: language } = info as { Title?: string; Language?: string };
  await task.destroy();
  return { pages, texts, title, language: language ?? null };
}
