import "./pdf-stubs";
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import * as pdfWorker from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { READ_MAX_PAGES } from "@/lib/model/limits";
import { getAt } from "@/lib/model/pure/get-at";
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

/** A line of a page; `y` is the height of its base line, in points from below. */
type Line = { text: string; y: number };

/** How much larger than the usual distance of lines that of paragraphs is, at least. */
const PARAGRAPH_DISTANCE = 1.4;
/** The width of a gap between columns, in heights of the letters. */
const COLUMN_GAP = 2;

/** Joins lines, with an empty line between paragraphs and columns, which a PDF does not have. */
function joinLines(lines: readonly Line[]): string {
  const distances = lines.map(({ y }, index) => (lines[index - 1]?.y ?? y) - y);
  const usual = distances.filter((distance) => distance > 0).toSorted((one, other) => one - other);
  const paragraph = getAt([...usual, Infinity], Math.floor(usual.length / 2)) * PARAGRAPH_DISTANCE;
  const isApart = (distance: number) => distance < 0 || distance > paragraph;
  return lines
    .map(({ text }, index) => (index === 0 ? "" : isApart(getAt(distances, index)) ? "\n\n" : "\n") + text)
    .join("");
}

/** Reads a page up to the limit; of a broken page, what can be read. */
async function readPage(page: PDFPageProxy, limit: TextLimit): Promise<string> {
  const lines: Line[] = [];
  let line: Line | undefined;
  const reader = page.streamTextContent().getReader() as ReadableStreamDefaultReader<TextChunk>;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      for (const item of chunk.value.items) {
        if (!("str" in item)) continue;
        line ??= { text: "", y: Number(item.transform[5]) };
        const isGap = item.str === " " && item.width > COLUMN_GAP * item.height && item.height > 0;
        line.text += limit.take(isGap ? "    " : item.str);
        if (!item.hasEOL) continue;
        if (line.text !== "") lines.push(line);
        line = undefined;
      }
      // The reader is not cancelled: pdf.js would close the stream nevertheless, and throw.
      if (limit.isReached) break;
    }
  } catch {
    // What was read of the page is kept.
  }
  return joinLines(line ? [...lines, line] : lines);
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
