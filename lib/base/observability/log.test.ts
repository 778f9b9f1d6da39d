import { expect, it, onTestFinished, vi } from "vitest";
import { logAnswer, makeLogJson } from "./log";
import { withRequestId } from "../web/request-id";
import { logSecurity } from "./security-log";

/** Switches the console to JSON lines and captures them. */
function jsonLog() {
  const [out, err] = [vi.spyOn(console, "log").mockReturnValue(), vi.spyOn(console, "error").mockReturnValue()];
  const restoreConsole = makeLogJson();
  onTestFinished(() => {
    restoreConsole();
    vi.restoreAllMocks();
  });
  const parsed = ({ mock }: typeof out) => mock.calls.map(([line]) => JSON.parse(line as string) as object);
  return { out: () => parsed(out), err: () => parsed(err) };
}

it("makeLogJson writes multi-line, coloured and error output as one JSON object per line", () => {
  const log = jsonLog();
  console.log("\u001b[32mTwo\nlines\u001b[39m", { of: "it" });
  console.error("Broken", new Error("geheim"));
  console.warn("Mind");
  expect(log.out()).toEqual([
    expect.objectContaining({ level: "info", log: "app", message: "Two\nlines { of: 'it' }" }),
  ]);
  expect(log.err()).toEqual([
    expect.objectContaining({
      level: "error",
      message: expect.stringMatching(/^Broken Error: geheim\n +at /) as string,
    }),
    expect.objectContaining({ level: "warn", message: "Mind" }),
  ]);
});

it("logAnswer logs a finished call with its route and request id, and nothing else about the request", () => {
  const log = jsonLog();
  const id = withRequestId((requestId) => {
    logAnswer({ method: "GET", route: "/members/{ph_id}", status: 200, seconds: 0.012345 });
    return requestId;
  });
  expect(log.out()).toEqual([
    {
      ...{ time: expect.any(String) as string, level: "info", log: "request" },
      ...{ method: "GET", route: "/members/{ph_id}", status: 200, duration_ms: 12.3, request_id: id },
    },
  ]);
});

it("makeLogJson leaves lines of the security log unchanged", () => {
  const log = jsonLog();
  logSecurity("login", { user_id: 7, client: "192.0.2.1" });
  expect(log.out()).toEqual([expect.objectContaining({ log: "security", event: "login", user_id: 7 })]);
});
