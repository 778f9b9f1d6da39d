import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

/*
 * The work that triggers do for bulk SQL is linear in the number of rows, whatever plans are cached
 * and even if PostgreSQL takes the written table for empty. Work is the number of rows that all
 * nodes of all plans read: unlike time, it does not depend on other processes.
 */

const ROWS = 10_000;
/** A quadratic plan reads at least a fifth of ROWS for each row of the statement. */
const MAX_READ_PER_ROW = 100;

/** A node of a plan, as auto_explain reports it. */
type PlanNode = {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
};

let session: pg.Client;
let rowsRead = 0;

function readBy(node: PlanNode): number {
  const removed = (node["Rows Removed by Join Filter"] ?? 0) + (node["Rows Removed by Filter"] ?? 0);
  const own = node["Actual Loops"] * (node["Actual Rows"] + removed);
  return (node.Plans ?? []).reduce((sum, child) => sum + readBy(child), own);
}

beforeAll(async () => {
  session = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await session.connect();
  session.on("notice", ({ message = "" }) => {
    const { Plan } = JSON.parse(message.slice(message.indexOf("{"))) as { Plan: PlanNode };
    rowsRead += readBy(Plan);
  });
  await session.query(`LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0;
    SET auto_explain.log_analyze = on; SET auto_explain.log_timing = off;
    SET auto_explain.log_nested_statements = on; SET auto_explain.log_format = json`);
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

/** Returns how many rows a statement and its triggers read for each row that the statement writes. */
async function readPerRow(statement: string): Promise<number> {
  rowsRead = 0;
  await session.query("SET client_min_messages = log");
  const { rowCount } = await session.query(statement);
  await session.query("SET client_min_messages = warning");
  expect(rowCount).toBeGreaterThanOrEqual(ROWS / 5);
  return rowsRead / (rowCount ?? 1);
}

beforeAll(async () => {
  // Makes the session cache the plans of the triggers for a single row.
  await session.query(`
    INSERT INTO members (fakultaet, institut, vorname, nachname, email) VALUES (-1, -1, 'Eine', 'Zeile', 'eine@ph.example');
    INSERT INTO projects (projekt_titel, status, vertragsgrundlage) VALUES ('Eines', 1, -1);
    INSERT INTO member_projects (ph_id, projekt_id) SELECT ph_id, projekt_id FROM members, projects;
    INSERT INTO member_statuses (ph_id, status_id) SELECT ph_id, 1 FROM members;
    UPDATE members SET nachname = 'Andere'`);
  await withoutTriggers(`
    INSERT INTO members (fakultaet, institut, vorname, nachname, email)
      SELECT -1, -1, 'Viele', 'Zeile ' || i, 'viele' || i || '@ph.example' FROM generate_series(2, ${ROWS}) i`);
});

const LINKS = "member_projects (ph_id, projekt_id) SELECT ph_id, projekt_id FROM members, projects";

const STATEMENTS = {
  "rows of a list table": {
    before: "DELETE FROM member_statuses",
    statement: "INSERT INTO member_statuses (ph_id, status_id) SELECT ph_id, 2 FROM members",
  },
  "new links": { before: "DELETE FROM member_projects", statement: `INSERT INTO ${LINKS}` },
  "updated links": {
    before: `INSERT INTO ${LINKS} ON CONFLICT DO NOTHING`,
    statement: "UPDATE member_projects SET bemerkung = bemerkung || 'x'",
  },
  "deleted links": {
    before: `INSERT INTO ${LINKS} ON CONFLICT DO NOTHING`,
    statement: "DELETE FROM member_projects",
  },
  "updated records": {
    before: `INSERT INTO ${LINKS} ON CONFLICT DO NOTHING`,
    // Fewer, as their search columns are computed, too.
    statement: `UPDATE members SET nachname = nachname || 'x' WHERE ph_id <= ${ROWS / 5}`,
  },
};

/** Statements that change what PostgreSQL assumes about the sizes of the tables that are written. */
const STATISTICS = {
  "with the statistics that there are": "SELECT",
  "after its table was vacuumed while it was empty": `UPDATE pg_class SET reltuples = 0, relpages = 9
    WHERE relname IN ('member_statuses', 'member_projects')`,
};

const cases = Object.entries(STATISTICS).flatMap(([when, statistics]) =>
  Object.entries(STATEMENTS).map(([what, { before, statement }]) => {
    return { title: `the triggers record ${what} in linear time ${when}`, before, statistics, statement };
  }),
);

for (const { title, before, statistics, statement } of cases)
  it(title, async () => {
    await withoutTriggers(before);
    // Autovacuum would do so at any time.
    await session.query("ANALYZE");
    await withoutTriggers(statistics);
    expect(await readPerRow(statement)).toBeLessThanOrEqual(MAX_READ_PER_ROW);
  });
