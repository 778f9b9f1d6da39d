import { onTestFinished } from "vitest";
import type { RoundValues } from "@/lib/features/rounds/round";
import type { Job } from "@/lib/features/jobs/server/job";
import { db } from "@/lib/store/database/client";
import { startRunner } from "@/lib/features/jobs/server/runner";
import { confirmToken } from "@/lib/features/rounds/server/confirm-token";
import { roundMail, roundUpkeep } from "@/lib/features/rounds/server/mails/round-jobs";
import type { Client } from "../api";
import type { ReceivedMail } from "../servers/smtp";

/** Returns the values of a round of all members, which tests override. */
export const roundValues = (overrides: Partial<RoundValues> = {}): RoundValues => ({
  ...{ titel_de: "Herbstrunde", titel_en: "Autumn round", kind: "members", query: "", an: "self", felder: ["telefon"] },
  ...{ text_de: "Bitte sehen Sie nach, {name}.", text_en: "Please have a look, {name}.", faellig_am: "2099-12-31" },
  ...overrides,
});

/** Creates a draft through the API. @returns its key */
export async function createDraft(client: Pick<Client, "post">, overrides: Partial<RoundValues> = {}): Promise<number> {
  const { status, json } = await client.post<{ runde_id: number }>("/api/rounds/new", roundValues(overrides));
  if (status !== 201) throw new Error(`The round was refused: ${JSON.stringify(json)}`);
  return json.runde_id;
}

/** Creates and starts a round through the API. @returns its key */
export async function startRound(client: Pick<Client, "post">, overrides: Partial<RoundValues> = {}): Promise<number> {
  const runde_id = await createDraft(client, overrides);
  const { status, json } = await client.post(`/api/rounds/${runde_id}/start`);
  if (status !== 200) throw new Error(`The start was refused: ${JSON.stringify(json)}`);
  return runde_id;
}

/** Returns the token of a recipient of a round, as it is in the recipient's mails. */
export async function tokenOf(runde_id: number, email: string): Promise<string> {
  const { recipient_id, generation } = await db().roundRecipient.findUniqueOrThrow({
    where: { runde_id_email: { runde_id, email } },
    select: { recipient_id: true, generation: true },
  });
  return confirmToken(recipient_id, generation);
}

/** Returns the token in the link of a mail, or "". */
export const tokenIn = ({ text }: Pick<ReceivedMail, "text">): string => /\/confirm\/(\S+)/.exec(text)?.[1] ?? "";

/** Starts the job runner of one app instance with a given clock; jobs run only when the test says so. */
export async function startRoundRunner(
  now: () => Date = () => new Date(),
  jobs: readonly Job[] = [roundMail, roundUpkeep],
) {
  const runner = await startRunner({ jobs, now, pauseMs: null });
  onTestFinished(runner.stop);
  return runner;
}

/** Makes all waiting jobs and mails due, as after their pauses. */
export async function makeMailsDue(): Promise<void> {
  await db().$executeRaw`UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')`;
  await db().$executeRaw`UPDATE round_recipients SET mail_due = now() WHERE mail_due IS NOT NULL`;
}
