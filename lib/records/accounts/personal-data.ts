import type { AnyDefinition } from "../kinds/define";

/** Where the page of what is kept of a kind's persons lies; a record's key follows (contract §9). */
export const personalDataPath = ({ apiPath }: Pick<AnyDefinition, "apiPath">) => `/pages/personal-data/${apiPath}`;

const spelled = (text: string) => text.normalize("NFC").trim().replace(/\s+/g, " ");

/** Whether what was typed to confirm is a person's name; how blanks and accents are written does not matter. */
export const confirmsName = (typed: string, name: string) => spelled(typed) === spelled(name);
