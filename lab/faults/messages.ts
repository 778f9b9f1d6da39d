/** The part of a client's stream after which the client waits for the server's response. */
export type RoundTrip = { statement: string };

const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
const LENGTH_BYTES = 4;

const textAt = (body: Buffer, from: number) => {
  const end = body.indexOf(0, from);
  return { text: body.toString("utf8", from, end), next: end + 1 };
};

/**
 * Splits a client's byte stream into messages of the PostgreSQL protocol. A round trip ends with each
 * message after which the client waits for a response (Sync, or a simple query).
 */
export class ClientMessages {
  private buffered: Buffer = Buffer.alloc(0);
  private hasStarted = false;
  private readonly prepared = new Map<string, string>();
  private statement = "";

  /** @returns the complete messages in order, each with the round trip that it ends, if any */
  parse(chunk: Buffer): { bytes: Buffer; roundTrip?: RoundTrip }[] {
    this.buffered = Buffer.concat([this.buffered, chunk]);
    const messages: { bytes: Buffer; roundTrip?: RoundTrip }[] = [];
    for (;;) {
      const typeBytes = this.hasStarted ? 1 : 0;
      if (this.buffered.length < typeBytes + LENGTH_BYTES) return messages;
      const size = typeBytes + this.buffered.readInt32BE(typeBytes);
      if (this.buffered.length < size) return messages;
      const bytes = this.buffered.subarray(0, size);
      this.buffered = this.buffered.subarray(size);
      messages.push(this.hasStarted ? { bytes, roundTrip: this.roundTripOf(bytes) } : { bytes });
      if (!this.hasStarted) {
        const code = bytes.readInt32BE(LENGTH_BYTES);
        this.hasStarted = code !== SSL_REQUEST && code !== CANCEL_REQUEST;
      }
    }
  }

  private roundTripOf(bytes: Buffer): RoundTrip | undefined {
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
export const isCompleteResponse = (bytes: Buffer): boolean =>
  bytes.length >= READY_BYTES && bytes[bytes.length - READY_BYTES] === READY;
