import "./process/check-node";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { drawMapFiles, MAP_SHAPES_FOLDER } from "./map-shapes/draw-map-files";
import { reportFailure } from "./process/user-facing-error";

/** `npm run map-shapes`: writes the checked-in shapes of the map of partners from Natural Earth. */
try {
  for (const [name, text] of Object.entries(await drawMapFiles())) {
    writeFileSync(path.join(MAP_SHAPES_FOLDER, name), text);
    console.log(`${name}: ${text.length} bytes, ${gzipSync(text).length} compressed`);
  }
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
