import type { AccountExport } from "../account-export-answers";
import { serializeDates, type WithDates } from "@/lib/model/pure/serialize-dates";
import type { Database } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { sql } from "@/lib/store/database/sql";
import { isVisibleFileChange } from "@/lib/store/sql/record-files";
import { authorize } from "@/lib/base/access/permissions";

/** Maximum number of changes, of decisions and of uploaded files in an export: the latest. `changes_total` counts all. */
const MAX_CHANGES = 10_000;

/**
 * Columns of `users` that an export contains. They are listed explicitly, so that a secret column
 * added later is not exported by default.
 */
const ACCOUNT = {
  ...{ id: true, email: true, name: true, role: true, language: true, preferences: true, password_hash: true },
  ...{ digest: true, digest_scope: true, digest_told: true },
  ...{ sso_issuer: true, sso_subject: true, factor_since: true, _count: { select: { recovery_codes: true } } },
  ...{ email_verified_at: true, disabled_at: true, last_seen_at: true, created_at: true },
} as const;

type Item<List extends "account_changes" | "changes" | "files"> = AccountExport[List][number];

/**
 * Returns everything stored about an account, for its owner's data export (contract §9), without
 * secrets and without the password hash. Changes that the owner made are exported without field
 * values, and imports without rows, because these are other people's data.
 * @throws AppError forbidden
 */
export async function exportAccount({ actor, connection }: Context<Database>, user_id: number): Promise<AccountExport> {
  authorize(actor, "read", "ownAccount");
  const where = { user_id };
  const { password_hash, _count, ...account } = await connection.user.findUniqueOrThrow({
    where: { id: user_id },
    select: ACCOUNT,
  });
  const dates = { id: true, created_at: true, expires_at: true } as const;
  const sessions = await connection.session.findMany({
    where,
    select: { ...dates, last_seen_at: true, user_agent: true },
    orderBy: { id: "desc" },
  });
  const mailed_links = await connection.token.findMany({
    where,
    select: { ...dates, purpose: true },
    orderBy: { id: "desc" },
  });
  const tokens = await connection.apiToken.findMany({
    where,
    select: { ...dates, name: true, scope: true, last_used_at: true },
    orderBy: { id: "desc" },
  });
  const views = await connection.view.findMany({
    where,
    select: { id: true, kind: true, name: true, query: true, columns: true, shared: true },
    orderBy: { id: "asc" },
  });
  const calendar_feed = await connection.calendarFeed.findUnique({ where, select: { created_at: true } });
  const imports = await connection.import.findMany({
    where,
    select: { import_id: true, kind: true, file_name: true, state: true, created_at: true },
    orderBy: { import_id: "desc" },
  });
  const rounds = await connection.round.findMany({
    where: { started_by: user_id },
    select: { runde_id: true, titel_de: true, titel_en: true, started_at: true },
    orderBy: { runde_id: "desc" },
  });
  // What the account may not see any more is not about it.
  const visibilities = visibilitiesOf(actor);
  const files = await connection.$queryRaw<WithDates<Item<"files">, "created_at">[]>`
    SELECT v.datei_id, v.fassung, v.name, v.created_at FROM file_versions v JOIN files f USING (datei_id)
    WHERE v.created_by = ${user_id} AND f.sichtbar = ANY(${visibilities}::text[]) ORDER BY v.version_id DESC LIMIT ${MAX_CHANGES}`;
  const isOwnChange = sql`c.user_id = ${user_id} AND ${isVisibleFileChange(visibilities)}`;
  // Changes that any user made to this account. The `changes` below are those that its owner
  // made.
  const account_changes = await connection.$queryRaw<
    WithDates<Item<"account_changes">, "at">[]
  >`SELECT change_id, at, user_name AS by, source, action, fields FROM changes
    WHERE kind = 'users' AND id = ${user_id} ORDER BY change_id DESC`;
  const changes = await connection.$queryRaw<WithDates<Item<"changes">, "at">[]>`
    SELECT change_id, at, source, action, kind, id, label, related_kind, related_id, related_label FROM changes c
    WHERE ${isOwnChange} ORDER BY at DESC, change_id DESC LIMIT ${MAX_CHANGES}`;
  const [{ total }] = await connection.$queryRaw<[{ total: number }]>`
    SELECT count(*)::int AS total FROM changes c WHERE ${isOwnChange}`;
  const decisions = await connection.proposal.findMany({
    where: { decided_by: user_id },
    select: { proposal_id: true, kind: true, id: true, label: true, field: true, state: true, decided_at: true },
    orderBy: { proposal_id: "desc" },
    take: MAX_CHANGES,
  });
  const found = {
    account: { ...serializeDates(account), ..._count, has_password: password_hash !== null },
    sessions: sessions.map(serializeDates),
    mailed_links: mailed_links.map(serializeDates),
    tokens: tokens.map(serializeDates),
    calendar_feed: calendar_feed && serializeDates(calendar_feed),
    views,
    imports: imports.map(serializeDates),
    rounds: rounds.map(serializeDates),
    files: files.map(serializeDates),
    account_changes: account_changes.map(serializeDates),
    changes: changes.map(serializeDates),
    changes_total: total,
    decisions: decisions.map(serializeDates),
  };
  // The cast is safe: the database allows no other roles, languages, scopes and states.
  return found as AccountExport;
}
