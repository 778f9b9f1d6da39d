import { format, stripVTControlCharacters } from "node:util";
import type { AnsweredCall } from "./request-metrics";
import { requestId } from "../web/request-id";
import { existingSingleton, setSingleton } from "../config/process-singleton";

type Level = "info" | "warn" | "error";

/** Log level of each console method. */
const LEVELS = { debug: "info", log: "info", info: "info", warn: "warn", error: "error" } as const;

type PlainLog = (line: string) => void;

/** Writes a line that is JSON already, so that `makeLogJson` must not wrap it again. */
export const writeLine: PlainLog = (line) => (existingSingleton<PlainLog>("plain-log") ?? console.log)(line);

const jsonLine = (level: Level, log: string, details: object) =>
  JSON.stringify({ time: new Date().toISOString(), level, log, ...details, request_id: requestId() });

/** Writes an access log entry for a finished call: with its route, never its path or user. */
export const logAnswer = ({ method, route, status, seconds }: AnsweredCall): void =>
  writeLine(jsonLine("info", "request", { method, route, status, duration_ms: Math.round(seconds * 10_000) / 10 }));

/**
 * Turns all `console` output, of the app, of Next and of packages, into one JSON object per line.
 * @returns a function that restores the console
 */
export function makeLogJson(): () => void {
  const originalConsole = { ...console };
  const plainLog = console.log.bind(console);
  setSingleton("plain-log", plainLog);
  for (const [name, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, Level][]) {
    const write: PlainLog = level === "info" ? plainLog : console.error.bind(console);
    console[name] = (...values: unknown[]) =>
      write(jsonLine(level, "app", { message: stripVTControlCharacters(format(...values)).trim() }));
  }
  return () => {
    setSingleton("plain-log", undefined);
    Object.assign(console, originalConsole);
  };
}
