import type { AnyDefinition } from "../../records/define";
import type { FieldErrors } from "../../records/list-query";
import {
  nameColumns,
  referenceLists,
  type ReferenceEntry,
  type ReferenceListName,
} from "../../records/reference-lists";
import type { Connection } from "../db";
import { Prisma } from "../generated/prisma/client";
import { identifier } from "./sql";

const { sql, join } = Prisma;

/** Lists of records are read by name; the others in the order of their keys, `k. A.` first. */
const byName: Partial<Record<ReferenceListName, string>> = {
  themenfelder: "themenfeld_de",
  partner_institutionen: "name",
};

const columnsOf = (list: ReferenceListName) => [referenceLists[list].key, ...nameColumns(list)];

/** The entries of a reference list under the specification's field names (spec §3). */
export function referenceList(connection: Connection, list: ReferenceListName): Promise<ReferenceEntry[]> {
  const { table, key } = referenceLists[list];
  const order = [...(byName[list] ? [byName[list]] : []), key];
  return connection.$queryRaw<ReferenceEntry[]>`
    SELECT ${join(columnsOf(list).map(identifier))} FROM ${identifier(table)} ORDER BY ${join(order.map(identifier))}`;
}

/** Several reference lists by their names. */
export async function referenceListsByName<Name extends ReferenceListName>(
  connection: Connection,
  names: readonly Name[],
) {
  const lists = await Promise.all(names.map((name) => referenceList(connection, name)));
  return Object.fromEntries(names.map((name, index) => [name, lists[index] ?? []])) as Record<Name, ReferenceEntry[]>;
}

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value : [value]).filter(Number.isInteger);

/**
 * Finds the ids among a record's values that no reference entry or record has; one statement for all fields.
 * @returns `exists` errors by field, or null
 */
export async function unknownReferences(
  connection: Connection,
  definition: AnyDefinition,
  values: Readonly<Record<string, unknown>>,
): Promise<FieldErrors | null> {
  const checks = Object.entries(definition.fields).flatMap(([name, { reference }]) => {
    const ids = idsOf(values[name]);
    if (!reference || ids.length === 0) return [];
    const { table, key } = referenceLists[reference];
    return sql`SELECT ${name}::text AS field FROM unnest(${ids}::int[]) AS wanted
      WHERE NOT EXISTS (SELECT 1 FROM ${identifier(table)} WHERE ${identifier(key)} = wanted)`;
  });
  if (checks.length === 0) return null;
  const missing = await connection.$queryRaw<{ field: string }[]>`${join(checks, " UNION ")}`;
  return missing.length > 0 ? Object.fromEntries(missing.map(({ field }) => [field, ["exists" as const]])) : null;
}
