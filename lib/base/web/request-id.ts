import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { processSingleton } from "../config/process-singleton";

/** Response header by which a client can refer to the log lines of its request. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** Log data of a request; the user is added once the session is known. */
type LoggedRequest = { id: string; userId?: number; isMarkedUnavailable?: boolean };

const running = processSingleton("request", () => new AsyncLocalStorage<LoggedRequest>());

/**
 * Runs work with the current request's id, or with a new id if there is none yet. Clients cannot
 * choose the id: otherwise they could hide their log lines among those of other users.
 */
export const withRequestId = <Result>(work: (id: string) => Result): Result => {
  const known = running.getStore();
  if (known) return work(known.id);
  const id = randomUUID();
  return running.run({ id }, () => work(id));
};

/** Returns the id of the current request, if any. */
export const requestId = (): string | undefined => running.getStore()?.id;

/** Marks the current request as failed for a reason that passes (`isTemporary`). */
export function markUnavailable(): void {
  const request = running.getStore();
  if (request) request.isMarkedUnavailable = true;
}

/** Whether the current request failed for a reason that passes. */
export const isMarkedUnavailable = (): boolean => running.getStore()?.isMarkedUnavailable === true;

/** Stores the user of the current request for its later log lines. */
export function setRequestUser(userId: number): void {
  const request = running.getStore();
  if (request) request.userId = userId;
}

/** Returns the id of the current request's user, if known. */
export const requestUser = (): number | undefined => running.getStore()?.userId;
