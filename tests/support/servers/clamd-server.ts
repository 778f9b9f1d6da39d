import { createServer, type AddressInfo, type Socket } from "node:net";

/** A file that virus scanners report for tests. In two halves, so that none reports this file. */
export const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-", "STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

/**
 * What the server does with a stream: `scan` it; find a virus `early`, before its end; read it and `hang`
 * without an answer; `stall` without reading it; `close` the connection at its first chunk; answer
 * `garbage`; or answer OK before its end (`early-ok`).
 */
type ClamdMode = "scan" | "early" | "hang" | "stall" | "close" | "garbage" | "early-ok";

export type ClamdServer = {
  address: { host: string; port: number };
  /** The value of CLAMAV_ADDRESS. */
  setting: string;
  /** The lengths of the streams that were received up to their end. */
  scanned: number[];
  /** From now on the server treats new streams like this. */
  behave: (mode: ClamdMode) => void;
  close: () => Promise<void>;
};

const LENGTH_BYTES = 4;

/**
 * Starts a virus scanner that speaks clamd's protocol and knows one virus, `EICAR`.
 * @param options `maxBytes` is clamd's StreamMaxLength
 */
export async function startClamdServer({ maxBytes = 100 * 1_048_576, mode = "scan" as ClamdMode } = {}) {
  const sockets = new Set<Socket>();
  const scanned: number[] = [];
  let current = mode;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    let received = Buffer.alloc(0);
    let scan: ReturnType<typeof createStreamScan> | undefined;
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (scan === undefined) {
        const end = received.indexOf(0);
        if (end < 0) return;
        const command = received.toString("latin1", 0, end);
        received = received.subarray(end + 1);
        if (command === "zPING") return void socket.end("PONG\0");
        if (command !== "zINSTREAM") return void socket.end("UNKNOWN COMMAND\0");
        scan = createStreamScan(socket, current, maxBytes, (bytes) => scanned.push(bytes));
      }
      received = scan(received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: { host: "127.0.0.1", port },
    setting: `127.0.0.1:${port}`,
    scanned,
    behave: (next) => {
      current = next;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  } satisfies ClamdServer;
}

/** Returns a function that consumes the complete chunks of what was received, and returns the rest. */
function createStreamScan(socket: Socket, mode: ClamdMode, maxBytes: number, onEnd: (bytes: number) => void) {
  if (mode === "stall") socket.pause();
  let bytes = 0;
  let isInfected = false;
  /** The end of what was scanned, where a signature may begin. */
  let tail = "";
  const answer = (text: string) => void socket.end(`${text}\0`);

  function endStream() {
    onEnd(bytes);
    if (mode === "garbage") answer("220 mail.ph.example ESMTP");
    else if (mode === "scan") answer(isInfected ? "stream: Eicar-Test-Signature FOUND" : "stream: OK");
  }
  function addChunk(chunk: Buffer) {
    bytes += chunk.length;
    const text = tail + chunk.toString("latin1");
    isInfected ||= text.includes(EICAR);
    tail = text.slice(1 - EICAR.length);
    if (bytes > maxBytes) answer("INSTREAM size limit exceeded. ERROR");
    else if (mode === "close") socket.destroy();
    else if (mode === "early-ok") answer("stream: OK");
    else if (mode === "early" && isInfected) answer("stream: Eicar-Test-Signature FOUND");
  }
  return (received: Buffer) => {
    let at = 0;
    while (!socket.writableEnded && received.length >= at + LENGTH_BYTES) {
      const length = received.readUInt32BE(at);
      if (received.length < at + LENGTH_BYTES + length) break;
      const chunk = received.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length);
      at += LENGTH_BYTES + length;
      if (length > 0) addChunk(chunk);
      else endStream();
    }
    return Buffer.from(received.subarray(at));
  };
}
