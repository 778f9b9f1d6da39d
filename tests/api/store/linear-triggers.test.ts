import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

/*
 * The time that triggers need for bulk SQL grows linearly with the number of rows, even if plans
 * for a single row are cached.
 */

const MANY = 20_000;
/**
 * Maximum ratio of the times for ten times as many rows. It would be 10 for linear time and 100 for
 * quadratic time.
 */
const MAX_RATIO = 30;
/**
 * Maximum number of measurements. Only the fastest counts, because other processes disturb single
 * measurements.
 */
const MAX_ROUNDS = 6;

let session: pg.Client;
beforeAll(async () => {
  session = new pg.Client({ connectionString: process.env.DATABASE_URL, statement_timeout: 60_000 });
  await session.connect();
});
afterAll(() => session.end());

/**
 * Runs statements without firing triggers. Uses a separate session, so that `session` keeps its
 * cached plans.
 */
async function withoutTriggers(statements: string): Promise<void> {
  const loader = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await loader.connect();
  await loader.query(`SET session_replication_role = replica; ${statements}`).finally(() => loader.end());
}

async function millisecondsOf(statement: string): Promise<number> {
  const start = performance.now();
  const { rowCount } = await session.query(statement);
  expect(rowCount).toBeGreaterThan(0);
  return performance.now() - start;
}

/**
 * Returns how many times longer a statement takes for ten times as many rows. `reset` restores the
 * data before each run.
 */
async function ratioOf(
  rows: number,
  statementFor: (rows: number) => string,
  reset: () => Promise<void>,
): Promise<number> {
  const fastest = { few: Infinity, many: Infinity };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await reset();
    fastest.few = Math.min(fastest.few, await millisecondsOf(statementFor(rows)));
    await reset();
    fastest.many = Math.min(fastest.many, await millisecondsOf(statementFor(10 * rows)));
    if (fastest.many / fastest.few <= MAX_RATIO) break;
  }
  return fastest.many / fastest.few;
}

beforeAll(async () => {
  // Makes the session cache the plans of the triggers for a single row.
  await session.query(`
    INSERT INTO members (fakultaet, institut, vorname, nachname, email) VALUES (-1, -1, 'Eine', 'Zeile', 'eine@ph.example');
    INSERT INTO member_statuses (ph_id, status_id) SELECT ph_id, 1 FROM members;
    UPDATE members SET nachname = 'Andere'`);
  await withoutTriggers(`
    INSERT INTO members (fakultaet, institut, vorname, nachname, email)
      SELECT -1, -1, 'Viele', 'Zeile ' || i, 'viele' || i || '@ph.example' FROM generate_series(1, ${MANY}) i`);
});

it("the triggers record 20,000 rows of a list table in linear time", async () => {
  const insert = (rows: number) =>
    `INSERT INTO member_statuses (ph_id, status_id) SELECT ph_id, 2 FROM members ORDER BY ph_id LIMIT ${rows}`;
  const reset = () => withoutTriggers("DELETE FROM member_statuses");
  expect(await ratioOf(MANY / 10, insert, reset)).toBeLessThanOrEqual(MAX_RATIO);
}, 180_000);

it("the triggers follow an update of 20,000 records in linear time", async () => {
  const update = (rows: number) => `UPDATE members SET nachname = nachname || 'x'
    WHERE ph_id IN (SELECT ph_id FROM members ORDER BY ph_id LIMIT ${rows})`;
  expect(await ratioOf(MANY / 10, update, () => Promise.resolve())).toBeLessThanOrEqual(MAX_RATIO);
}, 180_000);
