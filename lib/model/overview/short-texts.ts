import type { Field } from "../fields/field";

/* Apart from overview.ts, so that record pages need not load the code that formats overviews. */

/** Returns the URL of a web address, an e-mail address or a telephone number; null for other values. */
export const valueHref = (field: Field | undefined, value: unknown) =>
  field?.href?.(value) ?? field?.contactHref?.(value) ?? null;

/** Returns whether a text is at most as long as a period between two days, and so is never broken. */
export const isShort = ({ length }: string) => length <= "31.12.2024 – 31.12.2024".length;
