import { NextResponse, type NextRequest } from "next/server";
import { negotiateLocale, type Locale } from "../i18n";
import { BODY_MAX_BYTES, MAX_ID } from "../limits";
import type { AnyRow } from "../records/define";
import { clientAddress } from "./client-address";
import { env } from "./env";
import { AppError, toAppError } from "./errors";
import { METHODS } from "./methods";
import { refuseLimited, type ClientLimit } from "./rate-limit";
import { withoutTokens } from "./security-log";
import { clearSessionCookie, hasBearer, sessionOfRequest, type CurrentSession } from "./accounts/session";

type Params = Record<string, string>;
type RouteContext = { params: Promise<Params> };
type RouteHandler = (request: NextRequest, context: RouteContext) => Promise<NextResponse>;

type Method = (typeof METHODS)[number];

/** What a handler gets once the wrapper has let a request in. */
export type Call<Session = CurrentSession> = {
  request: NextRequest;
  url: URL;
  params: Params;
  session: Session;
  locale: Locale;
  /** The address that the request came from. */
  client: string;
};
type Answer = NextResponse | Record<string, unknown> | readonly unknown[];

type Options = {
  /** Whether anybody may call it; otherwise it needs a login. */
  public?: boolean;
  /** Whether it changes something; then a foreign page may not trigger it. */
  write?: boolean;
  /** What a client may have used up; looked at before everything else (contract §1). */
  limit?: ClientLimit;
};

const localeOf = (request: NextRequest) =>
  negotiateLocale(request.cookies.get("NEXT_LOCALE")?.value, request.headers.get("accept-language"));

function isForeign(request: NextRequest): boolean {
  const origin = request.headers.get("origin");
  if (request.headers.get("sec-fetch-site") === "cross-site") return true;
  if (origin === null) return false;
  // A sandboxed page's origin is "null".
  if (!URL.canParse(origin)) return true;
  const { host } = new URL(origin);
  return host !== request.headers.get("host") && origin !== new URL(env().APP_URL).origin;
}

/** Writes that rely on the cookie, or that log in, come from our own pages or from scripts (contract §1). */
function refuseForeignOrigin(request: NextRequest, session: CurrentSession | null): void {
  const reliesOnToken = session !== null && hasBearer(request);
  if (!reliesOnToken && isForeign(request)) throw new AppError("forbidden_origin");
}

const toResponse = (answer: Answer) => (answer instanceof NextResponse ? answer : NextResponse.json(answer));

/** A dead cookie is of no use, and a failed login removes any stored one (spec §4). */
const FORGETS_THE_LOGIN = new Set<string>(["unauthenticated", "username_password_error", "verify_email"]);

function refusal(request: NextRequest, error: unknown): NextResponse {
  const known = toAppError(error);
  if (known.code === "internal_error")
    console.error(`${request.method} ${withoutTokens(request.nextUrl.pathname)}`, error);
  const response = NextResponse.json(known.body, { status: known.status, headers: known.details.headers });
  response.headers.set("cache-control", "no-store");
  if (FORGETS_THE_LOGIN.has(known.code) && !hasBearer(request)) clearSessionCookie(response);
  return response;
}

function endpoint<Body>(
  options: Options,
  read: (request: NextRequest) => Promise<Body>,
  handle: (call: Call<CurrentSession | null>, body: Body) => Promise<Answer>,
): RouteHandler {
  return async (request, context) => {
    try {
      const client = clientAddress(request.headers);
      if (options.limit) await refuseLimited(options.limit, client);
      const session = options.public ? null : await sessionOfRequest(request);
      if (!session && !options.public) throw new AppError("unauthenticated");
      if (options.write) refuseForeignOrigin(request, session);
      const body = await read(request);
      const params = await context.params;
      const url = new URL(request.url);
      const call = { request, url, params, session, locale: localeOf(request), client };
      const response = toResponse(await handle(call, body));
      if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
      return response;
    } catch (error) {
      return refusal(request, error);
    }
  };
}

const nothing = async () => undefined;

async function readBytes(request: NextRequest): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_MAX_BYTES) throw new AppError("payload_too_large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_MAX_BYTES) throw new AppError("payload_too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const isJson = (request: NextRequest) =>
  request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() === "application/json";

/** Lets a call that needs no body bring none, or one that is ignored. @throws AppError 415 or 413, in this order */
async function ignoreBody(request: NextRequest): Promise<void> {
  if (isJson(request)) await readBytes(request);
  else for await (const chunk of request.body ?? []) if (chunk.byteLength) throw new AppError("unsupported_media_type");
}

/** Reads a JSON object from a request's body. @throws AppError 415, 413 or 400, in this order */
async function readJson(request: NextRequest): Promise<AnyRow> {
  if (!isJson(request)) throw new AppError("unsupported_media_type");
  const bytes = await readBytes(request);
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("invalid_json");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new AppError("invalid_json");
  return body as AnyRow;
}

const withSession = (call: Call<CurrentSession | null>) => call as Call;

/** A call that reads, for those who are logged in. */
export const reading = (handle: (call: Call) => Promise<Answer>) =>
  endpoint({}, nothing, (call) => handle(withSession(call)));

/** A call that changes something and carries no body: links, deletes, logout. */
export const changing = (handle: (call: Call) => Promise<Answer>) =>
  endpoint({ write: true }, ignoreBody, (call) => handle(withSession(call)));

/** A call that brings a JSON object. */
export const writing = (handle: (call: Call, body: AnyRow) => Promise<Answer>) =>
  endpoint({ write: true }, readJson, (call, body) => handle(withSession(call), body));

/** A reading call that needs no login. */
export const publicReading = (handle: (call: Call<null>) => Promise<Answer>, limit?: ClientLimit) =>
  endpoint({ public: true, limit }, nothing, (call) => handle(call as Call<null>));

/** A call that brings a JSON object and needs no login. */
export const publicWriting = (handle: (call: Call<null>, body: AnyRow) => Promise<Answer>, limit?: ClientLimit) =>
  endpoint({ public: true, write: true, limit }, readJson, (call, body) => handle(call as Call<null>, body));

/** A call that always refuses in the same way, whoever asks. */
export const refusing =
  (error: AppError) =>
  async (request: NextRequest): Promise<NextResponse> =>
    refusal(request, error);

/**
 * What a route file exports: its methods, and for every other one the 405 that names them. A HEAD is answered as
 * its GET is; Next leaves out the body.
 */
export function methods(handlers: Partial<Record<"GET" | "POST" | "PUT" | "DELETE", RouteHandler>>) {
  const all: Partial<Record<Method, RouteHandler>> = { ...handlers, ...(handlers.GET && { HEAD: handlers.GET }) };
  const allow = METHODS.filter((method) => method === "OPTIONS" || method in all).join(", ");
  const notAllowed = refusing(new AppError("method_not_allowed", { headers: { allow } }));
  const options: RouteHandler = async () => new NextResponse(null, { status: 204, headers: { allow } });
  return Object.fromEntries(
    METHODS.map((method) => [method, method === "OPTIONS" ? options : (all[method] ?? notAllowed)]),
  ) as Record<Method, RouteHandler>;
}

const ID_DIGITS = /^[1-9]\d{0,9}$/;

/** A path's id. @throws AppError 404 when it is no positive 32-bit integer (contract §1) */
export function pathId(params: Params, name: string): number {
  const text = params[name] ?? "";
  const id = ID_DIGITS.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_ID)) throw new AppError("data_not_found");
  return id;
}
