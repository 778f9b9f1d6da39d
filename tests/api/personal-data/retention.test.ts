import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { deleteExpired } from "@/lib/features/operations/server/housekeeping";
import { createMember, createUser, type UserOverrides } from "../../support/factories";
import { configure } from "../../support/configure";

/*
 * Housekeeping deletes accounts and their history after their retention periods (contract §9).
 */

const monthsAgo = (months: number) => new Date(Date.now() - months * 30.5 * 24 * 3_600_000);

/**
 * Creates an account that was last used `months` months ago, with a history as old as the account.
 */
async function accountUnusedFor(months: number, overrides: UserOverrides & { last_used?: Date } = {}) {
  const { last_used, ...values } = overrides;
  const { id } = await createUser(db(), values);
  await db().user.update({ where: { id }, data: { created_at: monthsAgo(60), last_seen_at: monthsAgo(months) } });
  const dates = { created_at: monthsAgo(50), expires_at: new Date(Date.now() + 3_600_000) };
  const token_hash = `${id}`.padStart(64, "0");
  if (last_used) {
    const token = { user_id: id, name: "x", scope: "read", token_hash, last_used_at: last_used, ...dates };
    await db().apiToken.create({ data: token });
  }
  await db().session.create({ data: { user_id: id, token_hash, last_seen_at: monthsAgo(months), ...dates } });
  await age();
  return id;
}

/** Makes the new changes in the history of accounts 60 months old. */
const age = () =>
  db().$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'test', true)`;
    await transaction.$executeRaw`
      UPDATE changes SET at = now() - interval '60 months' WHERE kind = 'users' AND at > now() - interval '1 day'`;
  });

const stateOf = async (id: number) => {
  const user = await db().user.findUnique({ where: { id }, include: { sessions: true } });
  if (!user) return "deleted";
  return user.disabled_at ? `disabled, ${user.sessions.length} sessions` : "active";
};

beforeEach(async () => void (await db().user.deleteMany()));

describe("ACCOUNT_UNUSED_MONTHS", () => {
  it("housekeeping keeps every account when ACCOUNT_UNUSED_MONTHS is not set", async () => {
    const id = await accountUnusedFor(48);
    await deleteExpired();
    expect(await stateOf(id)).toBe("active");
  });

  it("housekeeping disables accounts unused for ACCOUNT_UNUSED_MONTHS, and later deletes them", async () => {
    configure({ ACCOUNT_UNUSED_MONTHS: 12 });
    const log = vi.spyOn(console, "log");
    await accountUnusedFor(0, { role: "admin" });
    const [fresh, old] = [await accountUnusedFor(11), await accountUnusedFor(13)];
    const byProgram = await accountUnusedFor(13, { last_used: monthsAgo(1) });
    const long = await accountUnusedFor(25, { disabled_at: monthsAgo(13) });
    const recent = await accountUnusedFor(25, { disabled_at: monthsAgo(2) });
    await deleteExpired();
    expect(await Promise.all([fresh, old, byProgram, long, recent].map(stateOf))).toEqual([
      ...["active", "disabled, 0 sessions", "active", "deleted", "disabled, 1 sessions"],
    ]);
    const change = await db().change.findFirst({ where: { kind: "users", id: old }, orderBy: { change_id: "desc" } });
    expect(change).toMatchObject({ source: "job", user_id: null, action: "update" });
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    expect(lines).toMatchObject([
      { event: "account_disabled", user_id: old, reason: "unused" },
      { event: "account_deleted", user_id: long, reason: "unused" },
    ]);
  });

  it("housekeeping keeps the most recently used admin when all admins are unused", async () => {
    configure({ ACCOUNT_UNUSED_MONTHS: 12 });
    const [older, later] = [
      await accountUnusedFor(40, { role: "admin" }),
      await accountUnusedFor(30, { role: "admin" }),
    ];
    await deleteExpired();
    expect([await stateOf(older), await stateOf(later)]).toEqual(["disabled, 0 sessions", "active"]);
  });

  it("housekeeping restarts the time for an account that was enabled again", async () => {
    configure({ ACCOUNT_UNUSED_MONTHS: 12 });
    const id = await accountUnusedFor(40, { disabled_at: monthsAgo(1) });
    await db().user.update({ where: { id }, data: { disabled_at: null } });
    await deleteExpired();
    expect(await stateOf(id)).toBe("active");
    await age();
    await deleteExpired();
    expect(await stateOf(id)).toBe("disabled, 0 sessions");
  });
});

it("SECURITY_LOG_DAYS purges only the older history of accounts", async () => {
  configure({ SECURITY_LOG_DAYS: 90 });
  await createMember(db());
  await db().$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'test', true)`;
    await transaction.$executeRaw`UPDATE changes SET at = now() - interval '91 days'`;
  });
  const { id } = await createUser(db());
  await deleteExpired();
  const kinds = await db().change.findMany({ select: { kind: true, id: true }, orderBy: { change_id: "asc" } });
  expect(kinds.some(({ kind }) => kind === "members")).toBe(true);
  expect(kinds.filter(({ kind }) => kind === "users")).toEqual([{ kind: "users", id }]);
});
