/**
 * Limits that the specification and the contract define (spec §9, contract §1). Lengths are in
 * UTF-16 units unless the name says bytes.
 */
export const LIST_PAGE_SIZE = 10;
export const LIST_PAGE_SIZES = [10, 25, 50] as const;
export const LIST_PAGE_LINKS = 5;
export const LIST_MAX_PAGE_SIZE = 100;
/** Maximum number of rows of a printed list. */
export const PRINTED_ROWS = 5_000;
/** Maximum number of records in one bulk change (contract §10). */
export const BULK_MAX_RECORDS = 10_000;
/** Maximum length of the list query that selects the records of a bulk change. */
export const BULK_QUERY_MAX_LENGTH = 4_000;
/**
 * Limits of one bulk change: entries or links in each of its lists (`BULK_MAX_LIST`), and their
 * total number multiplied by the number of records (`BULK_MAX_NAMED`).
 */
export const BULK_MAX_LIST = 200;
export const BULK_MAX_NAMED = 200_000;
/**
 * Maximum number of ids by which a list or an export can be filtered; more would not fit into a
 * URL.
 */
export const LIST_MAX_IDS = 1_000;
/** Maximum number of e-mail addresses of responsible members that are copied at once. */
export const RESPONSIBLE_ADDRESSES_MAX = 500;
export const FILTER_MAX_LENGTH = 200;
/** Maximum number of columns that a user can choose for a list. */
export const COLUMNS_MAX = 100;
/** Maximum length of the query of a saved view. */
export const VIEW_QUERY_MAX_LENGTH = 4_000;
export const SEARCH_DEBOUNCE_MS = 1_000;

export const TYPEAHEAD_MIN_LENGTH = 3;
export const TYPEAHEAD_HITS = 5;
/**
 * Maximum number of hits that a search of one kind returns (contract §10), and of records that a picker
 * adds at once: their ids must fit into the query of a saved view.
 */
export const SEARCH_MAX_HITS = 200;
/** The global search accepts shorter texts than typeahead does (`TYPEAHEAD_MIN_LENGTH`). */
export const SEARCH_MIN_LENGTH = 2;
export const LINK_TABLE_PAGE_SIZES = [5, 10, 25, 50] as const;
export const LINK_TABLE_PAGE_SIZE = 10;
/**
 * Maximum length of a link list that a record's page contains completely. Of a longer one the page
 * contains only the first rows; the others are loaded page by page.
 */
export const LINK_PREVIEW_SIZE = 300;
/** Typeahead and the global search count hits up to this number. */
export const SEARCH_MAX_COUNTED = 1_000;
export const FUZZY_THRESHOLD = 0.3;

export const TOAST_SUCCESS_MS = 3_000;
/**
 * Duration of the toast after a delete. The specification's 2.5 seconds are too short to reach its
 * undo button.
 */
export const TOAST_UNDO_MS = 10_500;
/** How long after a toast with an undo button the keyboard shortcut undoes, too. */
export const UNDO_KEY_MS = 10_000;
export const TOAST_AUTH_FAILURE_MS = 2_500;
export const TOAST_FIELD_IN_USE_MS = 4_500;
export const TOAST_DEFAULT_MS = 10_500;

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_BYTES = 72;
export const NAME_MAX_LENGTH = 100;
/** Maximum number of valid API tokens per account. */
export const TOKENS_MAX = 50;
/** Maximum number of a record's aliases (contract §12). */
export const ALIASES_MAX = 20;
export const ALIAS_MAX_LENGTH = 255;
/** Limits of entries that are added to a reference list at once: their number, and that of pasted characters. */
export const ENTRIES_ADDED_MAX = 500;
export const PASTED_ENTRIES_MAX_CHARACTERS = 300_000;
export const BODY_MAX_BYTES = 1_048_576;
/** Maximum body size of public paths (contract §1). */
export const PUBLIC_BODY_MAX_BYTES = 16_384;
/**
 * Maximum number of fields in a request body, and of unknown fields that an error response lists.
 */
export const BODY_MAX_FIELDS = 1_000;
/** Maximum number of values in a request body, at all depths together (contract §1). */
export const BODY_MAX_VALUES = 25_000;
export const UNKNOWN_FIELDS_NAMED = 100;
/**
 * Maximum nesting depth of a request body; the body itself is level 1. The deepest valid body has
 * four levels.
 */
export const BODY_MAX_DEPTH = 32;
/** Limits of a recipient's answers (contract §15): the size of a body, and the length of a comment. */
export const CONFIRM_BODY_MAX_BYTES = 262_144;
export const CONFIRM_COMMENT_MAX_LENGTH = 2_000;
export const MAX_ID = 2_147_483_647;

/** Maximum number of files of a record (contract §18). */
export const RECORD_MAX_FILES = 100;
/** What is read of a file: the number of its first pages, and of the characters of these (contract §18). */
export const READ_MAX_PAGES = 500;
export const READ_MAX_CHARACTERS = 2_000_000;
/** Minimum length of a word for which the texts of files are searched; and maximum length of a passage that is shown. */
export const FILE_TEXT_MIN_LENGTH = 3;
export const FILE_PASSAGE_LENGTH = 200;

/** Limits of one import (contract §10). */
export const IMPORT_MAX_BYTES = 20 * 1_048_576;
export const IMPORT_MAX_ROWS = 50_000;
export const IMPORT_MAX_COLUMNS = 200;
export const IMPORT_PREVIEW_ROWS = 200;
/** Number of records that an import would rename which a preview lists. */
export const IMPORT_RENAMES_LISTED = 200;
/** Number of rows from which an import infers which field each column of the table contains. */
export const IMPORT_SAMPLE_ROWS = 500;
/** Maximum number of names that no entry or record has and about which the user decides. */
export const IMPORT_NAMES_MAX = 1_000;
/** Number of such names in a preview for which similar ones are searched. */
export const IMPORT_NAMES_COMPARED = 200;
/** Maximum length of the text in a spreadsheet cell; Excel has the same limit. */
export const CELL_MAX_LENGTH = 32_767;
/**
 * Maximum total length of all texts in an imported table. The file size does not bound it, because
 * a workbook stores a repeated text only once.
 */
export const IMPORT_MAX_CHARACTERS = 67_108_864;
/**
 * Limits of all imports that an account has at a time: their number, and the total size of their
 * rows.
 */
export const IMPORTS_PER_ACCOUNT = 20;
export const IMPORT_ROWS_MAX_BYTES_PER_ACCOUNT = 200 * 1_048_576;

/** How long a rejected proposal can be reopened, in minutes (contract §14). */
export const PROPOSAL_REOPEN_MINUTES = 10;

/** Maximum number of rows of a statistic, and of the records that the address of a number names (contract §17). */
export const STATISTICS_MAX_ROWS = 5_000;
export const STATISTICS_MAX_NAMED = 200;
/** Maximum number of records that all addresses of a statistic name together. */
export const STATISTICS_MAX_ALL_NAMED = 50_000;
/** Maximum number of cells of the table of a statistic on a page, and of the places on its map. */
export const STATISTICS_CELLS = 4_000;
export const STATISTICS_PLACES = 300;
