import { cleanTrimmed, cleanUpTo } from "@/lib/model/pure/clean-text";
import type { AnyDefinition } from "@/lib/model/kinds/define";

/**
 * Returns the base path of the personal data pages of a kind; the record's id must be appended
 * (contract §9).
 */
export const personalDataPath = ({ apiPath }: Pick<AnyDefinition, "apiPath">) => `/pages/personal-data/${apiPath}`;

const spelled = (text: string, max: number) =>
  cleanUpTo(text, max, (bounded) => cleanTrimmed(bounded.normalize("NFC")).replace(/\s+/g, " "));

/**
 * Returns whether the text typed to confirm an erasure is the person's name. Differences in
 * whitespace, invisible characters and Unicode normalization are ignored.
 */
export const confirmsName = (typed: string, name: string) => spelled(typed, name.length) === spelled(name, name.length);
