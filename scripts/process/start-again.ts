/** What runs beside us, and may end although nobody stopped it. */
export type Running = { stop: () => Promise<void>; onUnexpectedEnd: (listener: () => void) => void };

/** What ends again so soon would end for ever. */
const STEADY_MS = 10 * 60_000;

type Words = { ended: string; runsAgain: string };

/**
 * Keeps a server running: when it ends by itself it is started again, with a sentence. When that one ends soon, too, or does
 * not start, this is its unexpected end.
 * @param start starts it, also over what the one before has left behind
 * @param words what is said when it has ended, and when it runs again
 */
export async function startAgainOnce<Server extends Running>(
  start: (isAgain: boolean) => Promise<Server>,
  words: (server: Server) => Words,
  { say = console.error, now = () => performance.now() }: { say?: (text: string) => void; now?: () => number } = {},
): Promise<Running & { first: Server }> {
  const listeners: (() => void)[] = [];
  let isStopping = false;
  let lastAgain: number | undefined;
  let starting: Promise<void> | undefined;

  async function again(before: Server): Promise<void> {
    lastAgain = now();
    say(words(before).ended);
    try {
      current = await start(true);
      watch(current);
      say(words(current).runsAgain);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      listeners.forEach((listener) => listener());
    }
  }
  const watch = (server: Server) =>
    server.onUnexpectedEnd(() => {
      if (isStopping) return;
      const isSteady = lastAgain === undefined || now() - lastAgain >= STEADY_MS;
      if (isSteady) starting = again(server);
      else listeners.forEach((listener) => listener());
    });

  const first = await start(false);
  let current = first;
  watch(first);
  return {
    first,
    onUnexpectedEnd: (listener) => void listeners.push(listener),
    async stop() {
      isStopping = true;
      await starting;
      await current.stop();
    },
  };
}
