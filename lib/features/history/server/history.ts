import type { Change, NamedRecord } from "../history-answers";
import { type HistoryQuery, ADMIN_KINDS, isAdminKind, recordKinds } from "../history-query";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { inTransaction, jobContext, type Context } from "@/lib/store/database/transaction";
import { ROUND_KIND } from "@/lib/model/change";
import { env } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import { authorize, isAllowed } from "@/lib/base/access/permissions";
import type { Connection } from "@/lib/store/database/client";
import { identifier, IS_CONFIRMATION } from "@/lib/store/sql/fragments";
import { revertibleAmong } from "./revertible";
import { storedChanges, type HistoryScope, type StoredChange } from "./stored-changes";

const named = (kind: string | null, id: number | null, label: string | null): NamedRecord | null =>
  kind === null || id === null ? null : { kind, id, label: label ?? "" };

/** Converts a stored change to its API form (contract §8). */
export const asChange = (stored: StoredChange, revertible: boolean): Change => ({
  change_id: stored.change_id,
  at: stored.at.toISOString(),
  user: stored.user_id === null ? null : { id: stored.user_id, name: stored.user_name ?? "" },
  source: stored.source,
  action: stored.action,
  kind: stored.kind,
  id: stored.id,
  label: stored.label,
  fields: stored.fields,
  related: named(stored.related_kind, stored.related_id, stored.related_label),
  batch: stored.batch,
  reverts: stored.reverts,
  revertible,
});

/**
 * Whether the actor may filter the history by user. Users other than admins may do so only if the
 * operator has switched it on: a works council may object to it (contract §8).
 */
export const mayAskForPerson = ({ actor }: Context) =>
  env().HISTORY_PERSON_FILTER || isAllowed(actor, "read", "accounts");

/** Whether a query asks for the changes of a person other than the actor. */
export const asksForOther = ({ actor }: Context, { user }: Pick<HistoryQuery, "user">) =>
  user !== undefined && user !== actor?.id;

/**
 * Checks access to the requested part of the history.
 * @throws AppError forbidden for kinds that the actor may not see, and for a filter by user that the
 * actor may not use
 */
export function refuseHidden(context: Context, { kind }: HistoryQuery, isOfPerson: boolean): void {
  const isForAdmins = kind !== undefined && isAdminKind(kind);
  if (isForAdmins) authorize(context.actor, "read", "accounts");
  if (kind === ROUND_KIND) authorize(context.actor, "read", "rounds");
  if (isOfPerson && !mayAskForPerson(context)) throw new AppError("forbidden");
}

/**
 * Returns what an actor sees of the history: records and the files that the actor sees, for editors
 * also rounds, and for admins accounts and reference entries.
 */
export const historyScope = ({ actor }: Pick<Context, "actor">): HistoryScope => ({
  kinds: [
    ...[...recordKinds(), FILE_KIND],
    ...(isAllowed(actor, "read", "rounds") ? [ROUND_KIND] : []),
    ...(isAllowed(actor, "read", "accounts") ? ADMIN_KINDS : []),
  ],
  files: visibilitiesOf(actor),
});

/**
 * Lists a page of the history, newest first.
 * @throws AppError forbidden, like `refuseHidden`
 */
export async function listChanges(context: Context, query: HistoryQuery): Promise<{ rows: Change[]; total: number }> {
  refuseHidden(context, query, asksForOther(context, query));
  const { connection } = context;
  const { rows, total } = await storedChanges(connection, query, historyScope(context));
  const revertible = await revertibleAmong(connection, rows);
  return { rows: rows.map((row) => asChange(row, revertible.has(row.change_id))), total };
}

/**
 * When and by whom a record was created and last changed; null where the history has no such
 * change.
 */
export type Moments = Record<"created" | "changed", Pick<Change, "at" | "user"> | null>;

/**
 * Reads when and by whom a record was created and last changed; ignores changes of the record's
 * links, and its confirmations.
 */
export async function momentsOf({ connection }: Context, kind: string, id: number): Promise<Moments> {
  const rows = await connection.$queryRaw<Pick<StoredChange, "at" | "user_id" | "user_name" | "action">[]>`
    (SELECT at, user_id, user_name, 'create' AS action FROM changes
      WHERE kind = ${kind} AND id = ${id} AND action = 'create' ORDER BY change_id LIMIT 1)
    UNION ALL
    (SELECT at, user_id, user_name, 'update' FROM changes c
      WHERE kind = ${kind} AND id = ${id} AND action IN ('create', 'update') AND relation IS NULL AND NOT ${IS_CONFIRMATION}
      ORDER BY change_id DESC LIMIT 1)`;
  const moment = (action: string) => {
    const row = rows.find((candidate) => candidate.action === action);
    if (!row) return null;
    return {
      at: row.at.toISOString(),
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
    };
  };
  return { created: moment("create"), changed: moment("update") };
}

/**
 * Deletes changes that are older than the retention period: one of the two exceptions to the
 * append-only history (contract §8). Changes of accounts belong to the security log, which may have
 * a shorter retention period (contract §9).
 */
export async function dropOldChanges(): Promise<void> {
  const { HISTORY_MONTHS, SECURITY_LOG_DAYS } = env();
  if (HISTORY_MONTHS === undefined && SECURITY_LOG_DAYS === undefined) return;
  await inTransaction(jobContext(), async ({ connection }) => {
    await connection.$executeRaw`SELECT set_config('cooperation.rule', 'months', true)`;
    if (HISTORY_MONTHS !== undefined) {
      await connection.$executeRaw`DELETE FROM changes WHERE at < now() - make_interval(months => ${HISTORY_MONTHS}::int)`;
    }
    if (SECURITY_LOG_DAYS !== undefined) {
      await connection.$executeRaw`
        DELETE FROM changes WHERE kind = 'users' AND at < now() - make_interval(days => ${SECURITY_LOG_DAYS}::int)`;
    }
    await forgetGoneProjects(connection);
  });
}

/** Deletes the days on which projects were finished that neither exist nor can be restored. */
async function forgetGoneProjects(connection: Connection): Promise<void> {
  for (const table of ["project_finishes", "dropped_status_changes"]) {
    await connection.$executeRaw`
      DELETE FROM ${identifier(table)} f WHERE NOT EXISTS (SELECT FROM projects p WHERE p.projekt_id = f.projekt_id)
        AND NOT EXISTS (SELECT FROM changes c WHERE c.kind = 'projects' AND c.id = f.projekt_id)`;
  }
}
