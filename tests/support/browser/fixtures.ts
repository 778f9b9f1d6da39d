import {
  type APIRequestContext,
  type BrowserContext,
  type Cookie,
  expect,
  type Page,
  type Response,
  test as base,
  type WebError,
} from "@playwright/test";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { type App, startApp } from "../servers/app";

const credentials = { email: DEMO_USER.email, password: DEMO_USER.password };

type Session = { token: string; cookies: Cookie[] };

type WorkerFixtures = {
  /** The app instance of this worker, with a database that no other worker uses. */
  app: App;
  /** A session of the demo user, which all tests of this worker share. */
  session: Session;
  /** The browser contexts of this worker, keyed by their options. */
  contexts: Map<string, BrowserContext>;
};

type Fixtures = {
  /**
   * Gives the test a context that no other test uses. Set it with `test.use` for a test that changes
   * the context itself, such as its clock or its init scripts.
   */
  ownContext: boolean;
  /**
   * Logs the page in as the demo user, with the session of the worker. The test must not end this
   * session.
   */
  login: () => Promise<void>;
  /** Logs the page in with a separate session, for tests that log out. */
  loginAlone: () => Promise<void>;
  /** A client of the API with the Bearer token of the demo user, without cookies. */
  api: APIRequestContext;
  /**
   * Fails the test if a script of its pages failed in the browser or on the server, even if the
   * page recovered.
   */
  failOnPageErrors: void;
};

async function logIn(request: APIRequestContext): Promise<string> {
  const response = await request.post("/api/auth/login", { data: credentials });
  expect(response.status()).toBe(200);
  const answer: { success: boolean; access_token: string } = await response.json();
  expect(answer.success).toBe(true);
  return answer.access_token;
}

const bearer = ({ token }: Session) => ({ Authorization: `Bearer ${token}` });

/**
 * Waits until the page is hydrated. Before that forms are inert and other controls ignore events. A
 * user would press a key again, but a test presses it only once.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.waitForFunction(() => {
    const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactFiber$"));
    const controls = [...document.querySelectorAll("button, input, select, textarea")];
    return document.querySelector("form[inert]") === null && controls.every(isHydrated);
  });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  app: [
    async ({}, provide) => {
      const app = await startApp();
      await provide(app);
      await app.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  session: [
    async ({ app, playwright }, provide) => {
      const guest = await playwright.request.newContext({ baseURL: app.url });
      const token = await logIn(guest);
      const { cookies } = await guest.storageState();
      await guest.dispose();
      await provide({ token, cookies });
    },
    { scope: "worker" },
  ],
  contexts: [
    async ({}, provide) => {
      const contexts = new Map<string, BrowserContext>();
      await provide(contexts);
      await Promise.all([...contexts.values()].map((context) => context.close()));
    },
    { scope: "worker" },
  ],
  baseURL: async ({ app }, provide) => provide(app.url),
  ownContext: [false, { option: true }],
  // Tests with the same options share a context, because the first page of a context costs twice
  // the CPU time: it has no cached scripts. Each test begins without cookies and with a new page.
  // A test that sets another option must add it to the key; routes and scripts belong to the page,
  // not to the context.
  context: async (
    { browser, contexts, ownContext, viewport, colorScheme, locale, javaScriptEnabled, ignoreHTTPSErrors },
    provide,
  ) => {
    if (ownContext) {
      const context = await browser.newContext();
      await provide(context);
      await context.close();
      return;
    }
    const key = JSON.stringify({ viewport, colorScheme, locale, javaScriptEnabled, ignoreHTTPSErrors });
    const context = contexts.get(key) ?? (await browser.newContext());
    contexts.set(key, context);
    await provide(context);
    await Promise.all(context.pages().map((page) => page.close()));
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
  },
  failOnPageErrors: [
    async ({ context }, provide) => {
      const failures: string[] = [];
      const pages: Promise<void>[] = [];
      const onError = (failure: WebError) => void failures.push(String(failure.error()));
      const onResponse = (response: Response) => {
        if (response.request().resourceType() !== "document") return;
        // `__next_error__` marks a page that failed to render on the server and is rendered by the
        // browser instead.
        const read = async (html: string) => void (html.includes("__next_error__") && failures.push(response.url()));
        pages.push(response.text().then(read, () => undefined));
      };
      context.on("weberror", onError).on("response", onResponse);
      await provide();
      context.off("weberror", onError).off("response", onResponse);
      await Promise.all(pages);
      expect(failures).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page, context, baseURL }, provide) => {
    const browser = await context.newCDPSession(page);
    await browser.send("Storage.clearDataForOrigin", { origin: String(baseURL), storageTypes: "local_storage" });
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (options?.waitUntil !== "commit") await waitForHydration(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload(options);
      await waitForHydration(page);
      return response;
    };
    await provide(page);
  },
  login: async ({ context, session, api }, provide) => {
    await provide(() => context.addCookies(session.cookies));
    const answer = await api.get("/api/user");
    expect(
      answer.status(),
      "a test that ends its session must use loginAlone, because other tests share this session",
    ).toBe(200);
  },
  loginAlone: async ({ context }, provide) => {
    // The requests of the browser context share its cookies, so this logs the page in, too.
    await provide(async () => void (await logIn(context.request)));
  },
  api: async ({ playwright, baseURL, session }, provide) => {
    const api = await playwright.request.newContext({ baseURL, extraHTTPHeaders: bearer(session) });
    await provide(api);
    await api.dispose();
  },
});

/**
 * Delays the hydration of a page: its scripts do not load until the returned function is called.
 */
export async function delayScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export { expect };
