import { cleanText } from "@/lib/model/pure/clean-text";
import { blockingKeys } from "../record-matching/blocking-keys";
import { normalizeValues, type MatchValues } from "../record-matching/score-records";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { DuplicateFields } from "@/lib/model/kinds/duplicate-fields";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { placeOf } from "@/lib/model/values/place";

/** Maximum length of a value to parse. Longer values are truncated; no genuine value is longer. */
const LONGEST = 1_000;

const textOf = (value: unknown) => (typeof value === "string" ? cleanText(value.slice(0, LONGEST)) : "");

/**
 * Returns the fields by which a kind's records are compared.
 * @throws Error for a kind without duplicate detection
 */
export function duplicateFieldsOf({ name, duplicateFields }: AnyDefinition): DuplicateFields {
  if (!duplicateFields) throw new Error(`Records of the kind ${name} are not compared`);
  return duplicateFields;
}

/** Parses a record's values into their comparable form. */
export function readValues(definition: AnyDefinition, values: AnyRow): MatchValues {
  const { nameKind: reads, names, email, website, address } = duplicateFieldsOf(definition);
  const aliases = values[ALIASES];
  const postalAddress = textOf(address && values[address]);
  return normalizeValues(reads, {
    names: names.map((fields) => fields.map((field) => textOf(values[field]))),
    aliases: Array.isArray(aliases) ? aliases.map(textOf) : [],
    email: textOf(email && values[email]),
    website: textOf(website && values[website]),
    address: postalAddress,
    town: placeOf(postalAddress),
  });
}

/** Returns the blocking keys of a record in their stored form, prefixed with the kind. */
export const storedKeys = ({ apiPath }: AnyDefinition, known: MatchValues): string[] =>
  blockingKeys(known).map((key) => `${apiPath} ${key}`);
