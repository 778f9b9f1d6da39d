import type { Locator } from "@playwright/test";
import { expect, test } from "../../support/browser/fixtures";

/*
 * Contrast themes (forced colours) remove background colours. States that are marked only by a
 * background colour must still be visible.
 */

const colour = (element: Locator, property: "backgroundColor" | "borderBottomColor") =>
  element.evaluate((node, name) => getComputedStyle(node)[name], property);

test("the current tab, page, language and option stay distinguishable in a contrast theme", async ({ page, login }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await login();
  await page.goto("/members/1");
  const [chosen, other] = [true, false].map((selected) => page.getByRole("tab", { selected }).first());
  expect(await colour(chosen!, "borderBottomColor")).not.toBe(await colour(other!, "borderBottomColor"));
  const languages = page.getByRole("group", { name: "Sprache" });
  const [pressed, notPressed] = [true, false].map((pressed) => languages.getByRole("button", { pressed }));
  expect(await colour(pressed!, "backgroundColor")).not.toBe(await colour(notPressed!, "backgroundColor"));

  await page.goto("/members");
  const links = page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link");
  const currentLink = links.and(page.locator("[aria-current]"));
  expect(await colour(currentLink, "backgroundColor")).not.toBe(await colour(links.last(), "backgroundColor"));
  // The icon must have another colour than its button.
  const pencil = page.getByRole("link", { name: / bearbeiten$/ }).first();
  expect(await colour(pencil.locator(".icon"), "backgroundColor")).not.toBe(await colour(pencil, "backgroundColor"));
  const topics = page.getByRole("combobox", { name: "Themenfelder" });
  await topics.press("ArrowDown");
  const options = page.getByRole("listbox").getByRole("option");
  // The options are loaded after the page.
  await expect(options.first()).toBeVisible();
  await topics.press("ArrowDown");
  const highlighted = options.and(page.locator("[data-highlighted]"));
  await expect(highlighted).toHaveCount(1);
  expect(await colour(highlighted, "backgroundColor")).not.toBe(await colour(options.last(), "backgroundColor"));
});

test("the bars of the charts stay visible in a contrast theme", async ({ page, login }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await login();
  await page.goto("/dashboard");
  for (const chart of ["Aktive Projekte nach Status", "Aktive Projekte nach Jahr des Beginns"]) {
    const card = page.locator("div:has(> h2)", { hasText: chart });
    // The chart's bars are the spans without text.
    const fills = await card
      .locator("span:empty")
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor));
    expect(fills.length, chart).toBeGreaterThan(2);
    expect(fills, chart).not.toContain(await colour(card, "backgroundColor"));
  }
});
