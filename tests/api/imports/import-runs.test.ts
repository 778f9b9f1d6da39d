import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { refreshCounts } from "@/lib/features/imports/server/imports-sql";
import { createInstitution, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls } from "../../support/records/imports";

let api: Client;
let imports: ReturnType<typeof importCalls>;
beforeAll(async () => {
  api = await loggedIn();
  imports = importCalls(api);
});
/** Deletes the imports of each test, because the number of imports per account is limited. */
afterEach(() => db().import.deleteMany());

/**
 * Simulates a crash after row `after`: the later rows are not written, and the heartbeat of the
 * import is stale.
 */
async function expire(id: number, after: number) {
  await db()
    .$executeRaw`UPDATE import_rows SET written = false, record_id = CASE action WHEN 'update' THEN record_id END WHERE import_id = ${id} AND row > ${after}`;
  await refreshCounts(db(), id);
  await db()
    .$executeRaw`UPDATE imports SET state = 'running', runner = gen_random_uuid(), seen_at = now() - interval '31 seconds' WHERE import_id = ${id}`;
}

describe("imports whose server crashed", () => {
  it("an import whose server crashed has failed with its written rows, and resumes in the same batch", async () => {
    const table = csvOf(["Name", "Branchen"], ...Array.from({ length: 600 }, (_, at) => [`Reihe ${at}`, "x"]));
    const { id } = await imports.preview("institutions", table);
    // Simulates a crash after the first chunk: its rows are written in the batch of the import, and
    // the heartbeat is stale.
    expect(await imports.run(id)).toMatchObject({ done: 600 });
    const { batch } = await imports.read(id);
    const lostRows = await db().$queryRaw<
      { id: number }[]
    >`SELECT record_id AS id FROM import_rows WHERE import_id = ${id} AND row > 251`;
    for (const { id: record } of lostRows.slice(0, 350))
      await db().$executeRaw`DELETE FROM institutions WHERE partner_institution_id = ${record}`;
    await db()
      .$executeRaw`UPDATE import_rows SET written = false, record_id = NULL WHERE import_id = ${id} AND row > 251`;
    await refreshCounts(db(), id);
    await db()
      .$executeRaw`UPDATE imports SET state = 'running', runner = gen_random_uuid(), seen_at = now() - interval '31 seconds' WHERE import_id = ${id}`;
    expect(await imports.read(id)).toMatchObject({ state: "failed", done: 250, total: 600, batch });
    expect(await imports.run(id)).toMatchObject({ state: "done", done: 600, batch });
    const list = await api.get<{ total: number }>("/api/institutions?filter=Reihe");
    expect(list.json.total).toBe(600);
  });

  it("a crashed import is not started twice by concurrent calls, and not again once done", async () => {
    const { id } = await imports.preview("institutions", csvOf(["Name", "Branchen"], ["Einmal", "x"]));
    const starts = await Promise.all([1, 2, 3].map(() => api.post(`/api/imports/${id}/run`)));
    expect(starts.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    await expect.poll(async () => (await imports.read(id)).state, { timeout: 20_000 }).toBe("done");
    expect((await api.post(`/api/imports/${id}/run`)).status).toBe(409);
    expect((await api.get<{ total: number }>("/api/institutions?filter=Einmal")).json.total).toBe(1);
  });
});

describe("changes since the preview", () => {
  it("a change since the preview is detected before anything is written", async () => {
    const deletedId = await createInstitution(db(), { name: "Vor dem Lauf weg" });
    const table = csvOf(["ID", "Name", "Branchen"], [deletedId, "Geändert", "x"], ["", "Vor dem Lauf neu", "x"]);
    const { id, json } = await imports.preview("institutions", table);
    expect(json).toMatchObject({ create: 1, update: 1 });
    await db().$executeRaw`DELETE FROM institutions WHERE partner_institution_id = ${deletedId}`;
    expect(await imports.run(id, { renames: true })).toMatchObject({
      state: "done",
      done: 1,
      result: { create: 1, update: 0, refused: 1 },
    });
  });

  it("a change during the run refuses only the affected rows, each with its reason", async () => {
    const deletedId = await createInstitution(db(), { name: "Im Lauf weg" });
    const project = await createProject(db(), { projekt_titel: "Im Lauf weg" });
    const table = csvOf(
      ["ID", "Name", "Branchen", "kooperationsprojekte"],
      ["", "Im Lauf eins", "x", ""],
      ["", "Im Lauf zwei", "x", "Im Lauf weg"],
      [deletedId, "Im Lauf drei", "x", ""],
      ["", "Im Lauf vier", "x", ""],
    );
    const { id } = await imports.preview("institutions", table);
    expect(await imports.run(id, { renames: true })).toMatchObject({ done: 4 });
    await db().$executeRaw`DELETE FROM projects WHERE projekt_id = ${project}`;
    await db().$executeRaw`DELETE FROM institutions WHERE name IN ('Im Lauf zwei', 'Im Lauf drei', 'Im Lauf vier')`;
    await expire(id, 2);
    expect(await imports.run(id)).toMatchObject({ state: "done", done: 2, result: { create: 2, refused: 2 } });
    const { data } = (await api.get<{ data: object[] }>(`/api/imports/${id}/rows?action=refused`)).json;
    expect(data).toMatchObject([
      { row: 3, errors: { "": ["exists"] } },
      { row: 4, errors: { partner_institution_id: ["exists"] } },
    ]);
    const refusedCsv = new TextDecoder().decode((await api.get(`/api/imports/${id}/refused`)).bytes);
    expect(refusedCsv).toContain(";Diesen Eintrag gibt es nicht mehr\r\n");
    expect(refusedCsv).toContain(";ID: Diesen Eintrag gibt es nicht mehr\r\n");
  });
});

describe("several imports", () => {
  it("imports queue, and a waiting one keeps its heartbeat", async () => {
    const releases: (() => void)[] = [];
    const blockers = [-1, -2].map((user) =>
      withConcurrencyLimit("writing", user, () => new Promise<void>((end) => releases.push(end))),
    );
    const { id } = await imports.preview("institutions", csvOf(["Name", "Branchen"], ["Wartend", "x"]));
    expect((await api.post(`/api/imports/${id}/run`)).status).toBe(202);
    await expect.poll(async () => (await imports.read(id)).state).toBe("running");
    // The import is queued: it writes nothing, but renews its heartbeat.
    await db().$executeRaw`UPDATE imports SET seen_at = now() - interval '1 hour' WHERE import_id = ${id}`;
    expect((await imports.read(id)).state).toBe("failed");
    await expect.poll(async () => (await imports.read(id)).state, { timeout: 10_000 }).toBe("running");
    expect(await imports.read(id)).toMatchObject({ done: 0 });
    for (const end of releases) end();
    await Promise.all(blockers);
    await expect.poll(async () => (await imports.read(id)).done).toBe(1);
  });
});

describe("polling a run", () => {
  it("polling a run reads no rows", async () => {
    const { id } = await imports.preview("institutions", csvOf(["Name", "Branchen"], ["Abgefragt", "x"]));
    await db().$executeRaw`UPDATE imports SET state = 'running', seen_at = now() WHERE import_id = ${id}`;
    // Deletes the rows, to show that reading the state of an import does not need them.
    await db().$executeRaw`DELETE FROM import_rows WHERE import_id = ${id}`;
    expect(await imports.read(id)).toMatchObject({ state: "running", done: 0, total: 1, result: { create: 1 } });
  });
});
