import type { Locator, Page } from "@playwright/test";
import { institutionValues, memberValues, projectValues } from "../../support/factories";
import { waitForHydration, expect, test } from "../../support/browser/fixtures";

/*
 * After a navigation the focus is on the new page's heading; after going back, on the link that was
 * followed.
 */

const focusedHeading = (page: Page) => page.locator(":is(h1, h2):focus");

const linksOf = (page: Page) => page.getByRole("row").getByRole("rowheader").getByRole("link");

/** True if the focused element has a visible focus ring. */
const hasFocusRing = (focused: Locator) =>
  focused.evaluate((element) => getComputedStyle(element).outlineStyle !== "none" && element.matches(":focus-visible"));

test.beforeEach(async ({ login }) => login());

test("opening a record focuses its heading, and both ways back focus its row", async ({ page }) => {
  await page.goto("/members");
  await expect(page.locator("body"), "a full page load leaves the focus on the body").toBeFocused();
  const row = linksOf(page).nth(3);
  const surname = await row.innerText();

  await row.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/members\/\d+$/);
  await expect(focusedHeading(page)).toContainText(surname);
  expect(await hasFocusRing(focusedHeading(page)), "a heading that only receives the focus has no ring").toBe(false);
  await page.goBack();
  await expect(row).toBeFocused();

  await page.getByRole("row").nth(4).getByRole("gridcell").nth(1).click();
  await expect(focusedHeading(page)).toContainText(surname);
  await page.getByRole("button", { name: "Zurück", exact: true }).click();
  await expect(row).toBeFocused();
});

test("the back arrow of a tab opened on a record focuses that record's row", async ({ page, context }) => {
  await page.goto("/members");
  const href = String(await linksOf(page).nth(2).getAttribute("href"));
  const tab = await context.newPage();
  await tab.goto(href);
  await waitForHydration(tab);
  await tab.getByRole("button", { name: "Zurück", exact: true }).press("Enter");
  await expect(linksOf(tab).nth(2)).toBeFocused();
});

test("opening a linked record focuses its heading, and Back focuses its row", async ({ page, api }) => {
  const create = async (kind: string, data: object) =>
    (await (await api.post(`/api/${kind}/new`, { data })).json()).data.lastId as number;
  const project = await create("projects", projectValues());
  const institution = await create("institutions", institutionValues({ name: "Fokushaus" }));
  await api.post(`/api/projects/institution/${institution}/${project}`);
  await page.goto(`/projects/${project}?tab=institutionen`);
  const row = page.getByRole("tabpanel").getByRole("link", { name: "Fokushaus", exact: true });
  await row.press("Enter");
  await expect(focusedHeading(page)).toContainText("Fokushaus");
  await page.goBack();
  await expect(row).toBeFocused();
});

test("filtering or paging a list keeps the focus, and a new form focuses its first field", async ({ page, api }) => {
  await api.post("/api/members/new", { data: memberValues() });
  await page.goto("/members");
  const filter = page.getByLabel("Suchbegriff");
  await filter.fill("e");
  await filter.press("Enter");
  await expect(page).toHaveURL(/filter=e/);
  await expect(filter).toBeFocused();
  const next = page.getByRole("link", { name: "Nächste Seite" });
  await next.press("Enter");
  await expect(page).toHaveURL(/pageNo=1/);
  await expect(next).toBeFocused();

  await page.getByRole("link", { name: "Hochschulmitglied hinzufügen" }).press("Enter");
  await expect(page).toHaveURL(/\/members\/new$/);
  await expect(page.getByLabel("Titel", { exact: true })).toBeFocused();
});

test("the navigation focuses the heading of its page, and Back focuses the dashboard card of that page", async ({
  page,
}) => {
  await page.goto("/dashboard");
  await page.getByRole("navigation").getByRole("link", { name: "Partnerpersonen" }).press("Enter");
  await expect(page).toHaveURL(/\/persons$/);
  await expect(focusedHeading(page)).toHaveText("Partnerpersonen");
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("main").getByRole("link", { name: /Partnerpersonen$/ })).toBeFocused();
});

test("the dialog for a missing record gets the focus", async ({ page }) => {
  await page.goto("/members/2147483647");
  const dialog = page.getByRole("alertdialog", { name: "Hochschulmitglied nicht gefunden" });
  await expect(dialog.getByRole("button", { name: "Ja" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/members$/);
  await expect(focusedHeading(page)).toHaveText("Hochschulmitglieder");
});
