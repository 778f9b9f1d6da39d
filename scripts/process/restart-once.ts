import type { ServerProcess } from "./server-process";
import { messageOf } from "./user-facing-error";

/** A server that ends again within this time would probably do so again and again. */
const STABLE_MS = 10 * 60_000;

/**
 * Starts a server, and restarts it if it ends without having been stopped. It is not restarted if
 * it ends within ten minutes after a restart, or if the restart fails.
 * @param start starts the server; `isRestart` is false the first time
 * @param messages logged before and after a restart
 * @returns the first server; `ended` resolves when the server has ended and is not restarted
 */
export async function restartOnce<Server extends Pick<ServerProcess, "ended" | "stop">>(
  start: (isRestart: boolean) => Promise<Server>,
  messages: { ended: string; restarted: string },
  { log = console.error, now = () => performance.now() }: { log?: (text: string) => void; now?: () => number } = {},
): Promise<{ first: Server; ended: Promise<void>; stop: () => Promise<void> }> {
  const first = await start(false);
  let current = first;
  let isStopping = false;
  let restartedAt = -Infinity;
  const supervise = async () => {
    for (;;) {
      await current.ended;
      if (isStopping || now() - restartedAt < STABLE_MS) return;
      restartedAt = now();
      log(messages.ended);
      try {
        current = await start(true);
      } catch (error) {
        return log(messageOf(error));
      }
      log(messages.restarted);
      if (isStopping) await current.stop();
    }
  };
  const ended = supervise();
  const stop = async () => {
    isStopping = true;
    await current.stop();
    await ended;
  };
  return { first, ended, stop };
}
