import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { processSingleton } from "../config/process-singleton";

/** Response header by which a client can refer to the log lines of its request. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** Log data of a request; the user is added once the session is known. */
type LoggedRequest = { id: string; userId?: number; isMarkedUnavailable?: boolean };

const requestStorage = processSingleton("request", () => new AsyncLocalStorage<LoggedRequest>());

/**
 * Runs work with the current request's id, or with a new id if there is none yet. Clients cannot
 * choose the id: otherwise they could hide their log lines among those of other users.
 */
export const withRequestId = <Result>(work: (id: string) => Result): Result => {
  const current = requestStorage.getStore();
  if (current) return work(current.id);
  const id = randomUUID();
  return requestStorage.run({ id }, () => work(id));
};

/** Returns the id of the current request, if any. */
export const requestId = (): string | undefined => requestStorage.getStore()?.id;

/** Marks the current request as failed for a temporary reason (`isTemporary`). */
export function markUnavailable(): void {
  const request = requestStorage.getStore();
  if (request) request.isMarkedUnavailable = true;
}

/** Whether the current request failed for a temporary reason. */
export const isMarkedUnavailable = (): boolean => requestStorage.getStore()?.isMarkedUnavailable === true;

/** Stores the user of the current request for its later log lines. */
export function setRequestUser(userId: number): void {
  const request = requestStorage.getStore();
  if (request) request.userId = userId;
}

/** Returns the id of the current request's user, if known. */
export const requestUser = (): number | undefined => requestStorage.getStore()?.userId;
