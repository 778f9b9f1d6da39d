import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { letFinishedPagesGo } from "./react-leak-patch";

const { abort } = AbortController.prototype;
afterEach(() => {
  AbortController.prototype.abort = abort;
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Ends a page the way React does, or without a reason, while another request is answered beside it. */
async function endPage(withReason: boolean): Promise<{ page: AbortController; beside: WeakRef<object> }> {
  const requests = new AsyncLocalStorage<object>();
  const page = new AbortController();
  const other = {};
  await new Promise<void>((resolve) => {
    requests.run({}, () => setImmediate(() => page.abort(withReason ? new Error("drawn") : undefined)));
    requests.run(other, () => setImmediate(resolve));
  });
  return { page, beside: new WeakRef(other) };
}

test.each([true, false])("a page that is kept does not keep what was answered beside it (%s)", async (withReason) => {
  letFinishedPagesGo();
  const { page, beside } = await endPage(withReason);
  // What was read through a WeakRef stays until the task has ended.
  await pause(0);
  collect();
  expect(beside.deref()).toBeUndefined();
  expect(page.signal.reason).toBeInstanceOf(Error);
});

test("a signal is aborted with whatever reason there is, as ever", () => {
  letFinishedPagesGo();
  const [silent, told] = [new AbortController(), new AbortController()];
  silent.abort();
  told.abort("enough");
  expect(silent.signal.reason).toMatchObject({ name: "AbortError" });
  expect(told.signal.reason).toBe("enough");
});
