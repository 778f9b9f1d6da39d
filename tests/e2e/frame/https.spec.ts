import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { startTlsProxy } from "../../support/servers/tls-proxy";
import { waitForHydration, expect, test } from "../../support/browser/fixtures";

let address: string;
/** A second instance, configured to run behind a TLS-terminating proxy. */
let instance: { port: number; stop: () => Promise<void> };
let stopProxy: () => Promise<void>;

// Runs the tests of this file in one worker, because they share the second instance.
test.describe.configure({ mode: "default" });
test.use({ ignoreHTTPSErrors: true });
test.beforeAll(async ({ app }) => {
  const port = await freePort();
  address = `https://127.0.0.1:${port}`;
  instance = await app.startInstance(address);
  stopProxy = await startTlsProxy(port, instance.port);
});
test.afterAll(async () => {
  await stopProxy();
  await instance.stop();
});

test("behind a TLS proxy the session cookie is Secure with the __Host- prefix, and HSTS is sent", async ({
  page,
  context,
}) => {
  const response = await page.goto(`${address}/members`);
  expect(response?.headers()["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  await page.getByLabel("E-Mail").fill(DEMO_USER.email);
  await page.getByLabel(/^Passwort\W*$/).fill(DEMO_USER.password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(`${address}/members`);
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name.includes("session"))).toEqual([
    expect.objectContaining({ name: "__Host-session", secure: true, httpOnly: true, sameSite: "Lax", path: "/" }),
  ]);

  // A write from the app's own page passes the origin check, although the proxy sends another host
  // name.
  await waitForHydration(page);
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await context.cookies()).filter(({ name }) => name.includes("session"))).toEqual([]);
});

test("two instances share sessions: a logout on one ends the session on the other", async ({ request, baseURL }) => {
  const other = `http://127.0.0.1:${instance.port}`;
  const login = await request.post(`${baseURL}/api/auth/login`, {
    data: { email: DEMO_USER.email, password: DEMO_USER.password },
  });
  const headers = { authorization: `Bearer ${(await login.json()).access_token}` };
  expect((await request.get(`${other}/api/user`, { headers })).status()).toBe(200);
  expect((await request.post(`${other}/api/auth/logout`, { headers })).status()).toBe(200);
  expect((await request.get(`${baseURL}/api/user`, { headers })).status()).toBe(401);
});
