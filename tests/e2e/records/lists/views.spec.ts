import { memberValues } from "../../../support/factories";
import { expect, test } from "../../../support/browser/fixtures";
import { daysLater } from "@/lib/model/fields/day";
import { createColleague, create, unique } from "../../../support/browser/steps";

/*
 * Views (contract §10): named filters, sorting and columns of a list, linked in the sidebar below
 * its kind.
 */

test.beforeEach(async ({ login }) => login());

test("a view is saved, used by a colleague, replaced, deleted and restored", async ({
  page,
  api,
  browser,
  baseURL,
  app,
}) => {
  const mark = unique("Ansicht");
  for (const [nachname, email] of [
    [`${mark} A`, "z@example.org"],
    [`${mark} B`, "a@example.org"],
  ]) {
    await create(api, "members", memberValues({ nachname, email }));
  }
  await page.goto(`/members?filter=${encodeURIComponent(mark)}&sortBy=email&sortOrder=asc`);
  const menu = page.getByRole("button", { name: "Darstellung", exact: true });
  const open = async () => {
    await menu.press("Enter");
    await page.getByRole("menuitem", { name: "Ansicht speichern …" }).press("Enter");
  };
  await open();
  const dialog = page.getByRole("dialog", { name: "Ansichten" });
  const saveButton = dialog.getByRole("button", { name: "Ansicht speichern" });
  await saveButton.press("Enter");
  const name = dialog.getByLabel("Name der neuen Ansicht");
  await expect(name).toHaveAccessibleDescription("Bitte füllen Sie dieses Feld aus");
  await name.fill(mark);
  await dialog.getByRole("checkbox", { name: "Für alle sichtbar" }).press("Space");
  await saveButton.press("Enter");
  await expect(page.getByText(`Ansicht „${mark}“ gespeichert`)).toBeVisible();
  await expect(menu).toBeFocused();
  const link = { name: mark, exact: true };
  await expect(page.getByRole("link", link)).toHaveAttribute("aria-current", "page");

  const context = await browser.newContext({ baseURL, locale: "de-DE" });
  await context.request.post("/api/auth/login", { data: await createColleague(app) });
  const second = await context.newPage();
  await second.goto("/members");
  await second.getByRole("list", { name: "Ansichten: Hochschulmitglieder" }).getByRole("link", link).click();
  await expect(second.getByRole("rowheader")).toContainText([`${mark} B`, `${mark} A`]);
  await context.close();

  await page.goto(`/members?filter=${encodeURIComponent(`${mark} A`)}`);
  await open();
  await expect(dialog.getByText("für alle", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: `${mark} durch das ersetzen, was die Liste zeigt` }).click();
  await expect(page.getByText(`Ansicht „${mark}“ ersetzt`)).toBeVisible();
  await expect(page.getByRole("link", link)).toHaveAttribute("aria-current", "page");

  await open();
  await dialog.getByRole("button", { name: `Ansicht ${mark} löschen` }).click();
  await expect(page.getByRole("link", link)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByRole("link", link)).toBeVisible();
});

test("the dialog for views begins in the name of a new one", async ({ page }) => {
  await page.goto("/members?filter=a");
  await page.getByRole("button", { name: "Darstellung", exact: true }).click();
  await page.getByRole("menuitem", { name: "Ansicht speichern …" }).click();
  await expect(page.getByLabel("Name der neuen Ansicht")).toBeFocused();
});

test("a view stores dates relative to today, as the built-in views do", async ({ page }) => {
  await page.goto("/projects");
  await page.getByRole("link", { name: "Enden innerhalb von 12 Monaten" }).click();
  await expect(page.getByRole("list", { name: "Angewendete Filter" })).toContainText("Projektende");
  await expect(page).toHaveURL(/today/);
  await page.getByRole("button", { name: "Darstellung", exact: true }).click();
  await page.getByRole("menuitem", { name: "Ansicht speichern …" }).click();
  const dialog = page.getByRole("dialog", { name: "Ansichten" });
  // Dates that are already relative stay relative, without a checkbox.
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);

  const today = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Berlin" }).format(new Date());
  // This date is not a whole number of months from today; such dates would be stored in months.
  const fortyDaysAgo = daysLater(today, -40);
  await page.goto(`/projects?where[projektende][from]=${today}&where[projektbeginn][from]=${fortyDaysAgo}`);
  await page.getByRole("button", { name: "Darstellung", exact: true }).click();
  await page.getByRole("menuitem", { name: "Ansicht speichern …" }).click();
  const mark = unique("Mitlaufend");
  await dialog.getByLabel("Name der neuen Ansicht").fill(mark);
  await expect(dialog.getByRole("checkbox", { name: /^Zeitraum mitlaufen lassen/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Ansicht speichern" }).click();
  const viewLink = page.getByRole("link", { name: mark });
  await expect(viewLink).toHaveAttribute("aria-current", "page");
  const href = await viewLink.getAttribute("href");
  expect(Object.fromEntries(new URLSearchParams(href?.split("?")[1]))).toEqual({
    "where[projektende][from]": "today",
    "where[projektbeginn][from]": fortyDaysAgo,
  });
});

test("the controls of a list keep the relative days of a view, and its page sizes the mark in the sidebar", async ({
  page,
}) => {
  const days = () => {
    const parameters = new URL(page.url()).searchParams;
    return [parameters.get("where[projektende][from]"), parameters.get("where[projektende][to]")];
  };
  const expectRelative = () => expect.poll(days).toEqual(["today", "today+12m"]);
  await page.goto("/projects");
  const view = page.getByRole("link", { name: "Enden innerhalb von 12 Monaten" });
  await view.click();
  await expect(view).toHaveAttribute("aria-current", "page");

  await page.getByRole("navigation", { name: "Einträge pro Seite" }).getByRole("link", { name: "25" }).click();
  await expect(page).toHaveURL(/pageSize=25/);
  await expectRelative();
  await expect(view).toHaveAttribute("aria-current", "page");

  await page.getByRole("link", { name: /^Projekttitel/ }).click();
  await expect(page).toHaveURL(/^(?!.*sortBy=projektende)/);
  await expectRelative();

  await page.getByLabel("Suchbegriff").fill("a");
  await page.getByLabel("Suchbegriff").press("Enter");
  await expect(page).toHaveURL(/filter=a/);
  await expectRelative();

  await page.getByRole("button", { name: /^Status: .* entfernen$/ }).click();
  await expect(page).toHaveURL(/^(?!.*status)/);
  await expectRelative();

  await page.getByRole("button", { name: /^Projektende: .* – ändern$/ }).click();
  const editor = page.getByRole("form", { name: "Filter" });
  await editor.getByRole("button", { name: "Anwenden" }).click();
  await expect(editor).toHaveCount(0);
  await expectRelative();

  await page.getByRole("button", { name: "Weitere Aktionen" }).first().click();
  const round = page.getByRole("menuitem", { name: "Bestätigen lassen …" });
  const roundHref = await round.getAttribute("href");
  expect(decodeURIComponent(decodeURIComponent(roundHref ?? ""))).toContain("where[projektende][to]=today+12m");
});
