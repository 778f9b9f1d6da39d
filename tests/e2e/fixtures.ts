import { type APIRequestContext, expect, test as base } from "@playwright/test";
import { DEMO_USER } from "@/scripts/demo-user";

const credentials = { email: DEMO_USER.email, password: DEMO_USER.password };

type Fixtures = {
  /** Logs the page's browser in as the demo user; without it the page is a guest's. */
  login: () => Promise<void>;
  /** The API as the demo user, with a Bearer token and without cookies. */
  api: APIRequestContext;
  /** Fails the test in whose pages a script failed, however well the page recovered from it. */
  scriptsDoNotFail: void;
};

async function logIn(request: APIRequestContext): Promise<string> {
  const response = await request.post("/api/auth/login", { data: credentials });
  expect(response.status()).toBe(200);
  const answer: { success: boolean; access_token: string } = await response.json();
  expect(answer.success).toBe(true);
  return answer.access_token;
}

export const test = base.extend<Fixtures>({
  scriptsDoNotFail: [
    async ({ context }, provide) => {
      const failures: string[] = [];
      context.on("weberror", (failure) => failures.push(String(failure.error())));
      await provide();
      expect(failures).toEqual([]);
    },
    { auto: true },
  ],
  login: async ({ context }, provide) => {
    // The context's own requests share its cookies, so that the page is logged in, too.
    await provide(async () => void (await logIn(context.request)));
  },
  api: async ({ playwright, baseURL }, provide) => {
    const guest = await playwright.request.newContext({ baseURL });
    const token = await logIn(guest);
    await guest.dispose();
    const api = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { Authorization: `Bearer ${token}` },
    });
    await provide(api);
    await api.dispose();
  },
});

export { expect };
