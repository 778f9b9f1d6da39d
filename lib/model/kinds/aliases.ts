import { ALIAS_MAX_LENGTH, ALIASES_MAX } from "../limits";
import { names } from "../fields/names";

/**
 * The name of the field with a record's aliases, which every kind has. Aliases are former names,
 * abbreviations and names in other languages (contract §12).
 */
export const ALIASES = "aliases";

export const aliases = { ...names({ max: ALIAS_MAX_LENGTH, maxNames: ALIASES_MAX }), separate: true as const };
