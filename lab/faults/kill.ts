import { createClient } from "@/lib/store/database/client";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { memberValues, createMember, createThematicField } from "@/tests/support/factories";
import { createSessions } from "./accounts";
import { startTrialApp, type Answer, type TrialApp } from "./app";
import { findInconsistencies, waitUntilDisconnected } from "./consistency";
import { startPgProxy, type Moment } from "./pg-proxy";
import { withCleanup, recordFinding, createTrialDatabase, type Bench, type Finding, type Trial } from "./trial";

/** A write of the API, repeated with the app killed at a different statement each time. */
type Write = {
  name: string;
  send: (app: TrialApp, attempt: number) => Promise<Answer>;
  /** SQL that reads the state that the write changes. */
  state: string;
};

const BULK = 40;
/** Number of members in the database. The trials save the first one and delete the last ones. */
const MEMBERS = BULK + 40;

const writes: readonly Write[] = [
  {
    name: "save",
    send: (app, attempt) =>
      app.call("PUT", "/api/members/1", {
        // Only the first and the last of these saves are written, and both must change the links: a save
        // that does not change the links executes one statement less.
        body: {
          telefon: `0711 ${attempt}`,
          kommentare: `Stand ${attempt}`,
          themenfelder: attempt === 0 ? [1, 4] : [2, 5],
        },
      }),
    state: `SELECT version, telefon, kommentare, (SELECT array_agg(themenfeld_id ORDER BY 1) FROM member_thematic_fields t
      WHERE t.ph_id = m.ph_id) AS topics, (SELECT count(*) FROM changes c WHERE c.kind = 'members' AND c.id = m.ph_id) AS changes
      FROM members m WHERE ph_id = 1`,
  },
  {
    name: "create",
    send: (app, attempt) =>
      app.call("POST", "/api/members/new", {
        body: { ...memberValues({ nachname: `Neu ${attempt}` }), themenfelder: [1, 2] },
      }),
    state: `SELECT count(*) AS members, (SELECT count(*) FROM changes) AS changes,
      (SELECT count(*) FROM member_thematic_fields) AS topics FROM members`,
  },
  {
    name: "delete",
    send: async (app) => {
      const { json } = await app.call("GET", "/api/members?sortBy=nachname&filter=Opfer&pageSize=1");
      const [row] = (json.data ?? []) as { ph_id: number }[];
      return app.call("DELETE", `/api/members/${row?.ph_id}`);
    },
    state: `SELECT count(*) AS members, (SELECT count(*) FROM changes) AS changes FROM members`,
  },
  {
    name: "bulk change of 40",
    send: (app, attempt) =>
      app.call("POST", "/api/members/bulk", {
        body: { ids: Array.from({ length: BULK }, (_, index) => 2 + index), set: { adresse: `Weg ${attempt}` } },
      }),
    state: `SELECT array_agg(DISTINCT adresse) AS addresses, count(DISTINCT version) AS versions, min(version) AS version
      FROM members WHERE ph_id BETWEEN 2 AND ${1 + BULK}`,
  },
];

async function fill(databaseUrl: string): Promise<void> {
  const client = createClient(databaseUrl, 1);
  for (let index = 0; index < 6; index += 1) await createThematicField(client);
  for (let index = 0; index < MEMBERS; index += 1) {
    await createMember(client, { nachname: index > BULK ? `Opfer ${index}` : `Muster ${index}`, themenfelder: [1, 2] });
  }
  await client.$disconnect();
}

const stateOf = async (databaseUrl: string, { state }: Write) =>
  JSON.stringify((await runSql(databaseUrl, state)).rows);

/** Kills the app at one statement of a write, and compares the database before and after. */
async function killAt(
  databaseUrl: string,
  token: string,
  write: Write,
  { statementNumber, moment, attempt }: { statementNumber: number; moment: Moment; attempt: number },
) {
  return withCleanup(async (cleanup) => {
    const proxy = await startPgProxy(databaseUrl);
    cleanup.add(proxy.close);
    const app = await startTrialApp(proxy.url, token);
    cleanup.add(app.stop);
    await app.call("GET", "/api/members/1");
    const before = await stateOf(databaseUrl, write);
    let statement: string | undefined;
    proxy.arm(statementNumber, moment, (roundTrip) => {
      ({ statement } = roundTrip);
      app.kill();
    });
    const { status } = await write.send(app, attempt);
    if (statement !== undefined) await app.waitForExit();
    else await app.stop();
    await waitUntilDisconnected(databaseUrl);
    const after = await stateOf(databaseUrl, write);
    const wrong = await findInconsistencies(databaseUrl);
    const isAcknowledged = status >= 200 && status < 300;
    if (isAcknowledged && after === before) wrong.push("acknowledged, but not written");
    if (statement === undefined && !isAcknowledged) wrong.push(`refused with ${status} although nothing was killed`);
    return {
      isKilled: statement !== undefined,
      statement,
      isAcknowledged,
      isWritten: after !== before,
      wrong,
      statementCount: proxy.statementCount(),
    };
  });
}

/**
 * Kills the app at each statement of a write, before the statement reaches the server. This leaves
 * the same state as losing the previous statement's response, so a lost response is tried for the
 * last statement only.
 */
const trialOf = (write: Write): Trial => ({
  name: `kill: ${write.name}`,
  run: (bench: Bench): Promise<Finding[]> =>
    withCleanup(async (cleanup) => {
      const databaseUrl = await createTrialDatabase(bench, cleanup);
      await fill(databaseUrl);
      const [token = ""] = await createSessions(databaseUrl);
      const uninterrupted = await killAt(databaseUrl, token, write, {
        statementNumber: Number.MAX_SAFE_INTEGER,
        moment: "before",
        attempt: 0,
      });
      if (uninterrupted.wrong.length > 0) throw new Error(uninterrupted.wrong.join("; "));
      const last = uninterrupted.statementCount;
      const statementNumbers = Array.from({ length: last }, (_, index) => ({
        statementNumber: index + 1,
        moment: "before" as Moment,
      }));
      // The short form tries only the last statements, because the commit is among them.
      const chosen = [
        ...(bench.isShort ? statementNumbers.slice(-2) : statementNumbers),
        { statementNumber: last, moment: "after" as Moment },
      ];
      const findings: Finding[] = [];
      for (const [index, at] of chosen.entries()) {
        findings.push(
          await recordFinding(`killed ${at.moment} statement ${at.statementNumber} of ${last}`, async () => {
            const { isKilled, statement, isAcknowledged, isWritten, wrong } = await killAt(databaseUrl, token, write, {
              ...at,
              attempt: index + 1,
            });
            if (!isKilled) wrong.push("nothing was killed");
            const statementStart = (statement ?? "").replace(/\s+/g, " ").slice(0, 40);
            return {
              acknowledged: isAcknowledged ? "yes" : "no",
              found: `${isWritten ? "all of it" : "nothing of it"}, counts and history are consistent (${statementStart})`,
              wrong,
            };
          }),
        );
      }
      return findings;
    }),
});

export const killTrials: readonly Trial[] = writes.map(trialOf);
