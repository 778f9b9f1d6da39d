import type { APIRequestContext, Page } from "@playwright/test";
import { NOT_APPLICABLE } from "@/lib/model/reference-lists/reference-lists";
import { institutionValues } from "../../support/factories";
import { accessibilityFaults, layoutFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, inDatabase, loginAsColleague, unique } from "../../support/browser/steps";

/*
 * The page of suggested countries and places: accepting those that are ticked, all of a reason, and
 * undoing this. The names of the institutions here come first in the list; what is accepted for
 * others is undone, because other tests of this worker share the database.
 */

const ITALY = 380;
const FRANCE = 250;
const PREFIX = "000 Haus";
const MILAN = { adresse: "Piazza Leonardo da Vinci 32, Mailand, Italien" };
const FRENCH = { webseite: "https://www.exemple.fr" };
const NOWHERE = { land: NOT_APPLICABLE, ort: "" };

test.beforeEach(async ({ app, login }) => {
  // Nothing is suggested for institutions of earlier tests.
  await inDatabase(app, (client) =>
    client.query("UPDATE institutions SET adresse = '', webseite = '' WHERE name LIKE $1", [`${PREFIX}%`]),
  );
  await login();
});

/** Creates institutions without country and place, of which one field suggests them. */
async function createInstitutions(api: APIRequestContext, count: number, values: object = MILAN) {
  const created: { name: string; id: number }[] = [];
  for (let index = 0; index < count; index++) {
    const name = unique(PREFIX);
    created.push({ name, id: await create(api, "institutions", institutionValues({ name, ...NOWHERE, ...values })) });
  }
  return created;
}

async function createInstitution(api: APIRequestContext) {
  const [institution = { name: "", id: 0 }] = await createInstitutions(api, 1);
  return institution;
}

async function locationOf(api: APIRequestContext, { id }: { id: number }) {
  const { data } = (await (await api.get(`/api/institutions/${id}`)).json()) as { data: { land: number; ort: string } };
  return { land: data.land, ort: data.ort };
}

/** Returns for how many institutions something is suggested. */
async function countSuggestions(api: APIRequestContext): Promise<number> {
  const answer = await api.get("/api/institutions/place_proposals?pageNo=0&pageSize=1");
  return ((await answer.json()) as { total: number }).total;
}

const rowOf = (page: Page, { name }: { name: string }) => page.getByRole("listitem", { name });
const ownBoxes = (page: Page, checked?: boolean) => page.getByRole("checkbox", { name: new RegExp(PREFIX), checked });
const acceptSelected = (page: Page) => page.getByRole("button", { name: "Ausgewählte übernehmen" });

async function acceptAllOf(page: Page, source: "Adressen" | "Webadressen", answer: "Übernehmen" | "Abbrechen") {
  await page.getByRole("button", { name: `Alle aus ${source} übernehmen` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: answer }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
}

async function undo(page: Page) {
  await page.getByRole("button", { name: /^Rückgängig/ }).click();
  await expect(page.getByText(/Änderung(en)? rückgängig gemacht$/)).toBeVisible();
}

test("each suggestion is beside the old value, and says where it comes from", async ({ page, api }) => {
  const institution = await createInstitution(api);
  await page.goto("/pages/places");
  const row = rowOf(page, institution);
  await expect(row.getByRole("deletion")).toHaveText(["vorher: k. A.", "vorher: leer"]);
  await expect(row.getByRole("insertion")).toHaveText(["nachher: Italien", "nachher: Mailand"]);
  await expect(row.getByRole("term")).toHaveText(["Land, vorgeschlagen aus Adresse", "Ort, vorgeschlagen aus Adresse"]);
  await expect(row).toContainText(MILAN.adresse);
  await expect(row.getByRole("link")).toHaveAttribute("href", `/institution/${institution.id}`);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("an editor accepts the ticked suggestions, and undoes this", async ({ page, api }) => {
  const accepted = await createInstitution(api);
  const excluded = await createInstitution(api);
  await page.goto("/pages/places");
  await page.getByRole("button", { name: "Auswahl aufheben" }).click();
  await rowOf(page, accepted).getByRole("checkbox").check();
  await acceptSelected(page).click();
  await expect(page.getByText("Eine Institution ergänzt")).toBeVisible();
  await expect(rowOf(page, accepted)).toHaveCount(0);
  expect(await locationOf(api, accepted)).toEqual({ land: ITALY, ort: "Mailand" });
  expect(await locationOf(api, excluded)).toEqual(NOWHERE);

  await undo(page);
  await expect(rowOf(page, accepted)).toBeVisible();
  expect(await locationOf(api, accepted)).toEqual(NOWHERE);
});

test("what is unticked stays so when the next suggestions are shown", async ({ page, api }) => {
  const institutions = await createInstitutions(api, 20);
  const excluded = institutions[3] ?? { name: "", id: 0 };
  await page.goto("/pages/places");
  await rowOf(page, excluded).getByRole("checkbox").uncheck();
  await acceptSelected(page).click();
  await expect(page.getByText("19 Institutionen ergänzt")).toBeVisible();
  await expect(ownBoxes(page)).toHaveCount(1);
  await expect(rowOf(page, excluded).getByRole("checkbox")).not.toBeChecked();
});

test("from any page, twenty institutions get their country in two clicks", async ({ page, api }) => {
  const institutions = await createInstitutions(api, 20);
  await page.goto("/dashboard");
  const sidebar = page.getByRole("navigation", { name: "Hauptnavigation" });
  await sidebar.getByRole("link", { name: "Länder und Orte" }).click();
  await acceptSelected(page).click();
  await expect(page.getByText("20 Institutionen ergänzt")).toBeVisible();
  for (const institution of institutions) expect(await locationOf(api, institution)).toMatchObject({ land: ITALY });
});

test("after twenty suggestions the page shows the next ones, from their beginning", async ({ page, api }) => {
  await createInstitutions(api, 22);
  const total = await countSuggestions(api);
  await page.goto("/pages/places");
  await expect(ownBoxes(page, true)).toHaveCount(20);
  await acceptSelected(page).click();
  await expect(page.getByText(`Vorschläge für ${total - 20} Institutionen`, { exact: true })).toBeFocused();
  await expect(ownBoxes(page, true)).toHaveCount(2);
});

test("all suggestions by web address are accepted at once, and undone at once", async ({ page, api }) => {
  const byAddress = await createInstitution(api);
  const byDomain = await createInstitutions(api, 21, FRENCH);
  const total = await countSuggestions(api);
  await page.goto("/pages/places");
  await acceptAllOf(page, "Webadressen", "Übernehmen");
  await expect(page.getByText(/^\d+ Institutionen ergänzt$/)).toBeVisible();
  for (const institution of byDomain) expect(await locationOf(api, institution)).toEqual({ land: FRANCE, ort: "" });
  expect(await locationOf(api, byAddress)).toEqual(NOWHERE);

  await undo(page);
  expect(await countSuggestions(api)).toBe(total);
});

test("a question that is not confirmed accepts nothing", async ({ page, api }) => {
  const institution = await createInstitution(api);
  await page.goto("/pages/places");
  await acceptAllOf(page, "Adressen", "Abbrechen");
  await acceptAllOf(page, "Webadressen", "Abbrechen");
  expect(await locationOf(api, institution)).toEqual(NOWHERE);
});

test("the page says how many suggestions one call has left", async ({ page, api }) => {
  await createInstitution(api);
  const json = { success: true, message: "data_updated", changed: 10_000, remaining: 8_596, batch: null };
  await page.route("**/place_proposals/accept", (route) => route.fulfill({ json }));
  await page.goto("/pages/places");
  await acceptAllOf(page, "Adressen", "Übernehmen");
  await expect(page.getByText("10.000 Institutionen ergänzt, 8.596 bleiben noch")).toBeVisible();
});

test("readers see the suggestions without controls", async ({ page, api, app }) => {
  const institution = await createInstitution(api);
  await loginAsColleague(page, app, "reader");
  await page.goto("/pages/places");
  await expect(rowOf(page, institution)).toContainText("Mailand");
  await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
});

test("without suggestions the page says so in words", async ({ page, api }) => {
  await createInstitution(api);
  const answer = await api.post("/api/institutions/place_proposals/accept", { data: { all: true } });
  const { batch } = (await answer.json()) as { batch: string };
  await page.goto("/pages/places");
  await expect(page.getByText("Jede Institution hat Land und Ort,")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  expect((await api.post(`/api/history/batches/${batch}/revert`)).ok()).toBe(true);
});

test("the page credits GeoNames and names its licence", async ({ page }) => {
  await page.goto("/pages/places");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "GeoNames" })).toHaveAttribute("href", "https://www.geonames.org");
  await expect(main.getByRole("link", { name: "CC BY 4.0" })).toBeVisible();
});

test("on a phone the button is in view before the page is scrolled, and nothing is cut off", async ({ page, api }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const [institution = { id: 0 }] = await createInstitutions(api, 20);
  await page.goto("/pages/places");
  expect(await layoutFaults(page)).toEqual([]);
  await expect(acceptSelected(page)).toBeInViewport({ ratio: 1 });
  await acceptSelected(page).click();
  await expect(page.getByText("20 Institutionen ergänzt")).toBeVisible();
  expect(await locationOf(api, institution)).toMatchObject({ land: ITALY });
});
