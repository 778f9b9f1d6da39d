import { expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { createMember } from "../../support/factories";
import { loggedIn } from "../../support/api";
import { configure } from "../../support/configure";

function captureRequestLog() {
  const log = vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => log.mockRestore());
  return () => log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"log":"request"'));
}

it("logs one line per call with LOG_FORMAT=json, without user or query", async () => {
  const api = await loggedIn();
  const id = await createMember(db());
  configure({ LOG_FORMAT: "json" });
  const lines = captureRequestLog();
  const answer = await api.get(`/api/members/${id}?secret=Mueller`);
  expect(lines()).toHaveLength(1);
  const line = JSON.parse(lines()[0] ?? "") as Record<string, unknown>;
  expect(Object.keys(line).sort()).toEqual(
    ["duration_ms", "level", "log", "method", "request_id", "route", "status", "time"].sort(),
  );
  expect(line).toMatchObject({ level: "info", method: "GET", route: "/members/{ph_id}", status: 200 });
  expect(line.request_id).toBe(answer.headers.get("x-request-id"));
});

it("logs no calls without LOG_FORMAT=json", async () => {
  const api = await loggedIn();
  const lines = captureRequestLog();
  await api.get("/api/user");
  expect(lines()).toEqual([]);
});
