import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { configure } from "@/tests/support/configure";
import { isShuttingDown, watchShutdown } from "./shutdown";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");

const others = process.listeners("SIGTERM");
const close = vi.fn();
let restore: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  close.mockReset();
  process.removeAllListeners("SIGTERM");
  restore = watchShutdown(close);
});
afterEach(() => {
  restore();
  for (const other of others) process.on("SIGTERM", other);
  vi.useRealTimers();
});
const signal = () => process.emit("SIGTERM", "SIGTERM");

it("a stop signal marks the shutdown and closes the server at once if no delay is configured", () => {
  expect(isShuttingDown()).toBe(false);
  signal();
  expect(isShuttingDown()).toBe(true);
  expect(close).toHaveBeenCalledExactlyOnceWith("SIGTERM");
});

it("a stop signal marks the shutdown at once and closes the server after the delay", () => {
  configure({ SHUTDOWN_DELAY_SECONDS: 5 });
  signal();
  expect(isShuttingDown()).toBe(true);
  vi.advanceTimersByTime(4_999);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(close).toHaveBeenCalledTimes(1);
});

it("a second stop signal closes the server at once, and only once", () => {
  configure({ SHUTDOWN_DELAY_SECONDS: 5 });
  signal();
  signal();
  expect(close).toHaveBeenCalledTimes(1);
  signal();
  vi.advanceTimersByTime(10_000);
  expect(close).toHaveBeenCalledTimes(1);
});

it("watchShutdown does not delay other listeners", () => {
  configure({ SHUTDOWN_DELAY_SECONDS: 5 });
  const other = vi.fn();
  process.on("SIGTERM", other);
  signal();
  expect(other).toHaveBeenCalledTimes(1);
  expect(close).not.toHaveBeenCalled();
  process.removeListener("SIGTERM", other);
});
