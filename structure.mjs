/**
 * The structure of the source tree (docs/architecture.md). `.dependency-cruiser.mjs` makes import rules of it, and
 * `tests/unit/structure.test.ts` checks that every folder on disk is listed.
 */

/** Folders of `lib/server` by rank: a folder imports only its own rank (without cycles) and lower ranks. */
export const SERVER_RANKS = [
  ["access", "config", "errors"],
  ["web"],
  ["observability"],
  ["database"],
  ["limits", "mail"],
  ["records"],
  ["auth", "history", "reference-lists"],
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

/** The rank whose folders import each other only as listed in `CAPABILITY_IMPORTS`. */
export const CAPABILITY_RANK = 7;

/** Which capabilities use which others. */
export const CAPABILITY_IMPORTS = {
  calendar: ["deadlines"],
  digests: ["accounts", "deadlines", "jobs"],
  imports: ["duplicates", "exports"],
  jobs: ["accounts", "imports"],
  "personal-data": ["imports"],
  quality: ["duplicates", "jobs"],
};

/** Folders of `components` by rank: a folder imports only lower ranks. */
export const COMPONENT_RANKS = [
  ["ui"],
  ["toasts"],
  ["navigation"],
  ["jobs", "quality", "tables"],
  ["layout"],
  ["auth", "dashboard", "palette"],
  ["account", "records"],
  ["administration", "deadlines", "history", "imports", "merges", "reference"],
  ["calendar", "personal-data"],
];

/** Folders of `components/records` by rank. */
export const RECORD_COMPONENT_RANKS = [
  ["shared", "undo"],
  ["form"],
  ["filters"],
  ["bulk"],
  ["links"],
  ["page"],
  ["list"],
];

/** Folders of `components` that know nothing of records. */
export const WITHOUT_RECORDS = ["ui", "toasts", "navigation", "tables"];
