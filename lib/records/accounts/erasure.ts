import type { AnyDefinition } from "../kinds/define";

/**
 * Returns the path of the page with the personal data of a kind's records; the record's id follows
 * (contract §9).
 */
export const personalDataPath = ({ apiPath }: Pick<AnyDefinition, "apiPath">) => `/pages/personal-data/${apiPath}`;

const spelled = (text: string) => text.normalize("NFC").trim().replace(/\s+/g, " ");

/**
 * Returns whether a typed confirmation is the person's name; whitespace and Unicode normalization
 * do not matter.
 */
export const confirmsName = (typed: string, name: string) => spelled(typed) === spelled(name);
