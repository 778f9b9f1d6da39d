/** Next calls this once when a server starts. Configuration that is wrong stops it here, with one sentence. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ env }, { installRequestGuard }, { verifyPassword }] = await Promise.all([
    import("./lib/server/env"),
    import("./lib/server/request-guard"),
    import("./lib/server/password"),
  ]);
  try {
    env();
  } catch (error) {
    // Left to itself, Next would go on and answer everything with a 500.
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  installRequestGuard();
  // Makes the hash for unknown addresses now, so that not even the first of them takes longer than a known one.
  void verifyPassword("", null);
}
