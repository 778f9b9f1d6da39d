/**
 * The structure of the source tree (docs/architecture.md). `.dependency-cruiser.mjs` derives import
 * rules from it, and `tests/unit/structure.test.ts` checks that every folder on disk is listed
 * here.
 */

/**
 * Folders of `lib/server` by rank, the lowest first. A folder may import only from lower ranks and,
 * without cycles, from its own rank.
 */
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
    "contacts",
    "dashboard",
    "deadlines",
    "digests",
    "duplicates",
    "exports",
    "imports",
    "jobs",
    "merges",
    "personal-data",
    "proposals",
    "quality",
    "rounds",
    "views",
  ],
  ["api"],
  ["server"],
];

/**
 * Index of the rank of the capabilities: its folders may import each other only as listed in
 * `CAPABILITY_IMPORTS`.
 */
export const CAPABILITY_RANK = 7;

/** The other capabilities that a capability may import. */
export const CAPABILITY_IMPORTS = {
  calendar: ["deadlines"],
  digests: ["accounts", "deadlines", "jobs"],
  imports: ["duplicates", "exports"],
  jobs: ["accounts", "imports"],
  "personal-data": ["imports", "proposals", "rounds"],
  quality: ["duplicates", "jobs"],
  rounds: ["jobs", "proposals"],
};

/** Folders of `components` by rank, the lowest first. A folder may import only from lower ranks. */
export const COMPONENT_RANKS = [
  ["ui"],
  ["toasts"],
  ["navigation"],
  ["jobs", "quality", "tables"],
  ["layout"],
  ["auth", "dashboard", "palette"],
  ["account", "records"],
  ["administration", "contacts", "deadlines", "history", "imports", "merges", "proposals", "reference", "rounds"],
  ["calendar", "personal-data"],
];

/** Folders of `components/records` by rank, with the same rule. */
export const RECORD_COMPONENT_RANKS = [
  ["shared", "undo"],
  ["form"],
  ["filters"],
  ["bulk", "link-values"],
  ["links"],
  ["page"],
  ["list"],
];

/** Folders of `components` that must not import `lib/records`. */
export const WITHOUT_RECORDS = ["ui", "toasts", "navigation", "tables"];
