/** Next calls this once when a server starts, for each of its runtimes; ours is Node.js. */
export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { prepareServer } = await import("./lib/server/startup");
    await prepareServer();
  }
}
