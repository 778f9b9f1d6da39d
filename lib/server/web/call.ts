/**
 * A method that Next routes but no API route has: it stands in for unknown methods, to get a 405
 * with the allowed ones.
 */
export const UNUSED_METHOD = "PATCH";

/** The methods that a Next route file may export; Next routes no others. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", UNUSED_METHOD, "DELETE", "OPTIONS"] as const;

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
