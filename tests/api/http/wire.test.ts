import { NextRequest } from "next/server";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { BODY_MAX_DEPTH } from "@/lib/model/limits";
import { writableFields } from "@/lib/model/kinds/define";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { createUser, memberValues, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn, type Answer, type Client } from "../../support/api";

const JSON_TYPE = { "content-type": "application/json" };
const FOREIGN = { origin: "https://evil.example" };
const MEBIBYTE = 1_048_576;

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const refused = ({ status, json }: Answer) => [status, json.message];
const send = (raw: BodyInit, headers: Record<string, string> = JSON_TYPE) =>
  api.post("/api/members/new", undefined, { raw, headers });
const memberCount = () => db().member.count();

/** Returns a JSON object of exactly `bytes` bytes. */
const bodyOf = (bytes: number) => `{"vorname":"${"x".repeat(bytes - 14)}"}`;

describe("paths and methods", () => {
  it.each(["/api", "/api/nothing", "/api/members/1/2", "/api/auth/login/again", "/api/pages/../nothing"])(
    "%s returns a JSON 404 for every method",
    async (path) => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const answer = await call(method, path, { token: api.token });
        expect(answer.json).toEqual({ success: false, message: "not_found" });
        expect(answer.status).toBe(404);
      }
    },
  );

  it.each([
    ["DELETE", "/api/members", "GET, HEAD, OPTIONS"],
    ["GET", "/api/members/new", "POST, OPTIONS"],
    ["PATCH", "/api/members/1", "GET, HEAD, PUT, DELETE, OPTIONS"],
    ["GET", "/api/auth/login", "POST, OPTIONS"],
    ["PUT", "/api/members/thematicfield/1/1", "POST, DELETE, OPTIONS"],
  ])("%s %s returns 405 with Allow", async (method, path, allow) => {
    const answer = await call(method, path);
    expect(refused(answer)).toEqual([405, "method_not_allowed"]);
    expect(answer.headers.get("allow")).toBe(allow);
  });

  it.each(["0", "-1", "+1", "01", "1.5", "1e3", "abc", "2147483648", "99999999999999999999", "%00", "1%20", "١"])(
    "an id like %j returns 404",
    async (id) => {
      expect(refused(await api.get(`/api/members/${id}`))).toEqual([404, "data_not_found"]);
      expect(refused(await api.put(`/api/members/${id}`, {}))).toEqual([404, "data_not_found"]);
      expect(refused(await api.delete(`/api/members/${id}`))).toEqual([404, "data_not_found"]);
    },
  );

  it("responses are not cacheable", async () => {
    for (const path of ["/api/members", "/api/global", "/api/user"]) {
      expect((await api.get(path)).headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("bodies", () => {
  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""])(
    "with Content-Type %j return 415",
    async (type) => {
      const before = await memberCount();
      expect(refused(await send(JSON.stringify(memberValues()), { "content-type": type }))).toEqual([
        415,
        "unsupported_media_type",
      ]);
      expect(await memberCount()).toBe(before);
    },
  );

  it.each(["application/json", "Application/JSON", "application/json; charset=utf-8"])(
    "with Content-Type %j are read",
    async (type) => {
      expect((await send(JSON.stringify(memberValues()), { "content-type": type })).status).toBe(201);
    },
  );

  it("need no Content-Type when empty", async () => {
    expect(refused(await api.delete("/api/members/2147483647"))).toEqual([404, "data_not_found"]);
    expect(refused(await api.post("/api/members/project/2147483647/1"))).toEqual([404, "data_not_found"]);
  });

  it("that a call does not use are checked for type and size, and ignored", async () => {
    const remove = (raw: BodyInit, headers: Record<string, string>) =>
      api.delete("/api/members/2147483647", { raw, headers });
    expect(refused(await remove("x", { "content-type": "text/plain" }))).toEqual([415, "unsupported_media_type"]);
    expect(refused(await remove("", { "content-type": "text/plain" }))).toEqual([404, "data_not_found"]);
    expect(refused(await remove("{}", JSON_TYPE))).toEqual([404, "data_not_found"]);
    expect(refused(await remove(bodyOf(MEBIBYTE + 1), JSON_TYPE))).toEqual([413, "payload_too_large"]);
  });

  it("over 1 MiB return 413, with or without Content-Length", async () => {
    expect(refused(await send("{}", { ...JSON_TYPE, "content-length": String(MEBIBYTE + 1) }))).toEqual([
      413,
      "payload_too_large",
    ]);
    expect(refused(await send(new TextEncoder().encode(bodyOf(MEBIBYTE + 1))))).toEqual([413, "payload_too_large"]);
  });

  it("of exactly 1 MiB are read", async () => {
    expect((await send(bodyOf(MEBIBYTE))).status).toBe(422);
  });

  /** Returns JSON with `count` unknown fields. */
  const strangeFields = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1])));

  it("with more than 1,000 fields return 422 without field errors, in any call", async () => {
    for (const path of ["/api/members/new", "/api/members/bulk", "/api/auth/login", "/api/user/tokens"]) {
      const answer = await api.post(path, undefined, { raw: strangeFields(1_001), headers: JSON_TYPE });
      expect(answer, path).toMatchObject({ status: 422, json: { message: "validation_failed" } });
      expect(answer.json.errors, path).toEqual({ body: ["max"] });
    }
  });

  it("with 1,000 unknown fields report 100 of them together with other errors", async () => {
    const { status, json } = await send(strangeFields(1_000));
    expect(status).toBe(422);
    const errors = Object.entries(json.errors as unknown as Record<string, string[]>);
    expect(errors.filter(([, codes]) => codes.includes("unknown"))).toHaveLength(100);
    expect(json.errors).toMatchObject({ nachname: ["required"] });
  });

  it("with unknown fields inside a field report 100 of them", async () => {
    const raw = `{"ids":[1],"set":${strangeFields(20_000)}}`;
    const { status, json } = await api.post("/api/members/bulk", undefined, { raw, headers: JSON_TYPE });
    expect(status).toBe(422);
    expect(Object.keys(json.errors ?? {})).toHaveLength(100);
  });

  const list = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join()}]`;

  it.each([
    ["/api/members/new", `{"themenfelder":${list(300_000, "{}")}}`],
    ["/api/members/new", `{"aliases":${list(25_000, '"a"')}}`],
    ["/api/institutions/new", `{"name":{"x":${list(12_500, "[1]")}}}`],
    ["/api/members/bulk", `{"ids":[1],"add":{"themenfelder":${list(30_000, "1")}}}`],
    ["/api/user/tokens", `{"name":${list(30_000, "null")}}`],
    ["/api/duplicates/dismiss", `{"ids":{"a":${list(8_400, '{"b":1}')},"c":${list(8_400, "1")}}}`],
  ])("with more than 25,000 values at all depths return 422 for %s, before anything else", async (path, raw) => {
    const { status, json } = await api.post(path, undefined, { raw, headers: JSON_TYPE });
    expect([status, json.errors]).toEqual([422, { body: ["max"] }]);
  });

  it("with 25,000 values are judged by their fields", async () => {
    const { status, json } = await send(`{"themenfelder":${list(24_999, "{}")}}`);
    expect([status, json.errors]).toMatchObject([422, { themenfelder: ["type"] }]);
  });

  it("that are a list of too many values are no object", async () => {
    expect(refused(await send(list(30_000, "1")))).toEqual([400, "invalid_json"]);
  });

  it("with commas and brackets in texts have no more values for it", async () => {
    const { json } = await send(`{"vorname":"${",{[".repeat(30_000)}"}`);
    expect(json.errors).toMatchObject({ vorname: ["max"] });
  });

  describe("of a public call", () => {
    const LIMIT = 16_384;
    const paths = [
      ["/api/auth/login", "application/json"],
      ["/api/auth/register", "application/json"],
      ["/api/auth/verify/token", "application/json"],
      ["/api/password/create", "application/json"],
      ["/api/password/reset", "application/json"],
      ["/api/unsubscribe/token", "application/x-www-form-urlencoded"],
    ] as const;
    const post = (path: string, raw: BodyInit, type: string, more?: Record<string, string>) =>
      call("POST", path, { raw, headers: { "content-type": type, ...more } });

    it.each(paths)("%s over 16 KB return 413, with or without Content-Length", async (path, type) => {
      expect(refused(await post(path, "{}", type, { "content-length": String(LIMIT + 1) }))).toEqual([
        413,
        "payload_too_large",
      ]);
      const streamed = new TextEncoder().encode(bodyOf(LIMIT + 1));
      expect(refused(await post(path, streamed, type))).toEqual([413, "payload_too_large"]);
    });

    it.each(paths)("%s of exactly 16 KB are read", async (path, type) => {
      expect((await post(path, bodyOf(LIMIT), type)).status).not.toBe(413);
    });
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{vorname: 1}"],
    ["half an object", '{"vorname": "A"'],
    ["an array", "[]"],
    ["null", "null"],
    ["a text", '"a"'],
    ["a number", "1"],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])("return 400 for %s", async (_, raw) => {
    expect(refused(await send(raw))).toEqual([400, "invalid_json"]);
  });

  const deep = (levels: number, [open, close] = ["[", "]"]) => `${open?.repeat(levels)}1${close?.repeat(levels)}`;

  it.each([
    ["an object that has no string form", '{"toString":null}'],
    ["an object that has no primitive value", '{"toString":1,"valueOf":"x"}'],
    ["a list 5,000 deep", deep(5_000)],
    ["objects 5,000 deep", deep(5_000, ['{"a":', "}"])],
    ["a list 20,000 deep", deep(20_000)],
  ])("with %s in any field of any kind return 422 for that field", async (_, value) => {
    for (const { apiPath, fields } of allDefinitions) {
      for (const [name] of writableFields({ fields })) {
        const options = { raw: `{"${name}":${value}}`, headers: JSON_TYPE };
        const answers = [
          await api.post(`/api/${apiPath}/new`, undefined, options),
          await api.put(`/api/${apiPath}/2147483647`, undefined, options),
        ];
        // Values of hidden fields are ignored (contract §3), unless they already fail an earlier
        // check.
        const isHidden = fields[name]?.visibleWhen !== undefined && value.startsWith('{"toS');
        for (const { status, json } of answers.slice(0, isHidden ? 1 : 2)) {
          expect(status, `${apiPath}.${name}`).toBe(422);
          if (!isHidden) expect(json.errors, `${apiPath}.${name}`).toHaveProperty(name);
        }
      }
    }
  });

  it("may nest up to the depth limit, in any call", async () => {
    const post = (path: string, levels: number) =>
      api.post(path, undefined, { raw: `{"url":${deep(levels)},"email":"nobody@example.org"}`, headers: JSON_TYPE });
    expect((await post("/api/password/create", BODY_MAX_DEPTH - 1)).status).toBe(404);
    expect(await post("/api/password/create", BODY_MAX_DEPTH)).toMatchObject({
      status: 422,
      json: { message: "validation_failed", errors: { url: ["type"] } },
    });
  });
});

describe("an internal error", () => {
  it("is logged, and returned without details", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const defect = new Error("column geheim does not exist");
    vi.spyOn(db(), "$queryRaw").mockRejectedValueOnce(defect);
    const { GET } = await import("@/app/api/health/route");
    const answer = await GET(new NextRequest("http://localhost:3000/api/health"), { params: Promise.resolve({}) });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ success: false, message: "internal_error" });
    expect(log, "the operator reads it").toHaveBeenCalledWith(
      `GET /api/health (${answer.headers.get("x-request-id")})`,
      defect,
    );
    vi.restoreAllMocks();
  });
});

describe("precedence of errors", () => {
  const noType = { "content-type": "text/plain" };
  const tooLarge = { "content-length": String(MEBIBYTE + 1) };
  const asCookie = () => ({ cookie: `session=${api.token}` });

  it("checks the path before everything else", async () => {
    expect(refused(await call("POST", "/api/nothing", { raw: "x", headers: { ...FOREIGN, ...noType } }))).toEqual([
      404,
      "not_found",
    ]);
  });

  it("checks the method before the login", async () => {
    expect((await call("DELETE", "/api/members")).status).toBe(405);
  });

  it("checks the login before the origin", async () => {
    expect((await call("DELETE", "/api/members/1", { headers: FOREIGN })).status).toBe(401);
    expect((await call("POST", "/api/members/new", { raw: "x", headers: { ...FOREIGN, ...noType } })).status).toBe(401);
  });

  it("checks the origin before the content type", async () => {
    const headers = { ...asCookie(), ...FOREIGN, ...noType };
    expect((await call("POST", "/api/members/new", { raw: "x", headers })).status).toBe(403);
    expect((await call("POST", "/api/auth/login", { raw: "x", headers: { ...FOREIGN, ...noType } })).status).toBe(403);
  });

  it("checks the content type before the size", async () => {
    expect((await send("x", { ...noType, ...tooLarge })).status).toBe(415);
  });

  it("checks the size before the JSON", async () => {
    expect((await send("x", { ...JSON_TYPE, ...tooLarge })).status).toBe(413);
  });

  it("checks the JSON before the values, and both before the record", async () => {
    const put = (raw: string) => api.put("/api/members/2147483647", undefined, { raw, headers: JSON_TYPE });
    expect((await put("[]")).status).toBe(400);
    expect((await put('{"vorname": 7}')).status).toBe(422);
    expect((await put("{}")).status).toBe(404);
  });

  it("validates login values before checking the password", async () => {
    const { email } = await createUser(db());
    const body = { email, password: TEST_PASSWORD.slice(0, 5) };
    const answer = await call("POST", "/api/auth/login", { body });
    expect(answer).toMatchObject({ status: 422, json: { errors: { password: ["min"] } } });
  });
});
