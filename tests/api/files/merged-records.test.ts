import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { HistoryEntry } from "@/lib/features/history/history-answers";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { createAny, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { fileCalls, pdf, sha256 } from "../../support/records/files";
import { historyCalls, type Body } from "../../support/records/history";

/* Contract §18, "Merge": files move; of two with the same bytes, the kept record's stays. */

type Merged = { message: string; moved: Record<string, number>; joined: Record<string, number>; batch: string | null };

let api: Client;
let admin: Client;
let files: ReturnType<typeof fileCalls>;
let calls: ReturnType<typeof historyCalls>;
let keep: number;
let drop: number;
beforeAll(async () => {
  api = await loggedIn();
  admin = await loggedIn({ role: "admin" });
  files = fileCalls(api);
  calls = historyCalls(api);
});
beforeEach(async () => {
  [keep, drop] = [await createProject(db()), await createProject(db())];
});

const merge = async (keptId: number, dropped: number, body: Body = {}, client = api) =>
  (await client.post<Merged>(`/api/projects/${keptId}/merge`, { drop: dropped, ...body })).json;
const revertMerge = (batch: string | null, body: Body = {}, client = api) =>
  client.post<Body>(`/api/history/batches/${batch}/revert`, body);
const idsOf = async (record: number, client = api) =>
  (await fileCalls(client).ofRecord(`projects/${record}`)).map(({ datei_id }) => datei_id).sort((a, b) => a - b);
const digestOf = async (id: number) => sha256((await files.content(id)).bytes);
/** Adds a file to each of two records; their bytes are the same. */
async function addTwins() {
  const bytes = pdf();
  return [
    await files.add(`projects/${keep}`, bytes, "kept.pdf"),
    await files.add(`projects/${drop}`, bytes, "dropped.pdf"),
  ];
}

describe("a merge", () => {
  it.each(allDefinitions)("moves files to the kept record: $apiPath", async (definition) => {
    const { apiPath } = definition;
    const [kept, dropped] = [await createAny(db(), definition), await createAny(db(), definition)];
    const bytes = pdf();
    const id = await files.add(`${apiPath}/${dropped}`, bytes, "a.pdf", { bezeichnung: "Vertrag" });
    const { status } = await api.post(`/api/${apiPath}/${kept}/merge`, { drop: dropped });
    expect(status).toBe(200);
    expect(await files.ofRecord(`${apiPath}/${kept}`)).toMatchObject([
      { datei_id: id, kind: apiPath, id: kept, bezeichnung: "Vertrag", fassung: 1 },
    ]);
    expect(await digestOf(id)).toBe(sha256(bytes));
  });

  it("keeps the files of the kept record", async () => {
    const [own, other] = [await files.add(`projects/${keep}`), await files.add(`projects/${drop}`)];
    await merge(keep, drop);
    expect(await idsOf(keep)).toEqual([own, other]);
  });

  it("keeps both of two with the same bytes if fewer people see the kept record's, and does not tell of it", async () => {
    const bytes = pdf();
    await fileCalls(admin).add(`projects/${keep}`, bytes, "a.pdf", { sichtbar: "admin" });
    const id = await files.add(`projects/${drop}`, bytes, "b.pdf");
    const { json } = await api.post<Merged>(`/api/projects/${keep}/merge`, { drop });
    expect({ moved: json.moved.files, joined: json.joined.files }).toEqual({ moved: 1, joined: undefined });
    expect(await idsOf(keep)).toEqual([id]);
  });

  it("keeps the kept record's file of two with the same bytes", async () => {
    const [kept, dropped] = await addTwins();
    await merge(keep, drop);
    expect(await idsOf(keep)).toEqual([kept]);
    expect((await api.get(`/api/files/${dropped}`)).status).toBe(404);
  });

  it("moves a file whose bytes an older version of a kept file has", async () => {
    const bytes = pdf();
    const kept = await files.add(`projects/${keep}`, bytes);
    await files.addVersion(kept);
    const dropped = await files.add(`projects/${drop}`, bytes);
    await merge(keep, drop);
    expect(await idsOf(keep)).toEqual([kept, dropped]);
  });

  it("moves files beyond the limit of a record", async () => {
    // Written past the app, without their bytes: an upload for each would take long.
    await db().$executeRaw`
      WITH content AS (INSERT INTO file_contents (sha256, bytes)
        SELECT encode(sha256(${String(keep)}::bytea || n::text::bytea), 'hex'), 1 FROM generate_series(1, 120) AS n RETURNING content_id),
      numbered AS (SELECT content_id, row_number() OVER (ORDER BY content_id) AS n FROM content),
      file AS (INSERT INTO files (kind, record_id)
        SELECT 'projects', CASE WHEN n <= 60 THEN ${keep}::int ELSE ${drop}::int END FROM numbered RETURNING datei_id),
      both_numbered AS (SELECT datei_id, row_number() OVER (ORDER BY datei_id) AS n FROM file)
      INSERT INTO file_versions (datei_id, fassung, name, mime, content_id)
      SELECT f.datei_id, 1, 'a.pdf', 'application/pdf', c.content_id FROM both_numbered f JOIN numbered c USING (n)`;
    const { moved, batch } = await merge(keep, drop);
    expect(moved).toMatchObject({ files: 60 });
    expect(await idsOf(keep)).toHaveLength(120);
    expect((await revertMerge(batch)).status).toBe(200);
    expect([(await idsOf(keep)).length, (await idsOf(drop)).length]).toEqual([60, 60]);
  });

  it("previews and reports how many files it moves and joins", async () => {
    await addTwins();
    await files.add(`projects/${drop}`);
    await files.add(`projects/${drop}`);
    const preview = await merge(keep, drop, { dry_run: true });
    expect(preview).toMatchObject({ moved: { files: 2 }, joined: { files: 1 }, batch: null });
    expect((await idsOf(drop)).length).toBe(3);
    const { moved, joined } = await merge(keep, drop);
    expect({ moved, joined }).toEqual({ moved: preview.moved, joined: preview.joined });
  });

  it("counts only files that the account sees", async () => {
    const hidden = fileCalls(admin);
    const bytes = pdf();
    await hidden.add(`projects/${keep}`, bytes, "a.pdf", { sichtbar: "admin" });
    await hidden.add(`projects/${drop}`, bytes, "a.pdf", { sichtbar: "admin" });
    await hidden.add(`projects/${drop}`, pdf(), "b.pdf", { sichtbar: "admin" });
    const preview = await merge(keep, drop, { dry_run: true });
    expect([preview.moved.files, preview.joined.files]).toEqual([undefined, undefined]);
    const seen = await merge(keep, drop, { dry_run: true }, admin);
    expect([seen.moved.files, seen.joined.files]).toEqual([1, 1]);
  });

  it("moves files that the account does not see", async () => {
    const id = await fileCalls(admin).add(`projects/${drop}`, pdf(), "a.pdf", { sichtbar: "admin" });
    await merge(keep, drop);
    expect([await idsOf(keep), await idsOf(keep, admin)]).toEqual([[], [id]]);
  });

  it("raises no version of the kept record because of its files", async () => {
    const name = { projekt_titel: "Gleich" };
    [keep, drop] = [await createProject(db(), name), await createProject(db(), name)];
    const before = await calls.etag(`projects/${keep}`);
    await files.add(`projects/${drop}`);
    await merge(keep, drop);
    expect(await calls.etag(`projects/${keep}`)).toBe(before);
  });
});

describe("the history of a merge", () => {
  it("has a change of each file, with its record", async () => {
    const [, dropped = 0] = await addTwins();
    const moved = await files.add(`projects/${drop}`);
    const { batch } = await merge(keep, drop);
    const [ofMoved] = await calls.changes(`kind=files&id=${moved}`);
    expect(ofMoved).toMatchObject({
      ...{ action: "update", batch, fields: [{ name: "id", old: drop, new: keep }] },
      related: { kind: "projects", id: keep },
    });
    const ofDropped = await calls.changes(`kind=files&id=${dropped}`);
    expect(ofDropped.map(({ kind, action }) => `${action} ${kind}`)).toEqual(["delete files", "create files"]);
    expect(ofDropped[0]).toMatchObject({ batch, related: { kind: "projects", id: drop } });
  });

  it("is an entry that names both records", async () => {
    await addTwins();
    await files.add(`projects/${drop}`);
    const { batch } = await merge(keep, drop);
    const { json } = await api.get<{ data: HistoryEntry[] }>(`/api/history/entries?batch=${batch}`);
    expect(json.data).toMatchObject([
      {
        change: { kind: "projects" },
        batch: {
          revertible: true,
          summary: { story: "merge", subject: { kind: "projects", id: keep }, other: { kind: "projects", id: drop } },
        },
      },
    ]);
  });

  it("is an entry that names both records where only a file has changed besides", async () => {
    const name = { projekt_titel: "Ebenso" };
    [keep, drop] = [await createProject(db(), name), await createProject(db(), name)];
    await files.add(`projects/${drop}`);
    const { batch } = await merge(keep, drop);
    const { json } = await api.get<{ data: HistoryEntry[] }>(`/api/history/entries?batch=${batch}`);
    expect(json.data[0]?.batch).toMatchObject({
      revertible: true,
      summary: { story: "merge", subject: { kind: "projects", id: keep }, other: { kind: "projects", id: drop } },
    });
  });

  it("shows the record first in the entry of its revert", async () => {
    const id = await files.add(`projects/${drop}`);
    const { batch } = await merge(keep, drop);
    await revertMerge(batch);
    const [newest] = await calls.changes(`kind=files&id=${id}`);
    const { json } = await api.get<{ data: HistoryEntry[] }>(`/api/history/entries?batch=${newest?.batch}`);
    expect(json.data).toMatchObject([{ change: { kind: "projects" }, batch: { reverts: { story: "merge" } } }]);
  });

  it("offers no file to be moved back alone", async () => {
    const id = await files.add(`projects/${drop}`);
    await merge(keep, drop);
    const [move] = await calls.changes(`kind=files&id=${id}`);
    expect(move).toMatchObject({ revertible: false });
    expect(await calls.revert(move)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
  });
});

describe("the revert of a merge", () => {
  it("brings back the files of both records", async () => {
    const [kept = 0, dropped = 0] = await addTwins();
    const moved = await files.add(`projects/${drop}`);
    const before = [await files.ofRecord(`projects/${keep}`), await files.ofRecord(`projects/${drop}`)];
    const { batch } = await merge(keep, drop);
    expect((await revertMerge(batch)).json).toMatchObject({ success: true, skipped: [] });
    expect([await files.ofRecord(`projects/${keep}`), await files.ofRecord(`projects/${drop}`)]).toEqual(before);
    expect([await idsOf(keep), await idsOf(drop)]).toEqual([[kept], [dropped, moved]]);
  });

  it("is reverted itself", async () => {
    const [kept = 0] = await addTwins();
    const moved = await files.add(`projects/${drop}`);
    const { batch } = await merge(keep, drop);
    await revertMerge(batch);
    const [newest] = await calls.changes(`kind=files&id=${moved}`);
    expect((await revertMerge(newest?.batch ?? null)).status).toBe(200);
    expect(await idsOf(keep)).toEqual([kept, moved]);
  });

  it("restores a joined file without its new change of the record", async () => {
    const [, dropped = 0] = await addTwins();
    await files.addVersion(dropped, pdf("eigen"));
    await files.revert((await files.newestChange(dropped)).change_id);
    const { batch } = await merge(keep, drop);
    await revertMerge(batch);
    expect((await calls.changes(`kind=files&id=${dropped}`)).slice(0, 2).map(({ action }) => action)).toEqual([
      "create",
      "delete",
    ]);
  });

  it("leaves out a file that was deleted since", async () => {
    const [deleted, other] = [await files.add(`projects/${drop}`), await files.add(`projects/${drop}`)];
    const { batch } = await merge(keep, drop);
    await api.delete(`/api/files/${deleted}`);
    expect((await revertMerge(batch)).status).toBe(200);
    expect([await idsOf(keep), await idsOf(drop)]).toEqual([[], [other]]);
  });

  it("moves a left-out file once it is restored, and the merge is reverted again", async () => {
    const id = await files.add(`projects/${drop}`);
    const { batch } = await merge(keep, drop);
    await api.delete(`/api/files/${id}`);
    await revertMerge(batch);
    await files.revert((await files.newestChange(id)).change_id);
    expect(await idsOf(keep)).toEqual([id]);
    const move = (await calls.changes(`kind=files&id=${id}`)).find(({ batch: other }) => other === batch);
    expect(move).toMatchObject({ revertible: true });
    expect((await revertMerge(batch)).status).toBe(200);
    expect([await idsOf(keep), await idsOf(drop)]).toEqual([[], [id]]);
  });

  it("takes a file back as it was changed since", async () => {
    const id = await files.add(`projects/${drop}`);
    const { batch } = await merge(keep, drop);
    await api.put(`/api/files/${id}`, { bezeichnung: "Neu" });
    await files.addVersion(id);
    expect((await revertMerge(batch)).status).toBe(200);
    expect(await files.ofRecord(`projects/${drop}`)).toMatchObject([{ datei_id: id, bezeichnung: "Neu", fassung: 2 }]);
  });

  it("leaves files with the kept record that it got since", async () => {
    const { batch } = await merge(keep, drop);
    const id = await files.add(`projects/${keep}`);
    await revertMerge(batch);
    expect([await idsOf(keep), await idsOf(drop)]).toEqual([[id], []]);
  });

  it("is refused while a later merge has moved a file on", async () => {
    const name = { projekt_titel: "Dreifach" };
    const third = await createProject(db(), name);
    [keep, drop] = [await createProject(db(), name), await createProject(db(), name)];
    const id = await files.add(`projects/${drop}`);
    const first = await merge(keep, drop);
    const second = await merge(third, keep);
    expect(await revertMerge(first.batch, { force: true })).toMatchObject({
      status: 409,
      json: { message: "not_revertible" },
    });
    expect(await idsOf(third)).toEqual([id]);
    expect((await revertMerge(second.batch)).status).toBe(200);
    expect((await revertMerge(first.batch)).status).toBe(200);
    expect(await idsOf(drop)).toEqual([id]);
  });

  it("skips a file with the same bytes that was deleted more than 30 days ago", async () => {
    const [kept, dropped] = await addTwins();
    const moved = await files.add(`projects/${drop}`);
    const { batch } = await merge(keep, drop);
    await db().$executeRaw`UPDATE files SET deleted_at = now() - interval '31 days' WHERE datei_id = ${dropped}`;
    const { status, json } = await revertMerge(batch);
    expect([status, json]).toMatchObject([200, { skipped: [{ kind: "files", id: dropped, label: "dropped.pdf" }] }]);
    expect([await idsOf(keep), await idsOf(drop)]).toEqual([[kept], [moved]]);
  });

  it("works for an account that does not see all files", async () => {
    const hidden = fileCalls(admin);
    const bytes = pdf();
    await hidden.add(`projects/${keep}`, bytes, "a.pdf", { sichtbar: "admin" });
    const joined = await hidden.add(`projects/${drop}`, bytes, "a.pdf", { sichtbar: "admin" });
    const moved = await hidden.add(`projects/${drop}`, pdf(), "b.pdf", { sichtbar: "admin" });
    const { batch } = await merge(keep, drop);
    expect((await revertMerge(batch)).json).toMatchObject({ success: true, skipped: [] });
    expect(await idsOf(drop, admin)).toEqual([joined, moved]);
  });

  it("does not name a skipped file that the account does not see", async () => {
    const hidden = fileCalls(admin);
    const bytes = pdf();
    await hidden.add(`projects/${keep}`, bytes, "a.pdf", { sichtbar: "admin" });
    const id = await hidden.add(`projects/${drop}`, bytes, "geheim.pdf", { sichtbar: "admin" });
    const { batch } = await merge(keep, drop);
    await db().$executeRaw`UPDATE files SET deleted_at = now() - interval '31 days' WHERE datei_id = ${id}`;
    expect((await revertMerge(batch)).json).toMatchObject({ success: true, skipped: [] });
  });
});
