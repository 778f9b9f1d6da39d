import { createClient } from "@/lib/store/database/client";
import { poll } from "@/scripts/process/poll";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { createProject, createUser } from "@/tests/support/factories";
import { startMailServer } from "@/tests/support/servers/smtp";
import { startTrialApp, send } from "./app";
import { untilNobodyIsConnected } from "./consistency";
import { startPgProxy, type Side } from "./pg-proxy";
import { cleaned, finding, ownDatabase, type Finding, type Trial } from "./trial";

const DEADLINE_MS = 60_000;
/**
 * Maximum time until the job is done: pg-boss looks only every two minutes for jobs whose worker
 * has died.
 */
const DONE_DEADLINE_MS = 300_000;
/**
 * SQL that backdates a job so that the trial need not wait: pg-boss considers an active job failed
 * after five minutes, and retries it some time later.
 */
const PASS_TIME = `UPDATE pgboss.job SET started_on = started_on - interval '1 hour', start_after = least(start_after, now())
  WHERE state IN ('active', 'retry')`;

/** Statements of a digest job, from its start to its completion. */
const steps: readonly { name: string; at: RegExp; side: Side }[] = [
  { name: "after the job has started", at: /digest_scope, digest_told/, side: "before" },
  { name: "before the mail is composed", at: /project_deadlines/, side: "before" },
  { name: "after the mail is sent, before that is recorded", at: /UPDATE users SET digest_told/, side: "before" },
  { name: "after that is recorded, before the job is completed", at: /UPDATE users SET digest_told/, side: "after" },
];

const digestTrial: Trial = {
  name: "kill: job with a mail",
  run: (bench) =>
    cleaned(async (cleanup) => {
      const mailServer = await startMailServer();
      cleanup.add(mailServer.close);
      const findings: Finding[] = [];
      for (const { name, at, side } of bench.isShort ? steps.slice(2, 3) : steps) {
        findings.push(
          await finding(name, () =>
            cleaned(async (own) => {
              const databaseUrl = await ownDatabase(bench, own);
              const client = createClient(databaseUrl, 1);
              const ended = { vertragsgrundlage: 1, projektbeginn: "1990-01-01", projektende: "1990-12-31", status: 2 };
              await createProject(client, ended);
              const { id, email } = await createUser(client, {
                email: `digest.${bench.template}.${steps.findIndex((step) => step.name === name)}@example.org`,
              });
              await client.$disconnect();
              await runSql(databaseUrl, `UPDATE users SET digest = 'daily' WHERE id = ${id}`);
              await runSql(
                databaseUrl,
                "INSERT INTO pgboss.job (name, data, policy, retry_limit) VALUES ('digest', '{}', 'singleton', 3)",
              );
              const proxy = await startPgProxy(databaseUrl);
              own.add(proxy.close);
              const settings = { JOBS: "on", SMTP_URL: mailServer.url };
              const state = { isKilled: false };
              const starting = { kill: () => {} };
              proxy.arm(at, side, () => {
                state.isKilled = true;
                starting.kill();
              });
              const first = await startTrialApp(proxy.url, "", settings);
              own.add(first.stop);
              starting.kill = first.kill;
              if (state.isKilled) first.kill();
              const isKilled = await poll(() => state.isKilled, DEADLINE_MS);
              await first.gone();
              await untilNobodyIsConnected(databaseUrl);
              const before = mailServer.mailsTo(email).length;
              await runSql(databaseUrl, PASS_TIME);
              const second = await startTrialApp(databaseUrl, "", settings);
              own.add(second.stop);
              const done = await poll(async () => {
                await runSql(databaseUrl, PASS_TIME);
                const { rows } = await runSql(
                  databaseUrl,
                  "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'digest_mail' AND state = 'completed'",
                );
                return rows[0].n > 0;
              }, DONE_DEADLINE_MS);
              const mails = mailServer.mailsTo(email);
              const ids = new Set(mails.map(({ headers }) => headers["message-id"]));
              const wrong = [
                ...(isKilled ? [] : ["nothing was killed"]),
                ...(done ? [] : ["the job is not completed"]),
                ...(mails.length > 0 ? [] : ["the mail is lost"]),
                ...(ids.size <= 1 ? [] : ["the second mail is not recognizable as a copy of the first"]),
              ];
              return {
                acknowledged: "ordered",
                found: `${before} sent before, ${mails.length} in all, with one Message-ID; the job is completed`,
                wrong,
              };
            }),
          ),
        );
      }
      return findings;
    }),
};

const linkTrial: Trial = {
  name: "kill: mail with a link",
  run: (bench) =>
    cleaned(async (cleanup) => {
      const databaseUrl = await ownDatabase(bench, cleanup);
      const mailServer = await startMailServer();
      cleanup.add(mailServer.close);
      const client = createClient(databaseUrl, 1);
      const { email } = await createUser(client);
      await client.$disconnect();
      const attempt = (turn: number, side: Side) =>
        cleaned(async (own) => {
          const proxy = await startPgProxy(databaseUrl);
          own.add(proxy.close);
          const settings = { SMTP_URL: mailServer.url };
          const app = await startTrialApp(proxy.url, "", settings);
          own.add(app.stop);
          const state = { isKilled: false };
          proxy.arm(turn, side, () => {
            state.isKilled = true;
            app.kill();
          });
          const ask = (url: string) => send(`${url}/api/password/create`, "POST", { body: { email } });
          const { status } = await ask(app.url);
          const passed = proxy.passed();
          if (!state.isKilled) return { passed, wrong: status === 200 ? [] : [`answered ${status}`] };
          await app.gone();
          const wrong = status === 0 ? [] : [`answered ${status}`];
          const again = await startTrialApp(databaseUrl, "", settings);
          own.add(again.stop);
          const second = await ask(again.url);
          if (second.status !== 200) wrong.push(`the second request returned ${second.status}`);
          const found = await send(`${again.url}/api/password/find/${mailServer.tokenFor(email)}`, "GET");
          if (found.status !== 200) wrong.push(`the link of the last mail returned ${found.status}`);
          return { passed, wrong };
        });
      const whole = await attempt(Number.MAX_SAFE_INTEGER, "before");
      if (whole.wrong.length > 0) throw new Error(whole.wrong.join("; "));
      const turns = Array.from({ length: whole.passed }, (_, index) => index + 1);
      const findings: Finding[] = [];
      for (const turn of bench.isShort ? turns.slice(-1) : turns) {
        findings.push(
          await finding(`killed before statement ${turn} of ${whole.passed}`, async () => {
            const { wrong } = await attempt(turn, "before");
            return { acknowledged: "no", found: "a second request sends a mail with a valid link", wrong };
          }),
        );
      }
      return findings;
    }),
};

export const killMailTrials: readonly Trial[] = [digestTrial, linkTrial];
