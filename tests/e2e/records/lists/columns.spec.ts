import { projectValues } from "../../../support/factories";
import { expect, test } from "../../../support/browser/fixtures";
import { create, shareMenuItem, unique } from "../../../support/browser/steps";

/*
 * Columns (contract §10) can be chosen, ordered and resized by keyboard, are stored with the
 * account and used in prints, and can be reset.
 */

test.beforeEach(async ({ login }) => login());

test("columns of a list are chosen, ordered, widened, sorted by, stored, printed, and reset to the defaults", async ({
  page,
  api,
}) => {
  const mark = unique("Spalten");
  const dates = { vertragsgrundlage: 1, projektbeginn: "2025-01-01" };
  await create(api, "projects", projectValues({ projekt_titel: `${mark} A`, ...dates, projektende: "2028-01-31" }));
  await create(api, "projects", projectValues({ projekt_titel: `${mark} B`, ...dates, projektende: "2027-01-31" }));
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  const headings = page.getByRole("columnheader");
  await expect(headings).toHaveText(["Projekttitel", "Status", "Themenfelder", "Aktionen"]);
  await page.getByRole("button", { name: "Spalten", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Spalten auswählen" });
  await expect(dialog.getByRole("checkbox", { name: /^Projekttitel/ })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Themenfelder" }).press("Space");
  await dialog.getByRole("checkbox", { name: "Projektende" }).press("Space");
  await dialog.getByRole("checkbox", { name: "Zuletzt geändert" }).press("Space");
  const up = dialog.getByRole("button", { name: "Projektende nach vorn" });
  await up.press("Enter");
  await expect(dialog.getByText("Projektende: Platz 2 von 4")).toBeAttached();
  await expect(up).toBeFocused();
  await dialog.getByRole("combobox", { name: "Breite von Projekttitel" }).press("s");
  const statusWidth = dialog.getByRole("combobox", { name: "Breite von Status" });
  await statusWidth.press("ArrowDown");
  await expect(statusWidth).toHaveValue("wide");
  await dialog.getByRole("button", { name: "Anwenden" }).press("Enter");
  const chosen = ["Projekttitel", "Projektende", "Status", "Zuletzt geändert"];
  await expect(headings).toHaveText([...chosen, "Aktionen"]);
  await expect(page).toHaveURL(/filter=/);
  // The default widths of 6, 2 and 2 shares become 3.6 (first column narrow), 2, and 3.2 (third
  // column wide).
  const widthRatios = async () => {
    const [title, end, status] = await Promise.all([0, 1, 2].map((at) => headings.nth(at).boundingBox()));
    return [title, status].map((box) => ((box?.width ?? 0) / (end?.width ?? 1)).toFixed(1));
  };
  await expect.poll(widthRatios).toEqual(["1.8", "1.6"]);
  await page.getByRole("link", { name: "Projektende", exact: true }).click();
  await expect(page).toHaveURL(/sortBy=projektende/);
  await expect(page.getByRole("rowheader").first()).toContainText(`${mark} B`);
  await expect(page.getByRole("gridcell", { name: "31.01.2027" })).toBeVisible();

  // Columns are stored with the account, not with the page; a phone's cards show the first of them,
  // and the print view all.
  await page.goto("/members");
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  await expect(page.getByRole("gridcell", { name: "31.01.2028" })).toBeVisible();
  await page.goto(String(await (await shareMenuItem(page, /Drucken/)).getAttribute("href")));
  await expect(headings).toHaveText(chosen);
  expect(await widthRatios()).toEqual(["1.8", "1.6"]);

  await page.setViewportSize({ width: 1024, height: 560 });
  await page.goto("/projects");
  await page.getByRole("button", { name: "Spalten", exact: true }).click();
  await expect(statusWidth).toHaveValue("wide");
  // If the list of columns is higher than the screen, it scrolls, and the buttons below it stay in
  // view.
  await expect(dialog.getByRole("button", { name: "Anwenden" })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("button", { name: "Standard wiederherstellen" }).click();
  await dialog.getByRole("button", { name: "Anwenden" }).click();
  await expect(headings).toHaveText(["Projekttitel", "Status", "Themenfelder", "Aktionen"]);
});

test("the checkbox and the row header stay in view while other columns scroll", async ({ page }) => {
  const many =
    "nachname,vorname,email,telefon,adresse,ph_webseite,fakultaet,institut,einrichtungen,themenfelder,kommentare";
  await page.goto(`/members?columns=${many}`);
  const table = page.getByRole("region", { name: "Hochschulmitglieder" });
  const pinned = [table.getByRole("checkbox").nth(1), table.getByRole("rowheader").first()];
  const positions = () => Promise.all(pinned.map(async (one) => Math.round((await one.boundingBox())?.x ?? -1)));
  const before = await positions();
  const scrolled = table.locator("[data-label=Vorname]").first();
  const start = (await scrolled.boundingBox())?.x ?? 0;
  await table.evaluate((element) => element.scrollBy({ left: 300, behavior: "instant" }));
  await expect.poll(async () => start - ((await scrolled.boundingBox())?.x ?? 0)).toBe(300);
  expect(await positions()).toEqual(before);
});
