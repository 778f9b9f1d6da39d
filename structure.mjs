/**
 * The structure of the source tree (docs/architecture.md). `.dependency-cruiser.mjs` derives import
 * rules from it, and `tests/unit/structure.test.ts` checks that every folder on disk is listed
 * here.
 */

/** Folders of `lib`, the lowest first. A folder imports only from itself and from lower ones. */
export const LIB_LAYERS = ["model", "base", "store", "sessions", "http", "features"];

/** The folders of `lib/features`, and the other features that each may import. */
export const FEATURE_IMPORTS = {
  accounts: ["rounds"],
  contracts: [],
  deadlines: ["accounts", "jobs"],
  duplicates: ["files"],
  exports: ["deadlines", "statistics", "views"],
  files: ["contracts", "jobs", "rounds"],
  history: ["files", "reference-lists"],
  imports: ["duplicates", "exports", "reference-lists"],
  jobs: [],
  operations: ["accounts", "deadlines", "files", "history", "imports", "jobs", "quality", "rounds"],
  "personal-data": ["files", "history", "imports", "rounds"],
  places: [],
  quality: ["duplicates", "jobs", "places", "rounds"],
  records: ["history"],
  "reference-lists": ["files", "views"],
  rounds: ["jobs"],
  statistics: [],
  views: ["statistics"],
};

/** Folders of `components`, the lowest layer first, with the rule of `LIB_LAYERS` for layers. */
export const COMPONENT_LAYERS = [
  ["auth", "layout", "navigation", "tables", "toasts", "ui"],
  ["records"],
  [
    "accounts",
    "dashboard",
    "deadlines",
    "duplicates",
    "files",
    "history",
    "imports",
    "jobs",
    "palette",
    "personal-data",
    "places",
    "quality",
    "reference-lists",
    "rounds",
    "statistics",
  ],
];

/** Folders of `components` that know nothing of records. */
export const WITHOUT_RECORDS = ["navigation", "tables", "toasts", "ui"];
