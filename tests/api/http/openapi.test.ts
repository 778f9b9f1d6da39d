import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, it } from "vitest";
import { writableFields } from "@/lib/model/kinds/define";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { declarationOf } from "@/lib/http/request-handler";
import { schemaName } from "@/lib/http/openapi/record-schemas";
import { apiDocument } from "@/lib/routes";
import { anyValues } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { checkResponse, documentedPath, schemaErrors } from "../../support/openapi-check";
import { routeFiles, routeOf } from "../../support/route-tree";

type Body = Record<string, unknown>;
type Handler = (request: Request, context: { params: Promise<object> }) => Promise<Response>;
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  responses: Record<string, unknown>;
  security?: unknown[];
  requestBody?: unknown;
};

const UNKNOWN_PATHS = "[[...path]]/route.ts";
const document = apiDocument();
const files = routeFiles().filter((file) => file !== UNKNOWN_PATHS);

const operations = Object.entries(document.paths).flatMap(([route, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${route}`,
    method: method.toUpperCase(),
    url: `/api${route.replaceAll(/\{\w+\}/g, "1")}`,
    operation: operation as Operation,
  })),
);

let api: Client;
beforeAll(async () => {
  api = await loggedIn({ role: "admin" });
});

describe("the OpenAPI document", () => {
  it("the OpenAPI document is valid OpenAPI 3.1 and public", async () => {
    const { status, json } = await call("GET", "/api/openapi.json");
    expect(status).toBe(200);
    expect(json).toEqual(JSON.parse(JSON.stringify(document)));
    expect(await new Validator().validate(structuredClone(json))).toEqual({ valid: true });
  });

  it("the OpenAPI document has no dangling references and no unused components", () => {
    const text = JSON.stringify(document);
    for (const part of ["schemas", "responses"] as const) {
      const references = text.matchAll(new RegExp(`"#/components/${part}/(\\w+)"`, "g"));
      const referenced = new Set([...references].map(([, name]) => name));
      expect([...referenced].sort()).toEqual(Object.keys(document.components[part]).sort());
    }
  });

  it("the OpenAPI document has a contact, a licence, and descriptions of every tag and operation", () => {
    const someText = expect.stringMatching(/\w{3}/) as string;
    expect(document.info).toMatchObject({
      contact: { name: someText, url: "http://localhost:3000" },
      license: { name: "MIT", identifier: "MIT" },
    });
    for (const tag of document.tags as Body[]) expect(tag).toEqual({ name: someText, description: someText });
    for (const { name, operation } of operations) {
      expect(operation, name).toMatchObject({ summary: someText, description: someText });
      // Every call must document an error response, because every request can be invalid.
      expect(Object.keys(operation.responses).join(), name).toMatch(/4\d\d/);
    }
  });

  it("the OpenAPI document has unique operation ids and declared tags", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set((document.tags as { name: string }[]).map(({ name }) => name));
    for (const { name, operation } of operations) expect(tags.has(operation.tags[0] ?? ""), name).toBe(true);
  });
});

describe("route files", () => {
  it.each(files)("%s is documented with each of its methods", async (file) => {
    const route = (await import(path.join(import.meta.dirname, "../../../app/api", file))) as Record<string, Handler>;
    const options = await route.OPTIONS?.(new Request("http://localhost:3000/"), { params: Promise.resolve({}) });
    const allowed = options?.headers.get("allow")?.split(", ") ?? [];
    const methods = allowed.filter((method) => method !== "HEAD" && method !== "OPTIONS");
    expect(methods.length).toBeGreaterThan(0);
    const documented = Object.keys(document.paths[documentedPath(file)] ?? {});
    expect(documented.map((method) => method.toUpperCase()).sort()).toEqual(methods.sort());
    // Detects a copied route file that exports the handlers of another path.
    for (const method of methods) expect(declarationOf(route[method])?.path).toBe(documentedPath(file));
  });

  it("a route file exists for every documented path", () => {
    expect(Object.keys(document.paths).sort()).toEqual(files.map(documentedPath).sort());
  });
});

describe("documented operations", () => {
  it.each(operations)("$name requires a login exactly when documented", async ({ method, url, operation }) => {
    const { status } = await call(method, url, { body: method === "GET" ? undefined : {} });
    if (operation.security === undefined) expect(status).toBe(401);
    else expect(status).not.toBe(401);
  });

  // One-click unsubscribe (RFC 8058) is excluded, because it accepts any body.
  const bodies = operations.filter(
    ({ name, operation }) => operation.requestBody && name !== "POST /unsubscribe/{token}",
  );
  it.each(bodies)("$name accepts only a JSON body", async ({ method, url }) => {
    const headers = { "content-type": "text/plain" };
    expect((await call(method, url, { token: api.token, raw: "x", headers })).status).toBe(415);
  });
});

describe.each(allDefinitions.map((definition) => [definition.name, definition] as const))(
  "schemas of %s",
  (_name, definition) => {
    const errors = (part: string, body: unknown) => {
      const name = schemaName(definition, part);
      return schemaErrors(name, document.components.schemas[name] ?? {}, body);
    };
    const values = anyValues(definition);

    it("the schemas accept bodies that the API accepts", async () => {
      expect(errors("Create", values)).toBeNull();
      const { json } = await api.post<{ data: { lastId: number } }>(`/api/${definition.apiPath}/new`, values);
      const loaded = await api.get<{ data: Body }>(`/api/${definition.apiPath}/${json.data.lastId}`);
      expect(errors("Change", loaded.json.data)).toBeNull();
      const [row] = (await api.get<{ data: Body[] }>(`/api/${definition.apiPath}`)).json.data;
      expect(errors("Row", row)).toBeNull();
      expect(errors("Change", {})).toBeNull();
    });

    it("the schemas reject bodies that the API refuses", async () => {
      const [required = ""] = Object.keys(definition.fields).filter((name) => definition.fields[name]?.required);
      for (const wrong of [{ [required]: undefined }, { [required]: [] }, { haarfarbe: "blau" }]) {
        const body: unknown = JSON.parse(JSON.stringify({ ...values, ...wrong }));
        expect(errors("Create", body), JSON.stringify(wrong)).not.toBeNull();
        expect((await api.post(`/api/${definition.apiPath}/new`, body)).status).toBe(422);
      }
    });

    it("the schemas have the maximum lengths of the API", () => {
      for (const [name, { max }] of writableFields(definition)) {
        if (max === undefined) continue;
        expect(errors("Change", { [name]: "x".repeat(max + 1) }), name).toContain(`${max} characters`);
      }
    });
  },
);

describe("the response check of the API tests", () => {
  const { file } = routeOf("/api/user");
  const json = { "content-type": "application/json" };
  const account = { id: 1, email: "a@example.org", name: "A", role: "editor", digest: "none", digest_scope: "all" };
  const check = (status: number, body: unknown, headers: HeadersInit = json, method = "GET", routeFile = file) => {
    checkResponse(routeFile, method, { status, headers: new Headers(headers), text: JSON.stringify(body) });
  };
  const refusal = (message: string, more: Body = {}) => ({ success: false, message, ...more });

  it("the response check accepts documented responses", () => {
    expect(() => check(200, account)).not.toThrow();
    expect(() => check(401, refusal("unauthenticated"))).not.toThrow();
    expect(() => check(405, refusal("method_not_allowed"), { ...json, allow: "GET" }, "PATCH")).not.toThrow();
  });

  it.each<[string, () => void]>([
    ["an undocumented status", () => check(418, account)],
    ["an internal error", () => check(500, refusal("internal_error"))],
    ["an additional property", () => check(200, { ...account, password_hash: "x" })],
    ["missing properties", () => check(200, { id: 1, email: account.email })],
    ["another type", () => check(200, { ...account, id: "1" })],
    ["another code", () => check(401, refusal("forbidden_origin"))],
    [
      "an undocumented field error",
      () => check(422, refusal("validation_failed", { errors: { name: ["odd"] } }), json, "PUT"),
    ],
    ["another content type", () => check(200, account, { "content-type": "text/html" })],
    ["a 405 without Allow", () => check(405, refusal("method_not_allowed"), json, "PATCH")],
    ["an undocumented method", () => check(200, account, json, "PATCH")],
    ["an undocumented route", () => check(200, account, json, "GET", path.join(path.dirname(file), "new/route.ts"))],
  ])("the response check refuses %s", (_what, wrong) => {
    expect(wrong).toThrow(/answered|document/);
  });
});
