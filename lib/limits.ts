/** Numbers that the specification and the contract fix (spec §9, contract §1). Times in milliseconds, lengths in UTF-16 units. */
export const LIST_PAGE_SIZE = 10;
export const LIST_PAGE_LINKS = 5;
export const LIST_MAX_PAGE_SIZE = 100;
/** As many rows of a list go onto paper. */
export const PRINTED_ROWS = 5_000;
/** As many records a bulk change takes at once (contract §10). */
export const BULK_MAX_RECORDS = 10_000;
/** Longest list query by which a bulk change finds its records. */
export const BULK_QUERY_MAX_LENGTH = 4_000;
/** As many entries or links it names for each list, and for all lists of all records together. */
export const BULK_MAX_LIST = 200;
export const BULK_MAX_NAMED = 200_000;
/** As many records a list or an export is narrowed to by their keys: what an address bears. */
export const LIST_MAX_IDS = 1_000;
export const FILTER_MAX_LENGTH = 200;
/** As many columns somebody chooses for a list. */
export const COLUMNS_MAX = 100;
/** The parameters that a view keeps. */
export const VIEW_QUERY_MAX_LENGTH = 4_000;
export const SEARCH_DEBOUNCE_MS = 1_000;

export const TYPEAHEAD_MIN_LENGTH = 3;
export const TYPEAHEAD_HITS = 5;
/** The search over everything asks earlier: it knows less of what is meant. */
export const SEARCH_MIN_LENGTH = 2;
export const LINK_TABLE_PAGE_SIZES = [5, 10, 25, 50] as const;
export const LINK_TABLE_PAGE_SIZE = 10;
/** Of longer link lists a record's page has only the beginning; the rest is read page by page. */
export const LINKS_AT_HAND = 300;
/** Beyond these nobody counts what a typeahead or the search over everything finds. */
export const SEARCH_MOST_COUNTED = 1_000;
export const FUZZY_THRESHOLD = 0.3;

export const NOTICE_SUCCESS_MS = 3_000;
/** After a delete, instead of the specification's 2.5 seconds: in these nobody reaches the button that undoes it. */
export const NOTICE_UNDO_MS = 10_500;
export const NOTICE_AUTH_FAILURE_MS = 2_500;
export const NOTICE_FIELD_IN_USE_MS = 4_500;
export const NOTICE_DEFAULT_MS = 10_500;

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_BYTES = 72;
export const NAME_MAX_LENGTH = 100;
/** Live API tokens of one account. */
export const TOKENS_MAX = 50;
/** A record's further names (contract §12). */
export const ALIASES_MOST = 20;
export const ALIAS_MAX_LENGTH = 255;
/** A name as long as a further name may be, without half of a sign at its end. */
export const cutName = (name: string): string =>
  name
    .slice(0, ALIAS_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
export const BODY_MAX_BYTES = 1_048_576;
/** The same where no login is needed (contract §1). */
export const PUBLIC_BODY_MAX_BYTES = 16_384;
/** Fields that a body may have, and unknown ones that a refusal names. */
export const BODY_MAX_FIELDS = 1_000;
export const UNKNOWN_FIELDS_NAMED = 100;
/** Levels of lists and objects in a body, itself included: the deepest that a call takes has four. */
export const BODY_MAX_DEPTH = 32;
export const MAX_ID = 2_147_483_647;

/** What an import takes (contract §10). */
export const IMPORT_MAX_BYTES = 20 * 1_048_576;
export const IMPORT_MAX_ROWS = 50_000;
export const IMPORT_MAX_COLUMNS = 200;
export const IMPORT_PREVIEW_ROWS = 200;
/** The rows that show what the columns of a table hold. */
export const IMPORT_SAMPLE_ROWS = 500;
/** The longest text of a cell, in UTF-16 units: Excel's own limit. */
export const CELL_MAX_LENGTH = 32_767;
/** All the texts of a table together, in UTF-16 units: a workbook keeps a text once, however many cells show it. */
export const IMPORT_MAX_CHARACTERS = 67_108_864;
/** Imports that an account may have at a time, and the bytes of their rows together. */
export const IMPORTS_PER_ACCOUNT = 20;
export const IMPORT_ROWS_MAX_BYTES_PER_ACCOUNT = 200 * 1_048_576;
