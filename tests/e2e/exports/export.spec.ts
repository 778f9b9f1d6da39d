import { readFile } from "node:fs/promises";
import { institutionValues } from "../../support/factories";
import { xlsxRows } from "../../support/records/spreadsheets";
import { expect, test } from "../../support/browser/fixtures";
import { unique } from "../../support/browser/steps";

test("a filtered list is exported to Excel by keyboard, with its columns", async ({ page, api, login }) => {
  const marker = unique("Ausfuhr");
  for (const name of [`Zweite ${marker}`, `Erste ${marker}`]) {
    expect((await api.post("/api/institutions/new", { data: institutionValues({ name }) })).ok()).toBe(true);
  }
  await login();
  await page.goto(`/institutions?filter=${encodeURIComponent(marker)}`);
  await page.getByRole("button", { name: "Exportieren" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText([/Excel.*Liste/, /Excel.*alle/, /CSV.*Liste/, /CSV.*alle/]);
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel – Spalten der Liste" }).press("Enter");
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^Partnerinstitutionen-\d{4}-\d\d-\d\d\.xlsx$/);
  const [headers, ...rows] = await xlsxRows(await readFile(await download.path()));
  expect(headers).toEqual(["Name", "Organisationsform", "Themenfelder"]);
  expect(rows.map((row) => row[0])).toEqual([`Erste ${marker}`, `Zweite ${marker}`]);
});
