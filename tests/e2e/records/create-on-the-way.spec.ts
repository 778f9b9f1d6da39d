import type { Page } from "@playwright/test";
import { institutionValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/* Link tabs create missing records without leaving the page, and link pasted lists of names. */

test.beforeEach(async ({ login }) => login());

const options = (page: Page) => page.getByRole("listbox").getByRole("option");

test("a link tab creates and links a missing record, and unsaved input is kept", async ({ page, api }) => {
  const [name, funder] = [unique("Müller GmbH"), unique("Stiftung")];
  const project = await create(api, "projects", projectValues());
  await page.goto(`/projects/${project}`);
  await page.getByLabel("Förderer", { exact: true }).fill(funder);
  await page.getByRole("tab", { name: /^Partnerinstitutionen/ }).click();
  const box = page.getByLabel("Partnerinstitution hinzufügen");
  await box.fill(name);
  await expect(options(page)).toHaveText([`„${name}“ anlegen`]);
  await box.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Neue Partnerinstitution" });
  const field = dialog.getByLabel(/^Name/);
  await expect(field).toHaveValue(name);
  await expect(dialog.getByLabel(/^Branchen/), "focus is on the first empty field").toBeFocused();
  await expect(dialog.getByLabel(/^Telefon/), "only required fields are shown").toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(box, "cancelling keeps the search text").toHaveValue(name);

  await box.press("ArrowDown");
  await expect(options(page)).toHaveCount(1);
  await box.press("Enter");
  await dialog.getByRole("button", { name: "Anlegen" }).click();
  await expect(dialog.getByText("Bitte füllen Sie dieses Feld aus")).toBeVisible();
  await dialog.getByLabel(/^Branchen/).fill("Bildung");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/institutions/new", async (route) => {
    await released;
    await route.continue();
  });
  const sent = page.waitForRequest("**/api/institutions/new");
  await dialog.getByLabel(/^Branchen/).press("Enter");
  await sent;
  await page.keyboard.press("Escape");
  await expect(
    dialog.getByRole("button", { name: "Abbrechen" }),
    "no cancelling while the record is being created",
  ).toBeDisabled();
  await expect(dialog).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
  await expect(box).toHaveValue("");
  // The line, instead of a notification, which would seem to say that the form is saved.
  await expect(page.getByText(`„${name}“ ist angelegt und verknüpft.`)).toBeVisible();
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await page.getByRole("tab", { name: "Stammdaten" }).click();
  await expect(page.getByLabel("Förderer", { exact: true })).toHaveValue(funder);
  const { data } = await (await api.get(`/api/projects/${project}`)).json();
  expect(data).toMatchObject({ foerderer: expect.not.stringContaining(funder), institutionen: [{ name }] });

  // If the record exists, it is found, and its creation is not offered.
  await page.getByRole("tab", { name: /^Partnerinstitutionen/ }).click();
  await box.fill(name.toUpperCase());
  await expect(options(page)).toHaveText([new RegExp(`${name}.*verknüpft`)]);
});

test("a form's record picker creates and selects a missing record; the link is saved with the form", async ({
  page,
  api,
}) => {
  const name = unique("Robotik");
  const project = await create(api, "projects", projectValues({ themenfelder: [] }));
  await page.goto(`/projects/${project}`);
  const choice = page.getByRole("combobox", { name: "Themenfelder" });
  await choice.fill(name);
  await expect(options(page)).toHaveText([`„${name}“ anlegen`]);
  await choice.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Neues Themenfeld" });
  await expect(dialog.getByLabel(/Deutsch/)).toHaveValue(name);
  await dialog.getByLabel(/Englisch/).fill(`${name} (en)`);
  await dialog.getByRole("button", { name: "Anlegen" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `${name} entfernen` })).toBeVisible();
  await expect(page.getByText("Nicht gespeicherte Änderungen"), "the form was not submitted").toBeVisible();
  const linked = async () => (await (await api.get(`/api/projects/${project}`)).json()).data.themenfelder;
  const line = page.getByText(`„${name}“ ist angelegt. Verknüpft wird es beim Speichern.`);
  await expect(line).toBeVisible();
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  expect(await linked()).toEqual([]);
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect.poll(linked).toMatchObject([{ themenfeld_de: name }]);
  await expect(line).toHaveCount(0);
  await expect(page.getByRole("button", { name: `${name} entfernen` })).toBeVisible();
});

test("a pasted column of names is resolved, linked in one batch, and undone in one step", async ({
  page,
  api,
  context,
}) => {
  const name = unique("Spalte");
  const project = await create(api, "projects", projectValues());
  for (const values of [
    { name: `${name} Eins` },
    { name: `${name} Zwei`, abteilung: "Nord" },
    { name: `${name} Zwei`, abteilung: "Süd" },
    { name: `${name} Drei` },
  ]) {
    await create(api, "institutions", institutionValues(values));
  }
  const linked = await create(api, "institutions", institutionValues({ name: `${name} Vier` }));
  await api.post(`/api/projects/institution/${linked}/${project}`);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/projects/${project}?tab=institutionen`);
  const words = ["EINS", "Zwei", "Drei", "Vier", "Fünf"].map((word) => `${name} ${word}\tStuttgart`);
  const column = ["XY", ...words].join("\r\n");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/institutions_search.*F%C3%BCnf/, async (route) => {
    await released;
    await route.continue();
  });
  await page.evaluate((text) => navigator.clipboard.writeText(text), column);
  await page.getByLabel("Partnerinstitution hinzufügen").focus();
  await page.keyboard.press("Control+v");

  const dialog = page.getByRole("dialog", { name: "6 Namen eingefügt" });
  const first = dialog.getByRole("checkbox", { name: `${name} Eins` });
  await first.uncheck();
  release();
  await expect(dialog.getByRole("heading", { name: "Nicht gefunden (1)" })).toBeVisible();
  await expect(first, "the focus stays with a user who has begun to choose").toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Control+v");
  await expect(dialog.getByRole("heading", { name: "Gefunden (2)" })).toBeVisible();
  for (const heading of [
    "Nicht eindeutig (1)",
    "Zu kurz für die Suche (1)",
    "Schon verknüpft (1)",
    "Nicht gefunden (1)",
  ]) {
    await expect(dialog.getByRole("heading", { name: heading })).toBeVisible();
  }
  await expect(dialog.getByRole("button", { name: "2 Einträge verknüpfen" })).toBeFocused();
  await dialog.getByRole("checkbox", { name: `${name} Drei` }).uncheck();
  const namesakes = dialog.getByRole("combobox", { name: `${name} Zwei` });
  await namesakes.selectOption(await namesakes.getByRole("option", { name: /Süd/ }).getAttribute("value"));
  await dialog.getByRole("button", { name: "2 Einträge verknüpfen" }).click();

  const names = async () => {
    const { data } = await (await api.get(`/api/projects/${project}`)).json();
    return data.institutionen.map((one: { name: string }) => one.name.slice(name.length + 1));
  };
  await expect(page.getByText("2 Einträge verknüpft")).toBeVisible();
  expect(await names()).toEqual(["Eins", "Vier", "Zwei"]);
  await expect(page.getByRole("row")).toHaveCount(4);
  const { data: changes } = await (await api.get(`/api/history?kind=projects&id=${project}&action=link`)).json();
  const batches = changes.map((change: { batch: string | null }) => change.batch);
  expect([batches[0] !== null, batches[1] === batches[0]], "both links are in one batch").toEqual([true, true]);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect.poll(names).toEqual(["Vier"]);
  await expect(page.getByRole("row")).toHaveCount(2);
});
