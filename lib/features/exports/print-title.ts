import { cleanTrimmed } from "@/lib/model/pure/clean-text";
import { cutTrimmed } from "@/lib/model/pure/cut-trimmed";

/** The search parameter of printed pages that replaces their heading. */
export const PRINT_TITLE = "title";
export const PRINT_TITLE_MAX_LENGTH = 200;

/** A text that is longer is cut before it is cleaned, so that no expression runs on a text of any length. */
const READ_LENGTH = 2 * PRINT_TITLE_MAX_LENGTH;

/**
 * Returns the title that the address of a printed page gives it: one line without invisible characters,
 * cut to the maximum length; empty if the page keeps its own heading.
 */
export function printTitleOf(parameters: URLSearchParams): string {
  const text = (parameters.get(PRINT_TITLE) ?? "").slice(0, READ_LENGTH);
  return cutTrimmed(cleanTrimmed(text.replace(/[\s\p{Cc}]+/gu, " ")), PRINT_TITLE_MAX_LENGTH);
}
