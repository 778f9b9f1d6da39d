import type { DigestChoice, Digest } from "../../records/deadlines/digest";
import { lacksRequiredFactor } from "../auth/required-factor";
import { languageOf } from "../accounts/users";
import type { Context } from "../database/transaction";
import type { Database, User } from "../database/client";
import type { deadlinesToTell } from "../deadlines/deadlines-to-tell";
import { env, houseNames } from "../config/env";
import { sendMail } from "../mail/send-mail";
import { digestDay } from "./digest-day";
import { writeDigest } from "./digest-mail";
import { unsubscribeToken } from "./unsubscribe-token";

/** A digest of one account, by the day that it is for. */
export type DueDigest = { user_id: number; day: string };

type Reader = DigestChoice & {
  id: number;
  email: string;
  name: string;
  language: string;
  /** `YYYY-MM-DD` */
  told: string | null;
} & Pick<User, "role" | "factor_since" | "sso_subject">;

/** The day for which somebody is due; null where he wants none or has been told. */
function dueDay({ digest, told }: Pick<Reader, "digest" | "told">, today: string): string | null {
  if (digest === "none") return null;
  const day = digestDay(digest, today);
  return told === null || told < day ? day : null;
}

/** Where what there is to tell comes from. */
export type RowsOf = typeof deadlinesToTell;

/** Everybody whose digest is due and who has not had it. @param today the university's day */
export async function dueDigests({ connection }: Context, today: string): Promise<DueDigest[]> {
  const readers = await connection.$queryRaw<Pick<Reader, "id" | "digest" | "told">[]>`
    SELECT id, digest, digest_told::text AS told FROM users
    WHERE digest <> 'none' AND disabled_at IS NULL ORDER BY id`;
  return readers.flatMap((reader) => {
    const day = dueDay(reader, today);
    return day === null ? [] : [{ user_id: reader.id, day }];
  });
}

/** From now on somebody has been told for a day, and for those before. */
const tell = ({ connection }: Context, { user_id, day }: DueDigest) =>
  connection.$executeRaw`UPDATE users SET digest_told = greatest(digest_told, ${day}::date) WHERE id = ${user_id}`;

/**
 * Sends one account its digest, if it is still due and there is anything to tell. That it was sent is written after the mail
 * server has taken it: a server that dies in between sends it once more, with the same Message-ID, by which many mail
 * servers know it again. The other way round a deadline would go untold.
 * @param today the university's day
 * @throws AppError error_api where the mail server takes no mail
 */
export async function sendDigest(
  context: Context<Database>,
  due: DueDigest,
  { today, rowsOf }: { today: string; rowsOf: RowsOf },
): Promise<"sent" | "nothing" | "outdated"> {
  const [reader] = await context.connection.$queryRaw<Reader[]>`
    SELECT id, email, name, language, digest, digest_scope, digest_told::text AS told, role, factor_since, sso_subject
    FROM users WHERE id = ${due.user_id} AND disabled_at IS NULL`;
  // Sent meanwhile, unsubscribed, or so late that the next one is due.
  if (!reader || dueDay(reader, today) !== due.day) return "outdated";
  // Who may not see anything yet is told nothing either.
  if (lacksRequiredFactor(reader, reader.sso_subject !== null)) return "outdated";
  const { id, email, name, digest, digest_scope } = reader;
  const language = languageOf(reader);
  const rows = await rowsOf({ ...context, locale: language }, { memberEmail: digest_scope === "mine" ? email : null });
  if (rows.length > 0) {
    const { APP_URL } = env();
    const mail = writeDigest(rows, {
      ...{ to: email, name, language, digest: digest as Exclude<Digest, "none">, scope: digest_scope },
      ...{ appUrl: APP_URL, university: houseNames(language).university, unsubscribe: unsubscribeToken(id) },
      messageId: `digest.${id}.${due.day}@${new URL(APP_URL).hostname}`,
    });
    await sendMail(mail);
  }
  await tell(context, due);
  return rows.length > 0 ? "sent" : "nothing";
}

/** Ends somebody's digests, whether or not there are any. */
export const endDigests = ({ connection }: Context, userId: number) =>
  connection.$executeRaw`UPDATE users SET digest = 'none' WHERE id = ${userId}`;
