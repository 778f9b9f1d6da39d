import type * as PdfJs from "pdfjs-dist/legacy/build/pdf.mjs";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { isLoadFailure } from "@/components/ui/use-preload";
import { ApiError, readBytes } from "@/lib/base/browser/api-client";

export type PdfLibrary = typeof PdfJs;
export type PageSize = { width: number; height: number };

/** A PDF whose pages can be drawn, until `close` is called. */
export type Pdf = {
  library: PdfLibrary;
  document: PDFDocumentProxy;
  /** Size of the first page, which most pages have. */
  firstSize: PageSize;
};

/** Code of a file that was deleted or hidden meanwhile. */
export const FILE_GONE = "file_gone";

/** Why a PDF is not shown. */
export type PdfFailure = "password" | "broken" | { code: string; retryAfterSeconds?: number };

/** Larger pictures are left out; a page of A4 with 600 dpi has 35 million pixels. */
const MAX_IMAGE_PIXELS = 64_000_000;

/** Returns the size of a page in points, as it is shown. */
export function pageSizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** How long the worker may take to end by itself; a page that it draws may take it longer. */
const END_MS = 2_000;

/**
 * Starts the worker that reads PDFs. One that pdf.js starts itself is, once its script could not be
 * loaded, replaced by the page itself for good.
 */
function startWorker(address: string) {
  const port = new Worker(address, { type: "module" });
  const failed = new Promise<never>((_resolve, reject) => {
    port.addEventListener("error", () => reject(new ApiError(0, "error_api")), { once: true });
  });
  return { port, failed };
}

/**
 * Reads a PDF as a whole and opens it. The page's policy forbids `eval` and WebAssembly, so that pdf.js
 * must not try them, and lets only the page itself send requests.
 * @param onEnd receives a function that ends the worker, as soon as there is one
 * @throws ApiError if the file or pdf.js cannot be loaded, and errors of pdf.js (`failureOf`)
 */
export async function openPdf(
  address: string,
  signal: AbortSignal,
  onEnd: (end: () => Promise<void>) => void,
): Promise<Pdf> {
  const [data, library] = await Promise.all([readBytes(address, signal), import("pdfjs-dist/legacy/build/pdf.mjs")]);
  signal.throwIfAborted();
  const { getDocument, PDFWorker, VerbosityLevel, version } = library;
  const assets = `/pdf/${version}`;
  const { port, failed } = startWorker(`${assets}/legacy/build/pdf.worker.min.mjs`);
  const verbosity = VerbosityLevel.ERRORS;
  const task = getDocument({
    data,
    worker: PDFWorker.create({ port, verbosity }),
    cMapUrl: `${assets}/cmaps/`,
    standardFontDataUrl: `${assets}/standard_fonts/`,
    wasmUrl: `${assets}/wasm/`,
    useWasm: false,
    useWorkerFetch: false,
    isEvalSupported: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity,
  });
  onEnd(async () => {
    const timer = setTimeout(() => port.terminate(), END_MS);
    await task.destroy();
    clearTimeout(timer);
    port.terminate();
  });
  const document = await Promise.race([task.promise, failed]);
  return { library, document, firstSize: pageSizeOf(await document.getPage(1)) };
}

/** Errors of pdf.js about what a file contains, by their names. */
const BROKEN = ["InvalidPDFException", "UnknownErrorException", "FormatError"];

/**
 * Returns why a PDF could not be opened.
 * @throws any error of the program
 */
export function failureOf(error: unknown): PdfFailure {
  if (error instanceof ApiError) return error.status === 404 ? { code: FILE_GONE } : error;
  if (isLoadFailure(error)) return { code: "error_api" };
  if (!(error instanceof Error)) throw error;
  if (error.name === "PasswordException") return "password";
  if (BROKEN.includes(error.name)) return "broken";
  throw error;
}
