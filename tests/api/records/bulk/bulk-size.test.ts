import pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { createThematicField } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";
import { insertMany } from "../../../support/databases/insert-many";

/*
 * Contract §10, "Bulk": a change of thousands of records takes only a few SQL statements, none of
 * which is too large for the database.
 */

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

type Result = { batch: string | null };
const bulk = async (kind: string, body: object) => (await api.post<Result>(`/api/${kind}/bulk`, body)).json;
const undo = async ({ batch }: Result) =>
  (await api.post<{ changes: number }>(`/api/history/batches/${batch}/revert`)).json;

/**
 * Returns the SQL statements that are executed during `work`, each with the length of its longest
 * value.
 */
async function statementsOf(work: () => Promise<unknown>): Promise<{ size: number }[]> {
  const querySpy = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const statements = querySpy.mock.calls.map(([query]) => {
    const { values = [] } = query as { values?: unknown[] };
    return { size: Math.max(0, ...values.map((value) => (typeof value === "string" ? value.length : 0))) };
  });
  querySpy.mockRestore();
  // Fails if the spy does not see the statements, in which case the tests would prove nothing.
  expect(statements.length).toBeGreaterThan(3);
  return statements;
}

/** Inserts numbered institutions. */
const institutionsCalled = (name: string, count: number) => insertMany`
  INSERT INTO institutions (name, organisationsform, branchen)
  SELECT ${name} || ' ' || n, 1, 'x' FROM generate_series(1, ${count}::int) AS n`;

it("bulk changes and undoes five thousand records with a few statements", async () => {
  const count = 5_000;
  await institutionsCalled("Menge", count);
  const topic = await createThematicField(db());
  const body = { query: "filter=Menge", set: { branchen: "Handel" }, add: { themenfelder: [topic] } };
  let done: Result | undefined;
  const changeStatements = await statementsOf(async () => void (done = await bulk("institutions", body)));
  expect(done).toMatchObject({ matched: count, changed: count, refused: [] });
  let undoneCount = 0;
  const undoStatements = await statementsOf(async () => void (undoneCount = (await undo(done as Result)).changes));
  expect(undoneCount).toBe(2 * count);
  // Expected are three statements for records, five for their history, and the lookups.
  expect([changeStatements, undoStatements].filter(({ length }) => length > 40)).toEqual([]);
  expect(await bulk("institutions", { query: "filter=Menge", set: { branchen: "x" } })).toMatchObject({ same: count });
}, 300_000);

it("splits a bulk change of very long texts into batches of a bounded statement size", async () => {
  const count = 500;
  await institutionsCalled("Lang", count);
  const kommentare = "\u0001".repeat(10_000);
  const statements = await statementsOf(async () => {
    const done = await bulk("institutions", { query: "filter=Lang", set: { kommentare } });
    expect(done).toMatchObject({ changed: count });
  });
  expect(Math.max(...statements.map(({ size }) => size))).toBeLessThan(20_000_000);
});
