import type { Page } from "@playwright/test";
import de from "@/messages/de.json" with { type: "json" };
import { memberValues } from "../../support/factories";
import { accessibilityFaults, layoutFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { ACCOUNT_PAGES, MISSING_PAGE, PAGES } from "../../support/browser/pages";
import { create } from "../../support/browser/steps";

/**
 * For each language, every page is loaded once, in one colour scheme, and analysed by axe at the
 * width of the load; then it is resized to check the other widths.
 */
const VIEWS = [
  { language: "de", scheme: "light", width: 1440, others: [1024, 375, 320] },
  { language: "en", scheme: "dark", width: 320, others: [1440, 375] },
] as const;

const HEIGHT = 900;
const RAW_KEY = new RegExp(`\\b(${Object.keys(de).join("|")})\\.[a-z_]+`);

/**
 * Describes the page's faults: overflowing or cut-off content, and message keys shown instead of
 * their translations.
 */
async function faultsOf(page: Page): Promise<string[]> {
  const key = RAW_KEY.exec(await page.locator("body").innerText());
  return [...(await layoutFaults(page)), ...(key ? [key[0]] : [])];
}

/**
 * Returns the content that is lost at a new width, after retries: a busy browser needs time to apply
 * the styles.
 */
async function persistentFaultsOf(page: Page): Promise<string[]> {
  let faults: string[] = [];
  const look = async () => expect((faults = await layoutFaults(page))).toEqual([]);
  await expect(look)
    .toPass({ timeout: 3_000 })
    .catch(() => undefined);
  return faults;
}

/** Adds each request of the page to another server to `faults`. */
function reportForeignRequests(page: Page, baseURL: string | undefined, faults: string[]) {
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(String(baseURL)) || request.url().startsWith("data:");
    if (!isOwn) faults.push(`${page.url()} requests ${request.url()}`);
  });
}

/**
 * Returns the submit button of the page's form; pressing it in an empty form shows the form's
 * errors.
 */
const submitButtonOf = (page: Page) =>
  page.getByRole("main").locator("form:not([role=search]) button[type=submit]").last();

for (const { language, scheme, width, others } of VIEWS) {
  test.describe(`${language}, ${scheme}`, () => {
    test.use({
      viewport: { width, height: HEIGHT },
      colorScheme: scheme,
    });
    test.beforeEach(async ({ context, baseURL }) => {
      await context.addCookies([{ name: "NEXT_LOCALE", value: language, url: baseURL }]);
    });

    /** Returns all faults of the current page, at all widths. */
    async function allFaultsOf(page: Page): Promise<string[]> {
      const faults = [...(await faultsOf(page)), ...(await accessibilityFaults(page))];
      for (const other of others) {
        await page.setViewportSize({ width: other, height: HEIGHT });
        faults.push(...(await persistentFaultsOf(page)).map((fault) => `${other} px ${fault}`));
      }
      return faults;
    }

    /** Opens a page and returns all faults, those with the errors of its form included. */
    async function faultsAt(page: Page, path: string): Promise<string[]> {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      // The history loads its entries in the browser.
      if (path.includes("tab=history"))
        await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
      const found = await allFaultsOf(page);
      // Checks the page at the narrowest width, with the form's errors shown.
      const submit = submitButtonOf(page);
      if (await submit.isVisible()) {
        await submit.click();
        found.push(...(await faultsOf(page)).map((fault) => `with errors: ${fault}`));
      }
      return found;
    }

    for (const path of PAGES) {
      test(`a page has no layout or accessibility fault, raw message key or foreign request: ${path}, ${language}, ${scheme}`, async ({
        page,
        login,
        baseURL,
      }) => {
        const faults: string[] = [];
        page.on("console", (message) => {
          // The browser logs an error for the one page that returns 404 on purpose; it is ignored.
          const isMissing = message.location().url.endsWith(MISSING_PAGE);
          if (message.type() === "error" && !isMissing) faults.push(message.text());
        });
        reportForeignRequests(page, baseURL, faults);
        await login();
        faults.push(...(await faultsAt(page, path)));
        expect(faults).toEqual([]);
      });
    }

    test(`a history with words wider than a phone has no layout or accessibility fault: ${language}, ${scheme}`, async ({
      page,
      login,
      api,
    }) => {
      const id = await create(api, "members", memberValues());
      const kommentare = "Donaudampfschifffahrtsgesellschaft".repeat(20);
      const change = { kommentare, ph_webseite: `www.example.org/${"a".repeat(200)}` };
      expect((await api.put(`/api/members/${id}`, { data: change })).ok()).toBe(true);
      await login();
      expect(await faultsAt(page, `/members/${id}?tab=history`)).toEqual([]);
    });

    test(`account pages with form errors have no fault and no foreign request: ${language}, ${scheme}`, async ({
      page,
      login,
      baseURL,
    }) => {
      const faults: string[] = [];
      reportForeignRequests(page, baseURL, faults);
      for (const path of ACCOUNT_PAGES) {
        if (path === "/pages/user") await login();
        await page.setViewportSize({ width, height: HEIGHT });
        await page.goto(path);
        const submit = submitButtonOf(page);
        if (await submit.isVisible()) await submit.click();
        faults.push(...(await allFaultsOf(page)).map((fault) => `${path} ${fault}`));
      }
      await expect(page).toHaveURL(/\/pages\/user$/);
      expect(faults).toEqual([]);
    });
  });
}

/** Selects the controls that the Tab key must reach. */
const CONTROLS = "a[href], button, input:not([type=date]), select, textarea";

test("every control of a list and a form is reached by keyboard, with a visible focus", async ({ page, login }) => {
  await login();
  for (const path of ["/members", "/members/1", "/pages/timeline"]) {
    await page.goto(path);
    const expected = await page
      .locator(CONTROLS)
      .evaluateAll(
        (elements) =>
          elements.filter(
            (element) =>
              element.checkVisibility() && element.getAttribute("tabindex") !== "-1" && !element.matches(":disabled"),
          ).length,
      );
    const reached = new Set<string>();
    for (let step = 0; step < expected + 40 && reached.size < expected; step++) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate((controls) => {
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
          isControl: element.matches(controls),
        };
      }, CONTROLS);
      if (!focus) continue;
      expect(focus.marked, focus.html).toBe(true);
      if (focus.isControl) reached.add(focus.index);
    }
    expect(reached.size, path).toBeGreaterThanOrEqual(expected);
  }
});
