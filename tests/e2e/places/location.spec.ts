import { institutionValues } from "../../support/factories";
import { layoutFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/* Country and place in the form, in filters, and on the page of the reference lists (contract §16). */

const [ITALY, USA] = [380, 840];

test.beforeEach(({ login }) => login());

const institution = async (api: Parameters<typeof create>[0], values: object = {}) => {
  const name = unique("Ortshaus");
  return { name, id: await create(api, "institutions", institutionValues({ name, ...values })) };
};
const formOf = (id: number) => `/institution/${id}?tab=base_data`;
const stored = async (api: Parameters<typeof create>[0], id: number) =>
  ((await (await api.get(`/api/institutions/${id}`)).json()) as { data: { land: number; ort: string } }).data;

test("a picked place sets place and country, which the record's head then names", async ({ page, api }) => {
  const { id } = await institution(api);
  await page.goto(formOf(id));
  await page.getByLabel("Ort", { exact: true }).pressSequentially("Milano");
  await page.getByRole("option", { name: "Mailand Italien" }).click();
  await expect(page.getByLabel("Land", { exact: true })).toHaveValue("Italien");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Mailand, Italien")).toBeVisible();
  expect(await stored(api, id)).toMatchObject({ land: ITALY, ort: "Mailand" });
});

test("a place that the gazetteer does not know is saved as typed", async ({ page, api }) => {
  const { id } = await institution(api);
  await page.goto(formOf(id));
  await page.getByLabel("Ort", { exact: true }).fill("Zqhausen");
  await page.keyboard.press("Enter");
  await expect.poll(() => stored(api, id)).toMatchObject({ land: -1, ort: "Zqhausen" });
});

test("a country is found by a name in use; the page itself does not contain all countries", async ({ page, api }) => {
  const { id } = await institution(api);
  await page.goto(formOf(id));
  expect(await page.content()).not.toContain("Afghanistan");
  await page.getByLabel("Land", { exact: true }).click();
  await expect(page.getByText("Zum Suchen tippen: 251 Einträge")).toBeVisible();
  await page.keyboard.type("USA");
  await page.getByRole("option", { name: "Vereinigte Staaten" }).click();
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect.poll(() => stored(api, id)).toMatchObject({ land: USA });
});

test("the form offers the country that the address names, and fills nothing by itself", async ({ page, api }) => {
  const { id } = await institution(api, { adresse: "Via Zamboni 33, Bologna, Italia" });
  await page.goto(formOf(id));
  await expect(page.getByText("Aus der Adresse: Italien")).toBeVisible();
  await expect(page.getByLabel("Land", { exact: true })).toHaveValue("k. A.");
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByLabel("Land", { exact: true })).toHaveValue("Italien");
  await expect(page.getByText("Aus der Adresse: Italien")).toBeHidden();
});

test("a filter finds institutions by country", async ({ page, api }) => {
  const { name } = await institution(api, { land: ITALY });
  await page.goto(`/institutions?filter=${encodeURIComponent(name)}&where[land][in]=${ITALY}`);
  await expect(page.getByRole("row", { name })).toBeVisible();
  await expect(page.getByText("Land: Italien")).toBeVisible();
});

test("countries are paged and searched on the page that renames them", async ({ page }) => {
  await page.goto("/pages/reference?list=laender");
  const list = page.getByRole("list", { name: "Länder" });
  await expect(list.getByRole("listitem")).toHaveCount(25);
  await expect(page.getByRole("textbox", { name: "Neuer Eintrag, Deutsch" })).toBeHidden();
  await page.getByRole("searchbox", { name: "Tabelle durchsuchen" }).fill("switz");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByRole("listitem", { name: "Schweiz" })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
});

test("a country that is moved by keyboard to another page keeps the focus there", async ({ page }) => {
  await page.goto("/pages/reference?list=laender");
  const handle = page.getByRole("button", { name: /^„Afghanistan“ verschieben/ });
  await handle.press("End");
  await expect(page.getByRole("button", { name: "„Afghanistan“ verschieben, Platz 251 von 251" })).toBeFocused();
  await page.getByRole("button", { name: "„Afghanistan“ verschieben, Platz 251 von 251" }).press("Home");
  await page.getByRole("button", { name: "„Afghanistan“ verschieben, Platz 1 von 251" }).press("ArrowDown");
  await expect(page.getByRole("button", { name: "„Afghanistan“ verschieben, Platz 2 von 251" })).toBeFocused();
});
