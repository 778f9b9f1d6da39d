/**
 * A method that Next routes but no API route implements. The request guard substitutes it for
 * methods that Next does not know, so that the API answers them with 405 and the allowed methods.
 */
export const UNUSED_METHOD = "PATCH";

/** The methods that a Next route file may export; Next routes no others. */
export const METHODS = ["GET", "HEAD", "POST", "PUT", UNUSED_METHOD, "DELETE", "OPTIONS"] as const;

/** A request as a route sees it, whether it came through Next or from Node's server directly. */
export type CallRequest = {
  readonly method: string;
  /** The absolute URL. Its host must not be used: direct calls always have `localhost`. */
  readonly url: string;
  readonly headers: Pick<Headers, "get" | "has">;
  readonly cookies: { get: (name: string) => { value: string } | undefined; has: (name: string) => boolean };
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborts when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
};
