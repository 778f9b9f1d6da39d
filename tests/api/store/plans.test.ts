import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { createAny } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/** PostgreSQL plans the first five executions of a prepared statement, and then decides whether to go on. */
const EXECUTIONS = 8;

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

type PlannedStatement = { statement: string; generic: number };

/** Returns the statements that this connection executed often, each with the number of times that it used its generic plan. */
const plannedStatements = () => db().$queryRaw<PlannedStatement[]>`
  SELECT statement, generic_plans::int AS generic FROM pg_prepared_statements
  WHERE generic_plans + custom_plans >= ${EXECUTIONS}`;

it("records, lists, typeahead and saves of each kind use prepared plans instead of being replanned", async () => {
  for (const definition of allDefinitions) {
    const { apiPath } = definition;
    const path = `/api/${apiPath}/${await createAny(db(), definition)}`;
    for (let time = 0; time < EXECUTIONS; time += 1) {
      const calls = [path, `/api/${apiPath}`, `/api/${apiPath}_search?search=xyz`];
      for (const call of calls) expect(await api.get(call), call).toMatchObject({ status: 200 });
      expect(await api.put(path, { aliases: [`Name ${time}`] }), path).toMatchObject({ status: 200 });
    }
  }
  const statements = await plannedStatements();
  const recordStatements = statements.filter(({ statement }) => statement.includes("AS record_version"));
  expect(recordStatements.length).toBeGreaterThanOrEqual(allDefinitions.length);
  expect(statements.filter(({ generic }) => generic === 0)).toEqual([]);
});
