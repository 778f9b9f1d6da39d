import { createClient } from "@/lib/store/database/client";
import { poll } from "@/scripts/process/poll";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { createProject, createUser } from "@/tests/support/factories";
import { startMailServer } from "@/tests/support/servers/smtp";
import { startTrialApp, send } from "./app";
import { waitUntilDisconnected } from "./consistency";
import { startPgProxy, type Moment } from "./pg-proxy";
import { withCleanup, recordFinding, createTrialDatabase, type Finding, type Trial } from "./trial";

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
const BACKDATE_JOBS = `UPDATE pgboss.job SET started_on = started_on - interval '1 hour', start_after = least(start_after, now())
  WHERE state IN ('active', 'retry')`;

/** Statements of a digest job, from its start to its completion. */
const steps: readonly { name: string; statement: RegExp; moment: Moment }[] = [
  { name: "after the job has started", statement: /digest_scope, digest_told/, moment: "before" },
  { name: "before the mail is composed", statement: /project_deadlines/, moment: "before" },
  {
    name: "after the mail is sent, before that is recorded",
    statement: /UPDATE users SET digest_told/,
    moment: "before",
  },
  {
    name: "after that is recorded, before the job is completed",
    statement: /UPDATE users SET digest_told/,
    moment: "after",
  },
];

const digestTrial: Trial = {
  name: "kill: job with a mail",
  run: (bench) =>
    withCleanup(async (cleanup) => {
      const mailServer = await startMailServer();
      cleanup.add(mailServer.close);
      const findings: Finding[] = [];
      for (const { name, statement, moment } of bench.isShort ? steps.slice(2, 3) : steps) {
        findings.push(
          await recordFinding(name, () =>
            withCleanup(async (attemptCleanup) => {
              const databaseUrl = await createTrialDatabase(bench, attemptCleanup);
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
              attemptCleanup.add(proxy.close);
              const settings = { JOBS: "on", SMTP_URL: mailServer.url };
              const state = { isKilled: false };
              const starting = { kill: () => {} };
              proxy.arm(statement, moment, () => {
                state.isKilled = true;
                starting.kill();
              });
              const first = await startTrialApp(proxy.url, "", settings);
              attemptCleanup.add(first.stop);
              starting.kill = first.kill;
              if (state.isKilled) first.kill();
              const isKilled = await poll(() => state.isKilled, DEADLINE_MS);
              await first.waitForExit();
              await waitUntilDisconnected(databaseUrl);
              const before = mailServer.mailsTo(email).length;
              await runSql(databaseUrl, BACKDATE_JOBS);
              const second = await startTrialApp(databaseUrl, "", settings);
              attemptCleanup.add(second.stop);
              const done = await poll(async () => {
                await runSql(databaseUrl, BACKDATE_JOBS);
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
    withCleanup(async (cleanup) => {
      const databaseUrl = await createTrialDatabase(bench, cleanup);
      const mailServer = await startMailServer();
      cleanup.add(mailServer.close);
      const client = createClient(databaseUrl, 1);
      const { email } = await createUser(client);
      await client.$disconnect();
      const attempt = (statementNumber: number, moment: Moment) =>
        withCleanup(async (attemptCleanup) => {
          const proxy = await startPgProxy(databaseUrl);
          attemptCleanup.add(proxy.close);
          const settings = { SMTP_URL: mailServer.url };
          const app = await startTrialApp(proxy.url, "", settings);
          attemptCleanup.add(app.stop);
          const state = { isKilled: false };
          proxy.arm(statementNumber, moment, () => {
            state.isKilled = true;
            app.kill();
          });
          const requestLink = (url: string) => send(`${url}/api/password/create`, "POST", { body: { email } });
          const { status } = await requestLink(app.url);
          const statementCount = proxy.statementCount();
          if (!state.isKilled) return { statementCount, wrong: status === 200 ? [] : [`answered ${status}`] };
          await app.waitForExit();
          const wrong = status === 0 ? [] : [`answered ${status}`];
          const restarted = await startTrialApp(databaseUrl, "", settings);
          attemptCleanup.add(restarted.stop);
          const second = await requestLink(restarted.url);
          if (second.status !== 200) wrong.push(`the second request returned ${second.status}`);
          const found = await send(`${restarted.url}/api/password/find/${mailServer.tokenFor(email)}`, "GET");
          if (found.status !== 200) wrong.push(`the link of the last mail returned ${found.status}`);
          return { statementCount, wrong };
        });
      const uninterrupted = await attempt(Number.MAX_SAFE_INTEGER, "before");
      if (uninterrupted.wrong.length > 0) throw new Error(uninterrupted.wrong.join("; "));
      const statementNumbers = Array.from({ length: uninterrupted.statementCount }, (_, index) => index + 1);
      const findings: Finding[] = [];
      for (const statementNumber of bench.isShort ? statementNumbers.slice(-1) : statementNumbers) {
        findings.push(
          await recordFinding(
            `killed before statement ${statementNumber} of ${uninterrupted.statementCount}`,
            async () => {
              const { wrong } = await attempt(statementNumber, "before");
              return { acknowledged: "no", found: "a second request sends a mail with a valid link", wrong };
            },
          ),
        );
      }
      return findings;
    }),
};

export const killMailTrials: readonly Trial[] = [digestTrial, linkTrial];
