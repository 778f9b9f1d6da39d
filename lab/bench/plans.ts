/**
 * `npm run bench:plans`: checks the plans that PostgreSQL chooses, and fails if one is other than
 * intended. The statements of lists, searches, records and saves must keep one generic plan, because
 * planning takes longer than executing them; the filter for implausible addresses must use its index.
 */
import { TYPEAHEAD_HITS } from "@/lib/limits";
import { implausibleSql } from "@/lib/records/fields/plausible";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { allDefinitions } from "@/lib/records/kinds/registry";
import { defaultListQuery } from "@/lib/records/lists/list-query";
import { createClient, type Database } from "@/lib/server/database/client";
import { commandContext } from "@/lib/server/database/transaction";
import { findRecord, listRecords, readListQuery } from "@/lib/server/records/find-records";
import { editRecord } from "@/lib/server/records/edit-records";
import { searchKinds } from "@/lib/server/records/sql/search-everything";
import { selectHits } from "@/lib/server/records/sql/typeahead";
import { createDatabase, dropDatabase, dropTemplate } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { createTemplate } from "@/tests/support/databases/template";
import { createAny } from "@/tests/support/factories";

/** PostgreSQL plans a prepared statement five times before it may choose a generic plan. */
const EXECUTIONS = 8;

let failures = 0;
function check(name: string, isAsIntended: boolean, detail: string): void {
  if (!isAsIntended) failures += 1;
  console.log(`${isAsIntended ? "good" : "FAILED"} | ${name} | ${detail}`);
}

/**
 * Checks that no prepared statement of the one connection is planned at each execution.
 * @param text part of the statements that must have a generic plan, and `count`, their number
 */
async function checkGenericPlans(database: Database, name: string, text: string, count: number): Promise<void> {
  const custom = await database.$queryRawUnsafe<{ statement: string }[]>(
    `SELECT left(statement, 120) AS statement FROM pg_prepared_statements WHERE custom_plans >= ${EXECUTIONS}`,
  );
  const [generic] = await database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int FROM pg_prepared_statements WHERE generic_plans > 0 AND position(${text} IN statement) > 0`;
  check(
    name,
    custom.length === 0,
    `planned each time: ${custom.map(({ statement }) => statement).join("; ") || "none"}`,
  );
  check(name, generic.count === count, `${generic.count} of ${count} search statements have a generic plan`);
}

async function checkKind(database: Database, definition: AnyDefinition): Promise<void> {
  const context = commandContext(database);
  const id = await createAny(database, definition);
  for (let time = 0; time < EXECUTIONS; time += 1) {
    await listRecords(context, definition, defaultListQuery(definition));
    const searched = new URLSearchParams({ filter: `zqnirgends${time}` });
    await listRecords(context, definition, await readListQuery(context, definition, searched));
    const record = await findRecord(context, definition, id);
    await editRecord(context, definition, { id, set: record?.data ?? {} });
  }
  await checkGenericPlans(database, definition.name, `FROM "${definition.table}" r WHERE r.suche_kompakt LIKE`, 1);
}

/** Checks searches for one long word, with any first letter, in one kind and in all. */
async function checkSearch(database: Database): Promise<void> {
  for (let time = 0; time < EXECUTIONS; time += 1) {
    for (const text of [`zqnirgends${time}`, `enirgends${time}`]) {
      for (const definition of allDefinitions) {
        for (const counts of [true, false]) await selectHits(database, definition, text, { locale: "de", counts });
      }
      await searchKinds(database, allDefinitions, text, { locale: "de", limit: TYPEAHEAD_HITS });
    }
  }
  // Two first letters, each kind with and without a count, and all kinds at once.
  await checkGenericPlans(database, "search", "matching AS MATERIALIZED", 2 * (2 * allDefinitions.length + 1));
}

async function checkAddressIndexes(database: Database): Promise<void> {
  let checked = 0;
  await database.$transaction(async (transaction) => {
    // Disables sequential scans, which the planner prefers for tables with few rows.
    await transaction.$executeRaw`SET LOCAL enable_seqscan = off`;
    for (const { table, fields } of allDefinitions) {
      for (const [name, { plausibility }] of Object.entries(fields)) {
        if (!plausibility) continue;
        const plan = await transaction.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
          `EXPLAIN SELECT count(*) FROM "${table}" r WHERE (${implausibleSql(plausibility, `r."${name}"`)})`,
        );
        const lines = plan.map((row) => row["QUERY PLAN"].trim()).join(" ");
        checked += 1;
        check(`${table}.${name}`, lines.includes(`${table}_${name}_doubtful_idx`), lines.slice(0, 100));
      }
    }
  });
  check("address fields", checked === 8, `${checked} fields were checked`);
}

const server = await startTestServer();
process.env.AUTH_SECRET = "a-secret-for-measurements-that-is-long-enough";
try {
  const template = await createTemplate(server.url);
  const { name, url } = await createDatabase(server.url, template);
  process.env.DATABASE_URL = url;
  // Each check has a connection of its own, because prepared statements belong to one.
  const checks = [
    ...allDefinitions.map((each) => (one: Database) => checkKind(one, each)),
    checkSearch,
    checkAddressIndexes,
  ];
  for (const work of checks) {
    const database = createClient(url, 1);
    await work(database).finally(() => database.$disconnect());
  }
  await dropDatabase(server.url, name);
  await dropTemplate(server.url, template);
} finally {
  await server.stop();
}
process.exit(failures === 0 ? 0 : 1);
