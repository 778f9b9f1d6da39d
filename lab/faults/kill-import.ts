import { poll } from "@/scripts/process/poll";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { makeSessions } from "./accounts";
import { startTrialApp } from "./app";
import { contradictions, untilNobodyIsConnected } from "./consistency";
import { prepareImport, readImport, untilEnded } from "./import-calls";
import { startPgProxy } from "./pg-proxy";
import { cleaned, finding, ownDatabase, type Finding, type Trial } from "./trial";
import { pushAll } from "@/lib/model/pure/long-lists";

/** Three chunks of an import (`CHUNK` in imports/server/run.ts). */
const ROWS = 600;
const DEADLINE_MS = 60_000;

export const killImportTrials: readonly Trial[] = [
  {
    name: "kill: import of 600 rows",
    run: (bench) =>
      cleaned(async (cleanup) => {
        const databaseUrl = await ownDatabase(bench, cleanup);
        const [token = ""] = await makeSessions(databaseUrl);
        const written = async (round: number) => {
          const { rows } = await runSql(
            databaseUrl,
            `SELECT count(*)::int AS n FROM institutions WHERE name LIKE 'Import ${round} %'`,
          );
          return Number(rows[0].n);
        };
        let round = 0;
        /**
         * Runs an import, kills the app at the statement number `turn`, and resumes the import with
         * another instance.
         */
        const attempt = (turn: number) =>
          cleaned(async (own) => {
            round += 1;
            const proxy = await startPgProxy(databaseUrl);
            own.add(proxy.close);
            const first = await startTrialApp(proxy.url, token);
            own.add(first.stop);
            const id = await prepareImport(first.url, token, `Import ${round}`, ROWS);
            let isKilled = false;
            proxy.arm(turn, "before", () => {
              isKilled = true;
              first.kill();
            });
            await first.call("POST", `/api/imports/${id}/run`);
            // This polling bypasses the proxy, which counts only the import's own statements. Their
            // number varies because of heartbeats.
            const isOver = await poll(async () => {
              const { rows } = await runSql(databaseUrl, `SELECT state FROM imports WHERE import_id = ${id}`);
              return isKilled || rows[0].state === "done";
            }, DEADLINE_MS);
            if (!isKilled) return { passed: proxy.passed(), stopped: ROWS, wrong: isOver ? [] : ["not done"] };
            await first.gone();
            await untilNobodyIsConnected(databaseUrl);
            const before = await written(round);
            const wrong = await contradictions(databaseUrl);
            // An import counts as stopped half a minute after its last heartbeat; the trial does
            // not wait for that.
            await runSql(
              databaseUrl,
              `UPDATE imports SET seen_at = seen_at - interval '31 seconds' WHERE import_id = ${id}`,
            );
            const second = await startTrialApp(databaseUrl, token);
            own.add(second.stop);
            const stopped = await readImport(second.url, token, id);
            if (stopped.done !== before) wrong.push(`reports ${stopped.done} rows, found ${before}`);
            if (stopped.state === "running") wrong.push("reports that it is running");
            const { status } = await second.call("POST", `/api/imports/${id}/run`);
            if (status !== 202) wrong.push(`not resumed: ${status}`);
            const { state } = await untilEnded(second.url, token, id);
            const all = await written(round);
            if (state !== "done" || all !== ROWS) wrong.push(`${state} with ${all} of ${ROWS} rows`);
            pushAll(wrong, await contradictions(databaseUrl));
            return { passed: proxy.passed(), stopped: before, wrong };
          });
        const whole = await attempt(Number.MAX_SAFE_INTEGER);
        if (whole.wrong.length > 0) throw new Error(`The import failed without a fault: ${whole.wrong.join("; ")}`);
        const parts = bench.isShort ? 1 : 10;
        const turns = Array.from({ length: parts }, (_, index) =>
          Math.max(2, Math.round((whole.passed * (index + 1)) / (parts + 0.5))),
        );
        const findings: Finding[] = [];
        for (const turn of turns) {
          findings.push(
            await finding(`killed before about statement ${turn} of ${whole.passed}`, async () => {
              const { stopped, wrong } = await attempt(turn);
              return {
                acknowledged: "begun",
                found: `stopped after ${stopped} rows and reports so; resumed, all ${ROWS} written once`,
                wrong,
              };
            }),
          );
        }
        return findings;
      }),
  },
];
