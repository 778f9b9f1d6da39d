import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The contents of a PDF: the selectable text of each page, the title and the language. */
export type PdfContent = { pages: string[]; title: unknown; language: string | null };

/** Reads a PDF. Uses a different library than the app, which writes it. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent> {
  const task = getDocument({ data: Uint8Array.from(bytes), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const { info } = await document.getMetadata();
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
  }
  const { Title: title, Language: language } = info as { Title?: string; Language?: string };
  await task.destroy();
  return { pages, title, language: language ?? null };
}
