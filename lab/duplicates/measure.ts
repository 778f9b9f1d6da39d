/**
 * `npm run duplicates:bench`: times finding all duplicates of the real institutions and of many
 * members, finding records similar to one record or to each row of a table, and saving a record, on
 * a separate PostgreSQL.
 *
 *   npm run duplicates:bench -- --institutions path/to/institutions.csv [--members 100000] [--only institutions|members]
 *
 * Names over 100 characters, which the specification does not allow, are skipped.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { IMPORT_MAX_ROWS } from "@/lib/model/limits";
import { definitionOf } from "@/lib/model/kinds/registry";
import { dropDatabase } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { readCsv } from "./csv";
import { generate } from "../bench/bench-data";
import { ownValue } from "@/lib/model/pure/own-value";

const CALLS = 200;
const { values: options } = parseArgs({
  options: {
    institutions: { type: "string" },
    members: { type: "string", default: "100000" },
    only: { type: "string" },
  },
});

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};

async function insertInstitutions(client: pg.Client, file: string): Promise<void> {
  const rows = readCsv(file, ["name", "street", "postcode", "city", "website"]).map(
    ({ name, street, postcode, city, website }) => ({
      name: name.trim(),
      adresse: [street, postcode, city].filter(Boolean).join(" ").slice(0, 100),
      webseite: website.slice(0, 100),
    }),
  );
  await client.query(
    `INSERT INTO institutions (name, branchen, adresse, webseite)
     SELECT name, 'Hochschule', adresse, webseite FROM json_to_recordset($1::json) AS r(name text, adresse text, webseite text)
     WHERE length(name) BETWEEN 1 AND 100`,
    [JSON.stringify(rows)],
  );
}

/** Returns existing names as a user might type them: every other name has a typo. */
async function typedNames(client: pg.Client, columns: string[], table: string): Promise<Record<string, string>[]> {
  const { rows } = await client.query(
    `SELECT ${columns.join()} FROM ${table} ORDER BY hashtext(${columns[0]}::text), 1 LIMIT ${CALLS}`,
  );
  return rows.map((row: Record<string, string>, at) => {
    const [last = ""] = columns.slice(-1);
    const text = ownValue(row, last) ?? "";
    return at % 2 === 0 ? row : { ...row, [last]: `${text.slice(0, -2)}${text.slice(-1)}` };
  });
}

const server = await startTestServer();
let database: string | undefined;
try {
  const url = await generate(server.url, options.only === "institutions" ? 100 : Number(options.members));
  database = new URL(url).pathname.slice(1);
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET = "a-secret-for-figures-that-is-long-enough";
  const { db } = await import("@/lib/store/database/client");
  const { commandContext } = await import("@/lib/store/database/transaction");
  const { findDuplicates } = await import("@/lib/features/duplicates/server/find-duplicates");
  const { findSimilar, similaritiesOf } = await import("@/lib/features/duplicates/server/find-similar");
  const { refreshDuplicates } = await import("@/lib/features/duplicates/server/refresh");
  const { editRecord } = await import("@/lib/store/records/edit-records");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on("error", () => undefined);
  if (options.institutions) await insertInstitutions(client, options.institutions);
  await client.query("VACUUM ANALYZE");

  for (const [name, columns] of [
    ["institution", ["name"]],
    ["member", ["vorname", "nachname"]],
  ] as const) {
    if (options.only && !options.only.startsWith(name)) continue;
    const definition = definitionOf(name);
    const MAX_MS = 3_600_000;
    const { rows: all } = await client.query(`SELECT count(*) FROM ${definition.table}`);
    const read = await seconds(() => refreshDuplicates({ connection: db() }, definition, "read", MAX_MS));
    const compared = await seconds(() => refreshDuplicates({ connection: db() }, definition, "compare", MAX_MS));
    await client.query("ANALYZE");
    const context = commandContext();
    let total = 0;
    const listing = await seconds(
      async () => ({ total } = await findDuplicates(context, definition, { pageNo: 0, pageSize: 100 })),
    );
    console.log(
      `${definition.table}: ${all[0].count} records; read in ${read.toFixed(1)} s, compared in ${compared.toFixed(1)} s; ${total} pairs, the first page in ${(listing * 1000).toFixed(0)} ms`,
    );
    const { rows: table } = await client.query(
      `SELECT ${columns.join()}, email FROM ${definition.table} ORDER BY hashtext(${columns[0]}::text) LIMIT ${IMPORT_MAX_ROWS}`,
    );
    let matchCount = 0;
    const before = process.cpuUsage();
    const comparing = await seconds(async () => {
      matchCount = (await similaritiesOf(db(), definition, table)).filter((found) => found.length > 0).length;
    });
    const cpuSeconds = process.cpuUsage(before).user / 1_000_000;
    console.log(
      `  ${table.length} rows of a table in ${comparing.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of it CPU time (${matchCount} resemble a record)`,
    );
    const times: number[] = [];
    let found = 0;
    for (const values of await typedNames(client, [...columns], definition.table)) {
      const more = name === "member" ? { email: "neu@ph-beispiel.de" } : {};
      times.push(
        (await seconds(
          async () => (found += (await findSimilar(context, definition, { ...values, ...more })).length),
        )) * 1000,
      );
    }
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))]?.toFixed(1);
    console.log(`  similar: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, slowest ${at(1)} ms (${found} found)`);
    const label = columns.at(-1) ?? "";
    const saves: Record<string, number[]> = { "a name": [], "a note": [] };
    for (let save = 0; save < CALLS; save += 1) {
      const { rows } = await client.query(
        `SELECT ${definition.key} AS id, ${label} AS label FROM ${definition.table} ORDER BY ${definition.key} OFFSET ${save * 7} LIMIT 1`,
      );
      const [{ id, label: text }] = rows as [{ id: number; label: string }];
      for (const [subject, change] of [
        ["a name", { [label]: `${text.slice(0, 90)} ${save}` }],
        ["a note", { kommentare: `Notiz ${save}` }],
      ] as const) {
        saves[subject]?.push((await seconds(() => editRecord(context, definition, { id, set: change }))) * 1000);
      }
    }
    for (const [subject, each] of Object.entries(saves)) {
      each.sort((one, other) => one - other);
      console.log(`  a save of ${subject}: median ${each[Math.floor(each.length / 2)]?.toFixed(1)} ms`);
    }
    const after = await seconds(() => findDuplicates(context, definition, { pageNo: 0, pageSize: 100 }));
    console.log(`  the list after ${CALLS} renamed records: ${after.toFixed(1)} s`);
    await client.query(`UPDATE ${definition.table} SET ${label} = ${label} || 'x' WHERE ${definition.key} = 5`);
    const one = await seconds(() => findDuplicates(context, definition, { pageNo: 0, pageSize: 100 }));
    console.log(`  the list after one renamed record: ${(one * 1000).toFixed(0)} ms`);
  }
  await client.end();
  await db().$disconnect();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  if (database) await dropDatabase(server.url, database);
  await server.stop();
}
process.exit();
