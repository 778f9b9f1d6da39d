import type { Instrumentation } from "next";

/**
 * Next calls this once when it starts. Jobs start here and not in `server.ts`, so that they share
 * their modules with routes and pages instead of loading copies of them.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startBackgroundWork } = await import("./lib/features/operations/server/background-work");
  startBackgroundWork();
}

/**
 * Next calls this when rendering a page fails, before it responds. Marks the request if the
 * reason is temporary, so that the request guard changes the status to 503.
 */
export const onRequestError: Instrumentation.onRequestError = async (error) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { isTemporary } = await import("./lib/base/errors/errors");
  const { markUnavailable } = await import("./lib/base/web/request-id");
  if (isTemporary(error)) markUnavailable();
};
