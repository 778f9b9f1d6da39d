import { NextRequest } from "next/server";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { BODY_MAX_DEPTH } from "@/lib/model/limits";
import { writableFields } from "@/lib/model/kinds/define";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { createUser, memberValues, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn, type Answer, type Client } from "../../support/api";

const JSON_TYPE = { "content-type": "application/json" };
const FOREIGN_ORIGIN = { origin: "https://evil.example" };
const MEBIBYTE = 1_048_576;

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const statusAndMessage = ({ status, json }: Answer) => [status, json.message];
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
    expect(statusAndMessage(answer)).toEqual([405, "method_not_allowed"]);
    expect(answer.headers.get("allow")).toBe(allow);
  });

  it.each(["0", "-1", "+1", "01", "1.5", "1e3", "abc", "2147483648", "99999999999999999999", "%00", "1%20", "١"])(
    "an id like %j returns 404",
    async (id) => {
      expect(statusAndMessage(await api.get(`/api/members/${id}`))).toEqual([404, "data_not_found"]);
      expect(statusAndMessage(await api.put(`/api/members/${id}`, {}))).toEqual([404, "data_not_found"]);
      expect(statusAndMessage(await api.delete(`/api/members/${id}`))).toEqual([404, "data_not_found"]);
    },
  );

  it("responses are not cacheable", async () => {
    for (const path of ["/api/members", "/api/global", "/api/user"]) {
      expect((await api.get(path)).headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("request bodies", () => {
  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""])(
    "a body with the Content-Type %j returns 415",
    async (type) => {
      const before = await memberCount();
      expect(statusAndMessage(await send(JSON.stringify(memberValues()), { "content-type": type }))).toEqual([
        415,
        "unsupported_media_type",
      ]);
      expect(await memberCount()).toBe(before);
    },
  );

  it.each(["application/json", "Application/JSON", "application/json; charset=utf-8"])(
    "a body with the Content-Type %j is read",
    async (type) => {
      expect((await send(JSON.stringify(memberValues()), { "content-type": type })).status).toBe(201);
    },
  );

  it("an empty body needs no Content-Type", async () => {
    expect(statusAndMessage(await api.delete("/api/members/2147483647"))).toEqual([404, "data_not_found"]);
    expect(statusAndMessage(await api.post("/api/members/project/2147483647/1"))).toEqual([404, "data_not_found"]);
  });

  it("a body that a call does not use is checked for type and size, and ignored", async () => {
    const remove = (raw: BodyInit, headers: Record<string, string>) =>
      api.delete("/api/members/2147483647", { raw, headers });
    expect(statusAndMessage(await remove("x", { "content-type": "text/plain" }))).toEqual([
      415,
      "unsupported_media_type",
    ]);
    expect(statusAndMessage(await remove("", { "content-type": "text/plain" }))).toEqual([404, "data_not_found"]);
    expect(statusAndMessage(await remove("{}", JSON_TYPE))).toEqual([404, "data_not_found"]);
    expect(statusAndMessage(await remove(bodyOf(MEBIBYTE + 1), JSON_TYPE))).toEqual([413, "payload_too_large"]);
  });

  it("a body over 1 MiB returns 413, with or without Content-Length", async () => {
    expect(statusAndMessage(await send("{}", { ...JSON_TYPE, "content-length": String(MEBIBYTE + 1) }))).toEqual([
      413,
      "payload_too_large",
    ]);
    expect(statusAndMessage(await send(new TextEncoder().encode(bodyOf(MEBIBYTE + 1))))).toEqual([
      413,
      "payload_too_large",
    ]);
  });

  it("a body of exactly 1 MiB is read", async () => {
    expect((await send(bodyOf(MEBIBYTE))).status).toBe(422);
  });

  /** Returns JSON with `count` unknown fields. */
  const unknownFields = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1])));

  it("a body with more than 1,000 fields returns 422 without field errors, in any call", async () => {
    for (const path of ["/api/members/new", "/api/members/bulk", "/api/auth/login", "/api/user/tokens"]) {
      const answer = await api.post(path, undefined, { raw: unknownFields(1_001), headers: JSON_TYPE });
      expect(answer, path).toMatchObject({ status: 422, json: { message: "validation_failed" } });
      expect(answer.json.errors, path).toEqual({ body: ["max"] });
    }
  });

  it("a body with 1,000 unknown fields returns errors for 100 of them together with other errors", async () => {
    const { status, json } = await send(unknownFields(1_000));
    expect(status).toBe(422);
    const errors = Object.entries(json.errors as unknown as Record<string, string[]>);
    expect(errors.filter(([, codes]) => codes.includes("unknown"))).toHaveLength(100);
    expect(json.errors).toMatchObject({ nachname: ["required"] });
  });

  it("a body with unknown fields inside a field returns errors for 100 of them", async () => {
    const raw = `{"ids":[1],"set":${unknownFields(20_000)}}`;
    const { status, json } = await api.post("/api/members/bulk", undefined, { raw, headers: JSON_TYPE });
    expect(status).toBe(422);
    expect(Object.keys(json.errors ?? {})).toHaveLength(100);
  });

  const jsonList = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join()}]`;

  it.each([
    ["/api/members/new", `{"themenfelder":${jsonList(300_000, "{}")}}`],
    ["/api/members/new", `{"aliases":${jsonList(25_000, '"a"')}}`],
    ["/api/institutions/new", `{"name":{"x":${jsonList(12_500, "[1]")}}}`],
    ["/api/members/bulk", `{"ids":[1],"add":{"themenfelder":${jsonList(30_000, "1")}}}`],
    ["/api/user/tokens", `{"name":${jsonList(30_000, "null")}}`],
    ["/api/duplicates/dismiss", `{"ids":{"a":${jsonList(8_400, '{"b":1}')},"c":${jsonList(8_400, "1")}}}`],
  ])(
    "a body with more than 25,000 values at all depths returns 422 for %s, before anything else",
    async (path, raw) => {
      const { status, json } = await api.post(path, undefined, { raw, headers: JSON_TYPE });
      expect([status, json.errors]).toEqual([422, { body: ["max"] }]);
    },
  );

  it("a body with 25,000 values is validated by its fields", async () => {
    const { status, json } = await send(`{"themenfelder":${jsonList(24_999, "{}")}}`);
    expect([status, json.errors]).toMatchObject([422, { themenfelder: ["type"] }]);
  });

  it("a body that is a list of too many values returns 400", async () => {
    expect(statusAndMessage(await send(jsonList(30_000, "1")))).toEqual([400, "invalid_json"]);
  });

  it("commas and brackets in texts do not count as values of a body", async () => {
    const { json } = await send(`{"vorname":"${",{[".repeat(30_000)}"}`);
    expect(json.errors).toMatchObject({ vorname: ["max"] });
  });

  describe("bodies of public calls", () => {
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

    it.each(paths)("a body for %s over 16 KB returns 413, with or without Content-Length", async (path, type) => {
      expect(statusAndMessage(await post(path, "{}", type, { "content-length": String(LIMIT + 1) }))).toEqual([
        413,
        "payload_too_large",
      ]);
      const streamed = new TextEncoder().encode(bodyOf(LIMIT + 1));
      expect(statusAndMessage(await post(path, streamed, type))).toEqual([413, "payload_too_large"]);
    });

    it.each(paths)("a body for %s of exactly 16 KB is read", async (path, type) => {
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
  ])("a body that contains %s returns 400", async (_, raw) => {
    expect(statusAndMessage(await send(raw))).toEqual([400, "invalid_json"]);
  });

  const nested = (levels: number, [open, close] = ["[", "]"]) => `${open?.repeat(levels)}1${close?.repeat(levels)}`;

  it.each([
    ["an object that has no string form", '{"toString":null}'],
    ["an object that has no primitive value", '{"toString":1,"valueOf":"x"}'],
    ["a list 5,000 deep", nested(5_000)],
    ["objects 5,000 deep", nested(5_000, ['{"a":', "}"])],
    ["a list 20,000 deep", nested(20_000)],
  ])("a body with %s in any field of any kind returns 422 for that field", async (_, value) => {
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

  it("a body may nest up to the depth limit, in any call", async () => {
    const post = (path: string, levels: number) =>
      api.post(path, undefined, { raw: `{"url":${nested(levels)},"email":"nobody@example.org"}`, headers: JSON_TYPE });
    expect((await post("/api/password/create", BODY_MAX_DEPTH - 1)).status).toBe(404);
    expect(await post("/api/password/create", BODY_MAX_DEPTH)).toMatchObject({
      status: 422,
      json: { message: "validation_failed", errors: { url: ["type"] } },
    });
  });
});

describe("internal errors", () => {
  it("an internal error is logged, and returned without details", async () => {
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
  const wrongType = { "content-type": "text/plain" };
  const tooLarge = { "content-length": String(MEBIBYTE + 1) };
  const sessionCookie = () => ({ cookie: `session=${api.token}` });

  it("the path is checked before everything else", async () => {
    expect(
      statusAndMessage(await call("POST", "/api/nothing", { raw: "x", headers: { ...FOREIGN_ORIGIN, ...wrongType } })),
    ).toEqual([404, "not_found"]);
  });

  it("the method is checked before the login", async () => {
    expect((await call("DELETE", "/api/members")).status).toBe(405);
  });

  it("the login is checked before the origin", async () => {
    expect((await call("DELETE", "/api/members/1", { headers: FOREIGN_ORIGIN })).status).toBe(401);
    expect(
      (await call("POST", "/api/members/new", { raw: "x", headers: { ...FOREIGN_ORIGIN, ...wrongType } })).status,
    ).toBe(401);
  });

  it("the origin is checked before the content type", async () => {
    const headers = { ...sessionCookie(), ...FOREIGN_ORIGIN, ...wrongType };
    expect((await call("POST", "/api/members/new", { raw: "x", headers })).status).toBe(403);
    expect(
      (await call("POST", "/api/auth/login", { raw: "x", headers: { ...FOREIGN_ORIGIN, ...wrongType } })).status,
    ).toBe(403);
  });

  it("the content type is checked before the size", async () => {
    expect((await send("x", { ...wrongType, ...tooLarge })).status).toBe(415);
  });

  it("the size is checked before the JSON", async () => {
    expect((await send("x", { ...JSON_TYPE, ...tooLarge })).status).toBe(413);
  });

  it("the JSON is checked before the values, and both before the record", async () => {
    const put = (raw: string) => api.put("/api/members/2147483647", undefined, { raw, headers: JSON_TYPE });
    expect((await put("[]")).status).toBe(400);
    expect((await put('{"vorname": 7}')).status).toBe(422);
    expect((await put("{}")).status).toBe(404);
  });

  it("login values are validated before the password is checked", async () => {
    const { email } = await createUser(db());
    const body = { email, password: TEST_PASSWORD.slice(0, 5) };
    const answer = await call("POST", "/api/auth/login", { body });
    expect(answer).toMatchObject({ status: 422, json: { errors: { password: ["min"] } } });
  });
});
