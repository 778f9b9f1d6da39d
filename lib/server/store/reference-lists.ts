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

/** The entries of a reference list under the specification's field names (spec §3), as one JSON array. */
function entriesOf(list: ReferenceListName) {
  const { table, key } = referenceLists[list];
  const order = [...(byName[list] ? [byName[list]] : []), key];
  return sql`(SELECT coalesce(json_agg(row_to_json(entry)), '[]') FROM (
    SELECT ${join(columnsOf(list).map(identifier))} FROM ${identifier(table)} ORDER BY ${join(order.map(identifier))}) entry)`;
}

/** Several reference lists by their names, in one statement. */
export async function referenceListsByName<Name extends ReferenceListName>(
  connection: Connection,
  names: readonly Name[],
): Promise<Record<Name, ReferenceEntry[]>> {
  if (names.length === 0) return {} as Record<Name, ReferenceEntry[]>;
  const pairs = names.flatMap((name) => [sql`${name}::text`, entriesOf(name)]);
  const [{ lists }] = await connection.$queryRaw<[{ lists: Record<Name, ReferenceEntry[]> }]>`
    SELECT json_build_object(${join(pairs)}) AS lists`;
  return lists;
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
