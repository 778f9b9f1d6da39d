import type { Page } from "@playwright/test";
import { memberValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";

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
    fresh: "Neues Hochschulmitglied",
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
    fresh: "Neues Kooperationsprojekt",
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
    fresh: "Neue Partnerinstitution",
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
    fresh: "Neue Partnerperson",
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
    fresh: "Neues Themenfeld",
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
  test(`${name}: the list has its columns in order, its filter bar, its default sort and its pages`, async ({
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
    const links = page.getByRole("navigation", { name: "Seiten" }).getByRole("button", { name: /^Seite \d+$/ });
    const total = (await page.getByText(/^Zeige 1 bis 10 von/).innerText()).match(/von ([\d.]+)/)?.[1];
    const rows = Number(total?.replaceAll(".", ""));
    await expect(links).toHaveCount(Math.min(5, Math.ceil(rows / 10)));

    await bar.getByLabel("Suchbegriff").fill("xylophonquark");
    await bar.getByRole("button", { name: "Suchen", exact: true }).click();
    await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
    await bar.getByRole("button", { name: "Zurücksetzen" }).click();
    await expect(page.getByText(/^Zeige 1 bis 10 von/)).toBeVisible();
  });

  test(`${name}: a new record has its fields, and its link tabs in order, disabled`, async ({ page }) => {
    await page.goto(kind.list);
    await page.getByRole("link", { name: `${kind.one} hinzufügen` }).click();
    await expect(page).toHaveURL(new RegExp(`${kind.detail}/new$`));
    await expect(page.getByRole("heading", { name: kind.fresh })).toBeVisible();
    await expect(page.getByRole("tab")).toHaveText(["Stammdaten", ...kind.tabs, "Überblick", "Verlauf"]);
    await expect(page.getByRole("tab").first()).toBeEnabled();
    for (const tab of kind.tabs) await expect(page.getByRole("tab", { name: tab })).toBeDisabled();
    for (const label of kind.fields.split(", ")) await expect(field(page, label), label).toBeVisible();
    for (const label of kind.selects) await expect(field(page, label)).toHaveRole("combobox");
    for (const label of kind.multiselects) await expect(field(page, label)).toHaveRole("combobox");
    await expect(page.getByRole("button", { name: "Speichern" })).toBeVisible();
  });

  test(`${name}: the edit button opens an existing record, whose link tabs are enabled`, async ({ page }) => {
    await page.goto(kind.list);
    const row = page.getByRole("row").nth(1);
    const first = await row.getByRole("rowheader").getByRole("link").innerText();
    await row.getByRole("link", { name: / bearbeiten$/ }).click();
    await expect(page).toHaveURL(new RegExp(`${kind.detail}/\\d+$`));
    await expect(page.getByRole("heading", { level: 1 })).toContainText(first.replaceAll("\u00ad", ""));
    await expect(page.getByRole("tab")).toHaveText([
      "Stammdaten",
      ...kind.tabs.map((tab) => new RegExp(`^${tab}\\s*\\d+$`)),
      "Überblick",
      "Verlauf",
    ]);
    for (const tab of kind.tabs) await expect(page.getByRole("tab", { name: tab })).toBeEnabled();
  });

  test(`${name}: a missing record is offered to be created, or leads back to its list`, async ({ page }) => {
    const dialog = page.getByRole("alertdialog", { name: `${kind.one} nicht gefunden` });
    await page.goto(`${kind.detail}/2147483647`);
    await expect(dialog).toContainText("Neu anlegen?");
    await dialog.getByRole("button", { name: "Zurück" }).click();
    await expect(page).toHaveURL(new RegExp(`${kind.list}$`));
    await page.goto(`${kind.detail}/2147483647`);
    await dialog.getByRole("button", { name: "Ja" }).click();
    await expect(page).toHaveURL(new RegExp(`${kind.detail}/new$`));
  });
}

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

test("names of reference data and thematic fields follow the language", async ({ page, api, context, baseURL }) => {
  const marker = `zqsprache${Date.now()}`;
  await api.post("/api/members/new", { data: memberValues({ kommentare: marker, institut: -1 }) });
  const project = `/api/projects?pageSize=1`;
  const row = (await (await api.get(project)).json()).data[0];
  await page.goto(`/members?filter=${marker}`);
  await expect(page.getByRole("row").nth(1)).toContainText("k. A.");
  await page.goto("/projects");
  await expect(page.getByRole("row").nth(1)).toContainText(row.projektstatus_de);
  await context.addCookies([{ name: "NEXT_LOCALE", value: "en", url: baseURL }]);
  await page.goto(`/members?filter=${marker}`);
  await expect(page.getByRole("row").nth(1)).toContainText("n/a");
  await page.goto("/projects");
  await expect(page.getByRole("row").nth(1)).toContainText(row.projektstatus_en);
  for (const topic of row.themenfelder.slice(0, 1)) {
    await expect(page.getByRole("row").nth(1)).toContainText(topic.themenfeld_en);
  }
});

test("a request after the session has ended redirects to the login, which leads back", async ({ page, context }) => {
  await page.goto("/persons?sortBy=email");
  await context.clearCookies({ name: "session" });
  await page
    .getByRole("button", { name: / löschen$/ })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fpersons%3FsortBy%3Demail$/);
  await page.getByLabel("E-Mail").fill("admin@example.org");
  await page.getByLabel(/^Passwort\W*$/).fill("kooperation");
  await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(/\/persons\?sortBy=email$/);
});

test("the dashboard shows its three charts, and the numbers by status add up to the stored projects", async ({
  page,
  api,
}) => {
  const { cooperation_projects_count, projekt_status } = await (await api.get("/api/global")).json();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Projekte nach Themenfeld" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Begonnene Projekte pro Jahr" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Projekte nach Status" })).toBeVisible();
  const byStatus = page.locator("dl").first();
  await expect(byStatus.locator("dt")).toHaveText(
    projekt_status.map((entry: { projektstatus_de: string }) => entry.projektstatus_de),
  );
  const numbers = await byStatus.locator("dd").allInnerTexts();
  expect(numbers.map((text) => Number(text.replace(".", ""))).reduce((sum, number) => sum + number, 0)).toBe(
    cooperation_projects_count,
  );
});
