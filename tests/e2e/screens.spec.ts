import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const PAGES = [
  "/dashboard",
  "/members",
  "/members/1",
  "/members/new",
  "/projects",
  "/projects/1",
  "/institutions",
  "/institution/1",
  "/persons",
  "/person/1",
  "/thematic-fields",
  "/thematic-fields/1",
];

/** Looked at with the errors of an empty form. */
const ACCOUNT_PAGES = [
  "/login",
  "/register",
  "/forgot-password",
  "/password-reset/unknown",
  "/verify-email/unknown",
  "/pages/user",
];

const VIEWS = [
  { language: "de", width: 1440, scheme: "light" },
  { language: "en", width: 1440, scheme: "dark" },
  { language: "de", width: 375, scheme: "dark" },
  { language: "en", width: 375, scheme: "light" },
] as const;

const RAW_KEY = /\b(account|auth|common|frame|notices|records|validation)\.[a-z_]+/i;

/** What is wrong with the page as it stands: too wide, a message's key instead of its words, what axe finds. */
async function faultsOf(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const key = RAW_KEY.exec(await page.locator("body").innerText());
  const { violations } = await new AxeBuilder({ page }).analyze();
  return [
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(key ? [key[0]] : []),
    ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
  ].map((fault) => `${page.url()} ${fault}`);
}

for (const { language, width, scheme } of VIEWS) {
  test.describe(`${language}, ${width} px, ${scheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: scheme, contextOptions: { reducedMotion: "reduce" } });
    test.beforeEach(async ({ context, baseURL }) => {
      await context.addCookies([{ name: "NEXT_LOCALE", value: language, url: baseURL }]);
    });

    test(`nothing overflows, no raw key and no accessibility fault: ${language}, ${width} px, ${scheme}`, async ({
      page,
      login,
    }) => {
      // Twelve pages, each read through by axe.
      test.setTimeout(180_000);
      await login();
      const faults: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`${page.url()}: ${message.text()}`);
      });
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator("html")).toHaveAttribute("lang", language);
        faults.push(...(await faultsOf(page)));
      }
      expect(faults).toEqual([]);
    });

    test(`the account pages show their errors without such faults: ${language}, ${width} px, ${scheme}`, async ({
      page,
      login,
    }) => {
      test.setTimeout(120_000);
      const faults: string[] = [];
      for (const path of ACCOUNT_PAGES) {
        if (path === "/pages/user") await login();
        await page.goto(path, { waitUntil: "networkidle" });
        const send = page.getByRole("main").locator("button[type=submit]").last();
        if (await send.isVisible()) await send.click();
        faults.push(...(await faultsOf(page)));
      }
      await expect(page).toHaveURL(/\/pages\/user$/);
      expect(faults).toEqual([]);
    });
  });
}

test("the app asks nobody but its own server", async ({ page, login, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(String(baseURL)) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  await page.goto("/login");
  await login();
  for (const path of ["/dashboard", "/members", "/projects/1"]) await page.goto(path, { waitUntil: "networkidle" });
  expect(foreign).toEqual([]);
});

test("every control of a list and a form is reached with the keyboard, with a visible focus", async ({
  page,
  login,
}) => {
  await login();
  for (const path of ["/members", "/members/1"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    const expected = await page
      .locator("a[href], button, input:not([type=date]), select, textarea")
      .evaluateAll(
        (elements) =>
          elements.filter(
            (element) =>
              element.checkVisibility() && element.getAttribute("tabindex") !== "-1" && !element.matches(":disabled"),
          ).length,
      );
    const reached = new Set<string>();
    for (let step = 0; step < expected + 40; step++) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const style = getComputedStyle(element);
        const marked = [element, element.parentElement, element.closest(".control")].some(
          (candidate) => candidate && getComputedStyle(candidate).outlineStyle !== "none",
        );
        const all = [...document.querySelectorAll("*")];
        return {
          index: String(all.indexOf(element)),
          marked: marked || style.outlineStyle !== "none",
          html: element.outerHTML.slice(0, 120),
        };
      });
      if (!focus) continue;
      expect(focus.marked, focus.html).toBe(true);
      reached.add(focus.index);
    }
    expect(reached.size, path).toBeGreaterThanOrEqual(expected);
  }
});
