import type { Page } from "@playwright/test";
import de from "../../../messages/de.json" with { type: "json" };
import en from "../../../messages/en.json" with { type: "json" };
import { expect, delayScripts, test } from "../../support/browser/fixtures";
import { waitUntilIdle } from "../../support/browser/steps";

/* All messages of a language are one file, loaded beside a page's first scripts (docs/decisions/0021-drawn-from-data.md). */

/** Messages that are on no page at first, so that only the file of all messages has them. */
const GERMAN = de.jobs.names.round_mail;
const ENGLISH = en.jobs.names.round_mail;

const german = (page: Page) => page.getByRole("button", { name: "Suchen", exact: true });
const english = (page: Page) => page.getByRole("button", { name: "Search", exact: true });

for (const path of ["/login", "/members"]) {
  test(`the HTML of ${path} refers to the message file of its language, and to no other`, async ({ page, login }) => {
    if (path !== "/login") await login();
    const html = await (await page.request.get(path)).text();
    const scripts = new Set(html.match(/\/_next\/static\/[\w/.~-]+\.js/g));
    const texts = await Promise.all(
      [...scripts].map(async (script) => {
        const response = await page.request.get(script);
        return { text: await response.text(), cached: response.headers()["cache-control"] ?? "" };
      }),
    );
    const files = texts.filter(({ text }) => text.includes(GERMAN));
    expect(files).toHaveLength(1);
    expect(files[0]?.cached).toContain("immutable");
    expect(texts.filter(({ text }) => text.includes(ENGLISH))).toEqual([]);
    expect(html).not.toContain(GERMAN);
  });
}

test("a page keeps its texts after a change of the language until the new messages are loaded", async ({
  page,
  login,
}) => {
  await login();
  await page.goto("/members");
  await waitUntilIdle(page);
  await page.getByLabel("Suchbegriff").fill("mueller");
  const release = await delayScripts(page);
  const requested = page.waitForRequest(/_next\/static\/.*\.js/);
  await page.getByRole("button", { name: "EN English" }).click();
  await requested;
  await expect(german(page)).toBeVisible();
  release();
  await expect(english(page)).toBeVisible();
  await expect(page.getByLabel("Search term")).toHaveValue("mueller");
});

test("a page keeps its texts if the messages of the chosen language cannot be loaded", async ({ page, login }) => {
  await login();
  await page.goto("/members");
  await waitUntilIdle(page);
  await page.route("**/_next/static/**/*.js", (route) => route.abort());
  await page.getByRole("button", { name: "EN English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(german(page)).toBeVisible();
  await page.unroute("**/_next/static/**/*.js");
  await page.reload();
  await expect(english(page)).toBeVisible();
});
