import { parentPort } from "node:worker_threads";
import { readTable, type ReadOptions, type ParsedHead } from "./read-table";
import { FileRefused, type FileRefusal } from "./table-rows";

/*
 * The worker thread that parses an uploaded file; `parse-file.ts` starts one per file.
 * `scripts/build/bundle-workers.ts` bundles it.
 */

/** The message that the thread receives: the file, and how to read it. */
export type ParseRequest = { bytes: Uint8Array; options: ReadOptions };

/**
 * Messages that the thread sends: the table's rows in parts and then its head, or the reason why
 * the file is refused.
 */
export type ParseMessage =
  { part: Uint8Array<ArrayBuffer> } | { head: ParsedHead } | { refused: FileRefusal; line?: number };

/** Characters per part: short enough that handling one does not block the main thread for long. */
const PART_LENGTH = 500_000;

async function parse({ bytes, options }: ParseRequest): Promise<void> {
  const send = (message: ParseMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
  try {
    const { head, rows } = await readTable(bytes, options);
    for (const json of rows.jsonParts(PART_LENGTH)) {
      const part = new TextEncoder().encode(json);
      send({ part }, [part.buffer]);
    }
    send({ head });
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    send({ refused: error.code, line: error.line });
  }
}

parentPort?.once("message", (request: ParseRequest) => void parse(request));
