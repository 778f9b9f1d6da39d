import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi, type MockInstance } from "vitest";
import { serveDirectly } from "@/lib/http/direct-calls";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import { createProject } from "../../support/factories";
import { fileCalls, pdf, sha256 } from "../../support/records/files";
import { bytesOf, png, wordDocument } from "../../support/records/sample-files";
import { directServer, PASSED_TO_NEXT } from "../../support/servers/direct-server";
import { guardedServer } from "../../support/servers/guarded-server";

/* Contract §18, "Content". */

let api: Client;
let files: ReturnType<typeof fileCalls>;
let project: string;
beforeAll(async () => {
  api = await loggedIn({ role: "admin" });
  files = fileCalls(api);
  project = `projects/${await createProject(db())}`;
});

const LONG_TEXT = bytesOf("Zwei Zeilen, die sich wiederholen.\n".repeat(3_000));

describe("the name and type of a download", () => {
  const disposition = async (id: number, query = "") =>
    (await files.content(id, query)).headers.get("content-disposition");
  const rename = (id: number, name: string) =>
    db().$executeRaw`UPDATE file_versions SET name = ${name} WHERE datei_id = ${id}`;

  it.each([
    ["an ASCII name in quotes", "Vertrag 2026.pdf", 'attachment; filename="Vertrag 2026.pdf"'],
    ["an ASCII name without blanks as a token", "Vertrag.pdf", "attachment; filename=Vertrag.pdf"],
    [
      "umlauts in an extended parameter",
      "Verträge.pdf",
      "attachment; filename=\"Vertr?ge.pdf\"; filename*=UTF-8''Vertr%C3%A4ge.pdf",
    ],
    [
      "letters beyond Latin-1 in an extended parameter",
      "Договор.pdf",
      "attachment; filename=\"???????.pdf\"; filename*=UTF-8''%D0%94%D0%BE%D0%B3%D0%BE%D0%B2%D0%BE%D1%80.pdf",
    ],
    ["quotes escaped", 'Der "Vertrag".pdf', 'attachment; filename="Der \\"Vertrag\\".pdf"'],
  ])("sends %s", async (_, name, header) => {
    const id = await files.add(project);
    await rename(id, name);
    expect(await disposition(id)).toBe(header);
  });

  it.each([
    ["a PDF", pdf(), "a.pdf", "application/pdf"],
    ["a picture", png(), "a.png", "image/png"],
    ["a document", wordDocument(), "a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ["a text", bytesOf("Müller"), "a.csv", "text/plain; charset=utf-8"],
    ["a text that looks like a page", bytesOf("<script>alert(1)</script>"), "a.md", "text/plain; charset=utf-8"],
  ])("sends the type of %s", async (_, bytes, name, type) => {
    const { headers, bytes: read } = await files.content(await files.add(project, bytes, name));
    expect([headers.get("content-type"), sha256(read)]).toEqual([type, sha256(bytes)]);
  });

  it.each([
    ["a PDF", "inline", pdf(), "a.pdf"],
    ["a picture", "inline", png(), "a.png"],
    ["a document", "attachment", wordDocument(), "a.docx"],
    ["a text", "attachment", bytesOf("Müller, inline"), "a.txt"],
  ])("sends %s that is asked for with `inline=1` as %s", async (_, type, bytes, name) => {
    const id = await files.add(project, bytes, name);
    expect(await disposition(id, "?inline=1")).toBe(`${type}; filename=${name}`);
  });

  it.each(["?inline=0", "?inline", "?inline=true"])("sends a PDF as an attachment with %s", async (query) => {
    expect(await disposition(await files.add(project), query)).toBe("attachment; filename=Vertrag.pdf");
  });

  it("sends the other headers with `inline=1` as without", async () => {
    const id = await files.add(project);
    const headersOf = async (query: string) => {
      const { headers } = await files.content(id, query);
      headers.delete("content-disposition");
      headers.delete("x-request-id");
      return Object.fromEntries(headers);
    };
    expect(await headersOf("?inline=1")).toEqual(await headersOf(""));
  });
});

describe("versions", () => {
  it("sends the current version without a number", async () => {
    const id = await files.add(project);
    const bytes = pdf();
    await files.addVersion(id, bytes);
    expect(sha256((await files.content(id)).bytes)).toBe(sha256(bytes));
  });

  it("sends an earlier version with its own name and type", async () => {
    const bytes = bytesOf("Erste Fassung");
    const id = await files.add(project, bytes, "Entwurf.txt");
    await files.addVersion(id, pdf(), "Vertrag.pdf");
    const { headers, bytes: read } = await files.content(id, "?fassung=1");
    expect([headers.get("content-type"), headers.get("content-disposition"), sha256(read)]).toEqual([
      "text/plain; charset=utf-8",
      "attachment; filename=Entwurf.txt",
      sha256(bytes),
    ]);
  });

  it.each(["2", "0", "-1", "1.5", "eins", "", "99999999999", "1&fassung=1"])(
    "answers 404 for a version that the file does not have: %s",
    async (fassung) => {
      const { status, json } = await files.content(await files.add(project), `?fassung=${fassung}`);
      expect([status, json]).toEqual([404, { success: false, message: "data_not_found" }]);
    },
  );

  it("answers 404 for a version that was reverted", async () => {
    const id = await files.add(project);
    await files.addVersion(id);
    await files.revert((await files.newestChange(id)).change_id);
    expect((await files.content(id, "?fassung=2")).status).toBe(404);
  });

  it("answers 404 for a deleted file", async () => {
    const id = await files.add(project);
    await api.delete(`/api/files/${id}`);
    expect((await files.content(id)).status).toBe(404);
  });
});

describe("conditions", () => {
  let id: number;
  let bytes: Uint8Array<ArrayBuffer>;
  let etag: string;
  beforeEach(async () => {
    bytes = bytesOf(`0123456789${crypto.randomUUID()}`);
    id = await files.add(project, bytes, "Zahlen.txt");
    etag = `"${sha256(bytes)}"`;
  });
  /** Reads with headers. @returns the status, the range, and the text */
  const read = async (headers: Record<string, string>) => {
    const answer = await files.content(id, "", headers);
    return [answer.status, answer.headers.get("content-range"), Buffer.from(answer.bytes).toString()];
  };
  const whole = () => [200, null, Buffer.from(bytes).toString()];
  const size = () => bytes.length;

  it("names the sha256 as the entity tag", async () => {
    expect((await files.content(id)).headers.get("etag")).toBe(etag);
  });

  it("gives another version another entity tag", async () => {
    await files.addVersion(id);
    expect((await files.content(id)).headers.get("etag")).not.toBe(etag);
  });

  it("answers 304 to who has the bytes", async () => {
    const { status, headers, bytes: body } = await files.content(id, "", { "if-none-match": `"a", W/${etag}` });
    expect([status, headers.get("etag"), body.length]).toEqual([304, etag, 0]);
  });

  it("answers 304 rather than a part to who has the bytes", async () => {
    expect(await read({ "if-none-match": etag, range: "bytes=0-1" })).toEqual([304, null, ""]);
  });

  it("sends the whole to who has other bytes", async () => {
    expect(await read({ "if-none-match": '"a"' })).toEqual(whole());
  });

  it.each([
    ["bytes=2-4", 2, 5],
    ["bytes=40-", 40, 46],
    ["bytes=-6", 40, 46],
    ["bytes=44-99", 44, 46],
  ])("sends the part %s", async (range, start, end) => {
    const part = Buffer.from(bytes.subarray(start, end)).toString();
    expect(await read({ range })).toEqual([206, `bytes ${start}-${end - 1}/${size()}`, part]);
  });

  it("names the length of a part", async () => {
    const { headers } = await files.content(id, "", { range: "bytes=2-4" });
    expect([headers.get("content-length"), headers.get("accept-ranges")]).toEqual(["3", "bytes"]);
  });

  it.each(["bytes=46-", "bytes=99-100", "bytes=-0"])("answers 416 for %s", async (range) => {
    expect(await read({ range })).toEqual([416, `bytes */${size()}`, ""]);
  });

  it.each(["bytes=0-1,4-5", "seiten=1-2", "bytes=4-2", "bytes=a-b"])("sends the whole for %s", async (range) => {
    expect(await read({ range })).toEqual(whole());
  });

  it("sends a part if the client has the rest of the same bytes", async () => {
    expect(await read({ range: "bytes=0-1", "if-range": etag })).toEqual([206, `bytes 0-1/${size()}`, "01"]);
  });

  it.each(['"a"', "Sat, 28 Nov 2026 12:00:00 GMT"])("sends the whole if the client has a part of %s", async (tag) => {
    expect(await read({ range: "bytes=0-1", "if-range": tag })).toEqual(whole());
  });

  it("sends the whole if the client has a part of a weakly equal answer", async () => {
    expect(await read({ range: "bytes=0-1", "if-range": `W/${etag}` })).toEqual(whole());
  });

  it("sends a part across chunks", async () => {
    const large = pdf(undefined, 900_000);
    const file = await files.add(project, large);
    const { bytes: part } = await files.content(file, "", { range: "bytes=262000-800000" });
    expect(sha256(part)).toBe(sha256(large.subarray(262_000, 800_001)));
  });
});

describe("a download over a socket", () => {
  const direct = directServer();
  const guarded = guardedServer({});
  beforeAll(async () => {
    guarded.handle((request, response) => {
      if (!serveDirectly(request, response)) response.writeHead(PASSED_TO_NEXT).end();
    });
    // The fast path serves a route once its module is loaded.
    await call("GET", "/api/files/1/content");
  });
  const get = (id: number, headers: Record<string, string> = {}, method = "GET") =>
    direct.fetchResponse(method, `/api/files/${id}/content`, {
      headers: { authorization: `Bearer ${api.token}`, ...headers },
    });

  /** Sends a request through the request guard. @returns the status and the headers */
  async function guardedHead(target: string): Promise<Record<string, string>> {
    const head = [
      `GET ${target} HTTP/1.1`,
      "Host: localhost:3000",
      `Authorization: Bearer ${api.token}`,
      "Connection: close",
    ];
    const text = await guarded.exchange(`${head.join("\r\n")}\r\n\r\n`);
    const [status = "", ...lines] = text.split("\r\n\r\n")[0]?.split("\r\n") ?? [];
    const headers = lines.map((line) => [line.split(":", 1)[0]?.toLowerCase(), line.slice(line.indexOf(":") + 2)]);
    return { status: status.split(" ")[1], ...Object.fromEntries(headers) } as Record<string, string>;
  }
  const PROTECTED = {
    status: "200",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-store",
  };

  it.each(["", "?inline=1", "?fassung=1"])(
    "a download has headers that isolate it from our pages: content%s",
    async (query) => {
      const id = await files.add(project);
      const head = await guardedHead(`/api/files/${id}/content${query}`);
      expect(head).toMatchObject(PROTECTED);
    },
  );

  it("a download has each of these headers once", async () => {
    const id = await files.add(project);
    const head = `GET /api/files/${id}/content HTTP/1.1\r\nHost: localhost:3000\r\nAuthorization: Bearer ${api.token}`;
    const text = (await guarded.exchange(`${head}\r\nConnection: close\r\n\r\n`)).toLowerCase();
    for (const name of Object.keys(PROTECTED).slice(1)) expect(text.split(`${name}:`), name).toHaveLength(2);
  });

  it("a download over several chunks arrives complete", async () => {
    const bytes = pdf(undefined, 900_000);
    const answer = await get(await files.add(project, bytes));
    expect([answer.status, answer.headers["content-length"], sha256(answer.bytes)]).toEqual([
      200,
      String(bytes.length),
      sha256(bytes),
    ]);
  });

  it("a download is not compressed", async () => {
    const answer = await get(await files.add(project, LONG_TEXT, "Text.txt"), { "accept-encoding": "gzip" });
    expect([answer.headers["content-encoding"], answer.bytes.length]).toEqual([undefined, LONG_TEXT.length]);
  });

  it("HEAD is answered with the headers of GET, without the bytes", async () => {
    const id = await files.add(project);
    const names = ["content-type", "content-length", "content-disposition", "etag", "accept-ranges", "cache-control"];
    const headersOf = async (method: string) => {
      const { status, headers } = await get(id, {}, method);
      return [status, ...names.map((name) => headers[name])];
    };
    expect(await headersOf("HEAD")).toEqual(await headersOf("GET"));
    expect((await get(id, {}, "HEAD")).bytes).toHaveLength(0);
  });
});

describe("access", () => {
  it("answers 401 without a login", async () => {
    const id = await files.add(project);
    const { status, bytes } = await call("GET", `/api/files/${id}/content`);
    expect([status, Buffer.from(bytes).includes("%PDF")]).toEqual([401, false]);
  });

  it("answers 401 without a login for a file that does not exist", async () => {
    expect((await call("GET", "/api/files/99999/content")).status).toBe(401);
  });

  it.each(["content/Vertrag.pdf", "content/1", "versions/1", "versions/1/content", "download", "Vertrag.pdf"])(
    "no other address serves the bytes: %s",
    async (path) => {
      const { status, json } = await api.get(`/api/files/${await files.add(project)}/${path}`);
      expect([status, json]).toEqual([404, { success: false, message: "not_found" }]);
    },
  );
});

describe("the security log", () => {
  type Event = { event: string; user_id: number; reason: string };
  let output: MockInstance<typeof console.log>;
  beforeEach(() => {
    output = vi.spyOn(console, "log").mockReturnValue();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const downloads = () =>
    output.mock.calls
      .map(([line]) => JSON.parse(String(line)) as Event)
      .filter(({ event }) => event === "file_downloaded")
      .map(({ user_id, reason }) => [user_id, reason]);
  const me = async (client = api) => (await client.get<{ id: number }>("/api/user")).json.id;
  const hidden = () => files.add(project, pdf(), "Vertrag.pdf", { sichtbar: "bearbeiter" });

  it.each(["bearbeiter", "admin"])("the security log has the download of a file for %s", async (sichtbar) => {
    const id = await files.add(project, pdf(), "Vertrag.pdf", { sichtbar });
    await files.content(id);
    expect(downloads()).toEqual([[await me(), `files/${id}/1`]]);
  });

  it("the security log has no download of a file for all", async () => {
    await files.content(await files.add(project));
    expect(downloads()).toEqual([]);
  });

  it("the security log has one line for several downloads of a version by an account within an hour", async () => {
    const id = await hidden();
    await files.content(id);
    await files.content(id, "?inline=1");
    await files.content(id, "", { range: "bytes=0-3" });
    await call("HEAD", `/api/files/${id}/content`, { token: api.token });
    expect(downloads()).toHaveLength(1);
  });

  it("the security log has a line for each version", async () => {
    const id = await hidden();
    await files.addVersion(id);
    await files.content(id);
    await files.content(id, "?fassung=1");
    expect(downloads()).toEqual([
      [await me(), `files/${id}/2`],
      [await me(), `files/${id}/1`],
    ]);
  });

  it("the security log has a line for each account", async () => {
    const id = await hidden();
    const other = await loggedIn({ role: "editor" });
    await files.content(id);
    await fileCalls(other).content(id);
    expect(downloads().map(([user]) => user)).toEqual([await me(), await me(other)]);
  });

  it("the security log has another line after an hour", async () => {
    const id = await hidden();
    await files.content(id);
    await db().$executeRaw`UPDATE rate_limits SET expire = expire - 3600000`;
    await files.content(id);
    expect(downloads()).toHaveLength(2);
  });

  it("the security log has each download while the disk is full", async () => {
    const id = await hidden();
    await db().$executeRaw`CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$`;
    await db()
      .$executeRaw`CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON rate_limits EXECUTE FUNCTION refuse_write()`;
    onTestFinished(async () => void (await db().$executeRaw`DROP TRIGGER disk_full ON rate_limits`));
    expect([(await files.content(id)).status, (await files.content(id)).status]).toEqual([200, 200]);
    expect(downloads()).toHaveLength(2);
  });

  it("the security log has no line for who is refused or has the bytes", async () => {
    const id = await files.add(project, pdf(), "Vertrag.pdf", { sichtbar: "admin" });
    await fileCalls(await loggedIn({ role: "editor" })).content(id);
    const { sha256: digest } = await files.read(id);
    await files.content(id, "", { "if-none-match": `"${digest}"` });
    expect(downloads()).toEqual([]);
  });
});
