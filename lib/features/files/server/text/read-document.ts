import { readContract, type ContractReadings } from "@/lib/features/contracts/reading/read-contract";
import type { ReadingState } from "../../file-answers";
import { FILE_TYPES, TEXT_TYPE } from "../../file-types";
import { cleanPage, splitText } from "./clean-page";
import { readOfficeText } from "./office-text";
import { readPdfText } from "./pdf-text";
import { TextLimit, UnreadableError } from "./text-limit";

/** A piece of a text for the search; `page` is the page of a PDF, from 1. */
type Passage = { page: number | null; text: string };

/** What was read from a file: `seiten` is a PDF's number of pages, else null. */
export type ReadDocument = {
  gelesen: Exclude<ReadingState, "offen">;
  seiten: number | null;
  passages: Passage[];
  readings: ContractReadings;
};

/** A document as its format was read: pages with their lines, and a PDF's number of pages. */
export type DocumentText = { pages: string[]; seiten: number | null };

/** The types that have a text. */
export const READ_MIMES: readonly string[] = [FILE_TYPES[".pdf"], FILE_TYPES[".docx"], FILE_TYPES[".odt"], TEXT_TYPE];

async function textOf(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<DocumentText> {
  const limit = new TextLimit();
  if (mime === FILE_TYPES[".pdf"]) return readPdfText(bytes, limit);
  if (mime !== TEXT_TYPE) return { pages: [await readOfficeText(bytes, mime, limit)], seiten: null };
  return { pages: [limit.take(new TextDecoder().decode(bytes))], seiten: null };
}

/**
 * Reads the text of a PDF, docx, odt or text file, and what a contract says in it.
 * @param mime one of `READ_MIMES`
 */
export async function readDocument(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<ReadDocument> {
  try {
    const { pages, seiten } = await textOf(bytes, mime);
    const passages = passagesOf(pages, seiten !== null);
    if (!passages.some(hasLetters)) return { gelesen: "kein_text", seiten, passages: [], readings: {} };
    return { gelesen: "ja", seiten, passages, readings: readContract(pages) };
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    return { gelesen: error.outcome, seiten: null, passages: [], readings: {} };
  }
}

/** Whether a passage has letters. Fonts that do not say which letters their signs are leave none. */
const hasLetters = ({ text }: Passage) => /\p{L}{2}/u.test(text);

/** Returns the cleaned text of pages in passages. */
const passagesOf = (pages: readonly string[], isPaged: boolean): Passage[] =>
  pages.flatMap((page, index) =>
    splitText(cleanPage(page)).map((text) => ({ page: isPaged ? index + 1 : null, text })),
  );
