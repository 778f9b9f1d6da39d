import type { DigestChoice } from "../../records/digest";
import type { Context } from "../context";

/** What somebody has chosen. */
export async function digestChoiceOf({ connection }: Context, userId: number): Promise<DigestChoice> {
  const [choice] = await connection.$queryRaw<DigestChoice[]>`
    SELECT digest, digest_scope FROM users WHERE id = ${userId}`;
  return choice ?? { digest: "none", digest_scope: "all" };
}

/** Ends somebody's digests, whether or not there are any. */
export const endDigests = ({ connection }: Context, userId: number) =>
  connection.$executeRaw`UPDATE users SET digest = 'none' WHERE id = ${userId}`;
