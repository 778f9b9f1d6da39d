import path from "node:path";
import { Worker } from "node:worker_threads";
import { env } from "@/lib/base/config/env";
import { AppError, invalid } from "@/lib/base/errors/errors";
import type { ParseMessage, ParseRequest } from "./parse-worker";
import type { ReadOptions, ParsedHead } from "./read-table";
import type { FileRefusal } from "./table-rows";

/** A parsed table; `parts` are UTF-8 JSON arrays of its rows, `{row, cells}`. */
export type ParsedTable = ParsedHead & { parts: Uint8Array[] };

/**
 * Heap limit of a parsing thread. Unpacked bytes are outside the heap; `workbook-limits.ts` limits
 * those.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512 };

/**
 * `scripts/build/bundle-workers.ts` bundles the worker to this path: in the built app for a build,
 * otherwise in the checkout.
 */
const WORKER = path.join(process.cwd(), "generated/parse-worker.mjs");

/** Passes the file by message, because Next's bundler copies `workerData` property by property. */
function startWorker(bytes: Uint8Array<ArrayBuffer>, options: ReadOptions): Worker {
  const worker = new Worker(/* turbopackIgnore: true */ WORKER, { resourceLimits: RESOURCE_LIMITS });
  worker.postMessage({ bytes, options } satisfies ParseRequest, [bytes.buffer]);
  return worker;
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

/** Converts the reason why a file is refused to a response; `line` is the line of a csv file (contract §10). */
function refusalOf(code: FileRefusal, line: number | undefined): AppError {
  if (code === "unknown_sheet") return invalid({ sheet: ["unknown"] });
  return new AppError("validation_failed", { errors: { file: [code] }, body: line === undefined ? {} : { line } });
}

/** The error for an aborted upload. It reaches no client, but must not count as a server error. */
const disconnected = () => new AppError("invalid_json");

/**
 * Parses a csv or xlsx file in a worker thread, so that a malicious file neither blocks the event
 * loop nor exhausts more than its thread's memory. The thread ends with the result, at the timeout,
 * or when the client disconnects.
 * @param bytes the file; its buffer is transferred to the thread and unusable afterwards
 * @param options the chosen encoding and sheet, and the headers by which a table is recognized
 * @param signal aborts when the client disconnects
 * @throws AppError validation_failed with the reason; invalid_json where the client has
 * disconnected
 */
export function parseFile(
  bytes: Uint8Array<ArrayBuffer>,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<ParsedTable> {
  const timeoutMs = env().IMPORT_PARSE_SECONDS * 1_000;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(disconnected());
    const parts: Uint8Array[] = [];
    const worker = startWorker(bytes, options);
    let isEnded = false;
    const end = (settle: () => void) => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      // Settles the promise only after the thread's memory is free, so that the next file is parsed
      // after that.
      void worker.terminate().finally(settle);
    };
    const refuse = (code: FileRefusal, line?: number) => end(() => reject(refusalOf(code, line)));
    const onAbort = () => end(() => reject(disconnected()));
    const timer = setTimeout(() => refuse("too_complex"), timeoutMs);
    signal.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (message: ParseMessage) => {
      if ("part" in message) parts.push(message.part);
      else if ("refused" in message) refuse(message.refused, message.line);
      else end(() => resolve({ ...message.head, parts }));
    });
    worker.on("error", (error) => {
      if (isOutOfMemory(error)) return refuse("too_complex");
      console.error("An import file could not be parsed", error);
      refuse("unreadable");
    });
    worker.on("exit", () => refuse("unreadable"));
  });
}
