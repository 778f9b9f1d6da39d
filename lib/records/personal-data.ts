import type { AnyDefinition } from "./define";

/** Where the page of what is kept of a kind's persons lies; a record's key follows (contract §9). */
export const personalDataPath = ({ apiPath }: Pick<AnyDefinition, "apiPath">) => `/pages/personal-data/${apiPath}`;
