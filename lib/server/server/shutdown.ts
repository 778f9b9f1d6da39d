import { env } from "../config/env";
import { existingSingleton, setSingleton } from "../config/process-singleton";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Whether the process has received a stop signal. */
export const isShuttingDown = (): boolean => existingSingleton("shutdown") === true;

/**
 * Handles stop signals. Marks the shutdown at once, so that a load balancer notices that the
 * instance is not ready, and forwards the signal after SHUTDOWN_DELAY_SECONDS to the listeners
 * registered so far: to Next's, which closes the port and lets running requests finish. Forwards a
 * second signal at once.
 * @returns a function that restores the previous state
 */
export function watchShutdown(): () => void {
  const undos = SIGNALS.map((signal) => {
    const others = process.listeners(signal) as NodeJS.SignalsListener[];
    let timer: NodeJS.Timeout | undefined;
    const listener = () => {
      const isFirst = !isShuttingDown();
      setSingleton("shutdown", true);
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
    setSingleton("shutdown", undefined);
  };
}
