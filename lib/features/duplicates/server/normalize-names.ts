import { cleanText } from "@/lib/model/pure/clean-text";
import { blockingKeys } from "../record-matching/blocking-keys";
import { normalizeValues, type MatchValues } from "../record-matching/score-records";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { DuplicateFields } from "@/lib/model/kinds/duplicate-fields";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { countryCodeOfId } from "@/lib/model/places/country-names";
import type { Connection } from "@/lib/store/database/client";
import { placeOf } from "@/lib/model/places/address";

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

/** Returns the names of a record by which it is compared: its own, whose fields are joined, and its aliases. */
function comparedNames(definition: AnyDefinition, values: AnyRow): string[] {
  const aliases = values[ALIASES];
  const own = duplicateFieldsOf(definition).names.map((fields) =>
    fields.map((field) => textOf(values[field])).join(" "),
  );
  return [...own, ...(Array.isArray(aliases) ? aliases.map(textOf) : [])];
}

/** Maximum length of a place name of the gazetteer that a name can be. */
const PLACE_MAX_LENGTH = 100;

/** Removes the brackets around a name, such as `(Hamburg)`. */
const withoutBrackets = (name: string) => name.replace(/[()[\]]/g, " ").trim();

/**
 * Finds out which names of records are those of places in the gazetteer (contract §12), in one statement.
 * @returns a function that says so for a name
 */
export async function findPlaceNames(
  connection: Connection,
  definition: AnyDefinition,
  rows: readonly AnyRow[],
): Promise<(name: string) => boolean> {
  if (duplicateFieldsOf(definition).nameKind !== "organisations") return () => false;
  const names = rows.flatMap((row) => comparedNames(definition, row).map(withoutBrackets));
  const possible = [...new Set(names)].filter((name) => name !== "" && name.length <= PLACE_MAX_LENGTH);
  if (possible.length === 0) return () => false;
  const found = await connection.$queryRaw<{ name: string }[]>`
    SELECT given.name FROM unnest(${possible}::text[]) AS given(name)
    WHERE EXISTS (SELECT 1 FROM place_names p WHERE p.name = fold_umlauts(fold_text(given.name)) AND NOT p.is_later)`;
  const places = new Set(found.map(({ name }) => name));
  return (name) => places.has(withoutBrackets(name));
}

/**
 * Parses a record's values into their comparable form.
 * @param isPlace whether a name is that of a place (`findPlaceNames`)
 */
export function readValues(definition: AnyDefinition, values: AnyRow, isPlace: (name: string) => boolean): MatchValues {
  const { nameKind: reads, names, email, website, address, country, place } = duplicateFieldsOf(definition);
  const aliases = values[ALIASES];
  const postalAddress = textOf(address && values[address]);
  return normalizeValues(reads, {
    names: names.map((fields) => fields.map((field) => textOf(values[field]))),
    aliases: Array.isArray(aliases) ? aliases.map(textOf) : [],
    email: textOf(email && values[email]),
    website: textOf(website && values[website]),
    address: postalAddress,
    town: textOf(place && values[place]) || placeOf(postalAddress),
    country: country && countryCodeOfId(values[country]),
    isPlace,
  });
}

/** Returns the blocking keys of a record in their stored form, prefixed with the kind. */
export const storedKeys = ({ apiPath }: AnyDefinition, known: MatchValues): string[] =>
  blockingKeys(known).map((key) => `${apiPath} ${key}`);
