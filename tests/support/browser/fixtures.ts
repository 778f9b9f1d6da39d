import { type APIRequestContext, type Cookie, expect, type Page, test as base } from "@playwright/test";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { type App, startApp } from "../servers/app";

const credentials = { email: DEMO_USER.email, password: DEMO_USER.password };

type Session = { token: string; cookies: Cookie[] };

type WorkerFixtures = {
  /** The app of this worker, with a database that no other worker sees. */
  app: App;
  /** The demo user's login that all tests of this worker share. */
  session: Session;
};

type Fixtures = {
  /**
   * Logs the page's browser in as the demo user, with the worker's session, which the test must not
   * end.
   */
  login: () => Promise<void>;
  /** Logs in with a session of its own, for tests that log out. */
  loginAlone: () => Promise<void>;
  /** The API as the demo user, with a Bearer token and without cookies. */
  api: APIRequestContext;
  /**
   * Fails the test if a script failed in its pages, in the browser or on the server, even if the
   * page recovered.
   */
  nothingFailsUnseen: void;
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
 * Waits for hydration: until then forms are inert and other controls ignore events. A user would
 * press the key again; a test presses it once.
 */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isReacts = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactFiber$"));
    const controls = [...document.querySelectorAll("button, input, select, textarea")];
    return document.querySelector("form[inert]") === null && controls.every(isReacts);
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
  baseURL: async ({ app }, provide) => provide(app.url),
  nothingFailsUnseen: [
    async ({ context }, provide) => {
      const failures: string[] = [];
      const pages: Promise<void>[] = [];
      context.on("weberror", (failure) => failures.push(String(failure.error())));
      context.on("response", (response) => {
        if (response.request().resourceType() !== "document") return;
        // Next marks a page that failed to render on the server this way; the browser then renders
        // it.
        const read = async (html: string) => void (html.includes("__next_error__") && failures.push(response.url()));
        pages.push(response.text().then(read, () => undefined));
      });
      await provide();
      await Promise.all(pages);
      expect(failures).toEqual([]);
    },
    { auto: true },
  ],
  page: async ({ page }, provide) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (options?.waitUntil !== "commit") await awake(page);
      return response;
    };
    page.reload = async (options) => {
      const response = await reload(options);
      await awake(page);
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
    // The context's own requests share its cookies, so that the page is logged in, too.
    await provide(async () => void (await logIn(context.request)));
  },
  api: async ({ playwright, baseURL, session }, provide) => {
    const api = await playwright.request.newContext({ baseURL, extraHTTPHeaders: bearer(session) });
    await provide(api);
    await api.dispose();
  },
});

/** Delays hydration: holds the page's scripts back until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
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
