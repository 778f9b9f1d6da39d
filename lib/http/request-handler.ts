import { NextResponse, type NextRequest } from "next/server";
import { negotiateLocale } from "@/lib/model/messages/i18n";
import { BODY_MAX_BYTES, MAX_ID, PUBLIC_BODY_MAX_BYTES } from "@/lib/model/limits";
import { refuseWhileHashingIsFull } from "@/lib/sessions/password-pool";
import { hasBearer } from "@/lib/base/web/bearer-token";
import { clearSessionCookie, hasSessionCookie, sessionOfRequest, type CurrentSession } from "@/lib/sessions/session";
import { clientAddress } from "@/lib/base/web/client-ip";
import type { Context } from "@/lib/store/database/transaction";
import { db, type Database } from "@/lib/store/database/client";
import { registerDirectCalls } from "./direct-calls";
import { AppError, toAppError } from "@/lib/base/errors/errors";
import { METHODS, type CallRequest } from "@/lib/base/web/call";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { logRequest } from "@/lib/base/observability/access-log";
import { parseMailedToken } from "@/lib/base/web/mailed-token";
import { isOwnOrigin } from "@/lib/base/web/own-host";
import { authorize } from "@/lib/base/access/permissions";
import { countCall, refuseLimited } from "@/lib/store/limits/rate-limit";
import { hasReplicas, readWith, sendLogPosition } from "@/lib/store/database/replicas/read-routing";
import { logRefusal, refusalHeaders } from "./refusal";
import { ignoreBody, isForm, readBody } from "./request-body";
import type { Access, Body, Call, CallAnswer, Route } from "./route";
import { REQUEST_ID_HEADER, setRequestUser, withRequestId } from "@/lib/base/web/request-id";
import { tracedCall } from "@/lib/base/observability/requests";
import { expectDefined } from "@/lib/base/errors/invariant";

type Params = Record<string, string>;
/**
 * Next's route parameters. Only the catch-all route for unknown paths gets a list (of segments),
 * and it reads no parameter.
 */
type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> };
type RouteHandler = (request: NextRequest, context: RouteContext) => Promise<NextResponse>;
/** Answers a call, whether it comes through Next or from Node's server directly. */
type Responder = (request: CallRequest, params: Params) => Promise<CallAnswer>;
type Method = (typeof METHODS)[number];
type DeclaredMethod = "GET" | "POST" | "PUT" | "DELETE";

const localeOf = (request: CallRequest) =>
  negotiateLocale(request.cookies.get("NEXT_LOCALE")?.value, request.headers.get("accept-language"));

function isForeign({ headers }: CallRequest): boolean {
  const origin = headers.get("origin");
  if (headers.get("sec-fetch-site") === "cross-site") return true;
  return origin !== null && !isOwnOrigin(origin, headers.get("host"));
}

/**
 * Prevents CSRF: refuses writes from foreign pages that rely on the session cookie or log in. Calls
 * with a Bearer token and calls from outside of browsers pass (contract §1).
 */
function refuseForeignOrigin(request: CallRequest, session: CurrentSession | null): void {
  const reliesOnToken = session !== null && hasBearer(request);
  if (!reliesOnToken && isForeign(request)) throw new AppError("forbidden_origin");
}

/**
 * Refuses requests that are not navigations to a page: images in a foreign page must not use up the
 * rate limit of its viewers.
 */
function refuseAllButPages(request: CallRequest): void {
  const destination = request.headers.get("sec-fetch-dest");
  if (destination !== null && destination !== "document") throw new AppError("forbidden_origin");
}

/** Codes whose responses clear the session cookie: it is invalid, or a login failed (spec §4). */
const SESSION_CLEARING_CODES = new Set<string>([
  "unauthenticated",
  "username_password_error",
  "verify_email",
  "second_factor_wrong",
]);

function jsonAnswer(reply: unknown, status: number, extraHeaders?: Record<string, string>): CallAnswer {
  const headers = new Headers({ ...extraHeaders, "content-type": "application/json" });
  return { status, headers, body: JSON.stringify(reply) };
}

/** Converts an answer to a NextResponse, which can set cookies. */
const asNextResponse = (answer: CallAnswer): NextResponse =>
  answer instanceof NextResponse ? answer : new NextResponse(answer.body, answer);

function refusal(request: CallRequest, error: unknown, route?: Route, params: Params = {}): CallAnswer {
  const { errorResponder, formErrorResponder } = route ?? {};
  const appError = toAppError(error);
  logRefusal(request, appError, error);
  const form = formErrorResponder && isForm(request) ? { request, params, locale: localeOf(request) } : null;
  const answer =
    errorResponder?.(appError.code, request) ??
    (form && formErrorResponder?.(appError, form)) ??
    jsonAnswer(appError.body, appError.status, appError.details.headers);
  const headers = errorResponder ? { "cache-control": "no-store" } : refusalHeaders(appError);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  // Only a request that relied on the cookie and does not come from a foreign page clears the
  // cookie: a foreign page must not be able to log users out.
  const reliesOnCookie = hasSessionCookie(request) && !hasBearer(request) && !isForeign(request);
  // On public routes `unauthenticated` concerns the route's own token, not the session.
  const concernsRouteToken = route?.access === "public" && appError.code === "unauthenticated";
  if (!SESSION_CLEARING_CODES.has(appError.code) || !reliesOnCookie || concernsRouteToken) return answer;
  const response = asNextResponse(answer);
  clearSessionCookie(response);
  return response;
}

/** The call that a handler receives; `route()` derives its exact type from the declaration. */
type AnyCall = Omit<Call<Access, Body>, "session" | "body"> & { session: CurrentSession | null; body: unknown };

/**
 * Admits a request according to its route's declaration, and builds the call for the handler.
 * @throws AppError the first refusal in the order of contract §1
 */
async function admit(route: Route, method: DeclaredMethod, request: CallRequest, params: Params): Promise<AnyCall> {
  const { access, limit, hashes, errorResponder, admits, acceptsAnyOrigin, body: declaredBody } = route;
  if (hashes) refuseWhileHashingIsFull();
  const client = clientAddress(request.headers);
  if (limit) await refuseLimited(limit, client);
  await admits?.({ params, client });
  const session = access === "public" ? null : await sessionOfRequest(request);
  if (!session && access !== "public") throw new AppError("unauthenticated");
  if (session) setRequestUser(session.user.id);
  if (session && access !== "public") authorize(session.user, ...access);
  if (method !== "GET" && !acceptsAnyOrigin) refuseForeignOrigin(request, session);
  if (errorResponder) refuseAllButPages(request);
  const maxBytes = access === "public" ? PUBLIC_BODY_MAX_BYTES : BODY_MAX_BYTES;
  const read = async () => declaredBody && readBody(request, declaredBody, maxBytes);
  const body = await (session && declaredBody && "fileOf" in declaredBody
    ? withConcurrencyLimit("uploading", session.user.id, read)
    : read());
  if (!declaredBody && method !== "GET") await ignoreBody(request, maxBytes);
  if (limit) await countCall(limit, client);
  const locale = localeOf(request);
  const actor = session?.user ?? null;
  const source = session?.user.token ? "token" : "app";
  // GET requests may read from a replica; requests that write also read from the primary.
  const mayUseReplica = method === "GET" && session !== null;
  const connection = mayUseReplica ? readWith(request, session.user.id) : db();
  const context: Context<Database> = { actor, connection, locale, source };
  const url = new URL(request.url);
  return { request, url, params, session, body, locale, client, context, answerHeaders: new Headers() };
}

/** Wraps a responder to give each request an id and to send the id in the response. */
const withIdHeader =
  (respond: Responder): Responder =>
  (request, params) =>
    withRequestId(async (id) => {
      const answer = await respond(request, params);
      answer.headers.set(REQUEST_ID_HEADER, id);
      return answer;
    });

async function answerOf(method: DeclaredMethod, route: Route, request: CallRequest, params: Params) {
  const { status = 200 } = route.answers.success;
  try {
    const call = await admit(route, method, request, params);
    // The only unchecked cast: `route()` has derived the call's type from the declaration.
    const reply = await route.handle(call as never);
    const answer = reply instanceof NextResponse ? reply : jsonAnswer(reply, status);
    for (const [name, value] of call.answerHeaders) answer.headers.set(name, value);
    if (!answer.headers.has("cache-control")) answer.headers.set("cache-control", "no-store");
    // Guests get no log position: it reveals the write volume, and nothing they may read comes from
    // a replica.
    if (method === "GET" || !call.session || !hasReplicas()) return answer;
    const response = asNextResponse(answer);
    await sendLogPosition(request, response);
    return response;
  } catch (error) {
    return refusal(request, error, route, params);
  }
}

const endpoint = (method: DeclaredMethod, route: Route): Responder =>
  withIdHeader((request, params) =>
    tracedCall(request, route.path, async () => {
      const startedAt = performance.now();
      const answer = await answerOf(method, route, request, params);
      logRequest({ method, route: route.path, status: answer.status, seconds: (performance.now() - startedAt) / 1000 });
      return answer;
    }),
  );

const forEveryMethod = <Value>(valueOf: (method: Method) => Value) =>
  Object.fromEntries(METHODS.map((method) => [method, valueOf(method)])) as Record<Method, Value>;

const refuseWith = (error: AppError): Responder => withIdHeader(async (request) => refusal(request, error));

const handlerOf =
  (respond: Responder): RouteHandler =>
  async (request, { params }) =>
    asNextResponse(await respond(request, (await params) as Params));

/** Returns the exports of a route file that refuses every method with the same error. */
export const refuseAllMethods = (error: AppError) => forEveryMethod(() => handlerOf(refuseWith(error)));

const declarations = new WeakMap<object, Route>();

/**
 * Returns the exports of a route file: a handler for each declared method and, for all other
 * methods, one that answers 405 with the allowed methods. Also registers the path for direct calls.
 * HEAD is answered like GET; the code that sends the response omits the body.
 */
export function routes(declared: Partial<Record<DeclaredMethod, Route>>) {
  const responders: Partial<Record<Method, Responder>> = {};
  const declaredRoutes = Object.entries(declared) as [DeclaredMethod, Route][];
  for (const [method, route] of declaredRoutes) responders[method] = endpoint(method, route);
  if (responders.GET) responders.HEAD = responders.GET;
  const allow = METHODS.filter((method) => method === "OPTIONS" || method in responders).join(", ");
  responders.OPTIONS = async () => ({ status: 204, headers: new Headers({ allow }), body: null });
  const notAllowed = refuseWith(new AppError("method_not_allowed", { headers: { allow } }));
  const all = forEveryMethod((method) => responders[method] ?? notAllowed);
  const handlers = forEveryMethod((method) => handlerOf(all[method]));
  for (const [method, route] of declaredRoutes) {
    declarations.set(handlers[method], route);
    if (method === "GET") declarations.set(handlers.HEAD, route);
    registerDirectCalls(`/api${route.path}`, all);
  }
  return handlers;
}

/** Returns the declaration from which `routes()` made a handler, or null for anything else. */
export const declarationOf = (handler: unknown): Route | null =>
  (typeof handler === "function" && declarations.get(handler)) || null;

const ID_DIGITS = /^[1-9]\d{0,9}$/;

/**
 * Returns a path parameter as text.
 * @throws Error when the route's path has no parameter of that name, which is a defect
 */
export const pathText = (params: Params, name: string): string => expectDefined(params[name], `path parameter ${name}`);

/** Returns the path parameter `token` of a mailed link, without signs that a mail program has added. */
export const pathToken = (params: Params): string => parseMailedToken(pathText(params, "token"));

/**
 * Parses a path parameter that is an id.
 * @throws AppError data_not_found when it is not a positive 32-bit integer (contract §1)
 */
export function pathId(params: Params, name: string): number {
  const text = pathText(params, name);
  const id = ID_DIGITS.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_ID)) throw new AppError("data_not_found");
  return id;
}
