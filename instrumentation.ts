import type { Instrumentation } from "next";

/**
 * Next calls this when rendering a page fails, before it responds. Marks the request if the
 * database is unavailable, so that the request guard changes the status to 503.
 */
export const onRequestError: Instrumentation.onRequestError = async (error) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { isDatabaseUnavailable } = await import("./lib/server/errors/errors");
  const { markDatabaseUnavailable } = await import("./lib/server/web/request-id");
  if (isDatabaseUnavailable(error)) markDatabaseUnavailable();
};
