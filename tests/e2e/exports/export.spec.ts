import { readFile } from "node:fs/promises";
import { institutionValues, projectValues } from "../../support/factories";
import { xlsxRows } from "../../support/records/spreadsheets";
import { expect, test } from "../../support/browser/fixtures";
import { create, shareMenuItem, unique } from "../../support/browser/steps";

test("a filtered list is exported to Excel by keyboard, with its columns", async ({ page, api, login }) => {
  const marker = unique("Ausfuhr");
  for (const name of [`Zweite ${marker}`, `Erste ${marker}`]) {
    expect((await api.post("/api/institutions/new", { data: institutionValues({ name }) })).ok()).toBe(true);
  }
  await login();
  await page.goto(`/institutions?filter=${encodeURIComponent(marker)}`);
  await page.getByRole("button", { name: "Exportieren, drucken" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText([
    /Excel.*Liste/,
    /Excel.*alle/,
    /CSV.*Liste/,
    /CSV.*alle/,
    /Drucken/,
    "Link kopieren",
    "Als Tabelle kopieren",
  ]);
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel – Spalten der Liste" }).press("Enter");
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^Partnerinstitutionen-\d{4}-\d\d-\d\d\.xlsx$/);
  const [headers, ...rows] = await xlsxRows(await readFile(await download.path()));
  expect(headers).toEqual(["Name", "Organisationsform", "Themenfelder"]);
  expect(rows.map((row) => row[0])).toEqual([`Erste ${marker}`, `Zweite ${marker}`]);
});

test.describe("copying to the clipboard", () => {
  test.use({ ownContext: true });

  test("a list copies its filtered rows as an HTML and a text table, and its link, to the clipboard", async ({
    page,
    api,
    login,
  }) => {
    await login();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const mark = unique("Kopie");
    const institution = await create(api, "institutions", institutionValues({ name: `Haus ${mark}` }));
    for (let number = 11; number <= 23; number++) {
      const project = await create(api, "projects", projectValues({ projekt_titel: `${mark} <${number}>` }));
      await api.post(`/api/projects/institution/${institution}/${project}`);
    }
    const address = `/projects?filter=${encodeURIComponent(mark)}&columns=projekt_titel,institutionen`;
    await page.goto(address);
    const readClipboard = () =>
      page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        const read = async (type: string) => (await item?.getType(type))?.text();
        return { html: await read("text/html"), text: await read("text/plain") };
      });
    await (await shareMenuItem(page, "Als Tabelle kopieren")).click();
    await expect(page.getByText("13 Zeilen als Tabelle kopiert")).toBeVisible();
    const { html, text } = await readClipboard();
    expect(text?.split("\n").slice(0, 2)).toEqual([
      "Projekttitel\tPartnerinstitutionen",
      expect.stringMatching(`^${mark} <11>.*\tHaus ${mark}$`),
    ]);
    expect(text?.split("\n")).toHaveLength(14);
    expect(html).toContain(`${mark} &lt;23&gt;`);
    expect(html?.match(/<tr>/g)).toHaveLength(14);

    await (await shareMenuItem(page, "Link kopieren")).click();
    await expect(page.getByText("Link kopiert")).toBeVisible();
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    await page.goto(link.href);
    await expect(page.getByText("von 13 Einträgen")).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Partnerinstitutionen" })).toBeVisible();
  });

  test("a record copies its overview as tables to the clipboard", async ({ page, api, login }) => {
    await login();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const [institutionName, title] = [unique("Haus"), unique("Vorhaben")];
    const project = await create(api, "projects", projectValues({ projekt_titel: title, foerderer: "Bund" }));
    const partner = await create(api, "institutions", institutionValues({ name: institutionName }));
    await api.post(`/api/projects/institution/${partner}/${project}`);
    await page.goto(`/projects/${project}`);
    await (await shareMenuItem(page, "Als Tabelle kopieren", "Datensatz exportieren, drucken")).click();
    await expect(page.getByText("Zeilen als Tabelle kopiert")).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain("Förderer\tBund");
    expect(text).toMatch(new RegExp(`Partnerinstitutionen \\(1\\)\nName\t.*\n${institutionName}\t`));
    const file = await (await shareMenuItem(page, "Excel", "Datensatz exportieren, drucken")).getAttribute("href");
    const rows = await xlsxRows(await (await page.request.get(file ?? "")).body());
    expect(rows).toHaveLength(2);
    expect(rows[1]).toContain(title);
  });
});
