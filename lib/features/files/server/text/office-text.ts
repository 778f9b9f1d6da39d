import { getPart, isOfType, partsOf, readRelationships, type Parts } from "@/lib/base/documents/office-parts";
import { findAttribute, parseXml, type XmlHandler } from "@/lib/base/documents/parse-xml";
import type { ZipPart } from "@/lib/base/documents/zip-parts";
import { FILE_TYPES } from "../../file-types";
import { UnreadableError, type TextLimit } from "./text-limit";

/** Limit of a document's unpacked XML. */
const MAX_BYTES = 64 * 1_048_576;

/** Thrown by the reader once it has enough. */
class EnoughText extends Error {}

/** How a format names the elements of its text. */
type TextElements = {
  /** Those that end a line. */
  lines: ReadonlySet<string>;
  /** Those whose text counts; without them, all text counts. */
  texts?: ReadonlySet<string>;
  /** Those whose content does not count: deleted passages, comments. */
  skipped: ReadonlySet<string>;
};

const DOCX: TextElements = {
  lines: new Set(["p", "br", "cr"]),
  texts: new Set(["t"]),
  // Word repeats what it draws for programs that cannot draw it.
  skipped: new Set(["del", "moveFrom", "Fallback"]),
};
const ODT: TextElements = {
  lines: new Set(["p", "h", "line-break"]),
  skipped: new Set(["tracked-changes", "annotation", "automatic-styles", "styles", "font-face-decls", "scripts"]),
};

/** Collects the text of a document while it is parsed. */
class TextReader implements XmlHandler {
  private readonly parts: string[] = [];
  private skipped = 0;
  private depthInText = 0;

  constructor(
    private readonly elements: TextElements,
    private readonly limit: TextLimit,
  ) {}

  open(name: string, attributes: Parameters<XmlHandler["open"]>[1]): void {
    const { skipped, texts } = this.elements;
    if (this.skipped > 0 || skipped.has(name)) this.skipped += 1;
    else if (texts?.has(name)) this.depthInText += 1;
    else if (name === "tab") this.add("\t");
    // A space that stands for several in odt.
    else if (name === "s") this.add(" ".repeat(Math.min(Number(findAttribute(attributes, "c") ?? 1) || 1, 100)));
  }

  text(text: string): void {
    if (this.skipped === 0 && (!this.elements.texts || this.depthInText > 0)) this.add(text);
  }

  close(name: string): void {
    if (this.skipped > 0) this.skipped -= 1;
    else if (this.elements.texts?.has(name)) this.depthInText -= 1;
    else if (this.elements.lines.has(name)) this.add("\n");
  }

  get value(): string {
    return this.parts.join("");
  }

  private add(text: string): void {
    this.parts.push(this.limit.take(text));
    if (this.limit.isReached) throw new EnoughText();
  }
}

async function documentPart(parts: Parts): Promise<ZipPart> {
  const root = await readRelationships(parts, "");
  return getPart(parts, root.find(isOfType("officeDocument"))?.target ?? "");
}

/**
 * Reads the text of a docx or odt file, without deleted passages and comments.
 * @throws UnreadableError for an invalid or too large archive or document
 */
export async function readOfficeText(bytes: Uint8Array, mime: string, limit: TextLimit): Promise<string> {
  const isDocx = mime === FILE_TYPES[".docx"];
  const reader = new TextReader(isDocx ? DOCX : ODT, limit);
  try {
    const parts = partsOf(bytes);
    await parseXml(isDocx ? await documentPart(parts) : getPart(parts, "content.xml"), reader, MAX_BYTES);
  } catch (error) {
    if (!(error instanceof EnoughText)) throw new UnreadableError("nein");
  }
  return reader.value;
}
