import type { CountName } from "../../records/define";
import { allDefinitions } from "../../records/registry";
import { db } from "../db";
import { Prisma } from "../generated/prisma/client";
import { identifier } from "./record-store";

const { sql, join } = Prisma;

/** How many records there are of each kind: the counts of the global data (spec §3), in one statement. */
export async function recordCounts(definitions = allDefinitions): Promise<Record<CountName, number>> {
  const counts = definitions.map(
    ({ table, countName }) => sql`(SELECT count(*)::int FROM ${identifier(table)}) AS ${identifier(countName)}`,
  );
  const [row] = await db().$queryRaw<[Record<CountName, number>]>`SELECT ${join(counts)}`;
  return row;
}
