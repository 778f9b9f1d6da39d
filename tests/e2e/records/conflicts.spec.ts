import type { APIRequestContext, Page } from "@playwright/test";
import {
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create } from "../../support/browser/steps";

/* Optimistic locking (contract §8): concurrent edits of a record do not overwrite each other. */

const read = async (api: APIRequestContext, path: string) => (await (await api.get(path)).json()).data;

/** Saves a change of a colleague, while the record is open in the browser. */
async function changeConcurrently(api: APIRequestContext, path: string, data: object) {
  expect((await api.put(path, { data })).ok()).toBe(true);
}

/**
 * Finds a field by its exact label, which excludes the date picker's button, whose name contains
 * the label.
 */
const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}\\W*$`)).and(page.locator("input, select"));

const save = (page: Page) => page.getByRole("button", { name: "Speichern", exact: true }).click();

async function saveValues(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  await save(page);
  await expect(page.getByText(/^Daten aktualisiert: (?!.*Was jemand)/)).toBeVisible();
}

const conflictOf = (page: Page) => page.getByRole("dialog", { name: "Zwei Personen haben dasselbe geändert" });

const choose = (page: Page, field: string, side: "Ihre Eingabe" | "Inzwischen gespeichert") =>
  conflictOf(page)
    .getByRole("group", { name: field })
    .getByRole("radio", { name: new RegExp(`^${side}`) })
    .check();

test.beforeEach(async ({ login }) => login());

test("concurrent changes to different fields are merged without a dialog", async ({ page, api }) => {
  const id = await create(api, "members", memberValues());
  await page.goto(`/members/${id}`);
  await changeConcurrently(api, `/api/members/${id}`, { adresse: "Weg der Kollegin 1", telefon: "0711 2" });
  await field(page, "Telefon").fill("0711 2");
  await field(page, "Vorname").fill("Meine");
  await save(page);
  await expect(
    page.getByText(/^Daten aktualisiert: .*\. Was jemand anderes inzwischen .* geblieben: Adresse\.$/),
  ).toBeVisible();
  await expect(conflictOf(page)).toBeHidden();
  await expect(field(page, "Adresse")).toHaveValue("Weg der Kollegin 1");
  const both = { vorname: "Meine", telefon: "0711 2", adresse: "Weg der Kollegin 1" };
  expect(await read(api, `/api/members/${id}`)).toMatchObject(both);
  // The form now has the newest version, so the next save reports no conflict.
  await saveValues(page, { Telefon: "0711 3" });
});

test("concurrent changes to the same field are resolved by the user, field by field", async ({ page, api }) => {
  const id = await create(api, "persons", personValues({ position: "zuerst", adresse: "Weg 1", abteilung: "" }));
  await page.goto(`/person/${id}`);
  await changeConcurrently(api, `/api/persons/${id}`, { position: "ihre", adresse: "", abteilung: "Labor" });
  await field(page, "Position").fill("meine");
  await field(page, "Adresse").fill("Weg 2");
  await save(page);

  const dialog = conflictOf(page);
  await expect(dialog.getByRole("group")).toHaveCount(2);
  await expect(dialog).toContainText("hat diesen Datensatz am");
  await expect(dialog.getByRole("group", { name: "Position" })).toContainText(
    /Vorher: zuerst.*Ihre Eingabe.*meine.*Inzwischen gespeichert.*ihre/s,
  );
  await expect(dialog.getByRole("group", { name: "Adresse" })).toContainText(/Inzwischen gespeichert\s*leer/);
  // Neither of the two values is preselected.
  for (const radio of await dialog.getByRole("radio").all()) await expect(radio).not.toBeChecked();
  await dialog.getByRole("button", { name: "Auswahl speichern" }).click();
  await expect(dialog.getByText("Bitte wählen Sie eines von beiden")).toHaveCount(2);
  expect(await read(api, `/api/persons/${id}`)).toMatchObject({ position: "ihre", adresse: "" });

  // The focus is on the first field for which no value has been chosen.
  await page.keyboard.press("Space");
  await expect(dialog.getByRole("radio", { name: "Ihre Eingabe Weg 2" })).toBeChecked();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "Inzwischen gespeichert leer" })).toBeChecked();
  await choose(page, "Position", "Ihre Eingabe");
  await dialog.getByRole("button", { name: "Auswahl speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await expect(field(page, "Adresse")).toHaveValue("");
  await expect(field(page, "Abteilung")).toHaveValue("Labor");
  const resolved = { position: "meine", adresse: "", abteilung: "Labor" };
  expect(await read(api, `/api/persons/${id}`)).toMatchObject(resolved);
  await expect(page.getByText("Nicht gespeicherte Änderungen")).toBeHidden();
});

test("concurrent changes of the aliases are merged or resolved by the user, like other fields", async ({
  page,
  api,
}) => {
  const id = await create(api, "institutions", { ...institutionValues(), aliases: ["Alt"] });
  const aliases = async () => (await (await api.get(`/api/institutions/${id}/aliases`)).json()).aliases;
  await page.goto(`/institution/${id}`);
  await changeConcurrently(api, `/api/institutions/${id}`, { aliases: ["Alt", "Von der Kollegin"] });
  await field(page, "Telefon").fill("0711 2");
  await save(page);
  await expect(
    page.getByText(/^Daten aktualisiert: .*\. Was jemand anderes inzwischen .* geblieben: Weitere Namen\.$/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Von der Kollegin entfernen" })).toBeVisible();
  expect(await aliases()).toEqual(["Alt", "Von der Kollegin"]);

  await changeConcurrently(api, `/api/institutions/${id}`, { aliases: ["Ihrer"] });
  await field(page, "Weitere Namen").fill("Meiner");
  await save(page);
  await expect(conflictOf(page).getByRole("group", { name: "Weitere Namen" })).toContainText(
    /Vorher: Alt, Von der Kollegin.*Ihre Eingabe.*Alt, Von der Kollegin, Meiner.*Inzwischen gespeichert.*Ihrer/s,
  );
  await choose(page, "Weitere Namen", "Inzwischen gespeichert");
  await conflictOf(page).getByRole("button", { name: "Auswahl speichern" }).click();
  await expect(page.getByRole("button", { name: "Ihrer entfernen" })).toBeVisible();
  await expect(page.getByText("Nicht gespeicherte Änderungen")).toBeHidden();
  expect(await aliases()).toEqual(["Ihrer"]);
});

test("closing the conflict dialog keeps the input, and the next save opens it again", async ({ page, api }) => {
  const id = await create(api, "persons", personValues({ position: "zuerst" }));
  await page.goto(`/person/${id}`);
  await changeConcurrently(api, `/api/persons/${id}`, { position: "ihre" });
  await field(page, "Position").fill("meine");
  await save(page);
  await page.getByRole("button", { name: "Zurück zum Formular" }).click();
  await expect(field(page, "Position")).toHaveValue("meine");
  await expect(page.getByText("Nicht gespeicherte Änderungen")).toBeVisible();
  expect(await read(api, `/api/persons/${id}`)).toMatchObject({ position: "ihre" });
  await save(page);
  await choose(page, "Position", "Inzwischen gespeichert");
  await page.getByRole("button", { name: "Auswahl speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await expect(field(page, "Position")).toHaveValue("ihre");
});

test("the conflict dialog shows the labels of list entries and formatted dates", async ({ page, api }) => {
  const dates = { vertragsgrundlage: 0, projektbeginn: "2026-03-01" };
  const id = await create(api, "projects", projectValues({ ...dates, status: 1 }));
  const { projekt_status } = await (await api.get("/api/global")).json();
  const [before, mine, theirs] = projekt_status.map((entry: { projektstatus_de: string }) => entry.projektstatus_de);
  await page.goto(`/projects/${id}`);
  await changeConcurrently(api, `/api/projects/${id}`, {
    status: projekt_status[2].projektstatus_id,
    projektbeginn: "2026-05-01",
  });
  await field(page, "Status").selectOption(mine);
  await field(page, "Projektbeginn").fill("1.4.2026");
  await save(page);
  const status = conflictOf(page).getByRole("group", { name: "Status" });
  await expect(status).toContainText(`Vorher: ${before}`);
  await expect(status.getByRole("radio", { name: `Ihre Eingabe ${mine}` })).toBeVisible();
  await expect(status.getByRole("radio", { name: `Inzwischen gespeichert ${theirs}` })).toBeVisible();
  const start = conflictOf(page).getByRole("group", { name: "Projektbeginn" });
  await expect(start).toContainText(/Vorher: 01\.03\.2026.*01\.04\.2026.*01\.05\.2026/s);
  await page.keyboard.press("Escape");
  await expect(field(page, "Projektbeginn")).toHaveValue("01.04.2026");
});

test("a page that was refreshed before saving still reports the conflict", async ({ page, api }) => {
  const topic = thematicFieldValues();
  await create(api, "thematicfields", topic);
  const id = await create(api, "persons", personValues({ position: "zuerst" }));
  await page.goto(`/person/${id}`);
  await field(page, "Position").fill("meine");
  await changeConcurrently(api, `/api/persons/${id}`, { position: "ihre", adresse: "Weg der Kollegin 1" });
  // Adding a link refreshes the page, which loads the colleague's changes.
  await page.getByRole("tab", { name: "Themenfelder" }).click();
  await page.getByLabel("Themenfeld hinzufügen").fill(topic.themenfeld_de);
  await page.getByRole("listbox").getByRole("option", { name: topic.themenfeld_de }).click();
  await page.getByRole("tab", { name: "Stammdaten" }).click();
  await expect(field(page, "Adresse")).toHaveValue("Weg der Kollegin 1");
  await expect(field(page, "Position")).toHaveValue("meine");
  await save(page);
  await choose(page, "Position", "Ihre Eingabe");
  await page.getByRole("button", { name: "Auswahl speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  const resolved = { position: "meine", adresse: "Weg der Kollegin 1" };
  expect(await read(api, `/api/persons/${id}`)).toMatchObject(resolved);
});

test("a record deleted in the meantime is restored, and the input is saved", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const id = await create(api, "persons", personValues({ position: "zuerst", adresse: "Weg 1" }));
  await api.post(`/api/persons/project/${id}/${project}`);
  await page.goto(`/person/${id}`);
  await field(page, "Position").fill("meine");
  await api.delete(`/api/persons/${id}`);
  await save(page);
  const question = page.getByRole("alertdialog", { name: "Inzwischen gelöscht" });
  await question.getByRole("button", { name: "Zurück zum Formular" }).click();
  await expect(field(page, "Position")).toHaveValue("meine");
  expect((await api.get(`/api/persons/${id}`)).status()).toBe(404);
  await save(page);
  await question.getByRole("button", { name: "Wiederherstellen" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  const restored = await read(api, `/api/persons/${id}`);
  expect(restored).toMatchObject({ position: "meine", adresse: "Weg 1" });
  expect(restored.kooperationsprojekte).toHaveLength(1);
});
