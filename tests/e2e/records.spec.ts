import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { institutionValues, memberValues, personValues, projectValues, thematicFieldValues } from "../factories";
import { expect, test } from "./fixtures";

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

/** Picks entries of a multi-select by what their names begin with. */
async function pick(page: Page, field: string, option: string) {
  await page.getByLabel(field).fill(option);
  await page.getByRole("option", { name: option }).first().click();
  await page.keyboard.press("Escape");
}

async function saveNew(page: Page) {
  await page.getByRole("button", { name: "Speichern" }).click();
  const saved = page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
  await saved.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(page).toHaveURL(/\/\d+$/);
}

/** Adds a link on a tab, sees it counted, and takes it away again. */
async function linkAndUnlink(page: Page, tab: string, entity: string, label: string) {
  await page.getByRole("tab", { name: new RegExp(tab) }).click();
  const panel = page.getByRole("tabpanel", { name: new RegExp(tab) });
  await panel.getByLabel(`${entity} hinzufügen`).fill(label);
  await page.getByRole("option", { name: label }).click();
  await expect(page.getByRole("tab", { name: `${tab} 1` })).toBeVisible();
  await panel.getByRole("button", { name: `Verknüpfung mit ${label} löschen` }).click();
  await page.getByRole("alertdialog", { name: "Wirklich löschen?" }).getByRole("button", { name: "Ja" }).click();
  await expect(page.getByRole("tab", { name: `${tab} 0` })).toBeVisible();
  await panel.getByLabel(`${entity} hinzufügen`).fill(label);
  await page.getByRole("option", { name: label }).click();
  await expect(page.getByRole("tab", { name: `${tab} 1` })).toBeVisible();
}

async function findInList(page: Page, path: string, name: string) {
  await page.goto(`${path}?filter=${encodeURIComponent(name)}`);
  await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
}

async function deleteFromList(page: Page, name: string) {
  await page.getByRole("button", { name: `${name} löschen` }).click();
  await page.getByRole("alertdialog", { name: "Wirklich löschen?" }).getByRole("button", { name: "Ja" }).click();
}

test.beforeEach(async ({ login }) => login());

test("a project: dates that come and go with the contract basis, and four link tabs", async ({ page, api }) => {
  const [title, surname, institution, topic] = ["Projekt", "Person", "Institution", "Thema"].map(unique) as [
    string,
    string,
    string,
    string,
  ];
  await api.post("/api/members/new", { data: memberValues({ vorname: "Mia", nachname: surname }) });
  await api.post("/api/persons/new", { data: personValues({ vorname: "Pia", nachname: surname }) });
  await api.post("/api/institutions/new", { data: institutionValues({ name: institution }) });
  await api.post("/api/thematicfields/new", { data: thematicFieldValues({ themenfeld_de: topic }) });

  await page.goto("/projects/new");
  await expect(page.getByLabel("Status")).toHaveValue("1");
  await expect(page.getByLabel("Zusammenarbeit nach Vertragsende")).toHaveValue("0");
  await page.getByLabel("Projekttitel").fill(title);
  await expect(page.getByRole("textbox", { name: "Projektbeginn" })).toBeHidden();
  await page.getByLabel("Vertragsgrundlage").selectOption({ label: "unbefristet" });
  await expect(page.getByRole("textbox", { name: "Projektbeginn" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Projektende" })).toBeHidden();
  await page.getByLabel("Vertragsgrundlage").selectOption({ label: "befristet" });
  await page.getByRole("textbox", { name: "Projektbeginn" }).fill("1.3.2026");
  await page.getByRole("textbox", { name: "Projektende" }).fill("28.2.2026");
  await expect(page.getByRole("button", { name: "Datum auswählen Projektbeginn" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Datum auswählen Projektende" })).toBeVisible();
  await page.getByLabel("Link zum Förderer").fill("www.example.org/foerderung");
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

  await linkAndUnlink(page, "Hochschulmitglieder", "Hochschulmitglied", `Mia ${surname}`);
  await linkAndUnlink(page, "Partnerinstitutionen", "Partnerinstitution", institution);
  await linkAndUnlink(page, "Partnerpersonen", "Partnerperson", `Pia ${surname}`);
  await linkAndUnlink(page, "Themenfelder", "Themenfeld", topic);
  await page.getByRole("row", { name: topic }).getByRole("link", { name: topic, exact: true }).click();
  await expect(page.getByRole("heading", { name: topic })).toBeVisible();

  await findInList(page, "/projects", title);
  await expect(page.getByRole("row", { name: title })).toContainText("in Planung");
  await deleteFromList(page, title);
  await expect(page.getByText("Daten gelöscht")).toBeVisible();
});

test("an institution: saved, linked, and not deleted while it is linked", async ({ page, api }) => {
  const [name, surname] = [unique("Hochschule Süd"), unique("Person")];
  await api.post("/api/persons/new", { data: personValues({ vorname: "Pia", nachname: surname }) });
  await page.goto("/institutions");
  await page.getByRole("link", { name: "Partnerinstitution hinzufügen" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Branchen").fill("Hochschule");
  await page.getByLabel("Organisationsform").selectOption({ label: "Hochschule" });
  await page.getByLabel("Webseite").fill("ftp://example.org");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByLabel("Webseite")).toHaveAccessibleDescription(/Webadresse/);
  await page.getByLabel("Webseite").fill("www.example.org");
  await saveNew(page);
  await linkAndUnlink(page, "Partnerpersonen", "Partnerperson", `Pia ${surname}`);

  await findInList(page, "/institutions", name);
  await deleteFromList(page, name);
  const refusal = page.getByRole("alertdialog", { name: "Fehler" });
  await expect(refusal).toContainText("möglicherweise ist er noch einer anderen Tabelle zugeordnet");
  await refusal.getByRole("button", { name: "OK" }).click();
  await expect(page.getByRole("row", { name })).toBeVisible();
});

test("a person: created, changed, linked to an institution, deleted", async ({ page, api }) => {
  const [surname, institution] = [unique("Partner"), unique("Institut")];
  await api.post("/api/institutions/new", { data: institutionValues({ name: institution }) });
  await page.goto("/person/new");
  await page.getByLabel("Vorname").fill("Zoë");
  await page.getByLabel("Nachname").fill(surname);
  await page.getByLabel("E-Mail").fill("zoe@example.org");
  await saveNew(page);
  await page.getByLabel("Position").fill("Leitung");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await linkAndUnlink(page, "Partnerinstitutionen", "Partnerinstitution", institution);
  await findInList(page, "/persons", surname);
  await deleteFromList(page, `Zoë ${surname}`);
  await expect(page.getByText("Zeige 0 bis 0 von 0 Einträgen")).toBeVisible();
});

test("a thematic field: added twice in a row, back to the list, refused while in use", async ({ page, api }) => {
  const [first, second] = [unique("Feld"), unique("Feld")];
  await page.goto("/thematic-fields/new");
  await page.getByLabel("Deutsche Bezeichnung").fill(first);
  await page.getByLabel("Englische Bezeichnung").fill("Field");
  await page.getByRole("button", { name: "Speichern" }).click();
  const saved = page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
  await saved.getByRole("button", { name: "Ja" }).click();
  await expect(page.getByLabel("Deutsche Bezeichnung")).toHaveValue("");
  await expect(page.getByLabel("Englische Bezeichnung")).toHaveValue("");
  await page.getByLabel("Deutsche Bezeichnung").fill(second);
  await page.getByLabel("Englische Bezeichnung").fill("Field");
  await page.getByRole("button", { name: "Speichern" }).click();
  await saved.getByRole("button", { name: "Nein" }).click();
  await expect(page).toHaveURL(/\/thematic-fields$/);

  const hits = await (await api.get(`/api/thematicfields_search?search=${encodeURIComponent(second)}`)).json();
  await api.post("/api/members/new", { data: memberValues({ themenfelder: [hits[0].id] }) });
  await findInList(page, "/thematic-fields", second);
  await deleteFromList(page, second);
  await expect(page.getByText("Dieses Themenfeld ist noch einem anderen Bereich zugeordnet")).toBeVisible();
  await expect(page.getByRole("row", { name: second })).toBeVisible();
});

test("thematic fields sort by several columns with ctrl held", async ({ page }) => {
  await page.goto("/thematic-fields");
  await page.getByRole("button", { name: /^Englische Bezeichnung/ }).click({ modifiers: ["Control"] });
  await expect(page).toHaveURL(/sortBy=themenfeld_de%2Cthemenfeld_en&sortOrder=asc%2Casc/);
});

test("the dashboard follows what is created and deleted, without a reload", async ({ page, api }) => {
  const count = async () =>
    Number(
      (
        await page
          .getByRole("link", { name: /Hochschulmitglieder/ })
          .last()
          .innerText()
      ).match(/\d+/)?.[0],
    );
  await page.goto("/dashboard");
  const before = await count();
  await page
    .getByRole("link", { name: /Hochschulmitglieder/ })
    .last()
    .click();
  const surname = unique("Zähler");
  await api.post("/api/members/new", { data: memberValues({ vorname: "Ada", nachname: surname }) });
  await page.getByLabel("Suchbegriff").fill(surname);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/filter=/);
  await page.getByRole("link", { name: "Übersicht" }).click();
  await expect.poll(count).toBe(before + 1);
  await page.goBack();
  await deleteFromList(page, `Ada ${surname}`);
  await expect(page.getByText("Daten gelöscht")).toBeVisible();
  await page.getByRole("link", { name: "Übersicht" }).click();
  await expect.poll(count).toBe(before);
});

test("link tables search forgivingly, sort, and change their page size", async ({ page, api }) => {
  const surname = unique("Verknüpft");
  const created = await (await api.post("/api/members/new", { data: memberValues({ nachname: surname }) })).json();
  const id = created.data.lastId;
  for (let number = 1; number <= 6; number++) {
    const values = projectValues({
      projekt_titel: `${number} Übung ${surname}`,
      vertragsgrundlage: 0,
      projektbeginn: `20${10 + number}-01-02`,
    });
    const project = await (await api.post("/api/projects/new", { data: values })).json();
    await api.post(`/api/members/project/${id}/${project.data.lastId}`);
  }
  await page.goto(`/members/${id}`);
  await page.getByRole("tab", { name: "Kooperationsprojekte 6" }).click();
  await page.getByLabel("Einträge pro Seite").selectOption("5");
  await expect(page.getByText("Zeige 1 bis 5 von 6 Einträgen")).toBeVisible();
  await page.getByLabel("Tabelle durchsuchen").fill("02.01.2013");
  await expect(page.getByRole("row").nth(1)).toContainText("3 Übung");
  await page.getByLabel("Tabelle durchsuchen").fill("uebungg");
  await expect(page.getByText("Zeige 1 bis 5 von 6 Einträgen")).toBeVisible();
  await page.getByLabel("Tabelle durchsuchen").fill("xylophon");
  await expect(page.getByText("Zeige 0 bis 0 von 0 Einträgen")).toBeVisible();
  await page.getByLabel("Tabelle durchsuchen").fill("");
  await page.getByRole("button", { name: /^Projektbeginn/ }).click();
  await page.getByRole("button", { name: /^Projektbeginn/ }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("02.01.2016");
});

test("unsaved input is asked about before it is lost", async ({ page, api }) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto("/persons");
  await page.goto(`/person/${data.lastId}`);
  await page.getByLabel("Position").fill("neu");
  const question = page.getByRole("alertdialog", { name: "Nicht gespeicherte Änderungen verwerfen?" });
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await expect(page.getByLabel("Position")).toHaveValue("neu");
  await page.getByRole("button", { name: "Zurück" }).click();
  await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByLabel("Position")).toHaveValue("neu");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
});

test("a session that ends over unsaved input is renewed in place", async ({ page, api, context }) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto(`/person/${data.lastId}`);
  await page.getByLabel("Position").fill("bleibt erhalten");
  await context.clearCookies({ name: "session" });
  await page.getByRole("button", { name: "Speichern" }).click();
  const dialog = page.getByRole("dialog", { name: "Ihre Anmeldung ist abgelaufen" });
  await dialog.getByLabel("E-Mail").fill("admin@example.org");
  await dialog.getByLabel(/^Passwort\W*$/).fill("kooperation");
  await dialog.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  const loaded = await (await api.get(`/api/persons/${data.lastId}`)).json();
  expect(loaded.data.position).toBe("bleibt erhalten");
});

test("a server that cannot be reached is said, and what was typed stays", async ({ page }) => {
  await page.goto("/thematic-fields/new");
  await page.getByLabel("Deutsche Bezeichnung").fill("bleibt");
  await page.getByLabel("Englische Bezeichnung").fill("stays");
  await page.route("**/api/thematicfields/new", (route) => route.abort());
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Der Server ist zurzeit NICHT erreichbar!")).toBeVisible();
  await expect(page.getByLabel("Deutsche Bezeichnung")).toHaveValue("bleibt");
});

test("the main path in English", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "NEXT_LOCALE", value: "en", url: baseURL }]);
  const name = unique("Field");
  await page.goto("/thematic-fields");
  await page.getByRole("link", { name: "Add thematic field" }).click();
  await page.getByLabel("German name").fill(`${name} de`);
  await page.getByLabel("English name").fill(`${name} en`);
  await page.getByRole("button", { name: "Save" }).click();
  const saved = page.getByRole("alertdialog", { name: "Successfully saved!" });
  await expect(saved).toContainText("Add another data record?");
  await saved.getByRole("button", { name: "No" }).click();
  await page.getByLabel("Search term").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: `${name} de` }).click();
  await expect(page.getByRole("heading", { name: `${name} en` })).toBeVisible();
  await page.getByLabel("English name").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("English name")).toHaveAccessibleDescription("Please fill in this field");
});
