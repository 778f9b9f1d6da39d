import { cpSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../root";

const PACKAGE = path.join(ROOT, "node_modules/pdfjs-dist");

/**
 * What the previews of PDFs load from the server, with its licences: the worker, the fonts and character
 * maps that files may omit, and the decoder of JPEG 2000.
 */
const ASSETS = [
  "LICENSE",
  "legacy/build/pdf.worker.min.mjs",
  "standard_fonts",
  "cmaps",
  "wasm/openjpeg_nowasm_fallback.js",
  "wasm/LICENSE_OPENJPEG",
  "wasm/LICENSE_PDFJS_OPENJPEG",
];

/**
 * Copies the files of pdf.js that browsers load to `pdf/<version>` in a folder of static files. The version in the
 * address lets browsers cache them for good; only the installed one is kept.
 */
export function copyPdfAssets(publicFolder: string): void {
  const { version } = JSON.parse(readFileSync(path.join(PACKAGE, "package.json"), "utf8")) as { version: string };
  const target = path.join(publicFolder, "pdf");
  rmSync(target, { recursive: true, force: true });
  for (const asset of ASSETS) {
    cpSync(path.join(PACKAGE, asset), path.join(target, version, asset), { recursive: true });
  }
}
