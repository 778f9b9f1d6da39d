import type { Page } from "@playwright/test";
import { expect, test } from "../../../support/browser/fixtures";
import { waitUntilIdle } from "../../../support/browser/steps";

/* Keys in tables: one tab stop, arrow keys between rows and their controls (ARIA grid). */

const names = (page: Page) => page.getByRole("rowheader").getByRole("link");

test.beforeEach(async ({ page, login }) => {
  await login();
  await page.goto("/members");
  await waitUntilIdle(page);
});

test("Tab reaches the table once, at the first row, and then leaves it", async ({ page }) => {
  await page.getByRole("button", { name: "Weitere Aktionen" }).focus();
  await page.keyboard.press("Tab");
  await expect(names(page).first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "10", exact: true })).toBeFocused();
});

test("the arrow keys move through the rows, and Tab returns to the last focused row", async ({ page }) => {
  await names(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(names(page).nth(2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(names(page).nth(1)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(names(page).nth(1)).toBeFocused();
});

test("the left and right arrow keys move through the controls of a row, and down stays in the column", async ({
  page,
}) => {
  const row = page.getByRole("row").nth(1);
  await names(page).first().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(row.getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("End");
  await expect(row.getByRole("button", { name: / löschen$/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(
    page
      .getByRole("row")
      .nth(2)
      .getByRole("button", { name: / löschen$/ }),
  ).toBeFocused();
});

test("the up arrow key moves from the first row to the headings, which sort with Enter", async ({ page }) => {
  await names(page).first().focus();
  await page.keyboard.press("ArrowUp");
  const heading = page.getByRole("columnheader", { name: "Nachname" }).getByRole("link");
  await expect(heading).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/sortOrder=desc/);
});

test("Ctrl+End and Ctrl+Home reach the last and the first row", async ({ page }) => {
  await names(page).nth(3).focus();
  await page.keyboard.press("Control+End");
  await expect(names(page).last()).toBeFocused();
  await page.keyboard.press("Control+Home");
  await expect(names(page).first()).toBeFocused();
});

test("Space in a row's checkbox selects the row", async ({ page }) => {
  await names(page).first().focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  await expect(page.getByText("1 Eintrag ausgewählt")).toBeVisible();
});

test("Space shows the overview of the row's record beside the list, and the arrow keys show the next one", async ({
  page,
}) => {
  const [first, second] = await page
    .locator("tr[data-label]")
    .evaluateAll((rows) => rows.map((row) => row.dataset.label ?? ""));
  await names(page).first().focus();
  await page.keyboard.press("Space");
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("heading", { name: first })).toBeVisible();
  await expect(panel.getByText("Fakultät", { exact: true })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(panel.getByRole("heading", { name: second })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(panel).toBeHidden();
  await expect(names(page).nth(1), "the focus is on the row shown last").toBeFocused();
});

test("the preview panel of a list opens the record that it shows", async ({ page }) => {
  const href = await names(page).first().getAttribute("href");
  await names(page).first().focus();
  await page.keyboard.press("Space");
  await page.getByRole("dialog").getByRole("link", { name: "Öffnen" }).click();
  await expect(page).toHaveURL(String(href));
});
