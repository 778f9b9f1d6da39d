import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allDefinitions } from "@/lib/records/registry";
import { defaultListQuery } from "@/lib/records/list-query";
import { commandContext } from "@/lib/server/context";
import { createClient, type Database } from "@/lib/server/db";
import { env } from "@/lib/server/env";
import { findRecord, listRecords } from "@/lib/server/find-records";
import { saveRecord } from "@/lib/server/records";
import { createAny } from "../factories";

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

describe.each(allDefinitions)("$name", (definition) => {
  it("a list and a record, read for itself or to be saved, keep their plans: making them takes longer than the reading", async () => {
    const context = commandContext(database);
    const id = await createAny(database, definition);
    for (let time = 0; time < TIMES; time += 1) {
      await listRecords(context, definition, defaultListQuery(definition));
      const record = await findRecord(context, definition, id);
      await saveRecord(context, definition, id, record?.data ?? {});
    }
    expect(await plannedAnew()).toEqual([]);
  });
});
