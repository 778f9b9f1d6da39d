import { useSyncExternalStore } from "react";

/** A refused request: `code` is a message key, `errors` the codes per field of a 422. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors | undefined;
  /** When to try again, if the server said so; with a 429 it does. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole answer: a 412 carries the record as it is now, a 409 the fields that have changed since. */
  readonly body: Answer;
  /** The version that the answer's ETag names. */
  readonly version: number | undefined;

  constructor(status: number, code: string, { body = {}, retryAfterSeconds, version }: ErrorDetails = {}) {
    super(`${status} ${code}`);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.errors = body.errors as FieldErrors | undefined;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
    this.version = version;
  }
}

type Answer = Readonly<Record<string, unknown>>;
type ErrorDetails = { body?: Answer; retryAfterSeconds?: number; version?: number };

export type FieldErrors = Record<string, string[]>;

/** A documented refusal, which the server answers with 200 (contract §1). */
export type Refusal = { success: false; message: string };

type Method = "GET" | "POST" | "PUT" | "DELETE";

export type RequestOptions = {
  body?: unknown;
  /** A form with a file, instead of a body. */
  form?: FormData;
  signal?: AbortSignal;
  /** Asks the server to leave out of its answer what a screen does without: whole lists (contract §3), a login's token. */
  preferMinimal?: boolean;
  /** The version that the change is meant for; for another one it is refused with 412 (contract §8). */
  ifMatch?: number;
};

export type DetailedAnswer<T> = {
  answer: T;
  /** The version of the record that the answer tells of, where it has one. */
  version: number | undefined;
  /** How many there are of what the answer carries the first of, where the server says so. */
  total: number | undefined;
};

let inFlight = 0;
const listeners = new Set<() => void>();

function changeInFlight(change: 1 | -1) {
  inFlight += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** How many requests are under way: the progress bar shows itself while there is one. */
export function useRequestsInFlight(): number {
  return useSyncExternalStore(
    subscribe,
    () => inFlight,
    () => 0,
  );
}

let changes = 0;

/** How many changes of ours the server has confirmed since this tab was loaded. */
export const changesMade = (): number => changes;

/** Counts a change that the server has made after its answer. */
export function countChange(): void {
  changes += 1;
}

/** What happens when the server says that the session is over; resolves to whether there is a new one, to try again with. */
type UnauthenticatedHandler = () => Promise<boolean>;

const LEAVING_MS = 4_000;

/** Leaves for the login page, which leads back here: a full load, so that nothing of the old session stays in memory. */
function leaveForLogin(): Promise<boolean> {
  const here = window.location.pathname + window.location.search;
  window.location.assign(new URL(`/login?next=${encodeURIComponent(here)}`, window.location.origin));
  // The page is on its way out: hold the failed request back, so that no error flashes up meanwhile.
  return new Promise((resolve) => setTimeout(() => resolve(false), LEAVING_MS));
}

let onUnauthenticated: UnauthenticatedHandler = leaveForLogin;

/**
 * Registers another answer to an ended session, for instance a login dialog over a form with unsaved input.
 * @returns a function that restores what was registered before
 */
export function setUnauthenticatedHandler(handler: UnauthenticatedHandler): () => void {
  const previous = onUnauthenticated;
  onUnauthenticated = handler;
  return () => {
    onUnauthenticated = previous;
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function numberIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name) ?? "";
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

// Ours are seconds; a proxy's own may be a date, which nobody needs to the minute.
const retryAfter = (headers: Headers) => numberIn(headers, "retry-after");

/** The version in an ETag. Proxies that compress make it a weak one (nginx), or add to it (`"3-gzip"`, Apache). */
function versionIn(headers: Headers): number | undefined {
  const [, version] = /^(?:W\/)?"(\d+)/.exec(headers.get("etag") ?? "") ?? [];
  return version === undefined ? undefined : Number(version);
}

function failure({ status, headers }: Response, answer: unknown): ApiError {
  // Whatever went wrong on the server, or in a proxy before it: for the reader it is not available (spec §8).
  const body = record(answer);
  if (status >= 500) return new ApiError(status, body.message === "storage_full" ? body.message : "error_api");
  const code = typeof body.message === "string" ? body.message : "error_api";
  return new ApiError(status, code, { body, retryAfterSeconds: retryAfter(headers), version: versionIn(headers) });
}

/**
 * Sends a request to our API and gives its JSON answer; documented refusals (`success: false` with status 200) are answers too.
 * @throws ApiError for every other refusal, and with code `error_api` when the server cannot be reached
 * @throws DOMException `AbortError` when `signal` fired
 */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  return (await send<T>(method, path, options)).answer;
}

/** Like `request`, for answers whose headers tell something, too. */
export async function requestDetailed<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<DetailedAnswer<T>> {
  const { answer, headers } = await send<T>(method, path, options);
  return { answer, version: versionIn(headers), total: numberIn(headers, "x-total-count") };
}

async function send<T>(
  method: Method,
  path: string,
  options: RequestOptions,
): Promise<{ answer: T; headers: Headers }> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.preferMinimal) headers.Prefer = "return=minimal";
  if (options.ifMatch !== undefined) headers["If-Match"] = `"${options.ifMatch}"`;
  changeInFlight(1);
  try {
    const response = await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      cache: "no-store",
      body: options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
      signal: options.signal,
    });
    const answer: unknown = await response.json().catch(() => undefined);
    // An abort while the body arrives must not pass for an empty answer.
    options.signal?.throwIfAborted();
    if (response.status === 401 && path !== "/api/auth/login" && (await onUnauthenticated())) {
      return await send<T>(method, path, options);
    }
    if (!response.ok || answer === undefined) throw failure(response, answer);
    if (method !== "GET") countChange();
    return { answer: answer as T, headers: response.headers };
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error;
    throw new ApiError(0, "error_api");
  } finally {
    changeInFlight(-1);
  }
}

/** Whether an error only says that the caller no longer wants the answer. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
