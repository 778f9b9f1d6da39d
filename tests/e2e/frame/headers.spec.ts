import { readdirSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import pdfjs from "pdfjs-dist/package.json" with { type: "json" };
import { STANDALONE } from "@/scripts/build/app-build";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { expect, test } from "../../support/browser/fixtures";

test("every response carries the security headers and does not reveal the server software", async ({
  request,
  login,
  page,
}) => {
  await login();
  for (const path of ["/login", "/api/health", "/api/nope", "/icon.svg", "/api/members/%ZZ"]) {
    const headers = (await request.get(path, { headers: { "x-request-id": "made-up" } })).headers();
    expect(headers["x-request-id"], path).toMatch(/^[\da-f-]{36}$/);
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["x-frame-options"], path).toBe("DENY");
    expect(headers["referrer-policy"], path).toBe("same-origin");
    expect(headers["permissions-policy"], path).toContain("camera=()");
    expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
    expect(headers["cross-origin-resource-policy"], path).toBe("same-origin");
    expect(headers["x-powered-by"], path).toBeUndefined();
    // HSTS must not be sent over plain http.
    expect(headers["strict-transport-security"], path).toBeUndefined();
  }
  for (const path of ["/api/health", "/favicon.ico", "/robots.txt", "/_next/static/nothing.js", "/icon.svg"]) {
    const policy = (await request.get(path)).headers()["content-security-policy"];
    expect(policy, path).toBe("default-src 'none'; frame-ancestors 'none'");
  }
  const response = await page.goto("/members");
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
});

test("Next and the fast path that bypasses it return the same response to an API call", async ({ login, page }) => {
  await login();
  // Next handles the first call of a path, and paths with percent-encoding; the fast path handles
  // the last call.
  const [first, byNext, direct] = [
    await page.request.get("/api/members/1"),
    await page.request.get("/api/members/%31"),
    await page.request.get("/api/members/1"),
  ];
  expect(await first.json()).toEqual(await direct.json());
  expect(await byNext.text()).toBe(await direct.text());
  const comparableHeaders = (answer: typeof direct) => {
    const {
      date,
      vary,
      "x-request-id": id,
      "transfer-encoding": coding,
      "content-length": length,
      ...others
    } = answer.headers();
    expect([typeof date, typeof id, vary?.includes("Accept-Encoding")]).toEqual(["string", "string", true]);
    // Only responses of the fast path have a Content-Length.
    return { others, isDirect: coding === undefined && length !== undefined };
  };
  expect(comparableHeaders(direct)).toEqual({ ...comparableHeaders(byNext), isDirect: true });
  expect(comparableHeaders(byNext).isDirect).toBe(false);
});

test("image optimization is disabled and writes no cache", async ({ request }) => {
  for (const address of ["/_next/image", "/_next/image?url=%2Ficon.svg&w=640&q=75"]) {
    expect((await request.get(address)).status(), address).toBe(404);
  }
  expect(readdirSync(path.join(STANDALONE, ".next"))).not.toContain("cache");
});

/** Sends a raw request head over a new connection and returns the raw response. */
function answerTo(baseURL: string | undefined, head: string[]): Promise<string> {
  const { hostname, port } = new URL(baseURL ?? "");
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join("\r\n")}\r\n\r\n`));
    let answer = "";
    socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
    socket.on("close", () => resolve(answer)).on("error", reject);
  });
}

test("a request with a foreign Host header is refused (DNS rebinding)", async ({ baseURL }) => {
  const body = JSON.stringify({ email: DEMO_USER.email, password: DEMO_USER.password });
  for (const first of ["GET /login", "GET /icon.svg", "GET /api/health", "POST /api/auth/login"]) {
    const post = first.startsWith("POST") ? ["Content-Type: application/json", `Content-Length: ${body.length}`] : [];
    const forged = ["Host: evil.test", "X-Forwarded-Host: localhost", "Origin: http://evil.test", "Connection: close"];
    const answer = await answerTo(baseURL, [`${first} HTTP/1.1`, ...forged, ...post]);
    expect(answer, first).toMatch(/^HTTP\/1.1 421 Misdirected Request\r\n/);
    expect(answer, first).toContain('"misdirected_request"');
    expect(answer.toLowerCase(), first).not.toContain("set-cookie");
  }
});

test("pages and files refuse a request with a body before the body has arrived", async ({ baseURL }) => {
  for (const path of ["/login", "/members", "/icon.svg", "/_next/static/x.js"]) {
    const { host } = new URL(baseURL ?? "");
    // The request announces a body that is never sent.
    const head = [`POST ${path} HTTP/1.1`, `Host: ${host}`, "Content-Length: 10485760", "Next-Action: 1"];
    const answer = await answerTo(baseURL, head);
    expect(answer, path).toMatch(/^HTTP\/1.1 405 Method Not Allowed\r\n/);
    expect(answer, path).toMatch(/\r\nallow: GET, HEAD\r\n/i);
  }
});

test("requests for another protocol are refused and leave no connection behind", async ({ baseURL }) => {
  const { host } = new URL(baseURL ?? "");
  for (const first of ["GET /members", "GET /api/members", "POST /login", `CONNECT ${host}`]) {
    const head = [`${first} HTTP/1.1`, `Host: ${host}`, "Connection: Upgrade", "Upgrade: websocket"];
    // `answerTo` resolves only when the app closes the connection.
    const answer = await answerTo(baseURL, head);
    expect(answer, first).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\n/);
    expect(answer, first).toContain('"upgrade_refused"');
  }
});

test("paths that are not normalized reach neither Next nor a route", async ({ baseURL }) => {
  const { host } = new URL(baseURL ?? "");
  for (const target of [
    "/api/../login",
    "/api/%2e%2e/login",
    "/_next/../login",
    `http://${host}/login`,
    "//login",
    "*",
  ]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const answer = await answerTo(baseURL, [`${method} ${target} HTTP/1.1`, `Host: ${host}`, "Next-Action: 1"]);
      expect(answer, `${method} ${target}`).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
      expect(answer, `${method} ${target}`).toContain('"not_found"');
    }
  }
});

test("no request makes Next respond in place of the API", async ({ request }) => {
  const refusal = async (path: string, method: string, headers: Record<string, string> = {}) => {
    const response = await request.fetch(path, { method, headers, maxRedirects: 0 });
    return [response.status(), ((await response.json()) as { message: string }).message, response.headers().allow];
  };
  // Tries requests that Next would answer itself: with the headers of its router, paths that it
  // normalizes, and methods that it does not know.
  expect(await refusal("/api/members", "GET", { rsc: "1" })).toEqual([401, "unauthenticated", undefined]);
  expect(await refusal("/api/members?_rsc=1", "GET", { rsc: "1", "next-router-prefetch": "1" })).toEqual([
    401,
    "unauthenticated",
    undefined,
  ]);
  for (const path of ["/api/members/", "/api//members", "/api/members//1", "/api/nope/", "/api/members/%ZZ"]) {
    expect(await refusal(path, "GET"), path).toEqual([404, "not_found", undefined]);
  }
  for (const method of ["PROPFIND", "TRACE", "QUERY", "PURGE"]) {
    expect(await refusal("/api/members/1", method), method).toEqual([
      405,
      "method_not_allowed",
      "GET, HEAD, PUT, DELETE, OPTIONS",
    ]);
    expect(await refusal("/api/nope", method), method).toEqual([404, "not_found", undefined]);
  }
});

test("the CSP allows scripts only by a nonce that is new for each page", async ({ request }) => {
  const nonceOf = async () => {
    const response = await request.get("/login");
    const policy = response.headers()["content-security-policy"] ?? "";
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    expect(scripts).not.toContain("unsafe");
    const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1];
    const html = await response.text();
    const tags = html.match(/<script[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
    return nonce;
  };
  expect(await nonceOf()).not.toBe(await nonceOf());
});

test("files of pdf.js are cached for good, and its scripts have a policy of their own", async ({ request }) => {
  const folder = `/pdf/${pdfjs.version}`;
  const noPage = "default-src 'none'; frame-ancestors 'none'";
  const script = "default-src 'none'; script-src 'self'; connect-src 'self'";
  for (const [file, type, policy] of [
    ["legacy/build/pdf.worker.min.mjs", "application/javascript; charset=UTF-8", script],
    ["wasm/openjpeg_nowasm_fallback.js", "application/javascript; charset=UTF-8", script],
    ["standard_fonts/FoxitSerif.pfb", "application/x-font-type1", noPage],
    ["cmaps/UniGB-UCS2-H.bcmap", "application/octet-stream", noPage],
  ]) {
    // Guests may read them, too: they are no data.
    const response = await request.get(`${folder}/${file}`);
    expect(response.status(), file).toBe(200);
    const headers = response.headers();
    expect(headers["cache-control"], file).toBe("public, max-age=31536000, immutable");
    expect(headers["content-security-policy"], file).toBe(policy);
    expect(headers["content-type"], file).toBe(type);
  }
  const missing = await request.get(`${folder}/nowhere.mjs`, { maxRedirects: 0 });
  expect(missing.status()).toBe(404);
  expect(missing.headers()["cache-control"]).toContain("no-store");
});

test("no source maps are served", async ({ request, page }) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.push(response.url());
  });
  await page.goto("/login");
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect(await (await request.get(script)).text()).not.toContain("sourceMappingURL");
  }
  // The name of a source map cannot be derived from that of its script, so the test searches the
  // served directory for maps.
  const files = readdirSync(path.join(STANDALONE, ".next/static"), { recursive: true, encoding: "utf8" });
  expect(files.some((file) => file.endsWith(".js"))).toBe(true);
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
});
