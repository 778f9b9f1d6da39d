import { cleanTrimmed } from "@/lib/model/pure/clean-text";

const MAX_LENGTH = 255;
/** Half of a character at the end of a text that was cut in its middle. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** Returns the ending of a file name with its dot, or "" without one; `.pdf` consists of its ending. */
export const endingOf = (name: string): string => (name.includes(".") ? name.slice(name.lastIndexOf(".")) : "");

/**
 * Returns the name under which an uploaded file is stored (contract §18): without folders, control
 * characters and invisible characters such as marks of direction, and cut before its ending. A name that
 * consists of an ending stays; a name that is nothing but folders becomes "", which has no ending.
 */
export function cleanFileName(sent: string): string {
  const name = sent.slice(Math.max(sent.lastIndexOf("/"), sent.lastIndexOf("\\")) + 1);
  // Cleaned again, because a cut may leave a blank at the end.
  return cleanTrimmed(cut(cleanTrimmed(name.replace(/\p{Cc}/gu, "").toWellFormed())));
}

function cut(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const ending = endingOf(name);
  // A dot far from the end begins no ending.
  if (ending.length >= MAX_LENGTH) return name.slice(0, MAX_LENGTH).replace(HALF_CHARACTER, "");
  return name.slice(0, MAX_LENGTH - ending.length).replace(HALF_CHARACTER, "") + ending;
}
