import { findEmailFault } from "./email-fault";
import type { MessageKey } from "./i18n";
import { importKey } from "./import-key";

/**
 * Returns the message key of a validation code and the text that was refused. The message of an
 * e-mail address says what is wrong with it. Pages load this lazily, to remain small.
 */
export const validationKey = (code: string, text: string): MessageKey<"validation"> =>
  code === "email" ? (findEmailFault(text) ?? code) : importKey(code, text);
