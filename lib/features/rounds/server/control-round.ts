import { dayOf, endOfDay } from "@/lib/model/fields/moments";
import { authorize } from "@/lib/base/access/permissions";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import type { Connection, Database, Transaction } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { isEmail } from "@/lib/model/fields/text";
import { countUnlessLimited } from "@/lib/store/limits/rate-limit";
import { storedRecords } from "@/lib/store/sql/stored-records";
import { confirmToken, confirmTokenHash } from "./confirm-token";
import { orderRoundMails } from "./mails/order-round-mails";
import { planRecipients, type RecipientPlan } from "./plan-recipients";
import {
  dropMails,
  insertAskedRecords,
  insertRecipients,
  queueReminders,
  recipientByEmail,
  renewRecipient,
  reserveRecipientIds,
  type NewRecipient,
  type RenewedRecipient,
} from "./recipients-sql";
import { recordRoundChange } from "./round-changes";
import { statusAt } from "./round-status";
import { countAnswers, storeClose, storedRound, storeReminder, storeStart, type StoredRound } from "./rounds-sql";

/** Timeout of starting a round with the maximum number of records, in milliseconds. */
const TIMEOUT_MS = 30_000;
const FIRST_GENERATION = 1;

/**
 * Reads and locks a round, so that concurrent calls run one after the other.
 * @throws AppError data_not_found
 */
export async function lockRound(connection: Connection, runde_id: number): Promise<StoredRound> {
  const round = await storedRound(connection, runde_id, "locked");
  if (!round) throw new AppError("data_not_found");
  return round;
}

/** @throws AppError round_not_running */
async function lockRunning(connection: Connection, runde_id: number, now: Date): Promise<StoredRound> {
  const round = await lockRound(connection, runde_id);
  if (statusAt(round, now) !== "running") throw new AppError("round_not_running");
  return round;
}

/** Writes the recipients of a round with their records. */
async function writeRecipients(connection: Connection, runde_id: number, { recipients }: RecipientPlan, now: Date) {
  const ids = await reserveRecipientIds(connection, recipients.length);
  const rows: NewRecipient[] = [];
  const records: { recipient_id: number; record_id: number; label: string }[] = [];
  recipients.forEach(({ email, name, person, records: plannedRecords }, index) => {
    const recipient_id = ids[index];
    if (recipient_id === undefined) throw new Error("Fewer keys were reserved than there are recipients");
    rows.push({
      ...{ recipient_id, email, name, person_kind: person?.kind ?? null, person_id: person?.id ?? null },
      token_hash: confirmTokenHash(confirmToken(recipient_id, FIRST_GENERATION)),
    });
    for (const { id, label } of plannedRecords) records.push({ recipient_id, record_id: id, label });
  });
  await insertRecipients(connection, { runde_id, now }, rows);
  await insertAskedRecords(connection, records);
}

/**
 * Starts a round: fixes its recipients and queues one mail for each (contract §15).
 * @returns the number of mails
 * @throws AppError forbidden, data_not_found; round_started unless it is a draft; validation_failed
 * where the due day is past, the query is no longer valid, or there are no recipients
 */
export async function startRound(context: Context<Database>, runde_id: number): Promise<number> {
  authorize(context.actor, "write", "rounds");
  const now = new Date();
  return inTransaction(
    context,
    async (unit) => {
      const { connection } = unit;
      const round = await lockRound(connection, runde_id);
      if (round.status !== "draft") throw new AppError("round_started");
      if (round.faellig_am < dayOf(now)) throw invalid({ faellig_am: ["min"] });
      const plan = await planRecipients(unit, round);
      if (plan.recipients.length === 0) throw invalid({ query: ["min"] });
      const idsFor = (reason: string) =>
        plan.without_address.flatMap((record) => (record.reason === reason ? [record.id] : []));
      const without = { none: idsFor("none"), shared: idsFor("shared") };
      await storeStart(connection, runde_id, { now, user: context.actor?.id ?? null, without });
      await writeRecipients(connection, runde_id, plan, now);
      await orderRoundMails(connection, now);
      const figures = { recipients: plan.recipients.length, without_address: plan.without_address.length };
      await recordRoundChange(unit, round, { action: "update", status: "running", figures });
      await recheckPermission(unit, "write", "rounds");
      return plan.recipients.length;
    },
    TIMEOUT_MS,
  );
}

/**
 * Queues a reminder for each recipient without an answer who has not declined, at most once a day.
 * @returns the number of mails
 * @throws AppError forbidden, data_not_found, round_not_running; too_many_requests on the same day
 */
export async function remindRound(context: Context<Database>, runde_id: number): Promise<number> {
  authorize(context.actor, "write", "rounds");
  const now = new Date();
  return inTransaction(context, async (unit) => {
    const { connection } = unit;
    const round = await lockRunning(connection, runde_id, now);
    const { reminded_at } = round;
    if (reminded_at && dayOf(reminded_at) === dayOf(now)) {
      const seconds = Math.ceil((endOfDay(dayOf(now)).getTime() + 1 - now.getTime()) / 1000);
      throw new AppError("too_many_requests", { headers: { "retry-after": String(Math.max(1, seconds)) } });
    }
    const mails = await queueReminders(connection, runde_id, now);
    if (mails > 0) {
      await storeReminder(connection, runde_id, now);
      await orderRoundMails(connection, now);
      await recordRoundChange(unit, round, { action: "reminded", figures: { mails } });
    }
    await recheckPermission(unit, "write", "rounds");
    return mails;
  });
}

/** The address of a recipient as the recipient's own record has it now; undefined where no record is known. */
async function currentEmail(connection: Connection, { person_kind, person_id }: RenewedRecipient) {
  const definition = definitionOfPath(person_kind ?? "");
  const self = definition?.confirmation?.self;
  if (!definition || !self || person_id === null) return undefined;
  const stored = (await storedRecords(connection, definition, [person_id])).get(person_id);
  const email = stored?.values[self];
  return typeof email === "string" ? email.trim().toLowerCase() : stored && "";
}

/**
 * Replaces the link of a recipient and sends the new one: the former is invalid from now on. It goes to the address
 * that the recipient's record has now, because the former one may have been wrong.
 * @param email the recipient's address as it is listed
 * @param client the caller's address, for the rate limit
 * @throws AppError forbidden, data_not_found, round_not_running; validation_failed without such a recipient or
 * another address; too_many_requests
 */
export async function renewLink(
  context: Context<Database>,
  runde_id: number,
  { email, client }: { email: string; client: string },
): Promise<void> {
  authorize(context.actor, "write", "rounds");
  const now = new Date();
  const listed = email.trim().toLowerCase();
  // Outside the transaction, which would hold one connection while it waits for another.
  await countUnlessLimited("renewals", `${runde_id} ${listed}`, client);
  await inTransaction(context, async (unit) => {
    const { connection } = unit;
    const round = await lockRunning(connection, runde_id, now);
    const recipient = await recipientByEmail(connection, runde_id, listed);
    if (!recipient) throw invalid({ email: ["exists"] });
    const { recipient_id, generation } = recipient;
    const address = (await currentEmail(connection, recipient)) ?? listed;
    if (!isEmail(address)) throw invalid({ email: ["email"] });
    const token_hash = confirmTokenHash(confirmToken(recipient_id, generation + 1));
    const isRenewed = await renewRecipient(connection, { recipient_id, email: address, token_hash, now });
    if (!isRenewed) throw invalid({ email: ["twice"] });
    await orderRoundMails(connection, now);
    const figures = { generation: generation + 1, ...(address !== listed && { address_changed: true }) };
    await recordRoundChange(unit, round, { action: "renewed", figures });
    await recheckPermission(unit, "write", "rounds");
  });
}

/** Stores the end of a locked round with its counts, and drops its unsent mails. */
export async function storeEnd(unit: Context<Transaction>, round: StoredRound, at: Date): Promise<void> {
  const { connection } = unit;
  const { runde_id } = round;
  const counts = (await countAnswers(connection, [runde_id])).get(runde_id) ?? null;
  await storeClose(connection, runde_id, at, counts);
  await dropMails(connection, runde_id);
  await recordRoundChange(unit, round, { action: "update", status: "closed", figures: counts ?? {} });
}

/**
 * Closes a round: its links are invalid from now on, and mails that were not sent never will be.
 * @throws AppError forbidden, data_not_found, round_not_running
 */
export async function closeRound(context: Context<Database>, runde_id: number): Promise<void> {
  authorize(context.actor, "write", "rounds");
  const now = new Date();
  await inTransaction(context, async (unit) => {
    await storeEnd(unit, await lockRunning(unit.connection, runde_id, now), now);
  });
}
