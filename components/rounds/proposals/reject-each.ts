import { ApiError } from "@/lib/base/browser/api-client";

/** Number of rejections sent at the same time: the API rejects one proposal a call. */
const PARALLEL = 4;

/** What failures of one call say about that proposal alone: another user has decided it first. */
const OF_ONE = ["not_open", "data_not_found"];

/**
 * Rejects proposals with one call each, and waits for every call that was sent. A proposal that is
 * no longer open does not prevent the others; after another failure, no further call is sent.
 * @returns how many were rejected, and the failures
 */
export async function rejectEach(
  ids: readonly number[],
  reject: (id: number) => Promise<unknown>,
): Promise<{ rejected: number; failures: unknown[] }> {
  const waiting = [...ids];
  const failures: unknown[] = [];
  let rejected = 0;
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await reject(id);
        rejected += 1;
      } catch (error) {
        failures.push(error);
        if (!(error instanceof ApiError && OF_ONE.includes(error.code))) waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { rejected, failures };
}
