import { useSyncExternalStore } from "react";
import type * as z from "zod";
import type { FieldErrors } from "@/lib/model/fields/field";
import { SESSION_ENDED } from "@/lib/model/own-path";

/**
 * An error response of the API. `code` is a message key; a 422 also has `errors`, the error codes
 * by field.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: FieldErrors | undefined;
  /** Seconds from the `Retry-After` header, which every 429 has. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * The response body. A 412 contains the current record; a 409 contains the fields that have
   * changed since.
   */
  readonly body: Answer;
  /** The record's version from the response's ETag. */
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

/** The body of a refusal that the contract documents; its status is 200 (contract §1). */
export type Refusal = { success: false; message: string };

type Method = "GET" | "POST" | "PUT" | "DELETE";

export type RequestOptions = {
  body?: unknown;
  /** `multipart/form-data` with a file; sent instead of `body`. */
  form?: FormData;
  /**
   * Called while `form` is sent.
   * @param share how much of it is sent, from 0 to 1
   */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /**
   * Sends `Prefer: return=minimal`: the response then omits data that screens do not need, such as
   * complete lists (contract §3) or the token of a login.
   */
  preferMinimal?: boolean;
  /**
   * Expected version of the record (optimistic locking): the server responds with 412 if the record
   * has another version (contract §8).
   */
  ifMatch?: number;
};

export type DetailedAnswer<T> = {
  answer: T;
  /** The record's version from the ETag. */
  version: number | undefined;
  /** The total count from `X-Total-Count`, set when the response contains only the first items. */
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

/** Returns the number of pending requests. The progress bar is shown while it is not 0. */
export function useRequestsInFlight(): number {
  return useSyncExternalStore(
    subscribe,
    () => inFlight,
    () => 0,
  );
}

let changes = 0;

/**
 * Returns how many changes sent by this browser tab the server has confirmed since the page load.
 */
export const changesMade = (): number => changes;

/**
 * Counts a confirmed change. Exported for changes that the server completes after its response,
 * such as imports.
 */
export function countChange(): void {
  changes += 1;
}

/** Handles a 401. Resolves to true if the user has logged in again; the request is then retried. */
type UnauthenticatedHandler = () => Promise<boolean>;

const LEAVING_MS = 4_000;

/**
 * Redirects to the login page, which returns to this page after the login. Uses a full page load,
 * so that no data of the old session stays in memory.
 */
function leaveForLogin(): Promise<boolean> {
  const next = window.location.pathname + window.location.search;
  const parameters = new URLSearchParams({ next, reason: SESSION_ENDED });
  window.location.assign(new URL(`/login?${parameters}`, window.location.origin));
  // Delays the failure of the request until the page has unloaded, so that no error flashes up.
  return new Promise((resolve) => setTimeout(() => resolve(false), LEAVING_MS));
}

let onUnauthenticated: UnauthenticatedHandler = leaveForLogin;

/**
 * Registers another handler for 401 responses, such as a login dialog above a form with unsaved
 * input.
 * @returns a function that restores the previous handler
 */
export function setUnauthenticatedHandler(handler: UnauthenticatedHandler): () => void {
  const previous = onUnauthenticated;
  onUnauthenticated = handler;
  return () => {
    onUnauthenticated = previous;
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function numberIn(headers: Headers, name: string): number | undefined {
  const value = headers.get(name) ?? "";
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

// The app sends `Retry-After` in seconds. A date, which a proxy may send, is ignored.
const retryAfter = (headers: Headers) => numberIn(headers, "retry-after");

/**
 * Parses the record's version from the ETag. Compressing proxies change the ETag: nginx makes it
 * weak, Apache adds a suffix (`"3-gzip"`).
 */
function versionIn(headers: Headers): number | undefined {
  const [, version] = /^(?:W\/)?"(\d+)/.exec(headers.get("etag") ?? "") ?? [];
  return version === undefined ? undefined : Number(version);
}

/** Returns the code of a refusal that is not the app's, but of a proxy before it. */
function codeOfProxy(status: number): string {
  if (status === 413) return "proxy_too_large";
  if (status === 429) return "too_many_requests";
  return status >= 400 ? "proxy_refused" : "error_api";
}

function failure({ status, headers }: Response, answer: unknown): ApiError {
  // Every 5xx of the server or of a proxy is shown as "not available" (spec §8), except a full
  // disk.
  const body = asObject(answer);
  if (status >= 500) return new ApiError(status, body.message === "storage_full" ? body.message : "error_api");
  const code = typeof body.message === "string" ? body.message : codeOfProxy(status);
  return new ApiError(status, code, { body, retryAfterSeconds: retryAfter(headers), version: versionIn(headers) });
}

/** The type of an answer; no type of an answer is written by hand. */
type AnswerSchema = z.ZodType | Refusal;

/** What a request returns: the answer that a schema describes, or a refusal with status 200. */
export type Answered<S> = S extends z.ZodType<infer Output> ? Output : S;

/**
 * Sends a request to the API and returns its JSON response, including documented refusals
 * (`success: false` with status 200). The type argument is the type of the answer's schema, such as
 * `request<typeof importState>(…)`.
 * @throws ApiError for every other error response; its code is `error_api` when the server cannot
 * be reached
 * @throws DOMException `AbortError` when `signal` fired
 */
export async function request<S extends AnswerSchema = z.ZodUnknown>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answered<S>> {
  return (await send<Answered<S>>(method, path, options)).answer;
}

/** Like `request`, but also returns the version and the total count from the response headers. */
export async function requestDetailed<S extends AnswerSchema>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<DetailedAnswer<Answered<S>>> {
  const { answer, headers } = await send<Answered<S>>(method, path, options);
  return { answer, version: versionIn(headers), total: numberIn(headers, "x-total-count") };
}

/**
 * Reads a file of the app as a whole.
 * @throws ApiError and DOMException like `request`
 */
export async function readBytes(path: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const { answer } = await send<ArrayBuffer>("GET", path, { signal }, (response) => response.arrayBuffer());
  return new Uint8Array(answer);
}

type Exchange = Pick<RequestOptions, "form" | "onProgress" | "signal"> & {
  method: Method;
  headers: Record<string, string>;
  body?: FormData | string;
};

async function exchange(path: string, { method, headers, body, form, onProgress, signal }: Exchange) {
  if (form && onProgress) {
    const { sendWithProgress } = await import("./send-with-progress");
    return sendWithProgress(path, { method, headers, body: form, signal, onProgress });
  }
  return fetch(path, { method, headers, credentials: "same-origin", cache: "no-store", body, signal });
}

const readJson = (response: Response): Promise<unknown> => response.json();

async function send<T>(
  method: Method,
  path: string,
  options: RequestOptions,
  readBody = readJson,
): Promise<{ answer: T; headers: Headers }> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.preferMinimal) headers.Prefer = "return=minimal";
  if (options.ifMatch !== undefined) headers["If-Match"] = `"${options.ifMatch}"`;
  const body = options.form ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  changeInFlight(1);
  try {
    const response = await exchange(path, { ...options, method, headers, body });
    const answer = await (response.ok ? readBody : readJson)(response).catch(() => undefined);
    // Reading the body also fails on an abort, which must not be mistaken for an invalid response.
    options.signal?.throwIfAborted();
    if (response.status === 401 && path !== "/api/auth/login" && (await onUnauthenticated())) {
      return await send<T>(method, path, options, readBody);
    }
    if (!response.ok || answer === undefined) throw failure(response, answer);
    if (method !== "GET") countChange();
    return { answer: answer as T, headers: response.headers };
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error instanceof ApiError ? error : new ApiError(0, "error_api");
  } finally {
    changeInFlight(-1);
  }
}

/** Returns whether an error means that the caller has aborted the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * Ignores that a request has failed or was aborted.
 * @throws every other error: it is one of the program, and must reach `window.onerror`
 */
export function ignoreFailure(error: unknown): void {
  if (!(error instanceof ApiError) && !isAbort(error)) throw error;
}

/**
 * Returns a rejection handler that handles failed requests and ignores aborted ones. It throws every
 * other error, like `ignoreFailure`.
 */
export const ifApiError =
  <Result>(handle: (error: ApiError) => Result) =>
  (error: unknown): Result | undefined => {
    ignoreFailure(error);
    return error instanceof ApiError ? handle(error) : undefined;
  };

/**
 * Reads a page of the app, for code that takes texts from it.
 * @param address its path and query
 * @throws ApiError error_api if the server does not return this page, such as without a login or a
 * connection
 */
export async function readPage(address: string): Promise<Document> {
  changeInFlight(1);
  try {
    const response = await fetch(address);
    if (!response.ok || response.redirected) throw new ApiError(response.status, "error_api");
    const html = await response.text();
    return new DOMParser().parseFromString(html, "text/html");
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, "error_api");
  } finally {
    changeInFlight(-1);
  }
}
