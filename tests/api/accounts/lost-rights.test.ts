import { NextRequest } from "next/server";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { createInstitution } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls } from "../../support/records/imports";
import { routeOf } from "../../support/route-tree";
import { insertMany } from "../../support/databases/insert-many";

/*
 * Long operations stop writing when their account is disabled, demoted or deleted while they run
 * (docs/security.md).
 */

const WAIT = { timeout: 20_000 };

let admin: Client;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
});

type Own = Client & { id: number };
let own: Own;
let word: string;
let count = 0;
beforeEach(async () => {
  const client = await loggedIn({ role: "editor" });
  own = { ...client, id: (await client.get<{ id: number }>("/api/user")).json.id };
  word = `Rechtelos${++count}`;
});

const change = (body: object) => admin.put(`/api/users/${own.id}`, body);
const demote = () => change({ role: "reader" });
const disable = () => change({ disabled: true });

const waitingForLocks = async () => {
  const [row] = await db().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row.count;
};

/** Locks an institution, so that other writers wait. @returns a function that releases the lock */
async function holdInstitution(id: number): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const held = db().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT FROM institutions WHERE partner_institution_id = ${id} FOR UPDATE`;
      locked();
      await released;
    },
    { timeout: 30_000 },
  );
  await isLocked;
  return async () => {
    release();
    await held;
  };
}

const written = () => db().institution.count({ where: { name: { startsWith: word } } });

describe("an import", () => {
  const ROWS = 600;
  /**
   * The index of the only row that updates an institution instead of creating one; it is in the
   * second chunk.
   */
  const KNOWN = 300;

  const stateOf = async (id: number) => (await db().import.findUnique({ where: { import_id: id } }))?.state;

  /**
   * Starts an import and waits until it has written its first chunk of 250 rows and is blocked by a
   * lock in the second.
   */
  async function halfway() {
    const known = await createInstitution(db(), { name: "Bekannt" });
    const rows = Array.from({ length: ROWS }, (_, at) => [at === KNOWN ? known : "", `${word} ${at}`, "x"]);
    const { id } = await importCalls(own).preview("institutions", csvOf(["ID", "Name", "Branchen"], ...rows));
    const release = await holdInstitution(known);
    expect((await own.post(`/api/imports/${id}/run`, { renames: true })).status).toBe(202);
    await vi.waitFor(async () => expect([await written(), await waitingForLocks()]).toEqual([250, 1]), WAIT);
    return { id, release };
  }

  it.each([
    ["disabled", disable],
    ["demoted", demote],
  ])("whose account is %s writes no further chunk and ends as failed", async (_, take) => {
    const { id, release } = await halfway();
    expect((await take()).status).toBe(200);
    await release();
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("failed"), WAIT);
    expect(await written()).toBe(250);
    expect(await db().change.count({ where: { user_id: own.id, label: { startsWith: word } } })).toBe(250);
  });

  it("whose account is deleted rolls back its current chunk and does not block the deletion", async () => {
    const { id, release } = await halfway();
    const deleted = admin.delete(`/api/users/${own.id}`);
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(2), WAIT);
    await release();
    expect(await deleted).toMatchObject({ status: 200, json: { success: true } });
    expect(await written()).toBe(250);
    expect(await stateOf(id)).toBeUndefined();
  });

  it("does not fail when another transaction briefly locks its account", async () => {
    const { id, release } = await halfway();
    await db().$transaction(async (transaction) => {
      await transaction.$executeRaw`UPDATE users SET last_seen_at = now() WHERE id = ${own.id}`;
      await release();
      // Waits until the import has tried to lock the row of the account, which is still locked.
      await vi.waitFor(async () => {
        const [row] = await db().$queryRaw<[{ count: number }]>`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%FROM users WHERE id =%'`;
        expect(row.count).toBeGreaterThan(0);
      }, WAIT);
    });
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("done"), WAIT);
    expect(await written()).toBe(ROWS);
  });

  it("of an account that still has write permission continues", async () => {
    const { id, release } = await halfway();
    expect((await change({ name: "Neuer Name" })).status).toBe(200);
    await release();
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("done"), WAIT);
    expect(await written()).toBe(ROWS);
  });

  it("that failed for lost permission resumes only with the permission, in the same batch", async () => {
    const { id, release } = await halfway();
    await demote();
    await release();
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("failed"), WAIT);
    const { batch } = await importCalls(own).read(id);
    expect((await own.post(`/api/imports/${id}/run`)).status).toBe(403);
    await change({ role: "editor" });
    expect(await importCalls(own).run(id)).toMatchObject({ state: "done", done: ROWS, batch });
  });

  it("that is still queued writes nothing", async () => {
    const free: (() => void)[] = [];
    const taken = [-1, -2].map((user) =>
      withConcurrencyLimit("writing", user, () => new Promise<void>((end) => free.push(end))),
    );
    const { id } = await importCalls(own).preview("institutions", csvOf(["Name", "Branchen"], [word, "x"]));
    expect((await own.post(`/api/imports/${id}/run`)).status).toBe(202);
    await demote();
    for (const end of free) end();
    await Promise.all(taken);
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("failed"), WAIT);
    expect(await written()).toBe(0);
  });
});

describe("a bulk change", () => {
  it.each([
    ["disabled", disable, 401],
    ["demoted", demote, 403],
  ])("whose account is %s meanwhile changes nothing", async (_, take, status) => {
    const ids = [await createInstitution(db(), { name: word }), await createInstitution(db(), { name: word })];
    const release = await holdInstitution(ids[1] ?? 0);
    const changed = own.post("/api/institutions/bulk", { ids, set: { abteilung: "Neu" } });
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), WAIT);
    await take();
    await release();
    expect((await changed).status).toBe(status);
    expect(await db().institution.count({ where: { name: word, abteilung: "Neu" } })).toBe(0);
  });
});

describe("undoing a batch", () => {
  it("whose account is demoted meanwhile undoes nothing", async () => {
    const ids = [await createInstitution(db(), { name: word }), await createInstitution(db(), { name: word })];
    const set = { abteilung: "Neu" };
    const { batch } = (await own.post<{ batch: string }>("/api/institutions/bulk", { ids, set })).json;
    const release = await holdInstitution(ids[1] ?? 0);
    const undone = own.post(`/api/history/batches/${batch}/revert`, {});
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), WAIT);
    await demote();
    await release();
    expect((await undone).status).toBe(403);
    expect(await db().institution.count({ where: { name: word, abteilung: "Neu" } })).toBe(2);
  });
});

describe("an export", () => {
  it.each(["csv", "xlsx"])("as %s is aborted once its account is disabled", async (format) => {
    await insertMany`INSERT INTO thematic_fields (themenfeld_de, themenfeld_en)
      SELECT ${word} || ' ' || n, ${word} || ' ' || n FROM generate_series(1, 10000) AS n`;
    const url = new URL(`/api/thematicfields/export?format=${format}&filter=${word}`, "http://localhost:3000");
    const { file, params } = routeOf(url.pathname);
    type Handler = (request: NextRequest, context: { params: Promise<object> }) => Promise<Response>;
    const { GET } = (await import(file)) as { GET: Handler };
    const request = new NextRequest(url, { headers: { authorization: `Bearer ${own.token}` } });
    const reader = (await GET(request, { params: Promise.resolve(params) })).body?.getReader();
    await reader?.read();
    await disable();
    const readAll = async () => {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read());
    };
    await expect(readAll()).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
