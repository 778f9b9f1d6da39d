import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { concurrencyStates, withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { call, loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";
import { insertMany } from "../../support/databases/insert-many";
import { createProject } from "../../support/factories";
import { fileCalls, pdf, uploadOf } from "../../support/records/files";
import { bytesOf, png, wordDocument } from "../../support/records/sample-files";
import { EICAR, startClamdServer } from "../../support/servers/clamd-server";
import { directServer } from "../../support/servers/direct-server";

/* Contract §18, "Upload": what is refused, and that it stores nothing. */

const MIB = 1_048_576;
const GIB = 1_073_741_824;

let api: Client;
let files: ReturnType<typeof fileCalls>;
let project: string;
let id: number;
beforeAll(async () => {
  api = await loggedIn({ role: "editor" });
  files = fileCalls(api);
});
beforeEach(async () => {
  id = await createProject(db());
  project = `projects/${id}`;
});

/** Counts all that an upload stores. */
const stored = async () => ({
  contents: await db().fileContent.count(),
  chunks: await db().fileChunk.count(),
  files: await db().file.count(),
  versions: await db().fileVersion.count(),
});

type Refusal = { status: number; json: Record<string, unknown> };

/** Makes a call, and asserts that it stores nothing. @returns its status and what it says */
async function refused(upload: () => Promise<Refusal>) {
  const before = await stored();
  const { status, json } = await upload();
  expect(await stored()).toEqual(before);
  return { status, ...(json.errors ? { errors: json.errors } : { message: json.message }) };
}

const send = (raw: BodyInit, headers?: Record<string, string>) =>
  api.post<Record<string, unknown>>(`/api/${project}/files`, undefined, { raw, headers });
const invalidFile = (code: string) => ({ status: 422, errors: { file: [code] } });

const EXE = bytesOf(Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0", "latin1"), Buffer.alloc(200)]));
const HTML = bytesOf("<!doctype html><html><script>alert(1)</script></html>");

describe("content", () => {
  it("refuses a file without bytes", async () => {
    expect(await refused(() => files.upload(project, bytesOf("")))).toEqual(invalidFile("empty"));
  });

  it.each([
    ["a program named .pdf", EXE, "Vertrag.pdf"],
    ["a page named .pdf", HTML, "Vertrag.pdf"],
    ["a PDF named .docx", pdf(), "Vertrag.docx"],
    ["a PDF named .txt", pdf(), "Vertrag.txt"],
    ["a document with macros named .docx", wordDocument("docm"), "Vertrag.docx"],
    ["a document named .xlsx", wordDocument(), "Tabelle.xlsx"],
    ["a picture named .jpg", png(), "Seite.jpg"],
    ["a text named .pdf", bytesOf("Vertrag"), "Vertrag.pdf"],
    ["a text with NUL", bytesOf("Ver\0trag"), "Vertrag.txt"],
    ["a text in Latin-1", bytesOf("Müller", "latin1"), "Vertrag.txt"],
    ["a PDF with another ending", pdf(), "Vertrag.exe"],
    ["a PDF with another ending behind its own", pdf(), "Vertrag.pdf.html"],
    ["a PDF without an ending", pdf(), "Vertrag"],
    ["an ending that names a property of all objects", pdf(), "Vertrag.constructor"],
  ])("refuses %s", async (_, bytes, name) => {
    expect(await refused(() => files.upload(project, bytes, name))).toEqual(invalidFile("type"));
  });

  it("refuses a new version whose content is another than its ending says", async () => {
    const file = await files.add(project);
    expect(await refused(() => files.addVersion(file, EXE))).toEqual(invalidFile("type"));
    expect(await files.read(file)).toMatchObject({ fassung: 1 });
  });

  it.each([
    ["a document", wordDocument(), "Vertrag.docx"],
    ["a picture", png(), "Seite.PNG"],
    ["a text", bytesOf("Müller; Meier"), "Tabelle.csv"],
    ["a text that looks like a page", HTML, "Seite.md"],
  ])("stores %s", async (_, bytes, name) => {
    expect((await files.upload(project, bytes, name)).status).toBe(201);
  });
});

describe("the virus scanner", async () => {
  const clamd = await startClamdServer();
  afterAll(() => clamd.close());
  beforeEach(() => {
    clamd.behave("scan");
    configure({ CLAMAV_ADDRESS: clamd.address });
  });
  const infected = () => bytesOf(`Anlage\n${EICAR}\n`);

  it("refuses a virus", async () => {
    expect(await refused(() => files.upload(project, infected(), "Anlage.txt"))).toEqual(invalidFile("infected"));
  });

  it("refuses a virus as a new version", async () => {
    const file = await files.add(project);
    expect(await refused(() => files.addVersion(file, infected(), "Anlage.txt"))).toEqual(invalidFile("infected"));
  });

  it("lets a clean file pass", async () => {
    expect((await files.upload(project, pdf("Kapitel", 700_000))).status).toBe(201);
  });

  it.each(["close", "garbage"] as const)("stores nothing when the scanner answers with %s", async (mode) => {
    clamd.behave(mode);
    vi.spyOn(console, "error").mockReturnValue();
    expect(await refused(() => files.upload(project))).toEqual({ status: 503, message: "error_api" });
    vi.restoreAllMocks();
  });

  it("stores nothing when the scanner cannot be reached", async () => {
    const gone = await startClamdServer();
    await gone.close();
    configure({ CLAMAV_ADDRESS: gone.address });
    expect(await refused(() => files.upload(project))).toEqual({ status: 503, message: "error_api" });
  });

  it("stores nothing when the scanner does not answer for 30 s", async () => {
    clamd.behave("hang");
    const scans = clamd.scanned.length;
    const before = await stored();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const upload = files.upload(project);
      await vi.waitFor(() => expect(clamd.scanned.length).toBeGreaterThan(scans));
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await upload).toMatchObject({ status: 503, json: { message: "error_api" } });
    } finally {
      vi.useRealTimers();
    }
    expect(await stored()).toEqual(before);
  });
});

describe("size", () => {
  beforeEach(() => configure({ FILE_MAX_MB: 1 }));
  const tooLarge = { status: 413, message: "payload_too_large" };
  const ofBytes = (bytes: number) => {
    const empty = pdf("Groß");
    return pdf("Groß", bytes - empty.length);
  };

  it("stores a file of exactly FILE_MAX_MB", async () => {
    expect((await files.upload(project, ofBytes(MIB))).status).toBe(201);
  });

  it("refuses a larger file whose length is not announced", async () => {
    expect(await refused(() => files.upload(project, ofBytes(MIB + 1)))).toEqual(tooLarge);
  });

  it("refuses a larger file by the announced length", async () => {
    const raw = uploadOf(pdf(), "Vertrag.pdf");
    expect(await refused(() => send(raw, { "content-length": String(2 * MIB) }))).toEqual(tooLarge);
  });

  it("refuses a form that is larger by what is not the file", async () => {
    const raw = uploadOf(pdf(), "Vertrag.pdf", {}, { bezeichnung: "x".repeat(2 * MIB) });
    expect(await refused(() => send(raw))).toEqual(tooLarge);
  });

  it("refuses a larger new version", async () => {
    const file = await files.add(project);
    expect(await refused(() => files.addVersion(file, ofBytes(MIB + 1)))).toEqual(tooLarge);
  });
});

describe("the number of files", () => {
  /** Adds 99 files to the record, one of which only admins see. */
  const addMost = () => insertMany`
    WITH content AS (INSERT INTO file_contents (bytes) VALUES (1) RETURNING content_id),
      added AS (INSERT INTO files (kind, record_id, sichtbar)
        SELECT 'projects', ${id}, CASE number WHEN 1 THEN 'admin' ELSE 'alle' END FROM generate_series(1, 99) AS number
        RETURNING datei_id)
    INSERT INTO file_versions (datei_id, fassung, name, mime, content_id)
    SELECT datei_id, 1, 'a.pdf', 'application/pdf', content_id FROM added, content`;

  it("refuses the 101st file of a record", async () => {
    await addMost();
    await files.add(project);
    expect(await refused(() => files.upload(project))).toEqual(invalidFile("max"));
  });

  it("lets the 100th file have a new version", async () => {
    await addMost();
    expect((await files.addVersion(await files.add(project))).status).toBe(201);
  });

  it("does not count deleted files", async () => {
    await addMost();
    await api.delete(`/api/files/${await files.add(project)}`);
    expect((await files.upload(project)).status).toBe(201);
  });
});

describe("metadata", () => {
  it.each([
    ["an unknown kind", { dateiart: "9999" }, { dateiart: ["exists"] }],
    ["an inactive kind", { dateiart: "2" }, { dateiart: ["exists"] }],
    ["a kind that is no number", { dateiart: "Vertrag" }, { dateiart: ["type"] }],
    ["an unknown visibility", { sichtbar: "leser" }, { sichtbar: ["exists"] }],
    ["a visibility above the own role", { sichtbar: "admin" }, { sichtbar: ["exists"] }],
    ["a day in another form", { unterzeichnet_am: "31.12.2026" }, { unterzeichnet_am: ["date"] }],
    ["a day that does not exist", { gueltig_ab: "2026-02-30" }, { gueltig_ab: ["date"] }],
    [
      "an end before its begin",
      { gueltig_ab: "2026-02-01", gueltig_bis: "2026-01-31" },
      { gueltig_bis: ["date_order"] },
    ],
    ["a long text", { bezeichnung: "x".repeat(256) }, { bezeichnung: ["max"] }],
    ["a text with NUL", { bezeichnung: "a\0b" }, { bezeichnung: ["type"] }],
    ["several at once", { dateiart: "9999", gueltig_ab: "x" }, { dateiart: ["exists"], gueltig_ab: ["date"] }],
  ])("refuses %s", async (_, fields: Record<string, string>, errors) => {
    await db().$executeRaw`UPDATE dateiarten SET active = false WHERE dateiart_id = 2`;
    expect(await refused(() => files.upload(project, pdf(), "a.pdf", fields))).toEqual({ status: 422, errors });
  });

  it("refuses wrong metadata of a new version", async () => {
    const file = await files.add(project, pdf(), "a.pdf", { gueltig_ab: "2026-02-01" });
    const fields = { gueltig_bis: "2026-01-31" };
    const errors = { gueltig_bis: ["date_order"] };
    expect(await refused(() => files.addVersion(file, pdf(), "a.pdf", fields))).toEqual({ status: 422, errors });
    expect(await files.read(file)).toMatchObject({ fassung: 1, gueltig_bis: null });
  });

  it("takes empty days as none", async () => {
    const file = await files.add(project, pdf(), "a.pdf", { gueltig_ab: "", bezeichnung: "" });
    expect(await files.read(file)).toMatchObject({ gueltig_ab: null, bezeichnung: "" });
  });
});

describe("the form", () => {
  const form = (add: (form: FormData) => void) => {
    const data = uploadOf(pdf(), "Vertrag.pdf");
    add(data);
    return data;
  };
  const withFields = (count: number) =>
    form((data) => Array.from({ length: count }, (_, at) => data.set(`feld_${at}`, "x")));

  it("refuses a form without a file", async () => {
    const data = new FormData();
    data.set("bezeichnung", "Vertrag");
    expect(await refused(() => send(data))).toEqual(invalidFile("required"));
  });

  it("refuses a file that is sent as a text", async () => {
    const data = new FormData();
    data.set("file", "%PDF-1.7");
    expect(await refused(() => send(data))).toEqual(invalidFile("type"));
  });

  it("refuses a second file", async () => {
    const data = form((more) => more.append("file", new Blob([pdf()]), "b.pdf"));
    expect(await refused(() => send(data))).toEqual(invalidFile("max"));
  });

  it("refuses an eleventh field", async () => {
    expect(await refused(() => send(withFields(11)))).toEqual(invalidFile("max"));
  });

  it("accepts ten fields", async () => {
    expect((await send(withFields(10))).status).toBe(201);
  });

  it("refuses a field of more than 4 KB", async () => {
    const data = form((more) => more.set("bezeichnung", "x".repeat(4_097)));
    expect(await refused(() => send(data))).toEqual({ status: 422, errors: { bezeichnung: ["max"] } });
  });

  it("refuses a form that ends within its file", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=grenze" };
    const part = 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf';
    const raw = `--grenze\r\n${part}\r\n\r\n%PDF-1.7`;
    expect(await refused(() => send(raw, headers))).toEqual(invalidFile("required"));
  });

  it.each(["multipart/form-data", "multipart/form-data; boundary="])("refuses %s without a boundary", async (type) => {
    expect(await refused(() => send("x", { "content-type": type }))).toEqual(invalidFile("required"));
  });

  it.each(["application/json", "application/pdf", "application/x-www-form-urlencoded"])(
    "refuses a body of type %s",
    async (type) => {
      const answer = { status: 415, message: "unsupported_media_type" };
      expect(await refused(() => send("{}", { "content-type": type }))).toEqual(answer);
    },
  );
});

describe("records that do not exist", () => {
  const notFound = { status: 404, message: "data_not_found" };

  it.each(["projects/99999", "projects/0", "persons/99999999999"])("answers 404 for %s", async (path) => {
    expect(await refused(() => files.upload(path))).toEqual(notFound);
  });

  it("names the record into which another one was merged", async () => {
    const drop = await createProject(db());
    await api.post(`/api/${project}/merge`, { drop });
    const before = await stored();
    const { status, json } = await files.upload(`projects/${drop}`);
    expect([status, json]).toEqual([404, { success: false, message: "data_not_found", merged_into: id }]);
    expect(await stored()).toEqual(before);
  });

  it("answers 404 for a new version of a file that does not exist", async () => {
    expect(await refused(() => files.addVersion(99_999))).toEqual(notFound);
  });

  it("answers 404 for a new version of a deleted file", async () => {
    const file = await files.add(project);
    await api.delete(`/api/files/${file}`);
    expect(await refused(() => files.addVersion(file))).toEqual(notFound);
  });
});

describe("the quota", () => {
  /** Sets the quota to what is stored now and some bytes more. */
  async function allow(moreBytes: number) {
    const { _sum: sum } = await db().fileContent.aggregate({ where: { sha256: { not: null } }, _sum: { bytes: true } });
    configure({ FILES_QUOTA_GB: ((sum.bytes ?? 0) + moreBytes) / GIB });
  }
  const full = { status: 507, message: "storage_full" };

  it("refuses bytes beyond the quota", async () => {
    await allow(5_000);
    expect(await refused(() => files.upload(project, pdf("Kapitel", 10_000)))).toEqual(full);
  });

  it("names a time to try again when the quota is reached", async () => {
    await allow(0);
    expect((await files.upload(project)).headers.get("retry-after")).toBe("3600");
  });

  it("refuses a new version beyond the quota", async () => {
    const file = await files.add(project);
    await allow(0);
    expect(await refused(() => files.addVersion(file))).toEqual(full);
  });

  it("stores bytes that fit exactly", async () => {
    const bytes = pdf();
    await allow(bytes.length);
    expect((await files.upload(project, bytes)).status).toBe(201);
  });

  it("counts equal bytes once, so that they are stored again beyond the quota", async () => {
    const bytes = pdf();
    await files.add(project, bytes);
    await allow(-bytes.length);
    expect((await files.upload(`projects/${await createProject(db())}`, bytes)).status).toBe(201);
  });
});

describe("bytes of an upload that a file of the record has", () => {
  const exists = (datei_id: number) => ({
    status: 200,
    json: { success: false, message: "file_exists", datei_id },
  });

  it.each(["Vertrag.pdf", "Anderer Name.pdf"])(
    "names the file that has the bytes instead of storing them as %s",
    async (name) => {
      const bytes = pdf();
      const file = await files.add(project, bytes);
      const before = await stored();
      expect(await files.upload(project, bytes, name)).toMatchObject(exists(file));
      expect(await stored()).toEqual(before);
    },
  );

  it("names the file itself instead of storing its bytes as its next version", async () => {
    const bytes = pdf();
    const file = await files.add(project, bytes);
    const before = await stored();
    expect(await files.addVersion(file, bytes, "Neu.pdf", { bezeichnung: "Neu" })).toMatchObject(exists(file));
    expect(await stored()).toEqual(before);
    expect(await files.read(file)).toMatchObject({ fassung: 1, bezeichnung: "" });
  });

  it("names another file of the record that has the bytes of a new version", async () => {
    const bytes = pdf();
    const other = await files.add(project, bytes);
    expect(await files.addVersion(await files.add(project), bytes)).toMatchObject(exists(other));
  });

  it("stores bytes of a file that the account does not see", async () => {
    const bytes = pdf();
    const admin = fileCalls(await loggedIn({ role: "admin" }));
    await admin.add(project, bytes, "Vertrag.pdf", { sichtbar: "admin" });
    expect((await files.upload(project, bytes)).status).toBe(201);
  });

  it("stores bytes that only an earlier version has", async () => {
    const bytes = pdf();
    await files.addVersion(await files.add(project, bytes));
    expect((await files.upload(project, bytes)).status).toBe(201);
  });

  it("stores bytes of a deleted file", async () => {
    const bytes = pdf();
    await api.delete(`/api/files/${await files.add(project, bytes)}`);
    expect((await files.upload(project, bytes)).status).toBe(201);
  });

  it("stores the same bytes once when two uploads arrive together", async () => {
    const bytes = pdf();
    const answers = await Promise.all([files.upload(project, bytes), files.upload(project, bytes)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(await files.ofRecord(project)).toHaveLength(1);
  });
});

describe("a broken upload", () => {
  const { agent, port } = directServer();
  // The fast path serves a route once its module is loaded.
  beforeAll(() => call("GET", "/api/projects/1/files"));

  it("an upload whose client breaks off leaves no chunks", async () => {
    const before = await stored();
    const authorization = `Bearer ${api.token}`;
    const headers = { authorization, "content-type": "multipart/form-data; boundary=grenze" };
    const outgoing = request({ port: port(), agent, method: "POST", path: `/api/${project}/files`, headers });
    outgoing.on("error", () => undefined);
    const part = 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf';
    outgoing.write(`--grenze\r\n${part}\r\n\r\n`);
    outgoing.write(pdf("Kapitel", 600_000));
    await expect.poll(async () => (await stored()).chunks, { timeout: 10_000 }).toBeGreaterThan(before.chunks);
    outgoing.destroy();
    await expect.poll(stored, { timeout: 10_000 }).toEqual(before);
  });
});

describe("names", () => {
  it.each([
    ["a path of Windows", "C:\\fakepath\\Vertrag.pdf", "Vertrag.pdf"],
    ["a path to other folders", "../../etc/passwd.pdf", "passwd.pdf"],
    ["a mark that turns the writing direction", "Vertrag\u202Efdp.pdf", "Vertragfdp.pdf"],
    ["what is longer than 255 before the ending", `${"ü".repeat(300)}.pdf`, `${"ü".repeat(251)}.pdf`],
  ])("a file's name loses %s", async (_, sent, name) => {
    expect(await files.read(await files.add(project, pdf(), sent))).toMatchObject({ name });
  });

  it("the name of a new version is cleaned", async () => {
    const file = await files.add(project);
    await files.addVersion(file, pdf(), "C:\\Verträge\\Neu.pdf");
    expect(await files.read(file)).toMatchObject({ name: "Neu.pdf" });
  });
});

describe("slots", () => {
  /** Takes slots, or waits for them, until the returned function is called or the test has ended. */
  function occupy(user: number, count: number): () => Promise<void> {
    let end: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const calls = Array.from({ length: count }, () => withConcurrencyLimit("storing", user, () => ended));
    const release = async () => {
      end();
      await Promise.all(calls);
    };
    onTestFinished(release);
    return release;
  }
  const waiting = () => concurrencyStates().find(({ name }) => name === "storing")?.waiting;
  const account = async () => (await api.get<{ id: number }>("/api/user")).json.id;

  it("an upload waits while two of its account are under way", async () => {
    const release = occupy(await account(), 2);
    const upload = files.upload(project);
    await expect.poll(waiting).toBe(1);
    expect(await files.ofRecord(project)).toEqual([]);
    await release();
    expect((await upload).status).toBe(201);
  });

  it("an upload does not wait for those of another account", async () => {
    const release = occupy(await account(), 2);
    const other = fileCalls(await loggedIn());
    expect((await other.upload(project)).status).toBe(201);
    await release();
  });

  it("an upload waits while eight of the instance are under way", async () => {
    const releases = [-1, -2, -3, -4].map((user) => occupy(user, 2));
    const upload = files.upload(project);
    await expect.poll(waiting).toBe(1);
    await releases[0]?.();
    expect((await upload).status).toBe(201);
  });

  it("refuses an upload while twenty of its account wait", async () => {
    occupy(await account(), 22);
    const before = await stored();
    const { status, headers, json } = await files.upload(project);
    expect([status, json.message, Number(headers.get("retry-after")) > 0]).toEqual([429, "too_many_requests", true]);
    expect(await stored()).toEqual(before);
  });
});
