import type { Instrumentation } from "next";

/** Next calls this once when a server starts, for each of its runtimes; ours is Node.js. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { prepareServer } = await import("./lib/server/server/startup");
    await prepareServer();
  }
}

/** Next calls this when rendering a page fails, before it responds. */
export const onRequestError: Instrumentation.onRequestError = async (error) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { markPageFailure } = await import("./lib/server/server/startup");
  markPageFailure(error);
};
