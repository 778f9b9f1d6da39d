import { keysOf } from "../../alike/keys";
import { readRecord, type Known } from "../../alike/alike";
import { ALIASES } from "../../records/kinds/aliases";
import type { AlikeFields } from "../../records/kinds/alike";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";

/** Longest text that is read of a value: what is longer than any field comes from nobody who means it. */
const LONGEST = 1_000;

const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, LONGEST) : "");

/** By what a kind's records are compared. @throws where they are not */
export function alikeOf({ name, alike }: AnyDefinition): AlikeFields {
  if (!alike) throw new Error(`Records of the kind ${name} are not compared`);
  return alike;
}

/** Reads of a record's values what it is compared by. */
export function readValues(definition: AnyDefinition, values: AnyRow): Known {
  const { reads, names, email, website, address } = alikeOf(definition);
  const aliases = values[ALIASES];
  return readRecord(reads, {
    names: names.map((fields) => fields.map((field) => textOf(values[field]))),
    aliases: Array.isArray(aliases) ? aliases.map(textOf) : [],
    email: textOf(email && values[email]),
    website: textOf(website && values[website]),
    address: textOf(address && values[address]),
  });
}

/** What others of the kind are looked for by, as the store keeps it. */
export const storedKeys = ({ apiPath }: AnyDefinition, known: Known): string[] =>
  keysOf(known).map((key) => `${apiPath} ${key}`);
