import type { RecipientState } from "./round";

/** A recipient whose mail could not be delivered, with the reason that the mail server gave. */
export type FailedMail = { email: string; name: string; failure: string };

/** How far a round has come, as its page shows it to editors. */
export type RoundProgress = {
  started_at: Date | null;
  reminded_at: Date | null;
  closed_at: Date | null;
  /** The number of recipients in each state. */
  states: Record<RecipientState, number>;
  /** The number of mails that wait to be sent, reminders included. */
  waiting: number;
  /** The first failed mails. */
  failures: FailedMail[];
  /** The number of open proposals that came from the round. */
  proposals: number;
};

/** Number of failed mails that `RoundProgress` contains. */
export const FAILURES_SHOWN = 20;
