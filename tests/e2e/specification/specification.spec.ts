import type { Page } from "@playwright/test";
import { memberValues, projectValues, thematicFieldValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create } from "../../support/browser/steps";

/*
 * Columns, tabs and fields of each record kind's screens in their order (specification §2), written
 * by hand instead of derived from the declarations.
 */

const TOPICS = "Themenfelder";

const kinds = {
  member: {
    list: "/members",
    detail: "/members",
    one: "Hochschulmitglied",
    newHeading: "Neues Hochschulmitglied",
    columns: ["Nachname", "Vorname", "E-Mail", "Institut", "Einrichtungen", TOPICS],
    tabs: ["Kooperationsprojekte", TOPICS],
    fields:
      "Titel, Nachname, Vorname, E-Mail, Telefon, Adresse, PH-Webseite, Fakultät, Institut, Einrichtungen, Status, " +
      "Kommentare",
    selects: ["Titel"],
    multiselects: ["Einrichtungen", "Status"],
  },
  project: {
    list: "/projects",
    detail: "/projects",
    one: "Kooperationsprojekt",
    newHeading: "Neues Kooperationsprojekt",
    columns: ["Projekttitel", "Status", TOPICS],
    tabs: ["Hochschulmitglieder", "Partnerinstitutionen", "Partnerpersonen", TOPICS],
    fields:
      "Projekttitel, Status, Vertragsgrundlage, Kündigungsfrist, Förderer, Link zum Förderer, Mittelvolumen, " +
      "Drittmittelanteil, Projektwebseite, Einrichtungen, Themenfelder, Zusammenarbeit nach Vertragsende, Kommentare",
    selects: ["Status", "Vertragsgrundlage", "Zusammenarbeit nach Vertragsende"],
    multiselects: ["Einrichtungen", "Themenfelder"],
  },
  institution: {
    list: "/institutions",
    detail: "/institution",
    one: "Partnerinstitution",
    newHeading: "Neue Partnerinstitution",
    columns: ["Name", "Organisationsform", TOPICS],
    tabs: ["Kooperationsprojekte", "Partnerpersonen", TOPICS],
    fields:
      "Name, Organisationsform, Branchen, Abteilung, Kontaktperson, E-Mail, Telefon, Adresse, Webseite, Kommentare",
    selects: ["Organisationsform"],
    multiselects: [],
  },
  person: {
    list: "/persons",
    detail: "/person",
    one: "Partnerperson",
    newHeading: "Neue Partnerperson",
    columns: ["Nachname", "Vorname", "E-Mail", TOPICS],
    tabs: ["Kooperationsprojekte", "Partnerinstitutionen", TOPICS],
    fields: "Titel, Vorname, Nachname, E-Mail, Telefon, Adresse, Abteilung, Position, PH-Webseite, Kommentare",
    selects: ["Titel"],
    multiselects: [],
  },
  thematicField: {
    list: "/thematic-fields",
    detail: "/thematic-fields",
    one: "Themenfeld",
    newHeading: "Neues Themenfeld",
    columns: ["Deutsche Bezeichnung", "Englische Bezeichnung"],
    tabs: [],
    fields: "Deutsche Bezeichnung, Englische Bezeichnung",
    selects: [],
    multiselects: [],
  },
} as const;

test.beforeEach(async ({ login }) => login());

/** Finds a form control by its label, with or without the asterisk of required fields. */
const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}\\W*$`)).and(page.locator("input, select, textarea"));

for (const [name, kind] of Object.entries(kinds)) {
  test(`the ${name} screens have the specified list, tabs, fields and dialog for a missing record`, async ({
    page,
  }) => {
    await page.goto(kind.list);
    await expect(page.getByRole("columnheader")).toHaveText([...kind.columns, "Aktionen"]);
    await expect(page.getByRole("columnheader").first()).toHaveAttribute("aria-sort", "ascending");

    const bar = page.getByRole("search");
    await expect(bar.getByLabel("Suchbegriff")).toBeVisible();
    await expect(bar.getByRole("combobox", { name: TOPICS })).toHaveCount(name === "thematicField" ? 0 : 1);
    await expect(bar.getByRole("button", { name: "Suchen", exact: true })).toBeVisible();
    await expect(bar.getByRole("button", { name: "Zurücksetzen" })).toBeVisible();

    await expect(page.getByText(/^Zeige 1 bis 10 von [\d.]+ Einträgen$/)).toBeVisible();
    // The table has a header row and ten rows of records.
    await expect(page.getByRole("row")).toHaveCount(11);
    const links = page.getByRole("navigation", { name: "Seiten" }).getByRole("link", { name: /^Seite \d+$/ });
    const total = (await page.getByText(/^Zeige 1 bis 10 von/).innerText()).match(/von ([\d.]+)/)?.[1];
    const rows = Number(total?.replaceAll(".", ""));
    await expect(links).toHaveCount(Math.min(5, Math.ceil(rows / 10)));

    await bar.getByLabel("Suchbegriff").fill("xylophonquark");
    await bar.getByRole("button", { name: "Suchen", exact: true }).click();
    await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
    await bar.getByRole("button", { name: "Zurücksetzen" }).click();
    await expect(page.getByText(/^Zeige 1 bis 10 von/)).toBeVisible();

    const row = page.getByRole("row").nth(1);
    const first = await row.getByRole("rowheader").getByRole("link").innerText();
    await row.getByRole("link", { name: / bearbeiten$/ }).click();
    await expect(page).toHaveURL(new RegExp(`${kind.detail}/\\d+\\?tab=base_data$`));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(first.replaceAll("\u00ad", ""));
    await expect(page.getByRole("tab")).toHaveText([
      "Stammdaten",
      ...[...kind.tabs, "Dateien"].map((tab) => new RegExp(`^${tab}\\s*\\d+$`)),
      "Verlauf",
    ]);
    for (const tab of kind.tabs) await expect(page.getByRole("tab", { name: tab })).toBeEnabled();

    await page.goto(`${kind.detail}/2147483647`);
    const dialog = page.getByRole("alertdialog", { name: `${kind.one} nicht gefunden` });
    await expect(dialog).toContainText("Neu anlegen?");
    await dialog.getByRole("button", { name: "Ja" }).click();
    await expect(page).toHaveURL(new RegExp(`${kind.detail}/new$`));
    await expect(page.getByRole("heading", { name: kind.newHeading })).toBeVisible();
    await expect(page.getByRole("tab")).toHaveText(["Stammdaten", ...kind.tabs, "Dateien", "Verlauf"]);
    await expect(page.getByRole("tab").first()).toBeEnabled();
    for (const tab of kind.tabs) await expect(page.getByRole("tab", { name: tab })).toBeDisabled();
    for (const label of kind.fields.split(", ")) await expect(field(page, label), label).toBeVisible();
    for (const label of kind.selects) await expect(field(page, label)).toHaveRole("combobox");
    for (const label of kind.multiselects) await expect(field(page, label)).toHaveRole("combobox");
    await expect(page.getByRole("button", { name: "Speichern" })).toBeVisible();
  });
}

test("the dialog for an invalid id leads back to the list", async ({ page }) => {
  await page.goto("/institution/rubbish");
  const dialog = page.getByRole("alertdialog", { name: "Partnerinstitution nicht gefunden" });
  await dialog.getByRole("button", { name: "Zurück" }).click();
  await expect(page).toHaveURL(/\/institutions$/);
});

test("a project added after another starts with the defaults", async ({ page }) => {
  await page.goto("/projects/new");
  await field(page, "Projekttitel").fill("Erstes von zweien");
  await field(page, "Status").selectOption("2");
  await field(page, "Vertragsgrundlage").selectOption("-1");
  await field(page, "Zusammenarbeit nach Vertragsende").selectOption("1");
  await field(page, "Einrichtungen").fill("k. A.");
  await page.getByRole("listbox").getByRole("option", { name: "k. A." }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Speichern" }).click();
  const saved = page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
  await expect(saved).toContainText("Weiteren Datensatz hinzufügen?");
  await saved.getByRole("button", { name: "Ja" }).click();
  await expect(field(page, "Projekttitel")).toHaveValue("");
  await expect(field(page, "Status")).toHaveValue("1");
  await expect(field(page, "Vertragsgrundlage")).toHaveValue("");
  await expect(field(page, "Zusammenarbeit nach Vertragsende")).toHaveValue("0");
  await expect(page).toHaveURL(/\/projects\/new$/);
});

test("invalid fields show an error icon and valid ones a tick, and nothing is sent", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.goto("/person/new");
  await field(page, "Vorname").fill("Zoë");
  await page.getByRole("button", { name: "Speichern" }).click();
  const marks = (label: string) => field(page, label).locator("xpath=ancestor::div[label or div/label][1]");
  await expect(marks("Vorname").getByRole("img", { name: "Eingabe gültig" })).toBeVisible();
  await expect(field(page, "Nachname")).toHaveAttribute("aria-invalid", "true");
  await expect(marks("Nachname").locator(".icon-circle-alert")).toBeVisible();
  await expect(marks("Nachname").getByRole("img", { name: "Eingabe gültig" })).toHaveCount(0);
  expect(sent).toEqual([]);
});

test("names of reference data and thematic fields follow the language", async ({ page, api }) => {
  const marker = `zqsprache${Date.now()}`;
  const topic = thematicFieldValues();
  const themenfelder = [await create(api, "thematicfields", topic)];
  await create(api, "members", memberValues({ kommentare: marker, institut: -1, themenfelder }));
  await create(api, "projects", projectValues({ projekt_titel: marker, status: 2 }));
  await page.goto(`/members?filter=${marker}`);
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("k. A.");
  await expect(row).toContainText(topic.themenfeld_de);
  await page.getByRole("button", { name: "English" }).click();
  await expect(row).toContainText("n/a");
  await expect(row).toContainText(topic.themenfeld_en);
  await page.goto(`/projects?filter=${marker}`);
  await expect(row).toContainText("ongoing");
  await page.goto(`/thematic-fields/${themenfelder[0]}`);
  await expect(page.getByRole("heading", { level: 1, name: topic.themenfeld_en })).toBeVisible();
});

test("a request after the session has ended redirects to the login, which leads back", async ({ page, context }) => {
  await page.goto("/persons?sortBy=email");
  await context.clearCookies({ name: "session" });
  await page
    .getByRole("button", { name: / löschen$/ })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fpersons%3FsortBy%3Demail&reason=session_ended$/);
  await page.getByLabel("E-Mail").fill("admin@example.org");
  await page.getByLabel(/^Passwort\W*$/).fill("kooperation");
  await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(/\/persons\?sortBy=email$/);
});
