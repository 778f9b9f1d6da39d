import type { Instrumentation } from "next";

/** Next calls this once per runtime when a server starts. Only the Node.js runtime is prepared. */
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
