import { onTestFinished, vi } from "vitest";
import { db } from "@/lib/server/database/client";
import type { DeadlineToTell } from "@/lib/server/deadlines/deadlines-to-tell";
import { digest, digestMail } from "@/lib/server/digests/digest-jobs";
import type { RowsOf } from "@/lib/server/digests/digests";
import { startRunner } from "@/lib/server/jobs/runner";
import { createUser, type UserOverrides } from "../factories";
import { configure } from "../configure";
import { startMailServer } from "../servers/smtp";

/** Half past six in the morning of a day. */
export const morningOf = (day: string) => new Date(`${day}T06:30:00+01:00`);

/** A day on which all digests but the monthly one go out. */
export const MONDAY = "2026-11-23";
export const monday = () => morningOf(MONDAY);

/** No job waits, nobody wants a digest, and what the jobs log is kept from the screen. */
export async function nothingWaits() {
  await db().$executeRaw`DELETE FROM pgboss.job`;
  await db().user.deleteMany();
  vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
}

/** A project that a digest tells of. */
export const toTell = (more: Partial<DeadlineToTell> = {}): DeadlineToTell => ({
  ...{ projekt_id: 7, projekt_titel: "Lernwerkstatt", state: "soon", day: "2027-09-30", what: "last_notice" },
  ...{ days_left: 12, members: [{ ph_id: 3, name: "Zoë Müller" }] },
  ...more,
});

/** A mail server that the app sends by, until the test ends. */
export async function mailServer() {
  const server = await startMailServer();
  onTestFinished(server.close);
  configure({ SMTP_URL: server.url });
  return server;
}

/** An account that wants digests, as if it had asked for them long ago. */
export async function reader(digestChosen: string, overrides: UserOverrides = {}) {
  const user = await createUser(db(), overrides);
  await db().user.update({ where: { id: user.id }, data: { digest: digestChosen } });
  return user;
}

/** Jobs of one instance with a fixed clock, which work when the test says so. */
export async function instance(now: () => Date, rowsOf: RowsOf = async () => [toTell()]) {
  const jobs = [digest, digestMail(rowsOf)];
  const runner = await startRunner({ jobs, now, pauseMs: null });
  onTestFinished(runner.stop);
  return runner;
}

/** What the clock does each morning. */
export const orderDigests = () =>
  db().$executeRaw`INSERT INTO pgboss.job (name, data, policy) VALUES ('digest', '{}', 'singleton')`;

/** Whatever waits to be tried again is due now. */
export const passPauses = () => db().$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`;
