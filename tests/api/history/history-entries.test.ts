import { beforeAll, describe, expect, it } from "vitest";
import type { HistoryEntry } from "@/lib/features/history/history-answers";
import { db } from "@/lib/store/database/client";
import { createMember, createProject, createThematicField, memberValues, projectValues } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { historyCalls } from "../../support/records/history";

/* Contract §8: GET /api/history/entries, the history with one entry for each batch. */

type Answer = { next_page_url: string | null; data: HistoryEntry[] };

let api: Client;
let admin: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  admin = await loggedIn({ role: "admin" });
  calls = historyCalls(api);
});

const entries = async (query = "", client = api) => (await client.get<Answer>(`/api/history/entries?${query}`)).json;
const entriesOf = async (path: string, id: number) => (await entries(`kind=${path}&id=${id}`)).data;
const labelOf = async (path: string, id: number) => (await calls.changes(`kind=${path}&id=${id}`))[0]?.label;

describe("history entries", () => {
  it("an entry of a change that was made alone is this change", async () => {
    const id = await calls.create("members", { telefon: "1" });
    await api.put(`/api/members/${id}`, { telefon: "2" });
    const [change] = await calls.changes(`kind=members&id=${id}`);
    expect((await entriesOf("members", id))[0]).toEqual({ change, batch: null });
  });

  it("an entry of a created record contains its links", async () => {
    const topics = [await createThematicField(db()), await createThematicField(db())];
    const id = await calls.create("projects", projectValues({ themenfelder: topics }));
    const [entry, ...others] = await entriesOf("projects", id);
    expect(others).toEqual([]);
    expect(entry?.change).toMatchObject({ action: "create", kind: "projects", id });
    expect(entry?.batch).toMatchObject({
      count: 3,
      own: 3,
      revertible: true,
      reverts: null,
      summary: { story: "record", action: "create", records: 1, subject: { kind: "projects", id }, other: null },
    });
    expect(entry?.batch?.summary.parts).toEqual([
      { kind: "projects", action: "create", count: 1 },
      { kind: "projects", action: "link", count: 2 },
    ]);
    expect(entry?.batch?.changes.map(({ action }) => action)).toEqual(["link", "link", "create"]);
    expect((await entries()).data[0]).toEqual(entry);
  });

  it("an entry of a bulk change counts what it did, and that of its revert what it reverted", async () => {
    const ids = [await createMember(db()), await createMember(db()), await createMember(db())];
    const { batch } = (await api.post<{ batch: string }>("/api/members/bulk", { ids, set: { telefon: "0711" } })).json;
    const summary = { story: "records", action: "update", kind: "members", records: 3, subject: null };
    expect((await entries()).data[0]?.batch).toMatchObject({ count: 3, revertible: true, summary, reverts: null });
    await api.post(`/api/history/batches/${batch}/revert`);
    const [revert, reverted] = (await entries("pageSize=2")).data;
    expect(revert?.batch).toMatchObject({ count: 3, summary, reverts: summary });
    expect(reverted?.change.batch).toBe(batch);
    expect([revert?.batch?.reverted, reverted?.batch?.reverted]).toEqual([false, true]);
    expect(reverted?.batch).toMatchObject({ revertible: false });
    const [share] = await entriesOf("members", ids[1] ?? 0);
    expect(share).toMatchObject({ change: { id: ids[1] }, batch: { count: 3, own: 1, changes: [{ id: ids[1] }] } });
  });

  it("an entry of a merge names both records", async () => {
    const [keep, drop] = [await createMember(db()), await createMember(db(), { vorname: "Eva" })];
    const project = await createProject(db());
    await api.post(`/api/members/project/${drop}/${project}`);
    const [kept, dropped] = [await labelOf("members", keep), await labelOf("members", drop)];
    await api.post(`/api/members/${keep}/merge`, { drop, take: [] });
    const merge = (await entries()).data[0]?.batch;
    expect(merge).toMatchObject({
      revertible: true,
      summary: {
        story: "merge",
        subject: { kind: "members", id: keep, label: kept },
        other: { kind: "members", id: drop, label: dropped },
      },
    });
  });

  it("entries of changed reference entries are shown to admins only", async () => {
    const add = async (name: string) =>
      (await admin.post<{ data: { lastId: number } }>("/api/reference/titel/new", { titel_de: name, titel_en: name }))
        .json.data.lastId;
    const [old, by] = [await add("Alt"), await add("Neu")];
    for (const vorname of ["Ada", "Eva"]) await createMember(db(), { vorname, titel: old });
    await admin.post(`/api/reference/titel/${old}/replace`, { by });
    expect((await entries("", admin)).data[0]?.batch).toMatchObject({
      count: 3,
      revertible: true,
      summary: { story: "replacement", subject: { kind: "titel", id: old, label: "Alt" } },
    });
    expect((await entries()).data[0]?.batch).toMatchObject({
      count: 2,
      revertible: false,
      summary: { story: "records", action: "update", kind: "members", records: 2, subject: null },
    });
    expect((await call("GET", "/api/history/entries?kind=titel", { token: api.token })).status).toBe(403);
  });

  it("pages of entries have no gaps or repetitions, whichever changes match", async () => {
    const topics = [await createThematicField(db()), await createThematicField(db())];
    const members = [await createMember(db()), await createMember(db())];
    await api.post("/api/members/bulk", { ids: members, add: { themenfelder: topics } });
    for (const telefon of ["1", "2"]) await api.put(`/api/members/${members[0]}`, { telefon });
    for (const filter of ["", "kind=members", "kind=thematicfields&action=link", `kind=members&id=${members[0]}`]) {
      const all = (await entries(`${filter}&pageSize=100`)).data;
      const paged: HistoryEntry[] = [];
      let url: string | null = `/api/history/entries?${filter}&pageSize=2`;
      while (url && paged.length < 60) {
        const page: Answer = (await api.get<Answer>(url)).json;
        paged.push(...page.data);
        url = page.next_page_url;
      }
      expect(paged.length, filter).toBeGreaterThan(1);
      expect(paged, filter).toEqual(all.slice(0, paged.length));
      const batches = paged.flatMap(({ change: { batch } }) => (batch ? [batch] : []));
      expect(new Set(batches).size, filter).toBe(batches.length);
    }
  });

  it("an entry is found by any of its changes", async () => {
    const [keep, drop] = [await createMember(db()), await createMember(db())];
    await api.post(`/api/members/${keep}/merge`, { drop, take: [] });
    const [found] = (await entries("kind=members&action=delete")).data;
    expect(found).toMatchObject({ change: { action: "delete", id: drop }, batch: { summary: { story: "merge" } } });
  });

  it.each(["before=x", "before=0", "before=1&before=2", "kind=x", "id=1"])(
    "returns 422 for entries with %s",
    async (query) => {
      const answer = await api.get(`/api/history/entries?${query}`);
      expect(answer).toMatchObject({ status: 422, json: { message: "validation_failed" } });
    },
  );
});

describe("the changes of one save", () => {
  it("a save that changes several records is a batch, and is reverted as one", async () => {
    const topic = await createThematicField(db());
    const id = await calls.create("members", memberValues({ themenfelder: [topic] }));
    const changes = await calls.changes(`kind=members&id=${id}`);
    expect(changes.map(({ action }) => action)).toEqual(["link", "create"]);
    const [batch, other] = changes.map((change) => change.batch);
    expect(batch).not.toBeNull();
    expect(other).toBe(batch);
    expect((await api.post(`/api/history/batches/${batch}/revert`)).json).toMatchObject({ success: true, changes: 2 });
    expect((await api.get(`/api/members/${id}`)).status).toBe(404);
  });

  it("a save that changes only the record is no batch", async () => {
    const id = await calls.create("members", { themenfelder: [] });
    expect((await calls.changes(`kind=members&id=${id}`)).map(({ batch }) => batch)).toEqual([null]);
  });
});
