import { env } from "../config/env";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

const shared = globalThis as typeof globalThis & { cooperationShutdown?: boolean };

/** Whether the server was told to stop. Kept on `globalThis`, because Next bundles the startup and the routes apart. */
export const isShuttingDown = (): boolean => shared.cooperationShutdown === true;

/**
 * Notes at once that the server was told to stop, and hands the signal on to those who listen for it so far – Next, which closes
 * the port and lets running requests finish – after SHUTDOWN_DELAY_SECONDS: so long whoever leads requests here may need to see
 * that it is not ready. A second signal does not wait.
 * @returns takes it back
 */
export function noteShutdown(): () => void {
  const undos = SIGNALS.map((signal) => {
    const others = process.listeners(signal) as NodeJS.SignalsListener[];
    let timer: NodeJS.Timeout | undefined;
    const listener = () => {
      const isFirst = !isShuttingDown();
      shared.cooperationShutdown = true;
      clearTimeout(timer);
      const handOn = () => others.forEach((other) => other(signal));
      const { SHUTDOWN_DELAY_SECONDS: seconds } = env();
      if (isFirst && seconds > 0) timer = setTimeout(handOn, seconds * 1000);
      else handOn();
    };
    for (const other of others) process.removeListener(signal, other);
    process.on(signal, listener);
    return () => {
      clearTimeout(timer);
      process.removeListener(signal, listener);
      for (const other of others) process.on(signal, other);
    };
  });
  return () => {
    undos.forEach((undo) => undo());
    shared.cooperationShutdown = false;
  };
}
