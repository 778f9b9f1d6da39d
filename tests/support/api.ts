import { NextRequest } from "next/server";
import { db } from "@/lib/store/database/client";
import { createUser, TEST_PASSWORD, type UserOverrides } from "./factories";
import { checkResponse, isJsonResponse } from "./openapi-check";
import { routeOf } from "./route-tree";

type Handler = (request: NextRequest, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type CallOptions = { body?: unknown; raw?: BodyInit; headers?: Record<string, string>; token?: string | null };
type Json = Record<string, unknown> & { data?: never };

/** A response as a client receives it; `json` is null if the body is not JSON. */
export type Answer<Body = Json> = { status: number; headers: Headers; json: Body; bytes: Uint8Array };

/**
 * Calls the handler in the app's route file with a request, without a socket. Validates every
 * response against the OpenAPI document of the API.
 * @param options `body` is sent as JSON, `raw` unchanged. If `token` is null, no Authorization
 * header is sent
 */
export async function call<Body = Json>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer<Body>> {
  const url = new URL(path, "http://localhost:3000");
  const { file, params } = routeOf(url.pathname);
  const route = (await import(file)) as Record<string, Handler | undefined>;
  const handler = route[method];
  if (!handler) throw new Error(`${file} exports no ${method}`);
  const headers = new Headers(options.headers);
  if (options.token) headers.set("authorization", `Bearer ${options.token}`);
  if (options.body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const request = new NextRequest(url, { method, headers, body });
  const response = await handler(request, { params: Promise.resolve(params) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const { status, headers: responseHeaders } = response;
  checkResponse(file, method, { status, headers: responseHeaders, text });
  const isJson = text !== "" && isJsonResponse(responseHeaders);
  return { status, headers: responseHeaders, json: (isJson ? JSON.parse(text) : null) as Body, bytes };
}

/** An authenticated API client with one function per method. */
export type Client = {
  get: <Body = Json>(path: string, options?: CallOptions) => Promise<Answer<Body>>;
  post: <Body = Json>(path: string, body?: unknown, options?: CallOptions) => Promise<Answer<Body>>;
  put: <Body = Json>(path: string, body?: unknown, options?: CallOptions) => Promise<Answer<Body>>;
  delete: <Body = Json>(path: string, options?: CallOptions) => Promise<Answer<Body>>;
  token: string;
};

/** Creates an account, logs it in through the API and returns a client that sends its token. */
export async function loggedIn(overrides: UserOverrides = {}): Promise<Client> {
  const { email } = await createUser(db(), overrides);
  const login = await call<{ access_token: string }>("POST", "/api/auth/login", {
    body: { email, password: overrides.password ?? TEST_PASSWORD },
  });
  const token = login.json.access_token;
  return {
    token,
    get: (path, options) => call("GET", path, { token, ...options }),
    post: (path, body, options) => call("POST", path, { token, body, ...options }),
    put: (path, body, options) => call("PUT", path, { token, body, ...options }),
    delete: (path, options) => call("DELETE", path, { token, ...options }),
  };
}
