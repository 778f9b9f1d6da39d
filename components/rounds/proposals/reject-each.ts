import { ApiError } from "@/lib/base/browser/api-client";

/** Number of rejections sent at the same time: the API rejects one proposal a call. */
const PARALLEL = 4;

/** Error codes that concern a single proposal: another user has decided it first. */
const SINGLE_FAILURES = ["not_open", "data_not_found"];

/**
 * Rejects proposals with one call each, and waits for every call that was sent. A proposal that is
 * no longer open does not prevent the others; after another failure, no further call is sent.
 * @returns how many were rejected, and the failures
 */
export async function rejectEach(
  ids: readonly number[],
  reject: (id: number) => Promise<unknown>,
): Promise<{ rejected: number; failures: unknown[] }> {
  const pendingIds = [...ids];
  const failures: unknown[] = [];
  let rejected = 0;
  const rejectNext = async () => {
    for (let id = pendingIds.shift(); id !== undefined; id = pendingIds.shift()) {
      try {
        await reject(id);
        rejected += 1;
      } catch (error) {
        failures.push(error);
        if (!(error instanceof ApiError && SINGLE_FAILURES.includes(error.code))) pendingIds.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, rejectNext));
  return { rejected, failures };
}
