/**
 * Works around a memory leak of React (react/react#37288, nodejs/node#66129). React ends each page
 * by aborting a signal with an error. The stack frames that the error has captured retain a Node
 * immediate and, through its neighbours in the queue, the requests that are handled concurrently.
 * These requests end in the same way, so that one retained page retains all later ones as long as
 * pages overlap. Reading `error.stack` turns the frames into text, which retains nothing. Remove
 * this function once React aborts without capturing a stack.
 */
export function patchReactAbortLeak(): void {
  const { abort } = AbortController.prototype;
  AbortController.prototype.abort = function (reason?: unknown) {
    abort.call(this, reason);
    // Without a reason, the signal creates an error itself, which retains just as much.
    if (this.signal.reason instanceof Error) void this.signal.reason.stack;
  };
}
