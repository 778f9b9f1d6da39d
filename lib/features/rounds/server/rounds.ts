import type {
  CountedRound,
  ListedRound,
  Recipient,
  RecipientPreview,
  RoundCounts,
  WithoutAddress,
} from "../round-answers";
import { RECIPIENT_STATES, type RecipientState, roundFieldsOf } from "../round";
import type { ListedRecipient } from "../round-progress";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { env } from "@/lib/base/config/env";
import { authorize } from "@/lib/base/access/permissions";
import type { Context } from "@/lib/store/database/transaction";
import { AppError, isAppError } from "@/lib/base/errors/errors";
import { readLong } from "@/lib/store/records/find-records";
import { recordLabels } from "@/lib/store/sql/list-records";
import { getRecipientView } from "./recipient-view";
import { renderConfirmPage } from "./page/confirm-page";
import { confirmPath } from "./confirm-token";
import { planRecipients, type RecipientPlan } from "./plan-recipients";
import { declinedAddresses, findRecipient, pageOfRecipients } from "./recipients-sql";
import { writeRoundMail } from "./mails/round-mail";
import { statusAt } from "./round-status";
import {
  addressOfAccount,
  countAnswers,
  numberOfRounds,
  pageOfRounds,
  storedRound,
  type StoredRound,
  type StoredWithoutAddress,
} from "./rounds-sql";

/** Replaces the recipient's token in the link of a preview. */
const PREVIEW_TOKEN = "preview";

type Page = { pageNo: number; pageSize: number };

const NO_COUNTS: RoundCounts = { recipients: 0, records: 0, confirmed: 0, changed: 0, ended: 0, not_mine: 0, open: 0 };

/** Plans the recipients of a draft; none where its kind or query is no longer valid. */
async function planDraft(context: Context, round: StoredRound): Promise<RecipientPlan> {
  try {
    return await readLong(context, (connection) => planRecipients({ ...context, connection }, round));
  } catch (error) {
    if (!isAppError(error, "validation_failed")) throw error;
    return { recipients: [], without_address: [] };
  }
}

/** Counts the recipients and records that a draft would have. */
async function countPlanned(context: Context, round: StoredRound): Promise<RoundCounts> {
  const { recipients } = await planDraft(context, round);
  const records = new Set(recipients.flatMap((recipient) => recipient.records.map(({ id }) => id))).size;
  return { ...NO_COUNTS, recipients: recipients.length, records, open: records };
}

/**
 * Returns rounds as they are listed: with the counts of their answers, or the stored counts once the
 * answers are deleted. Those of drafts are null, because each draft would have to be planned.
 */
async function toListedRounds({ connection }: Context, rounds: readonly StoredRound[]): Promise<ListedRound[]> {
  const now = new Date();
  const answers = await countAnswers(
    connection,
    rounds.map(({ runde_id }) => runde_id),
  );
  return rounds.map((round): ListedRound => {
    const { runde_id, titel_de, titel_en, kind, query, an, felder, text_de, text_en, faellig_am } = round;
    const definition = definitionOfPath(kind);
    const known = definition ? roundFieldsOf(definition) : [];
    const counts = answers.get(runde_id) ?? round.counts ?? NO_COUNTS;
    return {
      ...{ runde_id, titel_de, titel_en, kind, query, an, text_de, text_en, faellig_am, status: statusAt(round, now) },
      // A field may have been removed from the declaration since the round was saved.
      felder: felder.filter((name) => known.includes(name)),
      counts: round.status === "draft" ? null : counts,
    };
  });
}

/**
 * Returns one page of rounds, the newest first, and their total number (contract §15).
 * @throws AppError forbidden
 */
export async function listRounds(context: Context, page: Page): Promise<{ rows: ListedRound[]; total: number }> {
  authorize(context.actor, "read", "rounds");
  const [rounds, total] = await Promise.all([
    pageOfRounds(context.connection, page),
    numberOfRounds(context.connection),
  ]);
  return { rows: await toListedRounds(context, rounds), total };
}

/** @throws AppError forbidden, data_not_found */
async function readRound(context: Context, runde_id: number): Promise<StoredRound> {
  authorize(context.actor, "read", "rounds");
  const round = await storedRound(context.connection, runde_id);
  if (!round) throw new AppError("data_not_found");
  return round;
}

async function toListedRound(context: Context, round: StoredRound): Promise<ListedRound> {
  const [listed] = await toListedRounds(context, [round]);
  if (!listed) throw new AppError("data_not_found");
  return listed;
}

/**
 * Returns a round as it is listed.
 * @throws AppError forbidden, data_not_found
 */
export const getRound = async (context: Context, runde_id: number): Promise<ListedRound> =>
  toListedRound(context, await readRound(context, runde_id));

/**
 * Returns a round with its counts; those of a draft are of the recipients that it would have.
 * @throws AppError forbidden, data_not_found
 */
export async function getCountedRound(context: Context, runde_id: number): Promise<CountedRound> {
  const round = await readRound(context, runde_id);
  const listed = await toListedRound(context, round);
  return { ...listed, counts: listed.counts ?? (await countPlanned(context, round)) };
}

/** The recipients of a round: one page of them, and the records without a recipient. */
export type Recipients = { rows: Recipient[]; total: number; without_address: WithoutAddress[] };

/** Returns the records that had no recipient when a round started, those that still exist. */
async function listWithoutAddress({ connection, locale }: Context, kind: string, stored: StoredWithoutAddress | null) {
  const definition = definitionOfPath(kind);
  if (!definition || !stored) return [];
  const labels = await recordLabels(connection, definition, [...stored.none, ...stored.shared], locale);
  const shared = new Set(stored.shared);
  return labels
    .sort((a, b) => a.id - b.id)
    .map(({ id, label }): WithoutAddress => ({ kind, id, label, reason: shared.has(id) ? "shared" : "none" }));
}

const toRecipient = ({ email, name, records, state, answered_at, declined_before }: ListedRecipient): Recipient => ({
  ...{ email, name, records, state, answered_at: answered_at?.toISOString() ?? null, declined_before },
});

/**
 * Returns the recipients of a round: those that it would have, while it is a draft.
 * @param page `state` restricts the page to recipients in this state
 * @throws AppError forbidden, data_not_found
 */
export async function listRecipients(
  context: Context,
  runde_id: number,
  page: Page & { state?: RecipientState },
): Promise<Recipients> {
  const round = await readRound(context, runde_id);
  const { connection } = context;
  if (round.status !== "draft") {
    const [{ rows, total }, without_address] = await Promise.all([
      pageOfRecipients(connection, runde_id, {
        ...page,
        states: page.state ? [page.state] : RECIPIENT_STATES,
        now: new Date(),
      }),
      listWithoutAddress(context, round.kind, round.without_address),
    ]);
    return { rows: rows.map(toRecipient), total, without_address };
  }
  const { recipients, without_address } = await planDraft(context, round);
  const planned = page.state === undefined || page.state === "planned" ? recipients : [];
  const pageRecipients = planned.slice(page.pageNo * page.pageSize, (page.pageNo + 1) * page.pageSize);
  const declined = await declinedAddresses(
    connection,
    pageRecipients.map(({ email }) => email),
  );
  const rows = pageRecipients.map(({ email, name, records }): Recipient => {
    const declined_before = declined.has(email);
    return { email, name, records: records.length, state: "planned", answered_at: null, declined_before };
  });
  return { rows, total: planned.length, without_address };
}

type PreviewedRecipient = { email: string; name: string; records: readonly { id: number; label: string }[] };

/** Finds the recipient with an address, or the first one; undefined if there is none. */
async function findPreviewed(context: Context, round: StoredRound, email: string | undefined) {
  const address = email?.trim().toLowerCase();
  if (round.status !== "draft") return findRecipient(context.connection, round.runde_id, address ?? null);
  const { recipients } = await planDraft(context, round);
  return recipients.find((recipient): boolean => address === undefined || recipient.email === address);
}

/**
 * Returns the mail and the page of a recipient, by default the first one; null without recipients.
 * Neither contains the recipient's link: with it, the reader could answer in the recipient's name.
 * @param email the recipient's address
 * @throws AppError forbidden, data_not_found
 */
export async function previewRound(
  context: Context,
  runde_id: number,
  email?: string,
): Promise<RecipientPreview | null> {
  const round = await readRound(context, runde_id);
  const recipient: PreviewedRecipient | undefined = await findPreviewed(context, round, email);
  if (!recipient) return null;
  const starter = round.started_by ?? context.actor?.id ?? 0;
  const { subject, text, html } = writeRoundMail({
    ...{ mail: "start", email: recipient.email, name: recipient.name, records: recipient.records.length },
    round,
    href: env().APP_URL + confirmPath(PREVIEW_TOKEN),
    replyTo: env().ROUND_REPLY_TO ?? (await addressOfAccount(context.connection, starter)),
  });
  const view = await getRecipientView(
    context,
    { ...round, name: recipient.name, state: "planned" },
    recipient.records.map(({ id, label }) => ({
      ...{ record_id: id, label, answer: null, changes: null, comment: null, successor: null },
      ...{ shown_digest: null, confirmed_digest: null },
    })),
    { page: 1 },
  );
  return { to: recipient.email, subject, text, html, page: renderConfirmPage(view, { isPreview: true }) };
}
