import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createGuardedServer, makeRoutable, refusalBeforeNext } from "./request-guard";
import { isApiPath } from "@/lib/base/web/security-headers";
import { watchShutdown } from "./shutdown";

const head = (method: string, url: string, headers: Record<string, string> = {}) => ({ method, url, headers });
vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");
vi.stubEnv("APP_URL", "https://kooperation.ph.example:8443");

describe("request guard", () => {
  it("the guard answers 404 to paths that cannot be decoded, but accepts such queries", () => {
    expect(refusalBeforeNext(head("GET", "/api/members/%ZZ"))).toMatchObject({ status: 404, message: "not_found" });
    expect(refusalBeforeNext(head("GET", "/api/members?filter=%ZZ"))).toBeNull();
  });

  it.each(["/api/", "/api/members/", "/api//members", "/api/members//1", "/api\\members", "/api/members/?pageNo=1"])(
    "the guard answers 404 to %s, which Next would normalize and redirect",
    (url) => expect(refusalBeforeNext(head("GET", url))).toMatchObject({ status: 404, message: "not_found" }),
  );

  it.each([
    ...["/confirm/", "/confirm/confirm_a/", "/confirm/confirm_a/b", "/confirm//confirm_a", "/confirm/a/?lang=de"],
    ...["/Confirm/confirm_a", "/%63onfirm/confirm_a", "/confirm%2Fconfirm_a", "/%2Fconfirm/confirm_a"],
  ])("the guard answers 404 to %s, which no recipient's page has", (url) =>
    expect(refusalBeforeNext(head("GET", url))).toMatchObject({ status: 404, message: "not_found" }),
  );

  it.each([
    "/confirm",
    "/confirmation/a",
    "/confirm/confirm_a",
    "/confirm/confirm_a%3E.",
    "/confirm/confirm_a)?lang=de",
  ])("the guard lets %s pass, a recipient's page or a path of another page", (url) =>
    expect(refusalBeforeNext(head("GET", url))).toBeNull(),
  );

  it.each(["/api", "/api/members", "/members/", "/apiary//x", "/api/members?filter=a//b/"])(
    "the guard lets %s pass, which Next would not redirect",
    (url) => expect(refusalBeforeNext(head("GET", url))).toBeNull(),
  );

  it.each([
    "/api/../login",
    "/api/%2e%2E/login",
    "/api/.%2e/login",
    "/_next/../members",
    "/members/./1",
    "/members/..",
    "/../members",
    "//evil.example/members",
    "//api/members",
    "/\\evil.example",
    "/members#part",
    "http://localhost/members",
    "https://kooperation.ph.example:8443/api/members",
    "members",
    "*",
    "",
    "?filter=a",
  ])("the guard answers 404 to the target %j, whatever its method and host", (url) => {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      for (const host of ["localhost", "evil.test"]) {
        expect(refusalBeforeNext(head(method, url, { host })), method).toMatchObject({ status: 404 });
      }
    }
  });

  it.each([
    "/api/members/find/a%2Fb",
    "/api/members/find/..%2fb",
    "/members?next=/../x",
    "/api/members/find/...",
    "/a.b/.c",
  ])("the guard lets the target %s pass, on which all URL parsers agree", (url) =>
    expect(refusalBeforeNext(head("GET", url))).toBeNull(),
  );

  it("the guard lets only targets pass that a URL parser leaves unchanged", () => {
    const piece = fc.constantFrom(
      "/",
      "..",
      ".",
      "%2e",
      "%2E",
      "%2f",
      "\\",
      "api",
      "_next",
      "login",
      "members",
      "a",
      "//",
      "%",
      "?",
      "#",
      "@",
      ":",
      "http:",
      "*",
    );
    const pieces = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 10 });
    const target = pieces.map((all) => all.join("")).chain((path) => fc.constantFrom(`/${path}`, path));
    fc.assert(
      fc.property(target, fc.constantFrom("GET", "POST"), (url, method) => {
        if (refusalBeforeNext(head(method, url)) !== null) return;
        const parsed = new URL(url, "http://ours.example");
        expect([parsed.host, parsed.hash]).toEqual(["ours.example", ""]);
        expect(parsed.pathname).toBe(url.split("?", 1)[0]);
        // The guard and Next agree on which targets are API calls.
        expect(isApiPath(parsed.pathname)).toBe(isApiPath(url));
      }),
      { numRuns: 1_000 },
    );
  });

  it("the guard replaces a method unknown to Next, so that the API's route refuses it", () => {
    const request = head("PROPFIND", "/api/members");
    expect(refusalBeforeNext(request)).toBeNull();
    makeRoutable(request);
    expect(request.method).toBe("PATCH");
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])(
    "the guard answers 405 to %s on a page or a file",
    (method) => {
      for (const url of ["/", "/members", "/login?next=/api/", "/_next/static/x.js", "/icon.svg", "/apiary"]) {
        expect(refusalBeforeNext(head(method, url)), url).toMatchObject({
          status: 405,
          message: "method_not_allowed",
          headers: { allow: "GET, HEAD" },
        });
      }
      expect(refusalBeforeNext(head(method, "/api/members"))).toBeNull();
    },
  );

  it("the guard lets GET and HEAD of a page pass, and requests of Next's own tools in development only", () => {
    for (const method of ["GET", "HEAD"]) expect(refusalBeforeNext(head(method, "/members"))).toBeNull();
    expect(refusalBeforeNext(head("POST", "/__nextjs_original-stack-frames"))).toMatchObject({ status: 405 });
  });

  it("the guard removes the headers of Next's own router from API calls only", () => {
    const headers = { rsc: "1", "next-router-prefetch": "1", "next-url": "/x", accept: "*/*" };
    const call = head("GET", "/api/members", { ...headers });
    const page = head("GET", "/members", { ...headers });
    makeRoutable(call);
    makeRoutable(page);
    expect(call.headers).toEqual({ accept: "*/*" });
    expect(page.headers).toEqual(headers);
  });

  it.each([
    "kooperation.ph.example:8443",
    "Kooperation.PH.example",
    "localhost",
    "localhost:3000",
    "127.0.0.1:3000",
    "127.8.9.10",
    "[::1]:3000",
    "[::1]",
  ])("the guard accepts requests to the host %s", (host) => {
    for (const url of ["/api/auth/login", "/login", "/_next/static/x.js"]) {
      expect(refusalBeforeNext(head("GET", url, { host })), url).toBeNull();
    }
  });

  it("the guard refuses requests whose host is an IP address, except health probes", () => {
    const host = "10.0.0.1:3000";
    for (const path of ["/api/health", "/api/ready", "/api/metrics"]) {
      for (const own of [host, "10.0.0.1", "[2001:db8::1]:3000"])
        expect(refusalBeforeNext(head("GET", path, { host: own })), own).toBeNull();
      for (const foreign of ["evil.test:3000", "10.0.0.1.evil.test", "", "localhost@10.0.0.1"])
        expect(refusalBeforeNext(head("GET", path, { host: foreign })), foreign).toMatchObject({ status: 421 });
      expect(refusalBeforeNext(head("POST", path, { host })), path).toMatchObject({ status: 421 });
      expect(refusalBeforeNext(head("GET", `${path}/x`, { host })), path).toMatchObject({ status: 421 });
    }
  });

  it("the guard accepts a request without a host, which no browser sends", () => {
    expect(refusalBeforeNext(head("GET", "/api/health"))).toBeNull();
  });

  it.each([
    "evil.test",
    "evil.test:3000",
    "ph.example",
    "kooperation.ph.example.evil.test",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "128.0.0.1",
    "10.0.0.1:3000",
    "[::2]",
    "localhost@evil.test",
    "evil.test/localhost",
    "localhost, evil.test",
    "",
    " ",
  ])("the guard answers 421 to requests to the host %j, whatever the forwarded host", (host) => {
    for (const [method, url] of [
      ["POST", "/api/auth/login"],
      ["GET", "/login"],
      ["GET", "/api/"],
    ] as const) {
      const refusal = refusalBeforeNext(head(method, url, { host, "x-forwarded-host": "localhost" }));
      expect(refusal, url).toMatchObject({ status: 421, message: "misdirected_request" });
    }
  });
});

describe("shutdown", () => {
  it("a shutdown finishes running requests and closes their keep-alive connections", async () => {
    const next = { serveDirectly: () => false, serveByNext: () => undefined };
    const server = createGuardedServer({ ...next, keepAliveMs: 600_000 });
    expect(server.keepAliveTimeout).toBe(600_000);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const closed = once(server, "close");
    onTestFinished(watchShutdown(() => server.close()));
    const { port } = server.address() as AddressInfo;
    const agent = new http.Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const received = once(http.get({ host: "127.0.0.1", port, agent, path: "/api/members" }), "response");
    const [, response] = (await once(server, "request")) as [http.IncomingMessage, http.ServerResponse];
    process.emit("SIGTERM", "SIGTERM");
    response.end("whole");
    const [answer] = (await received) as [http.IncomingMessage];
    expect(await answer.toArray().then((parts) => Buffer.concat(parts).toString())).toBe("whole");
    await closed;
  });
});

describe("fast path", () => {
  it("the fast path comes before Next, and behind the checks of the guard", async () => {
    const direct = vi.fn(({ url = "" }: http.IncomingMessage, response: http.ServerResponse) => {
      if (url !== "/api/members") return false;
      response.end("direct");
      return true;
    });
    const server = createGuardedServer({
      serveDirectly: direct,
      serveByNext: (_, response) => response.end("next"),
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const textOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    expect([await textOf("/api/members"), await textOf("/members")]).toEqual(["direct", "next"]);
    direct.mockClear();
    expect(await textOf("/api/members/")).toContain("not_found");
    expect(direct).not.toHaveBeenCalled();
  });
});
