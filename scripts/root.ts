import path from "node:path";

/**
 * The project's root folder or, in the container image, the folder of the tools, whose `scripts/`
 * contains the bundled scripts. The path is relative to this file, which must therefore stay
 * directly in `scripts/`.
 */
export const ROOT = path.dirname(import.meta.dirname);
