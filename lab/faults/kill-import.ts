import { poll } from "@/scripts/process/poll";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { createSessions } from "./accounts";
import { startTrialApp } from "./app";
import { findInconsistencies, waitUntilDisconnected } from "./consistency";
import { prepareImport, readImport, waitForImport } from "./import-calls";
import { startPgProxy } from "./pg-proxy";
import { withCleanup, recordFinding, createTrialDatabase, type Finding, type Trial } from "./trial";
import { pushAll } from "@/lib/model/pure/long-lists";

/** Three chunks of an import (`CHUNK` in imports/server/run.ts). */
const ROWS = 600;
const DEADLINE_MS = 60_000;

export const killImportTrials: readonly Trial[] = [
  {
    name: "kill: import of 600 rows",
    run: (bench) =>
      withCleanup(async (cleanup) => {
        const databaseUrl = await createTrialDatabase(bench, cleanup);
        const [token = ""] = await createSessions(databaseUrl);
        const countWritten = async (round: number) => {
          const { rows } = await runSql(
            databaseUrl,
            `SELECT count(*)::int AS n FROM institutions WHERE name LIKE 'Import ${round} %'`,
          );
          return Number(rows[0].n);
        };
        let round = 0;
        /**
         * Runs an import, kills the app at a statement, and resumes the import with another
         * instance.
         */
        const runAndKill = (statementNumber: number) =>
          withCleanup(async (attemptCleanup) => {
            round += 1;
            const proxy = await startPgProxy(databaseUrl);
            attemptCleanup.add(proxy.close);
            const first = await startTrialApp(proxy.url, token);
            attemptCleanup.add(first.stop);
            const id = await prepareImport(first.url, token, `Import ${round}`, ROWS);
            let isKilled = false;
            proxy.arm(statementNumber, "before", () => {
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
            if (!isKilled)
              return { statementCount: proxy.statementCount(), rowsBefore: ROWS, wrong: isOver ? [] : ["not done"] };
            await first.waitForExit();
            await waitUntilDisconnected(databaseUrl);
            const rowsBefore = await countWritten(round);
            const wrong = await findInconsistencies(databaseUrl);
            // An import counts as stopped half a minute after its last heartbeat; the trial does
            // not wait for that.
            await runSql(
              databaseUrl,
              `UPDATE imports SET seen_at = seen_at - interval '31 seconds' WHERE import_id = ${id}`,
            );
            const second = await startTrialApp(databaseUrl, token);
            attemptCleanup.add(second.stop);
            const interrupted = await readImport(second.url, token, id);
            if (interrupted.done !== rowsBefore) wrong.push(`reports ${interrupted.done} rows, found ${rowsBefore}`);
            if (interrupted.state === "running") wrong.push("reports that it is running");
            const { status } = await second.call("POST", `/api/imports/${id}/run`);
            if (status !== 202) wrong.push(`not resumed: ${status}`);
            const { state } = await waitForImport(second.url, token, id);
            const rowsAfter = await countWritten(round);
            if (state !== "done" || rowsAfter !== ROWS) wrong.push(`${state} with ${rowsAfter} of ${ROWS} rows`);
            pushAll(wrong, await findInconsistencies(databaseUrl));
            return { statementCount: proxy.statementCount(), rowsBefore, wrong };
          });
        const uninterrupted = await runAndKill(Number.MAX_SAFE_INTEGER);
        if (uninterrupted.wrong.length > 0)
          throw new Error(`The import failed without a fault: ${uninterrupted.wrong.join("; ")}`);
        const parts = bench.isShort ? 1 : 10;
        const statementNumbers = Array.from({ length: parts }, (_, index) =>
          Math.max(2, Math.round((uninterrupted.statementCount * (index + 1)) / (parts + 0.5))),
        );
        const findings: Finding[] = [];
        for (const statementNumber of statementNumbers) {
          findings.push(
            await recordFinding(
              `killed before about statement ${statementNumber} of ${uninterrupted.statementCount}`,
              async () => {
                const { rowsBefore, wrong } = await runAndKill(statementNumber);
                return {
                  acknowledged: "begun",
                  found: `stopped after ${rowsBefore} rows and reports so; resumed, all ${ROWS} written once`,
                  wrong,
                };
              },
            ),
          );
        }
        return findings;
      }),
  },
];
