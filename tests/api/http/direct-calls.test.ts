import { request, type IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { BODY_MAX_BYTES } from "@/lib/model/limits";
import { db } from "@/lib/store/database/client";
import {
  createMember,
  createProject,
  createThematicField,
  createUser,
  memberValues,
  TEST_PASSWORD,
} from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { directServer, PASSED_TO_NEXT } from "../../support/servers/direct-server";

/*
 * The fast path that bypasses Next. Its responses over a socket are compared with those of the same
 * routes when they are called as Next's handlers.
 */

const { server, agent, port, fetchResponse } = directServer();
let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

type RequestOptions = { headers?: Record<string, string>; body?: unknown; raw?: Buffer };
const direct = (method: string, path: string, { headers, body, raw }: RequestOptions = {}) => {
  const login = { authorization: `Bearer ${api.token}` };
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const text = body === undefined ? undefined : JSON.stringify(body);
  return fetchResponse(method, path, { headers: { ...login, ...json, ...headers }, raw: raw ?? text });
};

/** Response headers that have the same values when the same call is repeated. */
const STABLE_HEADERS = [
  "content-type",
  "cache-control",
  "etag",
  "allow",
  "location",
  "content-disposition",
  "www-authenticate",
];

it("the fast path responds like Next's handlers", async () => {
  const [member, project] = [await createMember(db()), await createProject(db())];
  const topic = await createThematicField(db());
  const calls: [string, string, unknown?][] = [
    ["GET", "/api/members"],
    ["GET", "/api/members?filter=M%C3%BCller&sortBy=nachname&sortOrder=desc&where[email][contains]=a+b"],
    ["GET", "/api/members?pageNo=x"],
    ["GET", `/api/members/${member}`],
    ["GET", "/api/members/0"],
    ["GET", "/api/members/99999999999999999999"],
    ["PUT", `/api/members/${member}`, { nachname: "" }],
    ["PUT", `/api/members/${member}`, { kommentare: "unverändert" }],
    ["PATCH", `/api/members/${member}`],
    ["OPTIONS", `/api/members/${member}`],
    ["POST", "/api/members/new", { vorname: "Ä" }],
    ["DELETE", `/api/members/project/${member}/${project}`],
    ["POST", `/api/members/project/${member}/99999`],
    ["GET", "/api/members_search?search=mu"],
    ["GET", `/api/thematicfields/${topic}`],
    ["GET", "/api/user"],
    ["GET", "/api/global"],
    ["GET", "/api/health"],
    ["GET", "/api/openapi.json"],
    ["POST", "/api/auth/login", { email: "nobody@example.org", password: "wrong" }],
  ];
  for (const [method, path, body] of calls) {
    const expected = await call(method, path, { body, token: api.token });
    const answer = await direct(method, path, { body });
    expect([path, answer.status]).toEqual([path, expected.status]);
    expect(answer.text, path).toBe(new TextDecoder().decode(expected.bytes));
    for (const name of STABLE_HEADERS)
      expect([path, name, answer.headers[name] ?? null]).toEqual([path, name, expected.headers.get(name)]);
    expect(answer.headers["x-request-id"] === undefined, path).toBe(expected.headers.get("x-request-id") === null);
  }
});

it("the fast path authenticates by cookie, and sets and clears it", async () => {
  const { email } = await createUser(db());
  await call("POST", "/api/auth/logout");
  const login = await direct("POST", "/api/auth/login", {
    body: { email, password: TEST_PASSWORD },
    headers: { authorization: "" },
  });
  const [setCookie = ""] = login.headers["set-cookie"] ?? [];
  expect(setCookie).toMatch(/^session=[^;]+; .*Path=\/; .*HttpOnly; SameSite=lax$/i);
  const cookie = `other="a b"; ${setCookie.split(";")[0]}; last=%E4%`;
  const user = await direct("GET", "/api/user", { headers: { authorization: "", cookie } });
  expect(JSON.parse(user.text)).toMatchObject({ email });
  const logout = await direct("POST", "/api/auth/logout", { headers: { authorization: "", cookie } });
  expect(logout.headers["set-cookie"]?.join()).toMatch(/^session=; Path=\/; .*Max-Age=0/i);
  expect((await direct("GET", "/api/user", { headers: { authorization: "", cookie } })).status).toBe(401);
});

it("the fast path responds to HEAD without a body", async () => {
  await call("GET", "/api/members");
  const answer = await direct("HEAD", "/api/members");
  expect([answer.status, answer.headers["content-type"], answer.bytes.length]).toEqual([200, "application/json", 0]);
});

it("the fast path leaves unknown paths and methods to Next", async () => {
  await call("GET", "/api/members");
  for (const path of [
    "/api/nothing",
    "/members",
    "/api/members/",
    "/api/member%73",
    "/api/members/one",
    "/api//members",
    "*",
  ]) {
    expect((await direct("GET", path)).status, path).toBe(PASSED_TO_NEXT);
  }
  expect((await direct("PROPFIND", "/api/members")).status).toBe(PASSED_TO_NEXT);
});

describe("large responses", () => {
  const LIST = "/api/members?pageSize=100";
  beforeAll(async () => {
    for (let index = 0; index < 12; index += 1) await createMember(db());
    await call("GET", LIST, { token: api.token });
  });

  it("a large response is compressed when the client accepts gzip", async () => {
    const plain = await direct("GET", LIST);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect([plain.headers.vary, plain.headers["content-length"]]).toEqual([
      "Accept-Encoding",
      String(plain.bytes.length),
    ]);
    const compressed = await direct("GET", LIST, { headers: { "accept-encoding": "br, gzip;q=0.5" } });
    expect([compressed.headers["content-encoding"], compressed.headers.vary]).toEqual(["gzip", "Accept-Encoding"]);
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(compressed.bytes).toString()).toBe(plain.text);
    for (const refusal of ["identity", "gzip;q=0, *;q=0.1", "br"]) {
      const answer = await direct("GET", LIST, { headers: { "accept-encoding": refusal } });
      expect([refusal, answer.headers["content-encoding"]]).toEqual([refusal, undefined]);
    }
  });

  it("a small or already compressed response is not compressed", async () => {
    const headers = { "accept-encoding": "gzip" };
    for (const path of ["/api/health", "/api/members/export?format=xlsx"]) {
      await call("GET", path, { token: api.token });
      expect((await direct("GET", path, { headers })).headers["content-encoding"], path).toBeUndefined();
    }
  });

  it("a streamed response arrives complete, compressed or not", async () => {
    const path = "/api/members/export?format=csv";
    const { bytes } = await call("GET", path, { token: api.token });
    expect((await direct("GET", path)).bytes.equals(bytes)).toBe(true);
    const compressed = await direct("GET", path, { headers: { "accept-encoding": "gzip" } });
    expect(gunzipSync(compressed.bytes).equals(bytes)).toBe(true);
  });
});

describe("request bodies", () => {
  const NEW = "/api/members/new";
  const memberCount = () => db().member.count();
  beforeAll(() => call("POST", NEW, { token: api.token }));

  it("a request body is read across chunks", async () => {
    const text = Buffer.from(JSON.stringify({ ...memberValues(), kommentare: "ü".repeat(2_000) }));
    const headers = { "content-type": "application/json", authorization: `Bearer ${api.token}` };
    const outgoing = request({ port: port(), agent, method: "POST", path: NEW, headers });
    const responseReceived = new Promise<IncomingMessage>((resolve) => outgoing.on("response", resolve));
    // The body is split inside a multi-byte character.
    const splitAt = text.indexOf("ü") + 1;
    outgoing.write(text.subarray(0, splitAt), () => outgoing.end(text.subarray(splitAt)));
    const response = await responseReceived;
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await db().member.count({ where: { kommentare: "ü".repeat(2_000) } })).toBe(1);
  });

  it("a request body that is too long is refused, and the connection stays usable", async () => {
    const before = await memberCount();
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const raw = Buffer.alloc(BODY_MAX_BYTES + 200_000, " ");
    let connections = 0;
    const count = () => (connections += 1);
    await direct("GET", "/api/members");
    server.on("connection", count);
    expect((await direct("POST", NEW, { headers, raw })).status).toBe(413);
    expect((await direct("GET", "/api/members")).status).toBe(200);
    server.off("connection", count);
    expect(connections).toBe(0);
    expect(await memberCount()).toBe(before);
  });

  it("an aborted request body changes nothing and is not logged as a failure", async () => {
    const logSpy = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const before = await memberCount();
    const text = JSON.stringify(memberValues());
    const length = { "content-length": String(text.length * 2) };
    const headers = { "content-type": "application/json", authorization: `Bearer ${api.token}`, ...length };
    const requestReceived = new Promise<IncomingMessage>((resolve) => server.once("request", resolve));
    const outgoing = request({ port: port(), method: "POST", path: NEW, headers }).on("error", () => undefined);
    outgoing.write(text);
    const incoming = await requestReceived;
    const closed = new Promise((resolve) => incoming.once("close", resolve));
    await vi.waitFor(() => expect(incoming.listenerCount("readable")).toBe(1));
    outgoing.destroy();
    await closed;
    expect((await direct("GET", "/api/members")).status).toBe(200);
    expect(await memberCount()).toBe(before);
    expect(logSpy.mock.calls.join()).not.toContain("refused");
    logSpy.mockRestore();
  });
});

describe("the OpenAPI document", () => {
  const PATH = "/api/openapi.json";
  beforeAll(() => call("GET", PATH));

  it("the OpenAPI document is sent compressed, with its length", async () => {
    const compressed = await direct("GET", PATH, { headers: { "accept-encoding": "gzip" } });
    expect([compressed.headers["content-encoding"], compressed.headers.vary]).toEqual(["gzip", "Accept-Encoding"]);
    expect(compressed.headers["content-length"]).toBe(String(compressed.bytes.length));
    expect(gunzipSync(compressed.bytes).toString()).toBe((await direct("GET", PATH)).text);
  });

  it("the OpenAPI document is not sent again to a client that has it", async () => {
    const { headers } = await direct("GET", PATH);
    const repeated = await direct("GET", PATH, { headers: { "if-none-match": headers.etag ?? "" } });
    expect([repeated.status, repeated.bytes.length]).toEqual([304, 0]);
    expect(repeated.headers["cache-control"]).toBe("public, max-age=300");
  });
});
