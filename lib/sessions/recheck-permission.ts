import { setTimeout as pause } from "node:timers/promises";
import type { Role } from "@/lib/model/accounts/roles";
import { isInTransaction, type Context } from "@/lib/store/database/transaction";
import type { Connection, User } from "@/lib/store/database/client";
import { AppError } from "@/lib/base/errors/errors";
import { empty, sql } from "@/lib/store/database/sql";
import { authorize, type Action, type Subject } from "@/lib/base/access/permissions";
import { primaryOrReplica } from "@/lib/store/database/replicas/read-routing";
import { lacksRequiredFactor } from "./required-factor";

/** Columns of the table `users` that determine an account's permissions. */
type StoredRights = Pick<User, "role" | "factor_since" | "sso_subject" | "disabled_at">;
/**
 * `SKIP LOCKED` avoids a deadlock with a transaction that deletes the account: it has locked the
 * account's row, and waits for the account's imports.
 */
const LOCK = sql`FOR SHARE SKIP LOCKED`;
const LOCK_ATTEMPTS = 10;
const LOCK_PAUSE_MS = 50;

async function readRights(connection: Connection, id: number, lock = empty): Promise<StoredRights | undefined> {
  const [account] = await connection.$queryRaw<StoredRights[]>`
    SELECT role, factor_since, sso_subject, disabled_at FROM users WHERE id = ${id} ${lock}`;
  return account;
}

/**
 * Refuses long work whose account has been disabled, demoted or deleted since its request was
 * admitted. In a transaction this must be the last call: it locks the account's row until the
 * commit, so that a concurrent change of the account is either seen here or happens after the work.
 * Locking the row earlier would block logins and updates of `last_seen_at`, which write to it.
 * @param context its `actor` is the account; null for commands and jobs, which may do everything
 * @throws AppError unauthenticated when the account is deleted or disabled, forbidden,
 * second_factor_missing; error_api when another transaction holds the row for half a second
 */
export async function recheckPermission(
  { actor, connection }: Context,
  action: Action,
  subject: Subject,
): Promise<void> {
  if (actor === null) return;
  const refuseIfRevoked = (account: StoredRights | undefined) => {
    if (!account || account.disabled_at) throw new AppError("unauthenticated");
    const bySso = actor.bySso === true && account.sso_subject !== null;
    const lacksFactor = lacksRequiredFactor(account, { bySso, byFactor: actor.byFactor === true });
    // The cast is safe: the database allows no other role.
    authorize({ role: account.role as Role, token: actor.token, lacksFactor }, action, subject);
  };
  // Reads from the primary, because a replica may not have the change of the account yet.
  if (!isInTransaction(connection))
    return refuseIfRevoked(await primaryOrReplica((primary) => readRights(primary, actor.id)));
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
    const locked = await readRights(connection, actor.id, LOCK);
    refuseIfRevoked(locked ?? (await readRights(connection, actor.id)));
    if (locked) return;
    await pause(LOCK_PAUSE_MS);
  }
  throw new AppError("error_api");
}
