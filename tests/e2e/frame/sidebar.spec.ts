import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/fixtures";

/* The groups of the sidebar, the views of a list, and the page for unknown URLs. */

test.beforeEach(async ({ login }) => login());

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Hauptnavigation" });

test("the sidebar lists its entries in groups", async ({ page }) => {
  await page.goto("/dashboard");
  const groups = sidebar(page).getByRole("list");
  await expect(groups).toHaveCount(3);
  const namesOf = (group: string) => sidebar(page).getByRole("list", { name: group }).getByRole("link").allInnerTexts();
  expect(await namesOf("Arbeit")).toEqual(["Übersicht", "Kalender", "Statistik", "Dateien"]);
  expect(await namesOf("Datensätze")).toHaveLength(5);
  expect(await namesOf("Pflege")).toEqual([
    "Datenqualität",
    "Länder und Orte",
    "Bestätigungsrunden",
    "Vorschläge",
    "Verlauf",
  ]);
});

test("the sidebar's admin group is collapsed until one of its pages is shown", async ({ page }) => {
  await page.goto("/dashboard");
  const accounts = sidebar(page).getByRole("link", { name: "Benutzerkonten" });
  await expect(accounts).toBeHidden();
  await sidebar(page).getByText("Verwaltung", { exact: true }).click();
  await accounts.click();
  await expect(page).toHaveURL(/\/pages\/users$/);
  await expect(accounts).toHaveAttribute("aria-current", "page");
  await sidebar(page).getByRole("link", { name: "Kalender" }).click();
  await expect(page).toHaveURL(/\/calendar$/);
  await expect(accounts).toBeHidden();
});

for (const width of [1024, 375]) {
  test(`the views of a list are in a menu beside its title at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.goto("/members");
    await page.getByRole("button", { name: "Ansichten" }).click();
    await page.getByRole("menuitem", { name: "Ohne Projekte" }).click();
    await expect(page).toHaveURL(/where/);
    await page.getByRole("button", { name: "Ansichten" }).click();
    await expect(page.getByRole("menuitem", { name: "Ohne Projekte" })).toHaveAttribute("aria-current", "page");
  });
}

test("the views of a list are in a wide sidebar, and beside a narrow one in a menu", async ({ page }) => {
  await page.goto("/members");
  const menu = page.getByRole("button", { name: "Ansichten" });
  await expect(page.getByRole("link", { name: "Ohne Projekte" })).toBeVisible();
  await expect(menu).toBeHidden();
  await page.getByRole("button", { name: "Seitenleiste einklappen" }).click();
  await expect(menu).toBeVisible();
  await page.getByRole("button", { name: "Seitenleiste ausklappen" }).click();
});

test("an unknown URL returns a 404 page inside the frame, with a title", async ({ page }) => {
  const response = await page.goto("/members/1/nowhere");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle(/Seite nicht gefunden/);
  await expect(page.getByRole("heading", { level: 1, name: "Seite nicht gefunden" })).toBeVisible();
  await expect(sidebar(page).getByRole("link", { name: "Hochschulmitglieder" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Zur Übersicht" })).toBeVisible();
});

test("a missing file of the build is a 404, also for guests", async ({ playwright, baseURL }) => {
  const guest = await playwright.request.newContext({ baseURL });
  const response = await guest.get("/_next/static/nowhere.js", { maxRedirects: 0 });
  expect(response.status()).toBe(404);
  await guest.dispose();
});
