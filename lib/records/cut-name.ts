import { ALIAS_MAX_LENGTH } from "../limits";

/** A name as long as a further name may be, without half of a sign at its end. */
export const cutName = (name: string): string =>
  name
    .slice(0, ALIAS_MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
