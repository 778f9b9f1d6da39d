import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { AuthOptions } from "next-auth";
import NextAuth, { getServerSession } from "next-auth/next";
import { sessionCookie, type CurrentSession } from "./session";
import { processSingleton } from "@/lib/base/config/process-singleton";
import type { Context } from "@/lib/store/database/transaction";
import type { Database } from "@/lib/store/database/client";
import { expectDefined } from "@/lib/base/errors/invariant";
import type { CallRequest } from "@/lib/base/web/call";

/* Runs next-auth inside the app's own routes, which keep their paths, limits and answers. It gets no
   header of the request, and only the parameters and cookies that a step needs. */

/** The request that logs a user in; `token` is the token of the session once it has started. */
export type LoginCall = { request: CallRequest; client: string; context: Context<Database>; token?: string };
type Run = { call?: LoginCall; errors: unknown[] };

// One for all bundles: next-auth's logger is process-wide, and finds the run of an error here.
const runs = processSingleton("auth-step", () => new AsyncLocalStorage<Run>());
const currentRun = () => expectDefined(runs.getStore(), "a step of next-auth");

/** Returns the request that logs a user in, for callbacks. */
export const loginCall = (): LoginCall => expectDefined(currentRun().call, "a login");

/** Records an error of the current step, which then throws the first one. */
export const recordError = (error: unknown) => currentRun().errors.push(error);

/** Records an error that next-auth neither throws nor logs. @throws the error */
export function recordAndThrow(error: unknown): never {
  recordError(error);
  throw error;
}

/**
 * Runs next-auth, which turns errors into redirects that do not name them, or into "no session": a
 * database that is down would make every user a guest.
 * @throws the first error
 */
async function runRecorded<Result>(work: () => Promise<Result>, call?: LoginCall): Promise<Result> {
  const run: Run = { call, errors: [] };
  const result = await runs.run(run, work);
  if (run.errors.length > 0) throw run.errors[0];
  return result;
}

// The package is CommonJS: Node.js takes all its exports for the default, bundlers the function.
const handle = (NextAuth as unknown as { default?: typeof NextAuth }).default ?? NextAuth;

/** next-auth's CSRF token proves nothing here: the route has compared the request's origin. */
const CSRF_TOKEN = "compared";

type Fields = Record<string, unknown>;
type Step = { path: readonly [action: string, provider: string]; query?: Fields; body?: Fields; cookies?: Fields };

/**
 * Runs a step of a login: a POST if it has a body, else a GET.
 * @returns where next-auth redirects to, and headers with the cookies that it sets
 * @throws the first error of a callback or of next-auth
 */
export async function runStep(
  call: LoginCall,
  options: AuthOptions,
  { path, query, body, cookies }: Step,
): Promise<{ location: string; headers: Headers }> {
  const hash = createHash("sha256").update(`${CSRF_TOKEN}${options.secret}`).digest("hex");
  const csrf = { [String(options.cookies?.csrfToken?.name)]: `${CSRF_TOKEN}|${hash}` };
  const request = {
    method: body ? "POST" : "GET",
    headers: {},
    query: { ...query, nextauth: path },
    body: { ...body, csrfToken: CSRF_TOKEN },
    cookies: { ...cookies, ...csrf },
  };
  const responseHeaders = new Map<string, string | string[]>();
  const response = {
    status: () => response,
    getHeader: (name: string) => responseHeaders.get(name),
    setHeader: (name: string, value: string | string[]) => responseHeaders.set(name, value),
    end: () => undefined,
    send: () => undefined,
  };
  await runRecorded(() => handle(request as never, response as never, options) as Promise<void>, call);
  if (path[0] === "callback") expectDefined(call.token, "the session of the login");
  const headers = new Headers();
  for (const line of responseHeaders.get("Set-Cookie") ?? []) headers.append("set-cookie", line);
  return { location: String(responseHeaders.get("Location")), headers };
}

/**
 * Returns the session of a page, by the value of its session cookie; null for a guest.
 * @throws what the database throws
 */
export async function readSession(options: AuthOptions, token: string): Promise<CurrentSession | null> {
  // next-auth would take every cookie whose name begins like this one for a part of it.
  const request = { headers: {}, cookies: { [sessionCookie().name]: token } };
  const response = { getHeader: () => undefined, setHeader: () => undefined };
  const session = await runRecorded(() => getServerSession(request as never, response as never, options));
  return session?.current ?? null;
}
