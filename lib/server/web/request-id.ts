import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** The header that tells whoever was answered which lines of the log are about it. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/**
 * A request as the log knows it; whose it is comes in once the session is known, and that it failed for want of a database when
 * it has.
 */
type LoggedRequest = { id: string; userId?: number; lacksDatabase?: boolean };

const shared = globalThis as typeof globalThis & { cooperationRequest?: AsyncLocalStorage<LoggedRequest> };
/** Kept on `globalThis`, because Next bundles the guard and the routes apart. */
const running = (shared.cooperationRequest ??= new AsyncLocalStorage<LoggedRequest>());

/**
 * Gives a request its id, unless it has one. The id is always ours: one that a client could choose would let it hide its
 * lines among somebody else's.
 */
export const withRequestId = <Result>(work: (id: string) => Result): Result => {
  const known = running.getStore();
  if (known) return work(known.id);
  const id = randomUUID();
  return running.run({ id }, () => work(id));
};

/** The id of the request that runs, if one does. */
export const requestId = (): string | undefined => running.getStore()?.id;

/** Notes that the running request cannot be answered, because the database cannot. */
export function noteLackOfDatabase(): void {
  const request = running.getStore();
  if (request) request.lacksDatabase = true;
}

/** Whether that was noted of the running request. */
export const lacksDatabase = (): boolean => running.getStore()?.lacksDatabase === true;

/** Notes whose the running request is, for what the log tells of it later. */
export function noteUser(userId: number): void {
  const request = running.getStore();
  if (request) request.userId = userId;
}

/** Whose the running request is, as far as that is known. */
export const notedUser = (): number | undefined => running.getStore()?.userId;
