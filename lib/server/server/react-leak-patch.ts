/**
 * Works around a memory leak of React (react/react#37288, nodejs/node#66129): it ends each page by
 * aborting a signal with an error, whose captured stack frames retain a Node immediate and, through
 * its neighbours in the queue, the requests handled concurrently. These end the same way, so that
 * one retained page retains all later ones while pages overlap. Reading `error.stack` turns the
 * frames into text, which retains nothing. Remove once React aborts without a stack.
 */
export function patchReactAbortLeak(): void {
  const { abort } = AbortController.prototype;
  AbortController.prototype.abort = function (reason?: unknown) {
    abort.call(this, reason);
    // Without an argument the signal creates an error of its own, which retains as much.
    if (this.signal.reason instanceof Error) void this.signal.reason.stack;
  };
}
