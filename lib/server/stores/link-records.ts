import type { AnyDefinition } from "../../records/define";
import { relationBetween } from "../../records/relations";
import type { Connection } from "../db";
import { Prisma } from "../generated/prisma/client";
import { identifier } from "./record-store";

const { sql } = Prisma;

type End = { definition: AnyDefinition; id: number };

/** Links two records. @returns false when they were linked already; of many at once exactly one makes the link */
export async function addLink(connection: Connection, one: End, other: End): Promise<boolean> {
  const { table } = relationBetween(one.definition.name, other.definition.name);
  const added = await connection.$executeRaw`
    INSERT INTO ${identifier(table)} (${identifier(one.definition.key)}, ${identifier(other.definition.key)})
    VALUES (${one.id}, ${other.id}) ON CONFLICT DO NOTHING`;
  return added > 0;
}

/** Takes a link away. @returns false when there was none */
export async function removeLink(connection: Connection, one: End, other: End): Promise<boolean> {
  const { table } = relationBetween(one.definition.name, other.definition.name);
  const removed = await connection.$executeRaw`
    DELETE FROM ${identifier(table)}
    WHERE ${identifier(one.definition.key)} = ${one.id} AND ${identifier(other.definition.key)} = ${other.id}`;
  return removed > 0;
}

/** Makes exactly these the records of `child` that a parent is linked to; links that stay are not touched. */
export async function replaceLinks(connection: Connection, parent: End, child: AnyDefinition, ids: number[]) {
  const table = identifier(relationBetween(parent.definition.name, child.name).table);
  const parentKey = identifier(parent.definition.key);
  const childKey = identifier(child.key);
  await connection.$executeRaw`
    DELETE FROM ${table} WHERE ${parentKey} = ${parent.id} AND ${childKey} <> ALL(${ids}::int[])`;
  if (ids.length === 0) return;
  await connection.$executeRaw`
    INSERT INTO ${table} (${parentKey}, ${childKey})
    SELECT ${parent.id}, id FROM unnest(${ids}::int[]) AS id ON CONFLICT DO NOTHING`;
}

/** Keeps others from changing a record until the transaction ends. @returns false when there is no such record */
export async function lockRecord(connection: Connection, { definition, id }: End): Promise<boolean> {
  const found = await connection.$queryRaw<unknown[]>(
    sql`SELECT 1 FROM ${identifier(definition.table)} WHERE ${identifier(definition.key)} = ${id} FOR UPDATE`,
  );
  return found.length > 0;
}
