import { beforeAll, describe, expect, it } from "vitest";
import type { Role } from "@/lib/model/accounts/roles";
import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import type { Change, HistoryEntry } from "@/lib/features/history/history-answers";
import type { FileRow } from "@/lib/features/files/file-answers";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import { createProject } from "../../support/factories";
import { fileCalls, pdf, uploadOf } from "../../support/records/files";
import type { Page } from "../../support/records/history";

/* Contract §18, "Who sees it". */

const ROLES: readonly Role[] = ["reader", "editor", "admin"];
const SEEN: Record<Role, readonly FileVisibility[]> = {
  reader: ["alle"],
  editor: ["alle", "bearbeiter"],
  admin: ["alle", "bearbeiter", "admin"],
};
const PAIRS = ROLES.flatMap((role) => FILE_VISIBILITIES.map((sichtbar) => ({ role, sichtbar })));

let clients: Record<Role, Client>;
let files: ReturnType<typeof fileCalls>;
let project: string;
beforeAll(async () => {
  const [reader, editor, admin] = [
    await loggedIn({ role: "reader" }),
    await loggedIn({ role: "editor" }),
    await loggedIn({ role: "admin" }),
  ];
  clients = { reader, editor, admin };
  files = fileCalls(admin);
  project = `projects/${await createProject(db())}`;
});

const addFile = (sichtbar: FileVisibility, record = project) =>
  files.add(record, pdf(), `${sichtbar}.pdf`, { bezeichnung: `Für ${sichtbar}`, sichtbar });
const notFound = { status: 404, json: { success: false, message: "data_not_found" } };
const forbidden = { status: 403, json: { success: false, message: "forbidden" } };

describe("reading a file", () => {
  const READS = ["", "/content", "/content?inline=1", "/content?fassung=1", "/versions"];

  it.each(PAIRS.flatMap((pair) => READS.map((read) => ({ ...pair, read }))))(
    "a file for $sichtbar is answered to a $role by the rule: GET /api/files/{id}$read",
    async ({ role, sichtbar, read }) => {
      const answer = await clients[role].get(`/api/files/${await addFile(sichtbar)}${read}`);
      if (SEEN[role].includes(sichtbar)) expect(answer.status).toBe(200);
      else expect(answer).toMatchObject(notFound);
    },
  );
});

describe("writing a file", () => {
  const WRITES: Record<string, (client: Client, id: number) => Promise<{ status: number }>> = {
    "PUT /api/files/{id}": (client, id) => client.put(`/api/files/${id}`, { bezeichnung: "Neu" }),
    "DELETE /api/files/{id}": (client, id) => client.delete(`/api/files/${id}`),
    "POST /api/files/{id}/versions": (client, id) => fileCalls(client).addVersion(id),
    "POST /api/history/{change_id}/revert": async (client, id) =>
      fileCalls(client).revert((await files.newestChange(id)).change_id),
  };
  const rows = PAIRS.flatMap((pair) => Object.entries(WRITES).map(([name, write]) => ({ ...pair, name, write })));

  it.each(rows)("a $role writes a file for $sichtbar by the rule: $name", async ({ role, sichtbar, write }) => {
    const id = await addFile(sichtbar);
    const before = await files.read(id);
    const answer = await write(clients[role], id);
    const isSeen = SEEN[role].includes(sichtbar);
    if (role !== "reader" && isSeen) return expect([200, 201]).toContain(answer.status);
    expect(answer).toMatchObject(role === "reader" ? forbidden : notFound);
    expect(await files.read(id)).toEqual(before);
  });

  it("a reader uploads nothing", async () => {
    const record = `projects/${await createProject(db())}`;
    expect(await fileCalls(clients.reader).upload(record)).toMatchObject(forbidden);
    expect(await files.ofRecord(record)).toEqual([]);
  });

  it("an editor gives no file to admins only", async () => {
    const id = await addFile("bearbeiter");
    const { status, json } = await clients.editor.put(`/api/files/${id}`, { sichtbar: "admin" });
    expect([status, json.errors]).toEqual([422, { sichtbar: ["exists"] }]);
    expect(await files.read(id)).toMatchObject({ sichtbar: "bearbeiter" });
  });

  it("an editor does not restore a visibility above the own role", async () => {
    const id = await addFile("admin");
    await clients.admin.put(`/api/files/${id}`, { sichtbar: "alle" });
    const { change_id } = await files.newestChange(id);
    const { status, json } = await fileCalls(clients.editor).revert(change_id);
    expect([status, json.message]).toEqual([409, "not_revertible"]);
    expect(await files.read(id)).toMatchObject({ sichtbar: "alle" });
  });
});

describe("lists of files", () => {
  let record: string;
  beforeAll(async () => {
    record = `projects/${await createProject(db())}`;
    for (const sichtbar of FILE_VISIBILITIES) await addFile(sichtbar, record);
  });
  const query = () => `kind=projects&id=${record.split("/")[1]}`;
  const visibilities = (rows: readonly FileRow[]) => rows.map(({ sichtbar }) => sichtbar).toReversed();
  const list = async (role: Role, more = "") =>
    (await clients[role].get<{ total: number; data: FileRow[] }>(`/api/files?${query()}${more}`)).json;

  it.each(ROLES)("a %s finds the files of a record by the rule", async (role) => {
    expect(visibilities(await fileCalls(clients[role]).ofRecord(record))).toEqual(SEEN[role]);
  });

  it.each(ROLES)("a %s finds files in the list of all by the rule", async (role) => {
    const { total, data } = await list(role);
    expect([total, visibilities(data)]).toEqual([SEEN[role].length, SEEN[role]]);
  });

  it.each(ROLES)("a %s finds files by words by the rule", async (role) => {
    expect((await list(role, "&filter=admin")).total).toBe(SEEN[role].includes("admin") ? 1 : 0);
  });

  it.each(ROLES)("a %s finds files by a visibility by the rule", async (role) => {
    expect((await list(role, "&sichtbar=admin,bearbeiter")).total).toBe(SEEN[role].length - 1);
  });
});

describe("the history", () => {
  const page = async (role: Role, query = "") => (await clients[role].get<Page>(`/api/history?${query}`)).json;
  const entries = async (role: Role, query = "") =>
    (await clients[role].get<{ data: HistoryEntry[] }>(`/api/history/entries?${query}`)).json.data;
  const totals = async (query = "") => {
    const all = await Promise.all(ROLES.map(async (role) => [role, (await page(role, query)).total] as const));
    return Object.fromEntries(all) as Record<Role, number>;
  };
  const labels = (changes: readonly Pick<Change, "label">[]) => changes.map(({ label }) => label).toReversed();
  const labelsSeenBy = (role: Role) => SEEN[role].map((sichtbar) => `Für ${sichtbar}`);
  const newProject = async () => `projects/${await createProject(db())}`;

  describe("of a record with files for each", () => {
    let record: string;
    let ids: number[];
    beforeAll(async () => {
      record = await newProject();
      ids = [];
      for (const sichtbar of FILE_VISIBILITIES) ids.push(await addFile(sichtbar, record));
    });
    const ofRecord = () => `kind=projects&id=${record.split("/")[1]}`;

    it.each(ROLES)("a %s finds the changes of files from their record by the rule", async (role) => {
      const { total, data } = await page(role, `${ofRecord()}&action=create`);
      const changes = data.filter(({ kind }) => kind === "files");
      expect([total - 1, labels(changes)]).toEqual([SEEN[role].length, labelsSeenBy(role)]);
    });

    it.each(ROLES)("a %s finds the newest changes of the kind `files` by the rule", async (role) => {
      const { data } = await page(role, `kind=files&pageSize=${SEEN[role].length}`);
      expect(labels(data)).toEqual(labelsSeenBy(role));
    });

    it.each(ROLES)("a %s finds the newest changes of the kind of the record by the rule", async (role) => {
      const { data } = await page(role, `kind=projects&pageSize=${SEEN[role].length}`);
      expect(labels(data)).toEqual(labelsSeenBy(role));
    });

    it.each(ROLES)("a %s finds the newest changes of all kinds by the rule", async (role) => {
      const { data } = await page(role, `pageSize=${SEEN[role].length}`);
      expect(labels(data)).toEqual(labelsSeenBy(role));
    });

    it.each(ROLES)("a %s finds the changes of one file by the rule", async (role) => {
      const found = await Promise.all(ids.map(async (id) => (await page(role, `kind=files&id=${id}`)).total));
      expect(found).toEqual(FILE_VISIBILITIES.map((sichtbar) => (SEEN[role].includes(sichtbar) ? 1 : 0)));
    });

    it.each(ROLES)("a %s finds entries of files by the rule", async (role) => {
      const found = await entries(role, `${ofRecord()}&pageSize=${SEEN[role].length}`);
      expect(labels(found.map(({ change }) => change))).toEqual(labelsSeenBy(role));
    });
  });

  it.each([
    "",
    "kind=files",
    "kind=projects",
    "action=create",
    "from=2026-01-01",
    "kind=files&action=create&to=2099-01-01",
  ])("totals count changes of files for who sees them: %s", async (query) => {
    const record = await newProject();
    const before = await totals(query);
    await addFile("admin", record);
    await addFile("bearbeiter", record);
    expect(await totals(query)).toEqual({ reader: before.reader, editor: before.editor + 1, admin: before.admin + 2 });
  });

  it("pages have no gaps where hidden changes are", async () => {
    const record = await newProject();
    for (const sichtbar of ["alle", "admin", "alle", "bearbeiter", "admin", "alle"] as const)
      await addFile(sichtbar, record);
    const query = `kind=files&pageSize=2`;
    const pages = [await page("reader", query), await page("reader", `${query}&pageNo=1`)];
    const changes = pages.flatMap(({ data }) => data);
    expect(labels(changes.slice(0, 3))).toEqual(["Für alle", "Für alle", "Für alle"]);
    expect(new Set(changes.map(({ change_id }) => change_id)).size).toBe(4);
  });

  it("the last page of a reader ends with the total", async () => {
    const { total } = await page("reader", "kind=files&pageSize=100");
    const last = await page("reader", `kind=files&pageSize=1&pageNo=${total - 1}`);
    expect([last.data.length, last.next_page_url]).toEqual([1, null]);
    expect((await page("reader", `kind=files&pageSize=1&pageNo=${total}`)).data).toEqual([]);
  });

  it("changes of a deleted file stay hidden", async () => {
    const id = await addFile("admin");
    const before = await totals();
    await clients.admin.delete(`/api/files/${id}`);
    expect(await totals()).toEqual({ ...before, admin: before.admin + 1 });
    expect(await totals(`kind=files&id=${id}`)).toEqual({ reader: 0, editor: 0, admin: 2 });
    const { change_id } = await files.newestChange(id);
    expect(await fileCalls(clients.editor).revert(change_id)).toMatchObject(notFound);
  });

  it("a changed visibility hides older changes", async () => {
    const id = await addFile("alle");
    const query = `kind=files&id=${id}`;
    expect(await totals(query)).toEqual({ reader: 1, editor: 1, admin: 1 });
    await clients.admin.put(`/api/files/${id}`, { sichtbar: "bearbeiter" });
    expect(await totals(query)).toEqual({ reader: 0, editor: 2, admin: 2 });
  });

  it("a changed visibility shows older changes", async () => {
    const id = await addFile("admin");
    await clients.admin.put(`/api/files/${id}`, { sichtbar: "alle" });
    expect(await totals(`kind=files&id=${id}`)).toEqual({ reader: 2, editor: 2, admin: 2 });
  });

  describe("of a merge that moves files", () => {
    let drop: string;
    let batch: string;
    beforeAll(async () => {
      const keep = await newProject();
      drop = await newProject();
      for (const sichtbar of FILE_VISIBILITIES) await addFile(sichtbar, drop);
      const body = { drop: Number(drop.split("/")[1]) };
      batch = (await clients.admin.post<{ batch: string }>(`/api/${keep}/merge`, body)).json.batch;
    });

    it("the batch counts the changes that an account sees", async () => {
      const { admin, editor, reader } = await totals(`batch=${batch}`);
      expect([admin - editor, editor - reader]).toEqual([1, 1]);
    });

    it("the entry of the batch counts the changes that an account sees", async () => {
      const counts = await Promise.all(
        ROLES.map(async (role) => {
          const [entry] = await entries(role, `batch=${batch}`);
          return entry?.batch && [entry.batch.count, entry.batch.changes.length];
        }),
      );
      const { reader, editor, admin } = await totals(`batch=${batch}`);
      expect(counts).toEqual([reader, editor, admin].map((count) => [count, count]));
    });

    it("the entry of the batch names the numbers of files that an account sees", async () => {
      const moved = await Promise.all(
        ROLES.map(async (role) => {
          const [entry] = await entries(role, `batch=${batch}`);
          return entry?.batch?.summary.parts.find(({ kind }) => kind === "files")?.count;
        }),
      );
      expect(moved).toEqual([1, 2, 3]);
    });

    it("a revert by an editor counts the changes that the editor sees, and moves the hidden files, too", async () => {
      const { editor } = await totals(`batch=${batch}`);
      const { json } = await fileCalls(clients.editor).revertBatch(batch);
      expect(json).toMatchObject({ success: true, changes: editor });
      expect(await files.ofRecord(drop)).toHaveLength(FILE_VISIBILITIES.length);
    });
  });
});

describe("API tokens", () => {
  const tokenOf = async (scope: "read" | "write") => {
    const body = { name: "Bericht", scope, days: 30 };
    return (await clients.editor.post<{ token: string }>("/api/user/tokens", body)).json.token;
  };
  const upload = async (token: string, path: string) =>
    call("POST", path, { token, raw: uploadOf(pdf(), "Vertrag.pdf") });

  it("a token with the scope read uploads nothing", async () => {
    const record = `projects/${await createProject(db())}`;
    expect(await upload(await tokenOf("read"), `/api/${record}/files`)).toMatchObject(forbidden);
    expect(await files.ofRecord(record)).toEqual([]);
  });

  it("a token with the scope read uploads no version", async () => {
    const id = await addFile("alle");
    expect(await upload(await tokenOf("read"), `/api/files/${id}/versions`)).toMatchObject(forbidden);
    expect(await files.read(id)).toMatchObject({ fassung: 1 });
  });

  it("a token with the scope read downloads what its owner sees", async () => {
    const token = await tokenOf("read");
    const read = async (sichtbar: FileVisibility) =>
      (await call("GET", `/api/files/${await addFile(sichtbar)}/content`, { token })).status;
    expect([await read("bearbeiter"), await read("admin")]).toEqual([200, 404]);
  });

  it("a token with the scope write uploads, which the history says", async () => {
    const { json } = await upload(await tokenOf("write"), `/api/${project}/files`);
    expect(await files.newestChange(Number(json.datei_id))).toMatchObject({ action: "create", source: "token" });
  });
});
