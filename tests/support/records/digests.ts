import { onTestFinished, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import type { DeadlineToReport } from "@/lib/features/deadlines/server/deadlines-to-report";
import { digest, digestMail } from "@/lib/features/deadlines/server/digests/digest-jobs";
import type { RowsOf } from "@/lib/features/deadlines/server/digests/digests";
import { startRunner } from "@/lib/features/jobs/server/runner";
import { createUser, type UserOverrides } from "../factories";
import { configure } from "../configure";
import { startMailServer } from "../servers/smtp";

/** Returns the time on a day at which digests are sent: 06:30. */
export const morningOf = (day: string) => new Date(`${day}T06:30:00+01:00`);

/** A day on which all digests except the monthly one are sent. */
export const MONDAY = "2026-11-23";
export const monday = () => morningOf(MONDAY);

/** Deletes all jobs and accounts, and silences the error log of jobs. */
export async function clearJobs() {
  await db().$executeRaw`DELETE FROM pgboss.job`;
  await db().user.deleteMany();
  vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
}

/** Returns a deadline for a digest. */
export const deadlineToReport = (more: Partial<DeadlineToReport> = {}): DeadlineToReport => ({
  ...{ projekt_id: 7, projekt_titel: "Lernwerkstatt", state: "soon", day: "2027-09-30", what: "last_notice" },
  ...{ days_left: 12, members: [{ ph_id: 3, name: "Zoë Müller" }] },
  ...more,
});

/** Starts a mail server for the app until the test ends. */
export async function startAppMailServer() {
  const server = await startMailServer();
  onTestFinished(server.close);
  configure({ SMTP_URL: server.url });
  return server;
}

/** Creates an account with the given digest setting. */
export async function createSubscriber(digestSetting: string, overrides: UserOverrides = {}) {
  const user = await createUser(db(), overrides);
  await db().user.update({ where: { id: user.id }, data: { digest: digestSetting } });
  return user;
}

/**
 * Starts the job runner of one app instance with a given clock. Jobs run only when the test
 * triggers them.
 */
export async function startDigestRunner(now: () => Date, rowsOf: RowsOf = async () => [deadlineToReport()]) {
  const jobs = [digest, digestMail(rowsOf)];
  const runner = await startRunner({ jobs, now, pauseMs: null });
  onTestFinished(runner.stop);
  return runner;
}

/** Queues the digest job, as the schedule does each morning. */
export const queueDigests = () =>
  db().$executeRaw`INSERT INTO pgboss.job (name, data, policy) VALUES ('digest', '{}', 'singleton')`;

/** Makes all jobs that are waiting for a retry due immediately. */
export const makeRetriesDue = () => db().$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`;
