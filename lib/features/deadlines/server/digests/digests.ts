import type { DigestChoice, Digest } from "@/lib/model/accounts/digest";
import { lacksRequiredFactor } from "@/lib/sessions/required-factor";
import { languageOf } from "@/lib/features/accounts/server/users";
import type { Context } from "@/lib/store/database/transaction";
import type { Database, User } from "@/lib/store/database/client";
import type { deadlinesToReport } from "../deadlines-to-report";
import { env, universityNames } from "@/lib/base/config/env";
import { sendMail } from "@/lib/store/mail/send-mail";
import { digestDay } from "./digest-day";
import { writeDigest } from "./digest-mail";
import { unsubscribeToken } from "./unsubscribe-token";

/** A digest for an account, identified by the account and the day that the digest is for. */
export type DueDigest = { user_id: number; day: string };

type Reader = DigestChoice & {
  id: number;
  email: string;
  name: string;
  language: string;
  /** Day of the last digest sent, `YYYY-MM-DD`. */
  reportedDay: string | null;
} & Pick<User, "role" | "factor_since" | "sso_subject">;

/**
 * Returns the day of the digest that is due; null when the account has chosen no digests or was
 * sent this one already.
 */
function dueDay({ digest, reportedDay }: Pick<Reader, "digest" | "reportedDay">, today: string): string | null {
  if (digest === "none") return null;
  const day = digestDay(digest, today);
  return reportedDay === null || reportedDay < day ? day : null;
}

/** Function that loads the projects that a digest reports. */
export type RowsOf = typeof deadlinesToReport;

/**
 * Returns the digests that are due and have not been sent.
 * @param today the current day in the university's time zone
 */
export async function dueDigests({ connection }: Context, today: string): Promise<DueDigest[]> {
  const readers = await connection.$queryRaw<Pick<Reader, "id" | "digest" | "reportedDay">[]>`
    SELECT id, digest, digest_told::text AS "reportedDay" FROM users
    WHERE digest <> 'none' AND disabled_at IS NULL ORDER BY id`;
  return readers.flatMap((reader) => {
    const day = dueDay(reader, today);
    return day === null ? [] : [{ user_id: reader.id, day }];
  });
}

/** Marks an account's digests up to a day as sent. */
const saveReportedDay = ({ connection }: Context, { user_id, day }: DueDigest) =>
  connection.$executeRaw`UPDATE users SET digest_told = greatest(digest_told, ${day}::date) WHERE id = ${user_id}`;

/**
 * Sends an account its digest, if the digest is still due and has projects to report. Marks it as
 * sent only after the mail server has accepted the mail (at-least-once delivery): after a crash in
 * between, the mail is sent again with the same Message-ID, by which many mail servers detect
 * duplicates. Marking it first could lose a mail, and thereby a deadline.
 * @param today the current day in the university's time zone
 * @throws AppError error_api when the mail server does not accept the mail
 */
export async function sendDigest(
  context: Context<Database>,
  due: DueDigest,
  { today, rowsOf }: { today: string; rowsOf: RowsOf },
): Promise<"sent" | "nothing" | "outdated"> {
  const [reader] = await context.connection.$queryRaw<Reader[]>`
    SELECT id, email, name, language, digest, digest_scope, digest_told::text AS "reportedDay", role, factor_since, sso_subject
    FROM users WHERE id = ${due.user_id} AND disabled_at IS NULL`;
  // The digest was sent or unsubscribed meanwhile, the account was disabled, or it is so late that
  // the next digest is due.
  if (!reader || dueDay(reader, today) !== due.day) return "outdated";
  // An account without its required second factor may not see any data. No login sends digests, so
  // that the account's own factor counts.
  if (lacksRequiredFactor(reader, { bySso: reader.sso_subject !== null, byFactor: true })) return "outdated";
  const { id, email, name, digest, digest_scope } = reader;
  const language = languageOf(reader);
  const rows = await rowsOf({ ...context, locale: language }, { memberEmail: digest_scope === "mine" ? email : null });
  if (rows.length > 0) {
    const { APP_URL } = env();
    const mail = writeDigest(rows, {
      ...{ to: email, name, language, digest: digest as Exclude<Digest, "none">, scope: digest_scope },
      ...{ appUrl: APP_URL, university: universityNames(language).university, unsubscribe: unsubscribeToken(id) },
      messageId: `digest.${id}.${due.day}@${new URL(APP_URL).hostname}`,
    });
    await sendMail(mail);
  }
  await saveReportedDay(context, due);
  return rows.length > 0 ? "sent" : "nothing";
}

/** Unsubscribes an account from digests. Idempotent. */
export const endDigests = ({ connection }: Context, userId: number) =>
  connection.$executeRaw`UPDATE users SET digest = 'none' WHERE id = ${userId}`;
