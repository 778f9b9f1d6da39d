/**
 * The structure of the source tree (docs/architecture.md), read by `.dependency-cruiser.mjs` (import rules) and by
 * `tests/unit/structure.test.ts` (every folder is listed, folders stay small).
 */

/** Folders of `lib/server`, from the lowest rank to the highest: a folder imports only its own rank or lower ranks. */
export const SERVER_RANKS = [
  ["config", "errors", "access"],
  ["web"],
  ["observability"],
  ["database"],
  ["limits", "mail"],
  ["records"],
  ["reference-lists", "history", "auth"],
  [
    "accounts",
    "bulk",
    "calendar",
    "dashboard",
    "deadlines",
    "digests",
    "duplicates",
    "exports",
    "imports",
    "jobs",
    "merges",
    "personal-data",
    "quality",
    "views",
  ],
  ["api"],
  ["server"],
];

/** The list of routes stands above the server, which is handed it. */
export const ROUTES = "lib/server/api/routes";
