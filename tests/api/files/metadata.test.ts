import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FileRow } from "@/lib/features/files/file-answers";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import { createProject } from "../../support/factories";
import { fileCalls, pdf } from "../../support/records/files";

/* Contract §18: PUT and DELETE /api/files/{datei_id}, and the fields of a new version. */

let api: Client;
let files: ReturnType<typeof fileCalls>;
let project: string;
let id: number;
let before: FileRow;
beforeAll(async () => {
  api = await loggedIn({ role: "editor" });
  files = fileCalls(api);
  project = `projects/${await createProject(db(), { projekt_titel: "Lesen am Rhein" })}`;
});
const VALUES = {
  dateiart: "1",
  bezeichnung: "Rahmenvertrag",
  unterzeichnet_am: "2026-01-15",
  gueltig_ab: "2026-02-01",
  gueltig_bis: "2026-12-31",
};
beforeEach(async () => {
  id = await files.add(project, pdf(), "Vertrag.pdf", VALUES);
  before = await files.read(id);
});

const put = (body: unknown) =>
  api.put<{ success: boolean; message: string; errors?: Record<string, string[]> }>(`/api/files/${id}`, body);
const changeCount = async () => (await api.get<{ total: number }>(`/api/history?kind=files&id=${id}`)).json.total;

describe("changing what describes a file", () => {
  it("a change is answered with the common message", async () => {
    const { status, json } = await put({ bezeichnung: "Neu" });
    expect([status, json]).toEqual([200, { success: true, message: "data_updated" }]);
  });

  it.each([
    ["dateiart", 3],
    ["bezeichnung", "Nachtrag"],
    ["unterzeichnet_am", null],
    ["gueltig_ab", "2026-03-01"],
    ["gueltig_bis", null],
    ["sichtbar", "bearbeiter"],
  ])("changes %s alone", async (name, value) => {
    expect((await put({ [name]: value })).status).toBe(200);
    expect(await files.read(id)).toEqual({ ...before, [name]: value });
  });

  it("a change cleans a text", async () => {
    await put({ bezeichnung: "  Zweiter \u200B Nachtrag " });
    expect((await files.read(id)).bezeichnung).toBe("Zweiter  Nachtrag");
  });

  it("a change takes an empty day as none", async () => {
    await put({ gueltig_bis: "" });
    expect((await files.read(id)).gueltig_bis).toBeNull();
  });

  it("ignores what describes the bytes", async () => {
    const bytes = { name: "Neu.exe", mime: "text/html", bytes: 1, sha256: "0", fassung: 9, gelesen: "ja", seiten: 3 };
    expect((await put(bytes)).status).toBe(200);
    expect(await files.read(id)).toEqual(before);
  });

  it("ignores to which record the file belongs, and who uploaded it", async () => {
    const others = { datei_id: 1, kind: "persons", id: 1, label: "x", created_at: "2020-01-01", created_by: null };
    expect((await put(others)).status).toBe(200);
    expect(await files.read(id)).toEqual(before);
  });

  it("takes back a file that was read", async () => {
    expect((await put({ ...before, bezeichnung: "Neu" })).status).toBe(200);
    expect(await files.read(id)).toEqual({ ...before, bezeichnung: "Neu" });
  });

  it("refuses an unknown field, as other records do", async () => {
    const { status, json } = await put({ bezeichnung: "Neu", sichtbarkeit: "admin" });
    expect([status, json.errors]).toEqual([422, { sichtbarkeit: ["unknown"] }]);
    expect(await files.read(id)).toEqual(before);
  });

  it.each([
    ["an unknown kind", { dateiart: 9999 }, { dateiart: ["exists"] }],
    ["a kind that is a text", { dateiart: "1" }, { dateiart: ["type"] }],
    ["no kind", { dateiart: null }, { dateiart: ["required"] }],
    ["an unknown visibility", { sichtbar: "leser" }, { sichtbar: ["exists"] }],
    ["a visibility above the own role", { sichtbar: "admin" }, { sichtbar: ["exists"] }],
    ["a visibility that is a number", { sichtbar: 1 }, { sichtbar: ["type"] }],
    ["no visibility", { sichtbar: null }, { sichtbar: ["required"] }],
    ["a day that does not exist", { unterzeichnet_am: "2026-02-30" }, { unterzeichnet_am: ["date"] }],
    ["a day that is a number", { gueltig_ab: 20260101 }, { gueltig_ab: ["date"] }],
    ["an end before the begin that stays", { gueltig_bis: "2026-01-31" }, { gueltig_bis: ["date_order"] }],
    ["a begin behind the end that stays", { gueltig_ab: "2027-01-01" }, { gueltig_bis: ["date_order"] }],
    ["a long text", { bezeichnung: "x".repeat(256) }, { bezeichnung: ["max"] }],
    ["a text that is a number", { bezeichnung: 1 }, { bezeichnung: ["type"] }],
    ["a text with NUL", { bezeichnung: "a\0b" }, { bezeichnung: ["type"] }],
  ])("refuses %s, and changes nothing", async (_, wrong, errors) => {
    const { status, json } = await put({ unterzeichnet_am: "2026-01-16", ...wrong });
    expect([status, json.errors]).toEqual([422, errors]);
    expect(await files.read(id)).toEqual(before);
    expect(await changeCount()).toBe(1);
  });

  it("accepts a text of 255 and equal days", async () => {
    const values = { bezeichnung: "x".repeat(255), gueltig_bis: "2026-02-01" };
    expect((await put(values)).status).toBe(200);
    expect(await files.read(id)).toMatchObject(values);
  });

  it("answers 404 for a file that does not exist", async () => {
    expect((await api.put("/api/files/99999", {})).status).toBe(404);
  });

  it("refuses a body that is no JSON object", async () => {
    expect([(await put([])).status, (await api.put(`/api/files/${id}`, undefined)).status]).toEqual([400, 415]);
  });
});

describe("an inactive kind of files", () => {
  const setActive = (active: boolean) =>
    db().$executeRaw`UPDATE dateiarten SET active = ${active} WHERE dateiart_id IN (1, 2)`;
  beforeEach(async () => {
    await setActive(false);
    return () => setActive(true);
  });

  it("an inactive kind stays that of a file that has it", async () => {
    expect((await put({ dateiart: 1, bezeichnung: "Neu" })).status).toBe(200);
  });

  it("an inactive kind stays that of a file that gets a new version", async () => {
    expect((await files.addVersion(id, pdf(), "Neu.pdf", { dateiart: "1" })).status).toBe(201);
  });

  it("an inactive kind cannot be given to a file", async () => {
    expect((await put({ dateiart: 2 })).json.errors).toEqual({ dateiart: ["exists"] });
  });
});

describe("the history of what describes a file", () => {
  it("the history has a change with the old and new values of what has changed", async () => {
    await put({ ...before, bezeichnung: "Neu", gueltig_bis: null });
    expect(await files.newestChange(id)).toMatchObject({
      ...{ action: "update", kind: "files", id, label: "Neu", batch: null, revertible: true },
      related: { kind: "projects", id: before.id, label: "Lesen am Rhein" },
      fields: [
        { name: "bezeichnung", old: "Rahmenvertrag", new: "Neu" },
        { name: "gueltig_bis", old: "2026-12-31", new: null },
      ],
    });
  });

  it("the history names the file where it has no description", async () => {
    await put({ bezeichnung: "" });
    expect(await files.newestChange(id)).toMatchObject({ label: "Vertrag.pdf" });
  });

  it.each([
    ["nothing", () => ({})],
    ["the same values", () => ({ bezeichnung: "Rahmenvertrag", dateiart: 1, gueltig_bis: "2026-12-31" })],
    ["another name", () => ({ name: "Neu.pdf" })],
  ])("the history has no change when a request changes %s", async (_, body) => {
    expect((await put(body())).json).toEqual({ success: true, message: "data_updated" });
    expect(await changeCount()).toBe(1);
  });

  it("the history has the fields that a new version changes in the change of the version", async () => {
    await files.addVersion(id, pdf(undefined, 10), "Neu.pdf", { bezeichnung: "Neu" });
    const { action, fields } = await files.newestChange(id);
    const names = fields.map(({ name }) => name);
    expect([action, names]).toEqual(["update", ["bezeichnung", "fassung", "name", "bytes", "sha256"]]);
    expect(await changeCount()).toBe(2);
  });

  it("changes of a file leave the version of the record alone", async () => {
    const etag = async () => (await api.get(`/api/${project}`)).headers.get("etag");
    const version = await etag();
    await put({ bezeichnung: "Neu" });
    await files.addVersion(id);
    await api.delete(`/api/files/${id}`);
    expect(await etag()).toBe(version);
  });

  it("the history has the values of a deleted file", async () => {
    await api.delete(`/api/files/${id}`);
    const { action, label, fields } = await files.newestChange(id);
    expect([action, label]).toEqual(["delete", "Rahmenvertrag"]);
    expect(fields).toContainEqual({ name: "gueltig_bis", old: "2026-12-31", new: null });
  });
});

describe("the fields of a new version", () => {
  it("fields stay where the form of a new version does not name them", async () => {
    await files.addVersion(id, pdf(), "Neu.pdf", { bezeichnung: "Neu" });
    const { dateiart, gueltig_ab, gueltig_bis, unterzeichnet_am, sichtbar } = before;
    const kept = { dateiart, gueltig_ab, gueltig_bis, unterzeichnet_am, sichtbar };
    expect(await files.read(id)).toMatchObject({ ...kept, fassung: 2, name: "Neu.pdf", bezeichnung: "Neu" });
  });

  it("a new version can empty fields", async () => {
    await files.addVersion(id, pdf(), "Neu.pdf", { bezeichnung: "", gueltig_bis: "" });
    expect(await files.read(id)).toMatchObject({ bezeichnung: "", gueltig_bis: null });
  });

  it("a new version leaves when and by whom the file was created", async () => {
    const other = fileCalls(await loggedIn({ role: "admin", name: "Andere Person" }));
    await other.addVersion(id);
    const { created_at, created_by } = before;
    expect(await files.read(id)).toMatchObject({ created_at, created_by });
    const [newest, first] = await files.versions(id);
    expect([newest?.created_by?.name, first?.created_by]).toEqual(["Andere Person", created_by]);
  });
});

describe("deleting a file", () => {
  it("a deletion is answered with the common message, and hides the file", async () => {
    const { status, json } = await api.delete(`/api/files/${id}`);
    expect([status, json]).toEqual([200, { success: true, message: "data_deleted" }]);
    const paths = ["", "/versions", "/content"];
    const statuses = await Promise.all(paths.map(async (path) => (await api.get(`/api/files/${id}${path}`)).status));
    expect(statuses).toEqual([404, 404, 404]);
  });

  it("a second deletion is answered 404", async () => {
    await api.delete(`/api/files/${id}`);
    expect((await api.delete(`/api/files/${id}`)).status).toBe(404);
    expect(await changeCount()).toBe(2);
  });

  it("a deletion without a login is answered 401", async () => {
    expect((await call("DELETE", `/api/files/${id}`)).status).toBe(401);
    expect(await files.read(id)).toEqual(before);
  });
});
