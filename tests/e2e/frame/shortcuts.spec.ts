import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/fixtures";
import { createColleague, waitUntilIdle, create, unique } from "../../support/browser/steps";
import { memberValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";

/* Single-letter shortcuts, the sheet that lists all shortcuts, and the setting that switches them off. */

const search = (page: Page) => page.getByRole("searchbox", { name: "Suchbegriff" });
const palette = (page: Page) => page.getByRole("combobox", { name: "Alles durchsuchen" });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Tastenkürzel" });

/** Opens a page and waits for the handler of the keys, which is loaded when the page is idle. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await waitUntilIdle(page);
}

test.describe("single-letter shortcuts", () => {
  test.beforeEach(async ({ login }) => login());

  test("/ focuses the search field of a list, where letters are then typed", async ({ page }) => {
    await open(page, "/members");
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
    await page.keyboard.type("n/e?");
    await expect(search(page)).toHaveValue("n/e?");
    await expect(page).toHaveURL(/\/members/);
  });

  test("/ opens the palette on pages without a list", async ({ page }) => {
    await open(page, "/dashboard");
    await page.keyboard.press("/");
    await expect(palette(page)).toBeFocused();
    await expect(palette(page)).toHaveValue("");
  });

  test("n opens the form for a new record of the list", async ({ page }) => {
    await open(page, "/thematic-fields");
    await page.keyboard.press("n");
    await expect(page).toHaveURL("/thematic-fields/new");
  });

  test("e opens the form of the row that has the focus", async ({ page, api }) => {
    const name = unique("Tastenfeld");
    const id = await create(api, "members", memberValues({ nachname: name }));
    await open(page, `/members?filter=${encodeURIComponent(name)}`);
    await page.keyboard.press("e");
    await expect(page).toHaveURL(/\/members\?/);
    await page.getByRole("link", { name: `${name} bearbeiten` }).focus();
    await page.keyboard.press("e");
    await expect(page).toHaveURL(new RegExp(`/members/${id}\\?tab=base_data$`));
    await expect(page.getByLabel("Nachname")).toBeVisible();
  });

  test("single-letter shortcuts do nothing with a modifier or while a dialog is open", async ({ page }) => {
    await open(page, "/members");
    await page.keyboard.press("Alt+n");
    await page.keyboard.press("?");
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press("n");
    await page.keyboard.press("/");
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await expect(search(page)).not.toBeFocused();
    await expect(page).toHaveURL("/members");
  });

  test("? shows all shortcuts, without accessibility violations, and Escape restores the focus", async ({ page }) => {
    await open(page, "/members");
    const add = page.getByRole("link", { name: "Hochschulmitglied hinzufügen" });
    await add.focus();
    await page.keyboard.press("?");
    await expect(sheet(page).getByRole("heading", { name: "Listen" })).toBeVisible();
    await expect(sheet(page).getByText("Strg K")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await expect(add).toBeFocused();
  });

  test("the footer and the palette open the list of shortcuts, too", async ({ page }) => {
    await open(page, "/dashboard");
    await page.getByRole("contentinfo").getByRole("button", { name: "Tastenkürzel" }).click();
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("tastenk");
    await expect(page.getByRole("option", { name: "Tastenkürzel anzeigen" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(sheet(page)).toBeVisible();
    await expect(palette(page)).toBeHidden();
  });

  test("controls and palette entries show their shortcut keys", async ({ page }) => {
    await open(page, "/members");
    const add = page.getByRole("link", { name: "Hochschulmitglied hinzufügen" });
    await expect(add).toHaveAttribute("aria-keyshortcuts", "n");
    await expect(add).toHaveAttribute("data-tooltip", "Hinzufügen (N)");
    await expect(search(page)).toHaveAttribute("title", /\(\/\)$/);
    await page.keyboard.press("Control+k");
    const keys = page.getByRole("listbox").locator("kbd");
    await expect(keys).toHaveText(["N", "?"]);
  });
});

test("the account page switches single-letter shortcuts off, and then no control shows them", async ({
  page,
  app,
  context,
}) => {
  await context.request.post("/api/auth/login", { data: await createColleague(app) });
  await open(page, "/pages/user");
  const keys = page.getByRole("region", { name: "Tastatur" });
  const saved = page.waitForResponse("**/api/user/preferences");
  await keys.getByRole("checkbox", { name: "Tastenkürzel aus einzelnen Zeichen" }).uncheck();
  expect((await saved).status()).toBe(200);
  await expect(page.locator('[aria-keyshortcuts="?"]'), "without a full page load").toHaveCount(0);

  await open(page, "/members");
  const add = page.getByRole("link", { name: "Hochschulmitglied hinzufügen" });
  await expect(add).not.toHaveAttribute("aria-keyshortcuts");
  await expect(add).toHaveAttribute("data-tooltip", "Hinzufügen");
  for (const key of ["n", "/", "?"]) await page.keyboard.press(key);
  await expect(search(page)).not.toBeFocused();
  await page.getByRole("contentinfo").getByRole("button", { name: "Tastenkürzel" }).click();
  await expect(sheet(page).getByText("Strg S")).toBeVisible();
  await expect(sheet(page).getByText("Datensatz hinzufügen")).toHaveCount(0);
  await expect(page).toHaveURL("/members");
  await sheet(page).getByRole("link", { name: "Benutzerkonto" }).click();
  await expect(page).toHaveURL("/pages/user#keyboard");
  await expect(keys.getByRole("checkbox")).not.toBeChecked();
});
