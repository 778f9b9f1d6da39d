import { dynamicKey, type MessageKey } from "./i18n";

/** What separates several names in a cell of an import. */
const SEPARATOR = /[|;]/;

/**
 * Returns the message key of an import's error code, of which some depend on the cell's text: of
 * several names, the message does not know which one is unknown; `unreadable` may concern a whole
 * file, or this text.
 */
export function importKey(code: string, text: string): MessageKey<"validation"> {
  if (code === "unknown_name" && SEPARATOR.test(text)) return "unknown_name_among";
  return code === "unreadable" && text !== "" ? "unreadable_text" : dynamicKey(code);
}
