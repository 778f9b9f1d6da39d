import type { Page } from "@playwright/test";
import { accessibilityFaults } from "./accessibility";
import { expect, test } from "./fixtures";
import { ACCOUNT_PAGES, MISSING_PAGE, PAGES } from "./pages";

type View = { language: "de" | "en"; width: 375 | 1440; scheme: "light" | "dark" };

/** Looked through by axe: each width, scheme and language once. */
const VIEWS: View[] = [
  { language: "de", width: 1440, scheme: "light" },
  { language: "en", width: 375, scheme: "dark" },
];
/** The other language at the same widths, whose words are shorter or longer. */
const OTHER_VIEWS: View[] = [
  { language: "en", width: 1440, scheme: "dark" },
  { language: "de", width: 375, scheme: "light" },
];

const RAW_KEY = /\b(account|auth|common|frame|history|notices|records|validation)\.[a-z_]+/i;

/** What is wrong with the page as it stands: too wide, a message's key instead of its words. */
async function faultsOf(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const key = RAW_KEY.exec(await page.locator("body").innerText());
  return [...(overflow > 0 ? [`${overflow} px too wide`] : []), ...(key ? [key[0]] : [])];
}

/** What axe finds besides. */
const allFaultsOf = async (page: Page) => [...(await faultsOf(page)), ...(await accessibilityFaults(page))];

type Look = (page: Page) => Promise<string[]>;

async function lookAtPages(page: Page, language: string, look: Look): Promise<string[]> {
  const faults: string[] = [];
  page.on("console", (message) => {
    // The browser reports the one address whose answer is meant to be a 404.
    const isMissing = message.location().url.endsWith(MISSING_PAGE);
    if (message.type() === "error" && !isMissing) faults.push(`${page.url()}: ${message.text()}`);
  });
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    faults.push(...(await look(page)).map((fault) => `${path} ${fault}`));
  }
  return faults;
}

async function lookAtAccountPages(page: Page, login: () => Promise<void>, look: Look): Promise<string[]> {
  const faults: string[] = [];
  for (const path of ACCOUNT_PAGES) {
    if (path === "/pages/user") await login();
    await page.goto(path, { waitUntil: "networkidle" });
    const send = page.getByRole("main").locator("button[type=submit]").last();
    if (await send.isVisible()) await send.click();
    faults.push(...(await look(page)).map((fault) => `${path} ${fault}`));
  }
  await expect(page).toHaveURL(/\/pages\/user$/);
  return faults;
}

function useView({ language, width, scheme }: View) {
  test.use({ viewport: { width, height: 900 }, colorScheme: scheme, contextOptions: { reducedMotion: "reduce" } });
  test.beforeEach(async ({ context, baseURL }) => {
    await context.addCookies([{ name: "NEXT_LOCALE", value: language, url: baseURL }]);
  });
}

for (const view of VIEWS) {
  const { language, width, scheme } = view;
  test.describe(`${language}, ${width} px, ${scheme}`, () => {
    useView(view);

    test(`nothing overflows, no raw key and no accessibility fault: ${language}, ${width} px, ${scheme}`, async ({
      page,
      login,
    }) => {
      // Eighteen pages, each read through by axe.
      test.setTimeout(240_000);
      await login();
      expect(await lookAtPages(page, language, allFaultsOf)).toEqual([]);
    });

    test(`the account pages show their errors without such faults: ${language}, ${width} px, ${scheme}`, async ({
      page,
      login,
    }) => {
      expect(await lookAtAccountPages(page, login, allFaultsOf)).toEqual([]);
    });
  });
}

for (const view of OTHER_VIEWS) {
  const { language, width, scheme } = view;
  test.describe(`${language}, ${width} px, ${scheme}`, () => {
    useView(view);

    test(`nothing overflows and no raw key: ${language}, ${width} px, ${scheme}`, async ({ page, login }) => {
      const account = await lookAtAccountPages(page, login, faultsOf);
      expect([...account, ...(await lookAtPages(page, language, faultsOf))]).toEqual([]);
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
  for (const path of ["/members", "/members/1", "/pages/timeline"]) {
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
