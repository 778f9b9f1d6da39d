import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { admission, type Ticket } from "@/lib/store/limits/load-shedding";
import { shedLoad } from "./load-shedding-response";

let ticket: Ticket | null;
vi.spyOn(admission(), "enter").mockImplementation(() => ticket);
const leave = vi.spyOn(admission(), "leave");
let isProbe: boolean;
const server = createServer((request, response) => {
  if (!shedLoad(request, response, isProbe)) response.end("served");
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  ticket = null;
  isProbe = false;
  leave.mockClear();
});

it("shedLoad refuses an API call with 503, Retry-After and a JSON body", async () => {
  const answer = await fetch(`${url}/api/members`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ success: false, message: "error_api" });
});

it("shedLoad answers a page request with a bilingual 503 page that reloads itself", async () => {
  const answer = await fetch(`${url}/members`);
  expect(answer.status).toBe(503);
  const text = await answer.text();
  expect(text).toContain('http-equiv="refresh"');
  expect(text).toContain("sehr oft aufgerufen");
  expect(text).toContain("This page is very busy");
});

it("shedLoad refuses a call with a long body without waiting for the body", async () => {
  const answer = await fetch(`${url}/api/imports`, { method: "POST", body: "x".repeat(100_000) });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("connection")).toBe("close");
});

it("shedLoad always admits health probes", async () => {
  isProbe = true;
  expect(await (await fetch(`${url}/api/health`)).text()).toBe("served");
});

it("shedLoad always admits static assets", async () => {
  expect(await (await fetch(`${url}/_next/static/chunks/a.js`)).text()).toBe("served");
});

it("shedLoad releases the ticket of an admitted request when the request ends", async () => {
  ticket = { at: 0 };
  expect(await (await fetch(`${url}/api/members`)).text()).toBe("served");
  await vi.waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(ticket));
});
