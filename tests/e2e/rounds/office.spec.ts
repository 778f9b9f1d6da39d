import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { personValues } from "../../support/factories";
import { accessibilityFaults, contrastFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, inDatabase, loginAsColleague, unique } from "../../support/browser/steps";
import type { App } from "../../support/servers/app";

/*
 * The office's screens of confirmation rounds (contract §15): from a list to a started round, what
 * the editors see of it, and its end. The recipients' page has tests of its own.
 */

const main = (page: Page) => page.getByRole("main");

/** Creates persons of one department, by which a list finds them. */
async function createPersons(api: APIRequestContext, department: string, emails: readonly string[]) {
  for (let from = 0; from < emails.length; from += 20) {
    await Promise.all(
      emails
        .slice(from, from + 20)
        .map((email, index) =>
          create(api, "persons", personValues({ abteilung: department, email, nachname: `Runde ${from + index}` })),
        ),
    );
  }
}

const address = () => `${unique("runde").replace(" ", ".")}@example.org`;
const addresses = (count: number) => Array.from({ length: count }, address);

/** Saves a draft about the persons of a department. @returns its key */
async function createDraft(api: APIRequestContext, department: string, titel: string): Promise<number> {
  const answer = await api.post("/api/rounds/new", {
    data: {
      ...{ titel, kind: "persons", query: `filter=${encodeURIComponent(department)}`, an: "self" },
      ...{ felder: ["telefon", "position"], text_de: "Guten Tag {name}", text_en: "Dear {name}" },
      faellig_am: "2099-12-31",
    },
  });
  expect(answer.status()).toBe(201);
  const { runde_id } = (await answer.json()) as { runde_id: number };
  return runde_id;
}

/** Returns the tokens of the links that an address was sent, oldest first. */
const tokensTo = (app: App, email: string) =>
  app.mails.mailsTo(email).map(({ text }) => /\/confirm\/(\S+)/.exec(text)?.[1] ?? "");

/**
 * Starts a round about persons with these addresses, and waits until each has its mail.
 * @returns the round's key, and what stops the instance that sends its mails
 */
async function startRound(
  { api, app }: { api: APIRequestContext; app: App },
  department: string,
  { title = unique("Runde"), addresses: emails }: { title?: string; addresses: string[] },
) {
  await createPersons(api, department, emails);
  const runde_id = await createDraft(api, department, title);
  expect((await api.post(`/api/rounds/${runde_id}/start`)).status()).toBe(200);
  const { stop } = await app.startInstance(app.url, { settings: { JOBS: "on", ROUND_MAILS_PER_MINUTE: "6000" } });
  for (const email of emails) await expect.poll(() => tokensTo(app, email).length, { timeout: 60_000 }).toBe(1);
  return { runde_id, stop };
}

test("an editor gets from a list of 200 people to a started round with at most six clicks", async ({
  page,
  login,
  api,
}) => {
  await login();
  const department = unique("Abteilung");
  await createPersons(api, department, addresses(200));
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto(`/persons?filter=${encodeURIComponent(department)}`);
  await click(page.getByRole("button", { name: "Weitere Aktionen" }));
  await click(page.getByRole("menuitem", { name: "Bestätigen lassen …" }));
  await expect(main(page).getByText("200 Partnerpersonen")).toBeVisible();
  await expect(main(page).getByText(department)).toBeVisible();
  await click(page.getByRole("button", { name: "Weiter zur Vorschau" }));
  await expect(main(page).getByText("200 E-Mails", { exact: true })).toBeVisible();
  await click(page.getByRole("button", { name: "Runde starten" }));
  await click(page.getByRole("alertdialog").getByRole("button", { name: "200 E-Mails verschicken" }));
  await expect(main(page).getByText("Läuft", { exact: true })).toBeVisible();
  await expect(main(page).getByText("0 von 200 beantwortet")).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(6);
  // Another test's jobs would send these mails before its own.
  const runde_id = page.url().split("/").at(-1) ?? "";
  expect((await api.post(`/api/rounds/${runde_id}/close`)).status()).toBe(200);
});

test("a draft of a round shows the mail, the page, and records without a recipient until they are corrected", async ({
  page,
  login,
  api,
}) => {
  await login();
  const department = unique("Abteilung");
  const [own = "", shared = ""] = addresses(2);
  await createPersons(api, department, [own, shared, shared]);
  await page.goto(`/persons?filter=${encodeURIComponent(department)}`);
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await page.getByRole("link", { name: "Bestätigen lassen …" }).click();
  await expect(main(page).getByText("3 ausgewählte Einträge")).toBeVisible();
  const title = unique("Runde");
  await page.getByRole("textbox", { name: "Titel auf Deutsch" }).fill(title);
  await page.getByRole("button", { name: "Weiter zur Vorschau" }).click();
  await expect(main(page).getByText("Eine E-Mail", { exact: true })).toBeVisible();
  const unreachable = page.getByRole("region", { name: "Zu 2 Datensätzen kann niemand gefragt werden" });
  await expect(unreachable.getByText("Adresse gehört zu mehreren Datensätzen")).toHaveCount(2);
  await expect(page.frameLocator('iframe[title="E-Mail"]').locator("body")).toContainText("Emil Runde 0");
  await expect(page.frameLocator('iframe[title="Seite hinter dem Link"]').locator("body")).toContainText(title);
  await page.locator("iframe").evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await contrastFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });

  const round = page.url();
  await unreachable.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/person\//);
  await page.getByRole("textbox", { name: "E-Mail", exact: true }).fill(address());
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await page.goto(round);
  await expect(main(page).getByText("3 E-Mails", { exact: true })).toBeVisible();
  await expect(main(page).getByText("Zu jedem Datensatz kann jemand gefragt werden.")).toBeVisible();
});

test("an editor changes a draft of a round, sees errors at the fields, and deletes it", async ({
  page,
  login,
  api,
}) => {
  await login();
  const department = unique("Abteilung");
  await createPersons(api, department, addresses(1));
  const title = unique("Runde");
  await page.goto(`/pages/rounds/${await createDraft(api, department, title)}`);
  const text = page.getByRole("textbox", { name: "Text auf Deutsch" });
  await text.fill("Guten Tag {vorname}");
  await page.getByRole("button", { name: "Entwurf speichern" }).click();
  await expect(main(page).getByText("Diese Platzhalter gibt es nicht: {vorname}")).toBeVisible();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await text.fill("");
  await page
    .getByRole("group", { name: "Platzhalter einfügen: Text auf Deutsch" })
    .getByRole("button", { name: "Name der Person" })
    .click();
  await expect(text).toHaveValue("{name}");
  await page.getByRole("button", { name: "Entwurf speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await page.reload();
  await expect(text).toHaveValue("{name}");

  await page.getByRole("button", { name: "Löschen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Löschen" }).click();
  await expect(page.getByText("Runde gelöscht")).toBeVisible();
  await expect(page).toHaveURL(/\/pages\/rounds$/);
  await expect(page.getByRole("link", { name: title })).toHaveCount(0);
});

test("an editor sends a recipient a new link, and the former one is invalid", async ({
  page,
  login,
  api,
  app,
  request,
}) => {
  await login();
  const department = unique("Abteilung");
  const email = address();
  const { runde_id, stop } = await startRound({ api, app }, department, { addresses: [email] });
  const tokens = () => tokensTo(app, email);
  await page.goto(`/pages/rounds/${runde_id}`);
  await page
    .getByRole("row")
    .filter({ hasText: email })
    .getByRole("button", { name: /^Neuer Link für / })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Link schicken" }).click();
  await expect(page.getByText("Neuer Link wird verschickt")).toBeVisible();
  await expect.poll(() => tokens().length, { timeout: 60_000 }).toBe(2);
  await stop();
  const statuses = tokens().map(async (token) => (await request.get(`/api/confirm/${token}`)).status());
  expect(await Promise.all(statuses)).toEqual([404, 200]);
});

test("an editor sees a round's answers and undelivered mails, sends reminders, and closes the round", async ({
  page,
  login,
  api,
  app,
  request,
}) => {
  await login();
  const department = unique("Abteilung");
  const [first = "", second = ""] = addresses(2);
  const title = unique("Runde");
  const { runde_id, stop } = await startRound({ api, app }, department, { title, addresses: [first, second] });
  await stop();
  // Stores a failure as the mail job does when the mail server refuses the recipient.
  await inDatabase(app, (client) =>
    client.query(
      "UPDATE round_recipients SET state = 'failed', failure = '550 no such user' WHERE runde_id = $1 AND email = $2",
      [runde_id, second],
    ),
  );
  const [token] = tokensTo(app, first);
  const confirmation = (await (await request.get(`/api/confirm/${token}`)).json()) as { records: { id: number }[] };
  const answer = await request.post(`/api/confirm/${token}`, {
    data: {
      answers: [{ kind: "persons", id: confirmation.records[0]?.id, answer: "not_mine", comment: "Bin ich nicht" }],
    },
  });
  expect(answer.status()).toBe(200);

  await page.goto("/dashboard");
  const card = page.getByRole("region", { name: "Bestätigungsrunden" });
  await expect(card.getByRole("link", { name: /offene Vorschläge|offener Vorschlag/ })).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Bestätigungsrunden" }).click();
  await expect(page.getByRole("row", { name: new RegExp(title) })).toContainText("1 von 2 beantwortet");
  await page.getByRole("link", { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`/pages/rounds/${runde_id}$`));
  await expect(main(page).getByText("1 von 2 beantwortet")).toBeVisible();
  await expect(main(page).getByText("Der Mailserver meldet: 550 no such user")).toBeVisible();
  await expect(page.getByRole("row", { name: /Runde/ }).filter({ hasText: second })).toContainText("nicht zustellbar");
  await expect(page.getByRole("link", { name: "Vorschläge prüfen" })).toHaveAttribute(
    "href",
    `/pages/proposals?runde_id=${runde_id}`,
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await page
    .getByRole("navigation", { name: "Befragte auswählen" })
    .getByRole("link", { name: /^Geantwortet/ })
    .click();
  await expect(page.getByRole("row").filter({ hasText: first })).toContainText("geantwortet");
  await expect(page.getByRole("row").filter({ hasText: second })).toHaveCount(0);

  await page.getByRole("button", { name: "Erinnern" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Eine E-Mail verschicken" }).click();
  await expect(page.getByText("Erinnerung wird verschickt")).toBeVisible();
  await expect(page.getByRole("button", { name: "Erinnern" })).toBeDisabled();
  await expect(main(page).getByText("Heute wurde schon erinnert.")).toBeVisible();

  await page.getByRole("button", { name: "Beenden" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Runde beenden" }).click();
  await expect(main(page).getByText("Beendet", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Erinnern" })).toHaveCount(0);
  const changes = page.getByRole("region", { name: "Verlauf" }).getByRole("listitem");
  await expect(changes.locator("p").filter({ hasText: /^(Runde|Erinnerung) / })).toHaveText([
    "Runde beendet",
    "Erinnerung verschickt",
    "Runde gestartet",
  ]);
  expect((await request.get(`/api/confirm/${token}`)).status()).toBe(404);
});

test("readers see no links to rounds and are refused on their pages", async ({ page, app }) => {
  await loginAsColleague(page, app, "reader");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Übersicht" })).toBeVisible();
  await expect(page.getByText("Bestätigungsrunden")).toHaveCount(0);
  for (const path of ["/pages/rounds", "/pages/rounds/new?kind=members&query=", "/pages/rounds/1"]) {
    await page.goto(path);
    await expect(main(page).getByText("Keine Berechtigung")).toBeVisible();
  }
});

test("a new round reports a filter without matches, and an unknown round is a 404", async ({ page, login }) => {
  await login();
  await page.goto(`/pages/rounds/new?kind=persons&query=${encodeURIComponent(`filter=${unique("nichts")}`)}`);
  await expect(main(page).getByText("Zu diesem Filter gibt es keine Datensätze.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Weiter zur Vorschau" })).toBeDisabled();
  await page.goto("/pages/rounds/new");
  await expect(page.getByRole("link", { name: /^Kooperationsprojekte/ })).toHaveCount(2);
  for (const path of ["/pages/rounds/999999", "/pages/rounds/x", "/pages/rounds/new?kind=thematicfields&query="]) {
    expect((await page.request.get(path)).status()).toBe(404);
  }
});
