import { ALIAS_MAX_LENGTH, ALIASES_MOST } from "../../limits";
import { names } from "../fields/names";

/**
 * The aliases field, which every kind has: old spellings, abbreviations, other languages
 * (contract §12).
 */
export const ALIASES = "aliases";

export const aliases = { ...names({ max: ALIAS_MAX_LENGTH, most: ALIASES_MOST }), separate: true as const };
