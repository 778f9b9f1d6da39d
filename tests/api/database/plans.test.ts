import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allDefinitions } from "@/lib/records/kinds/registry";
import { defaultListQuery } from "@/lib/records/lists/list-query";
import { commandContext } from "@/lib/server/database/transaction";
import { createClient, type Database } from "@/lib/server/database/client";
import { env } from "@/lib/server/config/env";
import { findRecord, listRecords, readListQuery } from "@/lib/server/records/find-records";
import { editRecord } from "@/lib/server/records/edit-records";
import { searchKinds } from "@/lib/server/records/sql/search-everything";
import { selectHits } from "@/lib/server/records/sql/typeahead";
import { createAny } from "../../support/factories";

/** PostgreSQL plans a prepared statement anew five times, and then decides whether one plan does. */
const TIMES = 8;

let database: Database;
beforeAll(() => {
  database = createClient(env().DATABASE_URL, 1);
});
afterAll(() => database.$disconnect());

/** The statements of the one connection that are planned anew each time, by their beginnings. */
const plannedAnew = () =>
  database.$queryRawUnsafe<{ statement: string }[]>(
    `SELECT left(statement, 120) AS statement FROM pg_prepared_statements WHERE custom_plans >= ${TIMES}`,
  );

/** How many statements of the one connection that hold a text have a plan which serves all values. */
async function plannedOnce(text: string): Promise<number> {
  const [{ count }] = await database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int FROM pg_prepared_statements WHERE generic_plans > 0 AND position(${text} IN statement) > 0`;
  return count;
}

describe.each(allDefinitions)("$name", (definition) => {
  it("a list, searched for a long word or not, and a record, read for itself or to be saved, keep their plans: making them takes longer than the reading", async () => {
    const context = commandContext(database);
    const id = await createAny(database, definition);
    for (let time = 0; time < TIMES; time += 1) {
      await listRecords(context, definition, defaultListQuery(definition));
      const searched = new URLSearchParams({ filter: `zqnirgends${time}` });
      await listRecords(context, definition, await readListQuery(context, definition, searched));
      const record = await findRecord(context, definition, id);
      await editRecord(context, definition, { id, set: record?.data ?? {} });
    }
    expect(await plannedAnew()).toEqual([]);
    expect(await plannedOnce(`FROM "${definition.table}" r WHERE r.suche_kompakt LIKE`)).toBe(1);
  });
});

it("a search for one long word keeps its plan, in one kind and in all, however the word begins and whether hits are counted", async () => {
  for (let time = 0; time < TIMES; time += 1) {
    for (const text of [`zqnirgends${time}`, `enirgends${time}`]) {
      for (const definition of allDefinitions) {
        for (const counts of [true, false]) await selectHits(database, definition, text, { locale: "de", counts });
      }
      await searchKinds(database, allDefinitions, text, "de");
    }
  }
  expect(await plannedAnew()).toEqual([]);
  // Two beginnings of a word, each kind counted and not, and all of them at once.
  expect(await plannedOnce("matching AS MATERIALIZED")).toBe(2 * (2 * allDefinitions.length + 1));
});
