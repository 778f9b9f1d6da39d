import type { Page } from "@playwright/test";
import {
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { waitForHydration, expect, test } from "../../support/browser/fixtures";
import { choose, unique } from "../../support/browser/steps";

/*
 * The main workflow in German: a record of each kind is created, listed, changed, linked, unlinked
 * and deleted. walks-english.spec.ts covers persons. The records of one kind are unlinked in each
 * walk; tests/api/records/links checks every pair of kinds.
 */

/** Finds a form control by its label, with or without the asterisk of required fields. */
const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}\\W*$`)).and(page.locator("input, select, textarea"));

/** Selects the first option of a multi-select whose name contains `option`. */
async function pick(page: Page, label: string, option: string) {
  await page.getByLabel(label).fill(option);
  await page.getByRole("listbox").getByRole("option", { name: option }).first().click();
  await page.keyboard.press("Escape");
}

/** Waits for hydration, before which the form ignores input. */
const waitForForm = (page: Page) =>
  expect(page.locator("form:not([inert])").filter({ has: page.locator("fieldset") })).toBeVisible();

async function addFromList(page: Page, path: string, entity: string) {
  await page.goto(path);
  await page.getByRole("link", { name: `${entity} hinzufügen` }).click();
  await expect(page).toHaveURL(/\/new$/);
  await waitForForm(page);
}

async function saveNew(page: Page) {
  await page.getByRole("button", { name: "Speichern" }).click();
  const saved = page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
  await saved.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(page).toHaveURL(/\/\d+$/);
}

async function findInList(page: Page, path: string, name: string) {
  await page.goto(`${path}?filter=${encodeURIComponent(name)}`);
  await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
}

/** Opens the only record in the list. */
async function openFromList(page: Page, name: string) {
  await page.getByRole("link", { name: `${name} bearbeiten` }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await waitForForm(page);
}

/** Changes texts of the open record and asserts them after a reload. */
async function change(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) {
    await expect(field(page, label)).not.toHaveValue(text);
    await field(page, label).fill(text);
  }
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await page.reload();
  for (const [label, text] of Object.entries(texts)) await expect(field(page, label)).toHaveValue(text);
}

/** Finds a record by `typed` and links it. */
async function link(page: Page, tab: string, entity: string, typed: string, label = typed) {
  await page.getByRole("tab", { name: `${tab} 0` }).click();
  const panel = page.getByRole("tabpanel", { name: tab });
  await panel.getByLabel(`${entity} hinzufügen`).fill(typed);
  await page.getByRole("listbox").getByRole("option", { name: label }).click();
  await expect(page.getByRole("tab", { name: `${tab} 1` })).toBeVisible();
  await expect(panel.getByRole("row", { name: label })).toBeVisible();
}

async function unlink(page: Page, tab: string, label: string) {
  await page.getByRole("tab", { name: `${tab} 1` }).click();
  const panel = page.getByRole("tabpanel", { name: tab });
  await panel.getByRole("button", { name: `Verknüpfung mit ${label} löschen` }).click();
  await confirmDeletion(page);
  await expect(page.getByRole("tab", { name: `${tab} 0` })).toBeVisible();
  await expect(panel.getByRole("row", { name: label })).toHaveCount(0);
}

/** Adds a link and removes it. */
async function linkAndUnlink(page: Page, tab: string, entity: string, label: string) {
  await link(page, tab, entity, label);
  await unlink(page, tab, label);
}

async function confirmDeletion(page: Page, choice: "Ja" | "Nein" = "Ja") {
  await page.getByRole("alertdialog", { name: "Wirklich löschen?" }).getByRole("button", { name: choice }).click();
}

async function tryToDelete(page: Page, name: string, choice: "Ja" | "Nein" = "Ja") {
  await page.getByRole("button", { name: `${name} löschen` }).click();
  await confirmDeletion(page, choice);
}

/** Deletes the only record in the list, and asserts that it is gone after a reload. */
async function deleteFromList(page: Page, name: string) {
  await tryToDelete(page, name);
  await expect(page.getByText("Daten gelöscht")).toBeVisible();
  await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
}

test.beforeEach(async ({ login }) => login());

test("a member is found, added, changed, linked, unlinked, shown in English and deleted, from login to logout", async ({
  page,
  context,
  api,
}) => {
  const [surname, title, topic] = [unique("Übermüller"), unique("Brückenprojekt"), unique("Thema")];
  await api.post("/api/projects/new", { data: projectValues({ projekt_titel: title }) });
  await api.post("/api/thematicfields/new", { data: thematicFieldValues({ themenfeld_de: topic }) });

  await test.step("login, which leads to the requested list", async () => {
    await context.clearCookies();
    await page.goto("/members?sortBy=email");
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel("E-Mail").fill("admin@example.org");
    await page.getByLabel(/^Passwort\W*$/).fill("kooperation");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await expect(page).toHaveURL(/\/members\?sortBy=email$/);
    await waitForHydration(page);
  });

  await test.step("search, which survives a reload", async () => {
    await page.getByLabel("Suchbegriff").fill("mueller");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/filter=mueller/);
    await expect(page.getByRole("row", { name: /Müller/ }).first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Suchbegriff")).toHaveValue("mueller");
  });

  await test.step("a new member", async () => {
    await page.getByRole("link", { name: "Hochschulmitglied hinzufügen" }).click();
    await expect(page.getByRole("tab", { name: "Kooperationsprojekte" })).toBeDisabled();
    await waitForForm(page);
    await field(page, "Vorname").fill("Jörg");
    await field(page, "Nachname").fill(surname);
    await field(page, "E-Mail").fill("joerg@example.org");
    await choose(field(page, "Fakultät"), "Fakultät für Bildungswissenschaften");
    await choose(field(page, "Institut"), "Institut für Erziehungswissenschaft");
    await pick(page, "Einrichtungen", "Hochschulbibliothek");
    await pick(page, "Status", "aktiv");
    await saveNew(page);
    await expect(page.getByRole("heading", { name: `Jörg ${surname}` })).toContainText("joerg@example.org");
    await change(page, { Telefon: "0711 1234", Adresse: "Königstraße 1" });
  });

  await test.step("links", async () => {
    await linkAndUnlink(page, "Kooperationsprojekte", "Kooperationsprojekt", title);
    await link(page, "Kooperationsprojekte", "Kooperationsprojekt", title.toLowerCase(), title);
    await page.getByLabel("Kooperationsprojekt hinzufügen").fill(title);
    await page.getByRole("listbox").getByRole("option", { name: title }).click();
    await expect(page.getByText(`„${title}“ ist bereits vorhanden`)).toBeVisible();
    await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
    await link(page, "Themenfelder", "Themenfeld", topic);
  });

  await test.step("the list in English, and the deletion", async () => {
    await findInList(page, "/members", surname);
    await expect(page.getByRole("row", { name: surname })).toContainText(topic);
    await page.getByRole("button", { name: /English|EN/ }).click();
    await page.getByLabel("Search term").fill(surname.replace("Ü", "ue").replace("ü", "u"));
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page).toHaveURL(/filter=ueberm/);
    await expect(page.getByText("Displaying 1 to 1 of 1 items")).toBeVisible();
    await page.getByRole("link", { name: `Edit Jörg ${surname}` }).click();
    await expect(page.getByRole("tab", { name: "Cooperation projects 1" })).toBeVisible();
    await page.goBack();
    const question = page.getByRole("alertdialog", { name: "Really delete?" });
    await page.getByRole("button", { name: `Delete Jörg ${surname}` }).click();
    await expect(question).toContainText("You won't be able to revert this!");
    await question.getByRole("button", { name: "No" }).click();
    await expect(page.getByText("Displaying 1 to 1 of 1 items")).toBeVisible();
    await page.getByRole("button", { name: `Delete Jörg ${surname}` }).click();
    await question.getByRole("button", { name: "Yes" }).click();
    await expect(page.getByText("Data deleted")).toBeVisible();
    await expect(page.getByText("No matching entries")).toBeVisible();
  });

  await test.step("logout", async () => {
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/login\?next=%2Fdashboard/);
  });
});

test("a project has dates depending on its contract basis, and four link tabs", async ({ page, api }) => {
  const [title, surname, institution] = [unique("Projekt"), unique("Person"), unique("Institution")];
  const topic = unique("Thema");
  await api.post("/api/members/new", { data: memberValues({ vorname: "Mia", nachname: surname }) });
  await api.post("/api/persons/new", { data: personValues({ vorname: "Pia", nachname: surname }) });
  await api.post("/api/institutions/new", { data: institutionValues({ name: institution }) });
  await api.post("/api/thematicfields/new", { data: thematicFieldValues({ themenfeld_de: topic }) });

  await addFromList(page, "/projects", "Kooperationsprojekt");
  await expect(field(page, "Status")).toHaveValue("1");
  await expect(field(page, "Zusammenarbeit nach Vertragsende")).toHaveValue("0");
  await field(page, "Projekttitel").fill(title);
  await expect(page.getByRole("textbox", { name: "Projektbeginn" })).toBeHidden();
  await field(page, "Vertragsgrundlage").selectOption({ label: "unbefristet" });
  await expect(page.getByRole("textbox", { name: "Projektbeginn" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Projektende" })).toBeHidden();
  await field(page, "Vertragsgrundlage").selectOption({ label: "befristet" });
  await page.getByRole("textbox", { name: "Projektbeginn" }).fill("1.3.2026");
  await page.getByRole("textbox", { name: "Projektende" }).fill("28.2.2026");
  await expect(page.getByRole("button", { name: "Datum auswählen Projektbeginn" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Datum auswählen Projektende" })).toBeVisible();
  await field(page, "Link zum Förderer").fill("www.example.org/foerderung");
  await expect(page.getByRole("link", { name: "Webseite öffnen" })).toHaveAttribute(
    "href",
    "https://www.example.org/foerderung",
  );
  await pick(page, "Einrichtungen", "k. A.");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByRole("textbox", { name: "Projektende" })).toHaveAccessibleDescription(
    "Das Ende darf nicht vor dem Beginn liegen",
  );
  await page.getByRole("textbox", { name: "Projektende" }).fill("31.12.2026");
  await saveNew(page);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Projektbeginn" })).toHaveValue("01.03.2026");

  await findInList(page, "/projects", title);
  await expect(page.getByRole("row", { name: title })).toContainText("in Planung");
  await openFromList(page, title);
  await field(page, "Status").selectOption({ label: "laufend" });
  await page.getByRole("textbox", { name: "Projektende" }).fill("30.6.2027");
  await change(page, { Förderer: "Stiftung Brücke" });
  await expect(field(page, "Status").locator("option:checked")).toHaveText("laufend");
  await expect(page.getByRole("textbox", { name: "Projektbeginn" })).toHaveValue("01.03.2026");
  await expect(page.getByRole("textbox", { name: "Projektende" })).toHaveValue("30.06.2027");

  await linkAndUnlink(page, "Hochschulmitglieder", "Hochschulmitglied", `Mia ${surname}`);
  await link(page, "Partnerinstitutionen", "Partnerinstitution", institution);
  await link(page, "Partnerpersonen", "Partnerperson", `Pia ${surname}`);
  await link(page, "Themenfelder", "Themenfeld", topic);
  await page.getByRole("row", { name: topic }).getByRole("link", { name: topic, exact: true }).click();
  await expect(page.getByRole("heading", { name: topic })).toBeVisible();

  await findInList(page, "/projects", title);
  await expect(page.getByRole("row", { name: title })).toContainText("laufend");
  await deleteFromList(page, title);
});

test("an institution is created, changed and linked, and deleted only once it is not linked", async ({ page, api }) => {
  const [name, surname, title] = [unique("Hochschule Süd"), unique("Person"), unique("Projekt")];
  await api.post("/api/persons/new", { data: personValues({ vorname: "Pia", nachname: surname }) });
  await api.post("/api/projects/new", { data: projectValues({ projekt_titel: title }) });
  await addFromList(page, "/institutions", "Partnerinstitution");
  await field(page, "Name").fill(name);
  await field(page, "Branchen").fill("Hochschule");
  await choose(field(page, "Organisationsform"), "Hochschule");
  await field(page, "Webseite").fill("ftp://example.org");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(field(page, "Webseite")).toHaveAccessibleDescription(/Webadresse/);
  await field(page, "Webseite").fill("www.example.org");
  await saveNew(page);

  await findInList(page, "/institutions", name);
  await openFromList(page, name);
  const renamed = `${name} (neu)`;
  await change(page, { Name: renamed, Abteilung: "Außenstelle" });
  await expect(page.getByRole("heading", { level: 1, name: renamed })).toBeVisible();
  await link(page, "Partnerpersonen", "Partnerperson", `Pia ${surname}`);
  await link(page, "Kooperationsprojekte", "Kooperationsprojekt", title);

  const refusal = page.getByRole("alertdialog", { name: "Fehler", exact: true });
  const expectRefused = async (tab: string, label: string) => {
    await expect(refusal).toHaveAccessibleDescription(/Der Datensatz konnte nicht gelöscht werden, möglicherweise/);
    await expect(refusal).toContainText(renamed);
    await expect(refusal).toContainText(`${tab} (1)`);
    await refusal.getByRole("link", { name: label }).click();
    await expect(page.getByRole("heading", { level: 1, name: label })).toBeVisible();
    await expect(refusal).toBeHidden();
  };
  // The first attempt is made on the record's page, the second one in the list.
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Löschen" }).click();
  await confirmDeletion(page);
  await expectRefused("Partnerpersonen", `Pia ${surname}`);
  await page.goBack();
  await unlink(page, "Partnerpersonen", `Pia ${surname}`);

  await findInList(page, "/institutions", name);
  await tryToDelete(page, renamed);
  await expect(refusal).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await expectRefused("Kooperationsprojekte", title);
  // The project's page, which the dialog has opened, removes the same link.
  await unlink(page, "Partnerinstitutionen", renamed);
  await findInList(page, "/institutions", name);
  await deleteFromList(page, renamed);
});

test("a thematic field is added twice in a row and changed, and deleted only once it is not in use", async ({
  page,
  api,
}) => {
  const [first, second] = [unique("Feld"), unique("Feld")];
  await addFromList(page, "/thematic-fields", "Themenfeld");
  await field(page, "Deutsche Bezeichnung").fill(first);
  await field(page, "Englische Bezeichnung").fill("Field");
  await page.getByRole("button", { name: "Speichern" }).click();
  const saved = page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
  await saved.getByRole("button", { name: "Ja" }).click();
  await expect(field(page, "Deutsche Bezeichnung")).toHaveValue("");
  await expect(field(page, "Englische Bezeichnung")).toHaveValue("");
  await field(page, "Deutsche Bezeichnung").fill(second);
  await field(page, "Englische Bezeichnung").fill("Field");
  await page.getByRole("button", { name: "Speichern" }).click();
  await saved.getByRole("button", { name: "Nein" }).click();
  await expect(page).toHaveURL(/\/thematic-fields$/);

  await findInList(page, "/thematic-fields", first);
  await findInList(page, "/thematic-fields", second);
  await openFromList(page, second);
  await change(page, { "Englische Bezeichnung": "Field of study" });

  // A thematic field has no link tabs; it is linked from other records.
  const { data } = await (await api.post("/api/members/new", { data: memberValues() })).json();
  await page.goto(`/members/${data.lastId}`);
  await link(page, "Themenfelder", "Themenfeld", second);
  await findInList(page, "/thematic-fields", second);
  await expect(page.getByRole("row", { name: second })).toContainText("Field of study");
  await tryToDelete(page, second);
  await expect(page.getByText("Dieses Themenfeld ist noch einem anderen Bereich zugeordnet")).toBeVisible();
  await expect(page.getByRole("row", { name: second })).toBeVisible();

  await page.goto(`/members/${data.lastId}`);
  await unlink(page, "Themenfelder", second);
  await findInList(page, "/thematic-fields", second);
  await deleteFromList(page, second);
});
