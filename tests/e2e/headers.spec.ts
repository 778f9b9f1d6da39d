import { expect, test } from "./fixtures";

test("every answer carries the security headers, and nothing says what serves it", async ({ request, login, page }) => {
  await login();
  for (const path of ["/login", "/api/health", "/api/nope", "/icon.svg", "/api/members/%ZZ"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["x-frame-options"], path).toBe("DENY");
    expect(headers["referrer-policy"], path).toBeTruthy();
    expect(headers["permissions-policy"], path).toContain("camera=()");
    expect(headers["x-powered-by"], path).toBeUndefined();
    // Over plain http a browser must not be told to insist on https.
    expect(headers["strict-transport-security"], path).toBeUndefined();
  }
  const api = (await request.get("/api/health")).headers()["content-security-policy"];
  expect(api).toBe("default-src 'none'; frame-ancestors 'none'");
  const response = await page.goto("/members");
  expect(response?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
});

test("scripts run by a nonce that is new for each page, and by nothing else", async ({ request }) => {
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

test("no source maps and no stack traces are served", async ({ request, page }) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.push(response.url());
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) {
    expect((await request.get(`${script}.map`)).status(), script).toBe(404);
    expect(await (await request.get(script)).text()).not.toContain("sourceMappingURL");
  }
});
