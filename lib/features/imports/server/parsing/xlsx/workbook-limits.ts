import { FileRefused } from "../table-rows";
import { unpacked, zipParts, type ZipPart } from "@/lib/base/documents/zip-parts";

const MIB = 1_048_576;
/** Limit of each part with relationships, content types or the list of sheets. */
const STRUCTURE_MAX_BYTES = MIB;
const STYLES_MAX_BYTES = 4 * MIB;
/** Limit of all other parts together, mainly strings and sheets. */
const CONTENT_MAX_BYTES = 64 * MIB;
/** Limit of a tag, comment or text, each of which the XML parser holds in memory as a whole. */
const TOKEN_MAX_BYTES = MIB;

const STRUCTURE = /\.rels$|^\[Content_Types\]\.xml$|^xl\/workbook\.xml$/;
const STYLES = /^xl\/styles\.xml$/;
const XML = /\.(?:xml|rels)$/;

const codes = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0));
const [LT = 0, GT = 0, DOUBLE_QUOTE = 0, SINGLE_QUOTE = 0, QUESTION = 0] = codes("<>\"'?");
const COMMENT_START = codes("!--");
const CDATA_START = codes("![CDATA[");
/**
 * The two bytes before the `>` that ends a comment or CDATA section, which may contain other `>`.
 */
const COMMENT_END = codes("--");
const CDATA_END = codes("]]");

type Token = "text" | "tag" | "quoted" | "comment" | "cdata" | "instruction";

/**
 * Measures the length of the tokens of an XML document while its bytes are streamed. A token is a
 * tag from `<` to `>` with its quoted values, a comment, a CDATA section, or the text between two
 * of these.
 */
export class TokenMeter {
  private token: Token = "text";
  private length = 0;
  private quote = 0;
  /**
   * `last` and `beforeLast` are the last two bytes; `start` has the first bytes of the current tag.
   */
  private last = 0;
  private beforeLast = 0;
  private readonly start: number[] = [];

  /** @returns false as soon as a token is longer than `maxBytes` */
  accepts(bytes: Uint8Array, maxBytes: number): boolean {
    for (const byte of bytes) {
      this.length += 1;
      if (this.length > maxBytes) return false;
      this.read(byte);
      this.beforeLast = this.last;
      this.last = byte;
    }
    return true;
  }

  private read(byte: number): void {
    switch (this.token) {
      case "text":
        if (byte === LT) {
          this.begin("tag");
          this.start.length = 0;
        }
        return;
      case "tag":
        this.readInTag(byte);
        return;
      case "quoted":
        if (byte === this.quote) this.token = "tag";
        return;
      case "comment":
        if (byte === GT && this.follows(COMMENT_END)) this.begin("text");
        return;
      case "cdata":
        if (byte === GT && this.follows(CDATA_END)) this.begin("text");
        return;
      case "instruction":
        if (byte === GT && this.last === QUESTION) this.begin("text");
        return;
    }
  }

  private readInTag(byte: number): void {
    if (byte === GT) {
      this.begin("text");
      return;
    }
    if (byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE) {
      this.token = "quoted";
      this.quote = byte;
      return;
    }
    if (this.start.length >= CDATA_START.length) return;
    this.start.push(byte);
    if (this.start.length === 1 && byte === QUESTION) this.token = "instruction";
    else if (this.startsWith(COMMENT_START)) this.token = "comment";
    else if (this.startsWith(CDATA_START)) this.token = "cdata";
  }

  private begin(token: Token): void {
    this.token = token;
    this.length = 0;
  }

  private startsWith(start: readonly number[]): boolean {
    return this.start.length === start.length && start.every((byte, at) => this.start[at] === byte);
  }

  private follows([beforeLast, last]: readonly number[]): boolean {
    return this.last === last && this.beforeLast === beforeLast;
  }
}

/**
 * Returns the limit of a part's unpacked bytes; parts with their own limit do not count towards the
 * shared limit.
 */
function limitOf(name: string): { maxBytes: number; isShared: boolean } {
  if (STRUCTURE.test(name)) return { maxBytes: STRUCTURE_MAX_BYTES, isShared: false };
  if (STYLES.test(name)) return { maxBytes: STYLES_MAX_BYTES, isShared: false };
  return { maxBytes: CONTENT_MAX_BYTES, isShared: true };
}

async function measure(part: ZipPart, maxBytes: number): Promise<number> {
  const tokens = XML.test(part.name) ? new TokenMeter() : undefined;
  let size = 0;
  for await (const piece of unpacked(part)) {
    size += piece.length;
    if (size > maxBytes) throw new FileRefused("unpacked_size");
    if (tokens && !tokens.accepts(piece, TOKEN_MAX_BYTES)) throw new FileRefused("too_complex");
  }
  return size;
}

/**
 * Unpacks every part of a workbook once and counts the bytes, because the sizes in the archive
 * cannot be trusted: a small file can expand to gigabytes, outside the memory limit of a worker
 * thread.
 * @throws FileRefused for a workbook beyond the limits
 * @throws RangeError for an invalid or ambiguous zip archive
 */
export async function checkWorkbookLimits(bytes: Uint8Array): Promise<void> {
  let shared = 0;
  for (const part of zipParts(bytes)) {
    const { maxBytes, isShared } = limitOf(part.name);
    const size = await measure(part, isShared ? maxBytes - shared : maxBytes);
    if (isShared) shared += size;
  }
}
