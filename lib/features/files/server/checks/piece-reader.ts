import { setImmediate as nextTurn } from "node:timers/promises";
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from "strtok3/core";

/** Random access to the bytes of a stored file. */
export type ByteSource = { size: number; read: (offset: number, length: number) => Promise<Uint8Array> };

/** Each read of a piece is a query of the database. */
const PIECE_BYTES = 65_536;
/** file-type looks 256 KB ahead at each entry of a zip archive, which touches five pieces. */
const CACHED_PIECES = 6;
/** Longest time in milliseconds without yielding to the event loop. */
const MAX_BUSY_MS = 15;

/**
 * Reads ranges of a source in pieces, and caches the latest ones. After `maxReads` pieces the source
 * counts as ended, so that no content causes many queries. Yields to the event loop every 15 ms, because
 * cached pieces are read without waiting.
 */
export class PieceReader {
  /** The error of a failed read, which parsers might take for malformed content. */
  failure: { error: unknown } | undefined;
  private readonly pieces = new Map<number, Uint8Array>();
  private lastYield = performance.now();

  constructor(
    private readonly source: ByteSource,
    private readsLeft: number,
  ) {}

  get size(): number {
    return this.source.size;
  }

  /**
   * Fills a target with the bytes from an offset on.
   * @returns the number of bytes, which is smaller where the source ends
   * @throws EndOfStreamError when no more pieces may be read
   */
  async readInto(target: Uint8Array, offset: number): Promise<number> {
    if (performance.now() - this.lastYield >= MAX_BUSY_MS) {
      await nextTurn();
      this.lastYield = performance.now();
    }
    let count = 0;
    while (count < target.length && offset + count < this.size) {
      const at = offset + count;
      const piece = await this.pieceAt(Math.floor(at / PIECE_BYTES));
      const bytes = piece.subarray(at % PIECE_BYTES, (at % PIECE_BYTES) + target.length - count);
      if (bytes.length === 0) break;
      target.set(bytes, count);
      count += bytes.length;
    }
    return count;
  }

  /**
   * Returns exactly `length` bytes.
   * @throws EndOfStreamError when the source has fewer
   */
  async readExactly(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || offset + length > this.size) throw new EndOfStreamError();
    const bytes = Buffer.alloc(length);
    if ((await this.readInto(bytes, offset)) < length) throw new EndOfStreamError();
    return bytes;
  }

  private async pieceAt(index: number): Promise<Uint8Array> {
    const piece = this.pieces.get(index) ?? (await this.readPiece(index));
    // Moves the piece to the end of the map, whose first key is then the least recently used one.
    this.pieces.delete(index);
    this.pieces.set(index, piece);
    if (this.pieces.size > CACHED_PIECES) {
      for (const oldest of this.pieces.keys()) {
        this.pieces.delete(oldest);
        break;
      }
    }
    return piece;
  }

  private async readPiece(index: number): Promise<Uint8Array> {
    if (this.readsLeft-- <= 0) throw new EndOfStreamError();
    const offset = index * PIECE_BYTES;
    try {
      return await this.source.read(offset, Math.min(PIECE_BYTES, this.size - offset));
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

/** Lets file-type read what a `PieceReader` reads. */
export class PieceTokenizer extends AbstractTokenizer {
  readonly fileInfo: { size: number };

  constructor(private readonly reader: PieceReader) {
    super();
    this.fileInfo = { size: reader.size };
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { length, position, mayBeLess } = this.normalizeOptions(target, options);
    const count = await this.reader.readInto(target.subarray(0, length), position);
    if (count < length && !mayBeLess) throw new EndOfStreamError();
    return count;
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const position = options?.position ?? this.position;
    const count = await this.peekBuffer(target, options);
    this.position = position + count;
    return count;
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }
}
