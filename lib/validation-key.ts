/** What separates several names in a cell of an import. */
const SEPARATOR = /[|;]/;

/**
 * Returns the message key of a validation code. Of a text with several names, the message does not
 * know which one is unknown.
 */
export const validationKey = (code: string, text: string): string =>
  code === "unknown_name" && SEPARATOR.test(text) ? "unknown_name_among" : code;
