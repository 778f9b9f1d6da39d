import { dayOf } from "@/lib/model/fields/moments";
import type { Round } from "./round-answers";
import { RECIPIENT_STATES, type ConfirmAnswer, type RecipientState } from "./round";

/**
 * A recipient whose mail could not be delivered, with the reason that the mail server gave. `isRetried`
 * if the mail still waits to be sent again.
 */
export type FailedMail = { email: string; name: string; failure: string; isRetried: boolean };

/** How far a round has come, as its page shows it to editors. */
export type RoundProgress = {
  started_at: Date | null;
  reminded_at: Date | null;
  closed_at: Date | null;
  /** The number of recipients in each state. */
  states: Record<RecipientState, number>;
  /** The number of mails that wait to be sent, reminders included. */
  waiting: number;
  /** The number of waiting mails that the mail server did not accept yet. */
  retried: number;
  /** The first failed mails, those that are given up first. */
  failures: FailedMail[];
  /** The number of open proposals that came from the round. */
  proposals: number;
};

/** Number of failed mails that `RoundProgress` contains. */
export const FAILURES_SHOWN = 20;

/**
 * Which recipients the page of a round lists, and the states that this means. `open` recipients have
 * not answered yet.
 */
export const RECIPIENT_CHOICES = {
  open: ["planned", "sent", "failed"],
  failed: ["failed"],
  answered: ["answered"],
  declined: ["declined"],
  all: RECIPIENT_STATES,
} as const satisfies Record<string, readonly RecipientState[]>;
export type RecipientChoice = keyof typeof RECIPIENT_CHOICES;

/** Why no reminder can be sent at the moment; null if one can. */
export type RemindRefusal = "today" | "none_left" | "sending" | null;

/**
 * Returns why no reminder can be sent: reminders were already sent on this day, all recipients have
 * answered or declined, or the mails to the others still wait to be sent.
 */
export function remindRefusal(
  { reminded_at, states, waiting }: Pick<RoundProgress, "reminded_at" | "states" | "waiting">,
  now: Date,
): RemindRefusal {
  if (reminded_at && dayOf(reminded_at) === dayOf(now)) return "today";
  const missing = choiceCount("open", states);
  if (missing === 0) return "none_left";
  return missing <= waiting ? "sending" : null;
}

/** A recipient in the list of a round's page. */
export type ListedRecipient = {
  email: string;
  name: string;
  state: RecipientState;
  failure: string | null;
  reminders: number;
  /** When a mail that waits may be sent, if its address got another one within the last hour. */
  waits_until: Date | null;
  answered_at: Date | null;
  declined_at: Date | null;
  /** True if the address has declined in an earlier round. */
  declined_before: boolean;
  records: number;
};

/** A running round on the dashboard: `answered` of its `records` have an answer. */
export type RunningRound = Pick<Round, "runde_id" | "titel_de" | "titel_en" | "faellig_am"> & {
  records: number;
  answered: number;
};

/** Returns the number of a round's records that have an answer. */
export const answeredRecords = ({ confirmed, changed, ended, not_mine }: Record<ConfirmAnswer, number>): number =>
  confirmed + changed + ended + not_mine;

/** Returns the number of recipients that a choice lists. */
export const choiceCount = (choice: RecipientChoice, states: Record<RecipientState, number>): number =>
  RECIPIENT_CHOICES[choice].reduce((sum, state) => sum + states[state], 0);
