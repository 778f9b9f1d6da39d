import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { patchReactAbortLeak } from "./react-leak-patch";

const { abort } = AbortController.prototype;
afterEach(() => {
  AbortController.prototype.abort = abort;
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Aborts a page's signal as React does, or without a reason, during another request. */
async function endPage(withReason: boolean): Promise<{ page: AbortController; concurrent: WeakRef<object> }> {
  const requests = new AsyncLocalStorage<object>();
  const page = new AbortController();
  const other = {};
  await new Promise<void>((resolve) => {
    requests.run({}, () => setImmediate(() => page.abort(withReason ? new Error("drawn") : undefined)));
    requests.run(other, () => setImmediate(resolve));
  });
  return { page, concurrent: new WeakRef(other) };
}

test.each([true, false])(
  "a retained page does not retain a concurrent request (with a reason: %s)",
  async (withReason) => {
    patchReactAbortLeak();
    const { page, concurrent } = await endPage(withReason);
    // The target of a WeakRef stays alive until the end of the current task.
    await pause(0);
    collect();
    expect(concurrent.deref()).toBeUndefined();
    expect(page.signal.reason).toBeInstanceOf(Error);
  },
);

test("the patch does not change the reason that a signal is aborted with", () => {
  patchReactAbortLeak();
  const [withoutReason, withReason] = [new AbortController(), new AbortController()];
  withoutReason.abort();
  withReason.abort("enough");
  expect(withoutReason.signal.reason).toMatchObject({ name: "AbortError" });
  expect(withReason.signal.reason).toBe("enough");
});
