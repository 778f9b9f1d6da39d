/** A request as a route sees it, whether it came through Next or from Node's server directly. */
export type CallRequest = {
  readonly method: string;
  /** The whole address; its host says nothing. */
  readonly url: string;
  readonly headers: Pick<Headers, "get" | "has">;
  readonly cookies: { get: (name: string) => { value: string } | undefined; has: (name: string) => boolean };
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborts when the client disconnects before it has the answer. */
  readonly signal: AbortSignal;
};
