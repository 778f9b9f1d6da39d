import "./pdf-stubs";
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
// @ts-expect-error The package has no types of this module.
import * as pdfWorker from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { READ_MAX_PAGES } from "@/lib/model/limits";
import type { DocumentText } from "./read-document";
import { UnreadableError, type TextLimit } from "./text-limit";

// Found by pdf.js, which otherwise imports its worker from a path of its own.
Object.assign(globalThis, { pdfjsWorker: pdfWorker });

async function openPdf(data: Uint8Array<ArrayBuffer>): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data,
      useSystemFonts: false,
      disableFontFace: true,
      isEvalSupported: false,
      verbosity: 0,
    }).promise;
  } catch (error) {
    throw new UnreadableError(error instanceof Error && error.name === "PasswordException" ? "passwort" : "nein");
  }
}

/** Reads a page up to the limit; a page that is broken has no text. */
async function readPage(page: PDFPageProxy, limit: TextLimit): Promise<string> {
  const parts: string[] = [];
  const reader = page.streamTextContent().getReader() as ReadableStreamDefaultReader<TextChunk>;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      for (const item of chunk.value.items) {
        if ("str" in item) parts.push(limit.take(item.str + (item.hasEOL ? "\n" : "")));
      }
      if (limit.isReached) await reader.cancel();
    }
  } catch {
    // What was read of the page is kept.
  }
  return parts.join("");
}

/**
 * Reads the text of a PDF with the library that draws it, at most 500 pages.
 * @throws UnreadableError
 */
export async function readPdfText(bytes: Uint8Array<ArrayBuffer>, limit: TextLimit): Promise<DocumentText> {
  const pdf = await openPdf(bytes);
  const pages: string[] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, READ_MAX_PAGES) && !limit.isReached; number += 1) {
    const page = await pdf.getPage(number).catch(() => null);
    pages.push(page ? await readPage(page, limit) : "");
    page?.cleanup();
  }
  // A broken PDF may state a negative number.
  return { pages, seiten: Math.max(pdf.numPages, 0) };
}

type TextChunk = Awaited<ReturnType<PDFPageProxy["getTextContent"]>>;
