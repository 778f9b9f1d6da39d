import pg from "pg";
import { sql } from "@/lib/store/database/sql";

/**
 * Runs a statement that inserts hundreds of rows or more. It has a connection of its own, without the
 * app's statement timeout, which a busy machine exceeds.
 */
export async function insertMany(query: TemplateStringsArray, ...values: (string | number)[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const { text, values: parameters } = sql(query, ...values);
  await client.query(text, parameters).finally(() => client.end());
}
