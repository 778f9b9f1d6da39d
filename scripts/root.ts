import path from "node:path";

/**
 * The project's root folder; in the image, the folder of the tools, where every script is bundled into `scripts/`.
 * The path is relative to this file, so this file stays directly in `scripts/`.
 */
export const ROOT = path.dirname(import.meta.dirname);
