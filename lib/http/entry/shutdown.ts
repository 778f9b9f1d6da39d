import { env } from "@/lib/base/config/env";
import { existingSingleton, setSingleton } from "@/lib/base/config/process-singleton";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Whether the process has received a stop signal. */
export const isShuttingDown = (): boolean => existingSingleton("shutdown") === true;

/**
 * Handles stop signals. Marks the shutdown at once, so that a load balancer notices that the
 * instance is not ready, and closes the server after SHUTDOWN_DELAY_SECONDS, or on a second signal.
 * @param close closes the server, lets running requests finish, and ends the process; called once
 * @returns a function that restores the previous state
 */
export function watchShutdown(close: (signal: NodeJS.Signals) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;
  const closeOnce = (signal: NodeJS.Signals) => {
    clearTimeout(timer);
    if (!isClosing) close(signal);
    isClosing = true;
  };
  const listener = (signal: NodeJS.Signals) => {
    const delayMs = isShuttingDown() ? 0 : env().SHUTDOWN_DELAY_SECONDS * 1000;
    setSingleton("shutdown", true);
    if (delayMs > 0) timer = setTimeout(closeOnce, delayMs, signal);
    else closeOnce(signal);
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    clearTimeout(timer);
    for (const signal of SIGNALS) process.removeListener(signal, listener);
    setSingleton("shutdown", undefined);
  };
}
