/** Next calls this once when a server starts. Configuration that is wrong stops it here, with one sentence. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ env }, { installRequestGuard }] = await Promise.all([
    import("./lib/server/env"),
    import("./lib/server/request-guard"),
  ]);
  env();
  installRequestGuard();
}
