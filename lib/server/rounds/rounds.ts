import type { Recipient, Round, RoundCounts, WithoutAddress } from "../../records/rounds/round";
import type { Context } from "../database/transaction";

type Page = { pageNo: number; pageSize: number };

/**
 * Returns one page of rounds, the newest first, and their total number (contract §15).
 * @throws AppError forbidden
 */
export function listRounds(
  _context: Context,
  _page: Page,
): Promise<{ rows: (Round & { counts: RoundCounts })[]; total: number }> {
  throw new Error("Not written yet");
}

/**
 * Returns a round with its counts.
 * @throws AppError forbidden, data_not_found
 */
export function getRound(_context: Context, _runde_id: number): Promise<Round & { counts: RoundCounts }> {
  throw new Error("Not written yet");
}

/** The recipients of a round: one page of them, and the records that nobody can be asked about. */
export type Recipients = { rows: Recipient[]; total: number; without_address: WithoutAddress[] };

/**
 * Returns the recipients of a round: those that it would have, while it is a draft.
 * @throws AppError forbidden, data_not_found
 */
export function listRecipients(_context: Context, _runde_id: number, _page: Page): Promise<Recipients> {
  throw new Error("Not written yet");
}

/** A mail and a page as a recipient sees them, as texts and HTML documents. */
export type RoundPreview = { to: string; subject: string; text: string; html: string; page: string };

/**
 * Returns the mail and the page of a recipient, by default the first one; null without recipients.
 * @param email the recipient's address
 * @throws AppError forbidden, data_not_found
 */
export function previewRound(_context: Context, _runde_id: number, _email?: string): Promise<RoundPreview | null> {
  throw new Error("Not written yet");
}
