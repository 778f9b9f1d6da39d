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

type Editor = Client & { id: number };
let editor: Editor;
let namePrefix: string;
let count = 0;
beforeEach(async () => {
  const client = await loggedIn({ role: "editor" });
  editor = { ...client, id: (await client.get<{ id: number }>("/api/user")).json.id };
  namePrefix = `Rechtelos${++count}`;
});

const changeAccount = (body: object) => admin.put(`/api/users/${editor.id}`, body);
const demote = () => changeAccount({ role: "reader" });
const disable = () => changeAccount({ disabled: true });

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
  let resolveLocked = () => {};
  const lockTaken = new Promise<void>((resolve) => {
    resolveLocked = resolve;
  });
  const lockTransaction = db().$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT FROM institutions WHERE partner_institution_id = ${id} FOR UPDATE`;
      resolveLocked();
      await released;
    },
    { timeout: 30_000 },
  );
  await lockTaken;
  return async () => {
    release();
    await lockTransaction;
  };
}

const countWritten = () => db().institution.count({ where: { name: { startsWith: namePrefix } } });

describe("imports", () => {
  const ROWS = 600;
  /**
   * The index of the only row that updates an institution instead of creating one; it is in the
   * second chunk.
   */
  const KNOWN_ROW = 300;

  const stateOf = async (id: number) => (await db().import.findUnique({ where: { import_id: id } }))?.state;

  /**
   * Starts an import and waits until it has written its first chunk of 250 rows and is blocked by a
   * lock in the second.
   */
  async function startBlockedImport() {
    const knownId = await createInstitution(db(), { name: "Bekannt" });
    const rows = Array.from({ length: ROWS }, (_, at) => [at === KNOWN_ROW ? knownId : "", `${namePrefix} ${at}`, "x"]);
    const { id } = await importCalls(editor).preview("institutions", csvOf(["ID", "Name", "Branchen"], ...rows));
    const release = await holdInstitution(knownId);
    expect((await editor.post(`/api/imports/${id}/run`, { renames: true })).status).toBe(202);
    await vi.waitFor(async () => expect([await countWritten(), await waitingForLocks()]).toEqual([250, 1]), WAIT);
    return { id, release };
  }

  it.each([
    ["disabled", disable],
    ["demoted", demote],
  ])("an import whose account is %s writes no further chunk and ends as failed", async (_, revokeRights) => {
    const { id, release } = await startBlockedImport();
    expect((await revokeRights()).status).toBe(200);
    await release();
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("failed"), WAIT);
    expect(await countWritten()).toBe(250);
    expect(await db().change.count({ where: { user_id: editor.id, label: { startsWith: namePrefix } } })).toBe(250);
  });

  it("an import whose account is deleted rolls back its chunk and does not block the deletion", async () => {
    const { id, release } = await startBlockedImport();
    const deletion = admin.delete(`/api/users/${editor.id}`);
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(2), WAIT);
    await release();
    expect(await deletion).toMatchObject({ status: 200, json: { success: true } });
    expect(await countWritten()).toBe(250);
    expect(await stateOf(id)).toBeUndefined();
  });

  it("an import does not fail when another transaction briefly locks its account", async () => {
    const { id, release } = await startBlockedImport();
    await db().$transaction(async (transaction) => {
      await transaction.$executeRaw`UPDATE users SET last_seen_at = now() WHERE id = ${editor.id}`;
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
    expect(await countWritten()).toBe(ROWS);
  });

  it("an import continues when its account is changed but keeps write permission", async () => {
    const { id, release } = await startBlockedImport();
    expect((await changeAccount({ name: "Neuer Name" })).status).toBe(200);
    await release();
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("done"), WAIT);
    expect(await countWritten()).toBe(ROWS);
  });

  it("an import that failed for lost permission resumes only with the permission, in the same batch", async () => {
    const { id, release } = await startBlockedImport();
    await demote();
    await release();
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("failed"), WAIT);
    const { batch } = await importCalls(editor).read(id);
    expect((await editor.post(`/api/imports/${id}/run`)).status).toBe(403);
    await changeAccount({ role: "editor" });
    expect(await importCalls(editor).run(id)).toMatchObject({ state: "done", done: ROWS, batch });
  });

  it("a queued import whose account is demoted writes nothing", async () => {
    const releases: (() => void)[] = [];
    const runningTasks = [-1, -2].map((user) =>
      withConcurrencyLimit("writing", user, () => new Promise<void>((releaseTask) => releases.push(releaseTask))),
    );
    const { id } = await importCalls(editor).preview("institutions", csvOf(["Name", "Branchen"], [namePrefix, "x"]));
    expect((await editor.post(`/api/imports/${id}/run`)).status).toBe(202);
    await demote();
    for (const releaseTask of releases) releaseTask();
    await Promise.all(runningTasks);
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("failed"), WAIT);
    expect(await countWritten()).toBe(0);
  });
});

describe("bulk changes", () => {
  it.each([
    ["disabled", disable, 401],
    ["demoted", demote, 403],
  ])("a bulk change whose account is %s meanwhile changes nothing", async (_, revokeRights, status) => {
    const ids = [
      await createInstitution(db(), { name: namePrefix }),
      await createInstitution(db(), { name: namePrefix }),
    ];
    const release = await holdInstitution(ids[1] ?? 0);
    const bulkChange = editor.post("/api/institutions/bulk", { ids, set: { abteilung: "Neu" } });
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), WAIT);
    await revokeRights();
    await release();
    expect((await bulkChange).status).toBe(status);
    expect(await db().institution.count({ where: { name: namePrefix, abteilung: "Neu" } })).toBe(0);
  });
});

describe("batch reverts", () => {
  it("reverting a batch changes nothing when its account is demoted meanwhile", async () => {
    const ids = [
      await createInstitution(db(), { name: namePrefix }),
      await createInstitution(db(), { name: namePrefix }),
    ];
    const set = { abteilung: "Neu" };
    const { batch } = (await editor.post<{ batch: string }>("/api/institutions/bulk", { ids, set })).json;
    const release = await holdInstitution(ids[1] ?? 0);
    const reverted = editor.post(`/api/history/batches/${batch}/revert`, {});
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), WAIT);
    await demote();
    await release();
    expect((await reverted).status).toBe(403);
    expect(await db().institution.count({ where: { name: namePrefix, abteilung: "Neu" } })).toBe(2);
  });
});

describe("exports", () => {
  it.each(["csv", "xlsx"])("an export as %s is aborted once its account is disabled", async (format) => {
    await insertMany`INSERT INTO thematic_fields (themenfeld_de, themenfeld_en)
      SELECT ${namePrefix} || ' ' || n, ${namePrefix} || ' ' || n FROM generate_series(1, 10000) AS n`;
    const url = new URL(`/api/thematicfields/export?format=${format}&filter=${namePrefix}`, "http://localhost:3000");
    const { file, params } = routeOf(url.pathname);
    type Handler = (request: NextRequest, context: { params: Promise<object> }) => Promise<Response>;
    const { GET } = (await import(file)) as { GET: Handler };
    const request = new NextRequest(url, { headers: { authorization: `Bearer ${editor.token}` } });
    const reader = (await GET(request, { params: Promise.resolve(params) })).body?.getReader();
    await reader?.read();
    await disable();
    const readAll = async () => {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read());
    };
    await expect(readAll()).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
