import type { Page } from "@playwright/test";
import { accessibilityFaults, contrastFaults, layoutFaults } from "../../support/browser/accessibility";
import { addFile } from "../../support/browser/add-file";
import { expect, test } from "../../support/browser/fixtures";
import { create, loginAsColleague, unique } from "../../support/browser/steps";
import { institutionValues, projectValues } from "../../support/factories";
import { pdf } from "../../support/records/files";

/* The page with the files of all records (contract §18). */

const table = (page: Page) => page.getByRole("grid", { name: "Dateien aller Datensätze" });
const names = (page: Page) => table(page).getByRole("rowheader");
const search = (page: Page) => page.getByRole("searchbox", { name: "Suchbegriff" });

test("the list of files shows a file with its record, kind, days, size and uploader", async ({ page, api, login }) => {
  const title = unique("Vorhaben");
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  const bezeichnung = unique("Vertrag");
  const name = "unterschrieben.pdf";
  const days = { unterzeichnet_am: "2024-03-01", gueltig_ab: "2024-04-01", gueltig_bis: "2027-03-31" };
  await addFile(api, `projects/${project}`, {
    name,
    bytes: pdf(bezeichnung, 340 * 1_024),
    bezeichnung,
    dateiart: 1,
    ...days,
  });
  await login();
  await page.goto(`/pages/files?filter=${encodeURIComponent(bezeichnung)}`);
  const row = table(page).getByRole("row").nth(1);
  for (const text of [
    bezeichnung,
    name,
    title,
    "Vertrag (unterzeichnet)",
    "01.03.2024",
    "01.04.2024 – 31.03.2027",
    "alle",
    "340 kB",
    "Demo Admin",
  ]) {
    await expect(row).toContainText(text);
  }
  await expect(row.getByRole("img", { name: "Kooperationsprojekt" })).toBeVisible();
  await row.getByRole("button", { name: bezeichnung }).click();
  await expect(page.getByRole("dialog", { name: bezeichnung })).toBeVisible();
  await page.keyboard.press("Escape");
  await row.getByRole("link", { name: title }).click();
  await expect(page).toHaveURL(`/projects/${project}?tab=files`);
});

test("filters chosen by hand are in the address, under the names of the API", async ({ page, api, login }) => {
  const word = unique("Handfilter");
  const project = await create(api, "projects", projectValues());
  const institution = await create(api, "institutions", institutionValues());
  const fields = { dateiart: 7, sichtbar: "bearbeiter", gueltig_bis: "2031-05-31" };
  await addFile(api, `projects/${project}`, { name: `${word} A.pdf`, ...fields });
  await addFile(api, `projects/${project}`, { name: `${word} B.pdf`, ...fields, gueltig_bis: "2032-05-31" });
  await addFile(api, `projects/${project}`, { name: `${word} C.pdf` });
  await addFile(api, `institutions/${institution}`, { name: `${word} D.pdf`, ...fields });
  await login();
  await page.goto("/pages/files");
  await search(page).fill(word);
  await search(page).press("Enter");
  await expect(names(page)).toHaveCount(4);
  await page.getByRole("combobox", { name: "Datensätze" }).selectOption("Kooperationsprojekte");
  await expect(names(page)).toHaveCount(3);
  await page.getByRole("combobox", { name: "Dateiart" }).click();
  await page.getByRole("option", { name: "Bericht" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Sichtbar für" }).click();
  await page.getByRole("option", { name: "Bearbeitende" }).click();
  await page.keyboard.press("Escape");
  await expect(names(page)).toHaveCount(2);
  await page.getByRole("combobox", { name: "Gültig bis" }).selectOption("im Zeitraum");
  await page.getByRole("textbox", { name: "Bis" }).fill("31.12.2031");
  await page.keyboard.press("Tab");
  await expect(names(page)).toHaveText([`${word} A.pdf`]);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ filter: word, kind: "projects", dateiart: "7", sichtbar: "bearbeiter" },
    "gueltig_bis[to]": "2031-12-31",
  });
  await page.reload();
  await expect(names(page)).toHaveText([`${word} A.pdf`]);
  await page.getByRole("button", { name: "Zurücksetzen" }).click();
  await expect(page).toHaveURL("/pages/files");
});

test("filters of the address restrict the list, and invalid ones are named", async ({ page, api, login }) => {
  const word = unique("Adressfilter");
  const project = await create(api, "projects", projectValues({ projekt_titel: word }));
  await addFile(api, `projects/${project}`, { name: `${word} A.pdf`, dateiart: 3 });
  await addFile(api, `projects/${project}`, { name: `${word} B.pdf`, dateiart: 7, gueltig_bis: "2031-05-31" });
  await login();
  const filter = `filter=${encodeURIComponent(word)}`;
  await page.goto(`/pages/files?${filter}&dateiart=3,5`);
  await expect(names(page)).toHaveText([`${word} A.pdf`]);
  await page.goto(`/pages/files?${filter}&gueltig_bis[empty]=false`);
  await expect(names(page)).toHaveText([`${word} B.pdf`]);
  await expect(page.getByLabel("Gültig bis")).toHaveValue("filled");
  await page.goto(`/pages/files?kind=projects&id=${project}`);
  await expect(names(page)).toHaveCount(2);
  await expect(page.getByText(`Nur Dateien von: ${word}`)).toBeVisible();
  await page.goto(`/pages/files?${filter}&dateiart=x&gueltig_bis[from]=morgen`);
  await expect(page.getByRole("status").filter({ hasText: "dateiart, gueltig_bis[from]" })).toBeVisible();
  await expect(names(page)).toHaveCount(2);
  await page.goto(`/pages/files?${filter}%20nirgends`);
  await expect(table(page)).toContainText("Keine passenden Einträge");
});

test("headings sort the list of files", async ({ page, api, login }) => {
  const word = unique("Sortiert");
  const project = await create(api, "projects", projectValues());
  await addFile(api, `projects/${project}`, { name: `B ${word}.pdf`, bytes: pdf(word, 3000) });
  await addFile(api, `projects/${project}`, { name: `C ${word}.pdf`, bytes: pdf(word, 2000) });
  await addFile(api, `projects/${project}`, { name: `A ${word}.pdf`, bytes: pdf(word, 1000) });
  const order = (letters: string) => [...letters].map((letter) => `${letter} ${word}.pdf`);
  await login();
  await page.goto(`/pages/files?filter=${encodeURIComponent(word)}`);
  await expect(names(page)).toHaveText(order("ACB"));
  await expect(page.getByRole("columnheader", { name: "Hochgeladen" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("link", { name: "Datei", exact: true }).click();
  await expect(names(page)).toHaveText(order("ABC"));
  await page.getByRole("link", { name: "Datei", exact: true }).click();
  await expect(names(page)).toHaveText(order("CBA"));
  await page.getByRole("link", { name: "Größe" }).click();
  await expect(names(page)).toHaveText(order("ACB"));
  await expect(page).toHaveURL(/sortBy=bytes&sortOrder=asc/);
});

test("a reader sees no file for others, and no filter by visibility", async ({ page, app, api }) => {
  const word = unique("Leserecht");
  const project = await create(api, "projects", projectValues());
  for (const sichtbar of ["alle", "bearbeiter", "admin"])
    await addFile(api, `projects/${project}`, { name: `${word} ${sichtbar}.pdf`, sichtbar });
  await loginAsColleague(page, app, "reader");
  await page.goto(`/pages/files?filter=${encodeURIComponent(word)}&sichtbar=alle,bearbeiter,admin`);
  await expect(names(page)).toHaveText([`${word} alle.pdf`]);
  await expect(page.getByRole("combobox", { name: "Sichtbar für" })).toHaveCount(0);
});

for (const width of [1440, 375]) {
  test(`the list of files is accessible in both colour schemes at ${width} px`, async ({ page, api, login }) => {
    const word = unique("Zugänglich");
    const project = await create(api, "projects", projectValues({ projekt_titel: word }));
    await addFile(api, `projects/${project}`, { name: `${word}.pdf`, bezeichnung: word, gueltig_bis: "2031-05-31" });
    await page.setViewportSize({ width, height: 900 });
    await login();
    await page.goto(`/pages/files?filter=${encodeURIComponent(word)}&gueltig_bis[from]=2020-01-01&kind=projects&x`);
    await expect(names(page)).toHaveCount(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await layoutFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await contrastFaults(page)).toEqual([]);
  });
}
