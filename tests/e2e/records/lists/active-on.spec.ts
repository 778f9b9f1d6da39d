import { projectValues } from "../../../support/factories";
import { expect, test } from "../../../support/browser/fixtures";
import { create, shareMenuItem, showFilters, unique } from "../../../support/browser/steps";
import type { APIRequestContext, Page } from "@playwright/test";
import { displayDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { lastYearEnd } from "@/lib/model/lists/relative-days";

/* The day on which records are active, and chosen records (contract §17), on list pages. */

const TODAY = dayOf(new Date());
const YEAR_END = displayDate(lastYearEnd(TODAY));

const chipsOf = (page: Page) => page.getByRole("list", { name: "Angewendete Filter" }).getByRole("listitem");
const dayButton = (page: Page) => page.getByRole("button", { name: "Aktiv am …" });
const editorOf = (page: Page) => page.getByRole("form", { name: "Aktiv an einem Tag" });
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test.beforeEach(async ({ login }) => login());

/** Creates projects of which one was active only in 2020, and the others since then. @returns their keys */
async function createProjects(api: APIRequestContext, mark: string, count = 2): Promise<number[]> {
  const basis = { vertragsgrundlage: 1, kuendigungsfrist: "", status: 2 };
  const past = { ...basis, projektbeginn: "2020-01-01", projektende: "2020-12-31" };
  const ids = [await create(api, "projects", projectValues({ ...past, projekt_titel: `${mark} 2020` }))];
  for (let number = 1; number < count; number += 1) {
    const open = { ...basis, projektbeginn: "2021-01-01", projektende: "2199-12-31" };
    ids.push(await create(api, "projects", projectValues({ ...open, projekt_titel: `${mark} seither ${number}` })));
  }
  return ids;
}

test("a list is restricted to what is active on a day by keyboard, and the chip changes and removes the day", async ({
  page,
  api,
}) => {
  const mark = unique("Tagesaktiv");
  await createProjects(api, mark);
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  const day = editorOf(page).getByRole("textbox", { name: "Aktiv am" });
  await dayButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(day).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(editorOf(page)).toHaveCount(0);
  await expect(dayButton(page)).toBeFocused();

  await page.keyboard.press("Enter");
  await page.keyboard.type("31.2.2020");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bitte geben Sie ein gültiges Datum ein")).toBeVisible();
  await day.fill("30.6.2020");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/active_on=2020-06-30/);
  await expect(chipsOf(page)).toHaveText(["aktiv am 30.06.2020"]);
  await expect(page.getByRole("rowheader")).toContainText([`${mark} 2020`]);
  await expect(dayButton(page)).toBeFocused();

  await page.getByRole("button", { name: "aktiv am 30.06.2020 – ändern" }).press("Enter");
  await expect(day).toHaveValue("30.06.2020");
  await expect(day).toBeFocused();
  await editorOf(page).getByRole("button", { name: "Heute" }).press("Enter");
  await expect(chipsOf(page)).toHaveText([`aktiv am ${displayDate(TODAY)}`]);
  expect(parameter(page, "active_on")).toBe("today");
  await expect(page.getByRole("rowheader")).toContainText([`${mark} seither 1`]);

  await page.getByRole("button", { name: `aktiv am ${displayDate(TODAY)} entfernen` }).press("Enter");
  await expect(page).not.toHaveURL(/active_on/);
  await expect(chipsOf(page)).toHaveCount(0);
  await expect(dayButton(page)).toBeFocused();
});

test("keys typed before the editor of the day is loaded reach its field", async ({ page }) => {
  await page.goto("/projects");
  await page.evaluate(() => {
    const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Aktiv am …");
    button?.click();
    for (const key of "1.2.2020") document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await expect(editorOf(page).getByRole("textbox", { name: "Aktiv am" })).toHaveValue("1.2.2020");
  await page.keyboard.press("Enter");
  await expect(chipsOf(page)).toHaveText(["aktiv am 01.02.2020"]);
});

test("the end of last year stays relative while the list is sorted, paged, filtered and printed", async ({
  page,
  api,
}) => {
  const mark = unique("Stichtag");
  await createProjects(api, mark, 13);
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  await dayButton(page).click();
  await editorOf(page).getByRole("button", { name: YEAR_END }).click();
  await expect(page.getByText("von 12 Einträgen")).toBeVisible();
  const expectRelative = () => expect.poll(() => parameter(page, "active_on")).toBe("last_year_end");
  await expectRelative();
  await page.getByRole("link", { name: /^Projekttitel/ }).click();
  await expect(page).toHaveURL(/sortOrder=desc/);
  await expectRelative();
  await page.getByRole("navigation", { name: "Seiten" }).getByRole("link", { name: "Seite 2" }).click();
  await expect(page).toHaveURL(/pageNo=1/);
  await expectRelative();
  await page.getByLabel("Suchbegriff").fill(`${mark} seither`);
  await page.getByLabel("Suchbegriff").press("Enter");
  await expect(page).toHaveURL(/^(?!.*pageNo)/);
  await expectRelative();
  await expect(chipsOf(page)).toHaveText([`aktiv am ${YEAR_END}`]);

  const printed = await shareMenuItem(page, /Drucken/);
  const href = String(await printed.getAttribute("href"));
  expect(new URLSearchParams(href.split("?")[1]).get("active_on")).toBe("last_year_end");
  await page.goto(href);
  await expect(page.getByText(`aktiv am ${YEAR_END}`)).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(13);
});

test("a view stores the day of a list relative to today", async ({ page }) => {
  await page.goto(`/institutions?active_on=${lastYearEnd(TODAY)}`);
  await page.getByRole("button", { name: "Darstellung", exact: true }).click();
  await page.getByRole("menuitem", { name: "Ansicht speichern …" }).click();
  const dialog = page.getByRole("dialog", { name: "Ansichten" });
  const mark = unique("Jahresende");
  await dialog.getByLabel("Name der neuen Ansicht").fill(mark);
  await expect(dialog.getByRole("checkbox", { name: /^Zeitraum mitlaufen lassen/ })).toBeChecked();
  await dialog.getByRole("button", { name: "Ansicht speichern" }).click();
  const viewLink = page.getByRole("link", { name: mark });
  await expect(viewLink).toHaveAttribute("aria-current", "page");
  await expect(viewLink).toHaveAttribute("href", /\?active_on=last_year_end$/);
  await expect(chipsOf(page)).toHaveText([`aktiv am ${YEAR_END}`]);
});

test("chosen records are one chip, kept while the list is sorted and restricted to a day, and removed with all filters", async ({
  page,
  api,
}) => {
  const mark = unique("Ausgewählt");
  const ids = await createProjects(api, mark, 3);
  await create(api, "projects", projectValues({ projekt_titel: `${mark} nicht` }));
  await page.goto(`/projects?ids=${ids.join()}`);
  await expect(chipsOf(page)).toHaveText(["3 ausgewählte Einträge"]);
  await expect(page.getByText("von 3 Einträgen")).toBeVisible();
  await page.getByRole("link", { name: /^Projekttitel/ }).click();
  await expect(page).toHaveURL(/sortOrder=desc/);
  await dayButton(page).click();
  await editorOf(page).getByRole("button", { name: "Heute" }).click();
  await expect(chipsOf(page)).toHaveText([`aktiv am ${displayDate(TODAY)}`, "3 ausgewählte Einträge"]);
  await expect(page.getByText("von 2 Einträgen")).toBeVisible();
  expect(parameter(page, "ids")).toBe(ids.join());
  await page.getByRole("button", { name: `aktiv am ${displayDate(TODAY)} entfernen` }).click();
  await expect(page.getByText("von 3 Einträgen")).toBeVisible();
  await dayButton(page).click();
  await editorOf(page).getByRole("button", { name: "Heute" }).click();
  await page.getByRole("button", { name: "Alle entfernen" }).click();
  await expect(page).not.toHaveURL(/ids|active_on/);
  await expect(chipsOf(page)).toHaveCount(0);
});

test("a bulk action on all matching rows changes only chosen records that are active on the day", async ({
  page,
  api,
}) => {
  const ids = await createProjects(api, unique("Massenhaft"), 13);
  await page.goto(`/projects?active_on=today&ids=${ids.join()}`);
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await page.getByRole("button", { name: "Alle 12, die passen, auswählen" }).click();
  const sent = page.waitForRequest("**/api/projects/bulk");
  await page.getByRole("button", { name: "Löschen …" }).click();
  const { query } = (await sent).postDataJSON() as { query: string };
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ active_on: TODAY, ids: ids.join() });
});

test("an empty list for want of active records asks to check the filters", async ({ page, api }) => {
  const ids = await createProjects(api, unique("Leer"), 1);
  await page.goto(`/projects?active_on=2021-01-01&ids=${ids.join()}`);
  await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
  await expect(page.getByText("Prüfen Sie den Suchbegriff und die Filter")).toBeVisible();
  await page.getByRole("button", { name: "Zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test("kinds that are never active on a day offer no choice of it", async ({ page }) => {
  await page.goto("/thematic-fields");
  await expect(page.getByRole("button", { name: "Filter hinzufügen" })).toBeVisible();
  await expect(dayButton(page)).toHaveCount(0);
});

test("the tools of a list fit one line on a phone, with the choice of the day", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/projects");
  const fold = await page.getByRole("button", { name: "Eingrenzen" }).boundingBox();
  const add = await page.getByRole("link", { name: "Kooperationsprojekt hinzufügen" }).boundingBox();
  expect(add?.y).toBe(fold?.y);
  await showFilters(page);
  await dayButton(page).click();
  await expect(editorOf(page).getByRole("button", { name: "Anwenden" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});
