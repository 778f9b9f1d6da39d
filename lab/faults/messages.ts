/** The part of a client's stream after which the client waits for the server's response. */
export type Turn = { statement: string };

const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
const LENGTH_BYTES = 4;

const textAt = (body: Buffer, from: number) => {
  const end = body.indexOf(0, from);
  return { text: body.toString("utf8", from, end), next: end + 1 };
};

/**
 * Splits a client's byte stream into messages of the PostgreSQL protocol. A turn ends with each
 * message after which the client waits for a response (Sync, or a simple query).
 */
export class ClientMessages {
  private rest: Buffer = Buffer.alloc(0);
  private hasStarted = false;
  private readonly prepared = new Map<string, string>();
  private statement = "";

  /** @returns the complete messages in order, each with the turn that it ends, if any */
  take(chunk: Buffer): { bytes: Buffer; turn?: Turn }[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const messages: { bytes: Buffer; turn?: Turn }[] = [];
    for (;;) {
      const typeBytes = this.hasStarted ? 1 : 0;
      if (this.rest.length < typeBytes + LENGTH_BYTES) return messages;
      const size = typeBytes + this.rest.readInt32BE(typeBytes);
      if (this.rest.length < size) return messages;
      const bytes = this.rest.subarray(0, size);
      this.rest = this.rest.subarray(size);
      messages.push(this.hasStarted ? { bytes, turn: this.turnOf(bytes) } : { bytes });
      if (!this.hasStarted) {
        const code = bytes.readInt32BE(LENGTH_BYTES);
        this.hasStarted = code !== SSL_REQUEST && code !== CANCEL_REQUEST;
      }
    }
  }

  private turnOf(bytes: Buffer): Turn | undefined {
    const type = String.fromCharCode(bytes[0] ?? 0);
    const body = bytes.subarray(1 + LENGTH_BYTES);
    if (type === "Q") return { statement: textAt(body, 0).text };
    if (type === "P") {
      const { text: name, next } = textAt(body, 0);
      this.prepared.set(name, textAt(body, next).text);
    }
    if (type === "B") {
      const { next } = textAt(body, 0);
      this.statement = this.prepared.get(textAt(body, next).text) ?? "";
    }
    return type === "S" ? { statement: this.statement } : undefined;
  }
}

const READY = "Z".charCodeAt(0);
/**
 * Size of a `ReadyForQuery` message: one byte for its type, four for its length, one for the
 * transaction's state.
 */
const READY_BYTES = 6;

/** True if a server's response is complete: it ends with `ReadyForQuery`. */
export const isWholeAnswer = (bytes: Buffer): boolean =>
  bytes.length >= READY_BYTES && bytes[bytes.length - READY_BYTES] === READY;
