import { db } from "@/lib/store/database/client";
import { Prisma } from "@/generated/prisma/client";

const { raw, sql } = Prisma;

/**
 * Finds all rows of all tables but those of the gazetteer that contain a text in any column.
 * @returns the table and the row as JSON
 */
export async function rowsWith(text: string): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('places', 'place_names') ORDER BY 1`;
  const found: { table: string; row: Record<string, unknown> }[] = [];
  for (const { name } of tables) {
    const rows = await db().$queryRaw<{ row: Record<string, unknown> }[]>`
      SELECT to_jsonb(t) AS row FROM ${raw(`"${name}"`)} t WHERE ${sql`to_jsonb(t)::text ILIKE ${`%${text}%`}`}`;
    found.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  return found;
}
