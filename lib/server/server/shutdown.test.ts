import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { env } from "../config/env";
import { isShuttingDown, watchShutdown } from "./shutdown";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");

const others = process.listeners("SIGTERM");
const handedOn = vi.fn();
let takeBack: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  handedOn.mockReset();
  process.removeAllListeners("SIGTERM");
  process.on("SIGTERM", handedOn);
  takeBack = watchShutdown();
});
afterEach(() => {
  takeBack();
  process.removeAllListeners("SIGTERM");
  for (const other of others) process.on("SIGTERM", other);
  Object.assign(env(), { SHUTDOWN_DELAY_SECONDS: 0 });
  vi.useRealTimers();
});
const tell = () => process.emit("SIGTERM", "SIGTERM");

it("marks the shutdown and forwards the signal at once if no delay is configured", () => {
  expect(isShuttingDown()).toBe(false);
  tell();
  expect(isShuttingDown()).toBe(true);
  expect(handedOn).toHaveBeenCalledExactlyOnceWith("SIGTERM");
});

it("marks the shutdown at once and forwards the signal after the delay", () => {
  Object.assign(env(), { SHUTDOWN_DELAY_SECONDS: 5 });
  tell();
  expect(isShuttingDown()).toBe(true);
  vi.advanceTimersByTime(4_999);
  expect(handedOn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(handedOn).toHaveBeenCalledTimes(1);
});

it("forwards a second signal at once", () => {
  Object.assign(env(), { SHUTDOWN_DELAY_SECONDS: 5 });
  tell();
  tell();
  expect(handedOn).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(handedOn).toHaveBeenCalledTimes(1);
});

it("does not delay the signal for listeners that are added later", () => {
  Object.assign(env(), { SHUTDOWN_DELAY_SECONDS: 5 });
  const later = vi.fn();
  process.on("SIGTERM", later);
  tell();
  expect(later).toHaveBeenCalledTimes(1);
  expect(handedOn).not.toHaveBeenCalled();
});
