import Negotiator from "negotiator";

/** Returns whether a client prefers a compressed response, by its `Accept-Encoding` header. */
export const acceptsGzip = (acceptEncoding: string | null | undefined): boolean =>
  new Negotiator({ headers: { "accept-encoding": acceptEncoding ?? undefined } }).encoding(["gzip", "identity"]) ===
  "gzip";
