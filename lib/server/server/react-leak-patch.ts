/**
 * Lets go of pages that are drawn. React ends each of them by aborting a signal with an error, whose stack holds what ran: one of
 * Node's immediates, and through its neighbours in the queue the requests that were answered beside it. Those end the same way, so
 * that whatever keeps a single page keeps all that came since, for as long as pages overlap (react/react#37288, nodejs/node#66129).
 * A stack that somebody has read is a text, which holds nothing. Can go with a React that ends its pages without a stack.
 */
export function letFinishedPagesGo(): void {
  const { abort } = AbortController.prototype;
  AbortController.prototype.abort = function (reason?: unknown) {
    abort.call(this, reason);
    // Without a reason there is one all the same, which holds as much.
    if (this.signal.reason instanceof Error) void this.signal.reason.stack;
  };
}
