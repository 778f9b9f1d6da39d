import type { APIRequestContext, Page } from "@playwright/test";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { ROLE } from "@/prisma/reference-data";
import { institutionValues, personValues, projectValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, inDatabase, loginAsColleague, unique } from "../../support/browser/steps";
import type { App } from "../../support/servers/app";

/* The editors' page of proposals: comparing, accepting, undoing, forcing, and successors. */

test.beforeEach(async ({ login }) => login());

type Stored = Record<string, unknown>;

/** Inserts a row of a table. @returns the generated key */
async function insert(app: App, table: string, key: string, values: Stored): Promise<number> {
  let id = 0;
  await inDatabase(app, async (client) => {
    const names = Object.keys(values);
    const places = names.map((_, index) => `$${index + 1}`).join(", ");
    const { rows } = await client.query<Record<string, number>>(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places}) RETURNING ${key}`,
      Object.values(values),
    );
    id = rows[0]?.[key] ?? 0;
  });
  return id;
}

/** Starts a round of which one recipient has answered. */
async function createAnsweredRound(app: App, kind: string, person?: number) {
  const titel = unique("Runde");
  const runde_id = await insert(app, "rounds", "runde_id", {
    ...{ titel_de: titel, titel_en: titel, kind, query: "", an: "contacts", felder: ["telefon"], text_de: "Bitte" },
    ...{ text_en: "Please", faellig_am: "2099-12-31", status: "running" },
  });
  const email = `${unique("ada").replace(" ", ".")}@partner.example`;
  const recipient_id = await insert(app, "round_recipients", "recipient_id", {
    ...{ runde_id, email, name: "Ada Antwort", token_hash: unique("hash").slice(0, 64), state: "answered" },
    ...(person !== undefined && { person_kind: "persons", person_id: person }),
  });
  const source = { runde_id, recipient_id, name: "Ada Antwort", email, answered_at: new Date() };
  return {
    runde_id,
    propose: (values: Stored) =>
      insert(app, "proposals", "proposal_id", {
        type: "round",
        kind,
        label: "Eintrag",
        answer: "changed",
        ...source,
        ...values,
      }),
  };
}

/** Creates an institution, and proposals of its telephone number and address. */
async function createProposals(app: App, api: APIRequestContext) {
  const name = unique("Institut");
  const id = await create(api, "institutions", institutionValues({ name, telefon: "0241 6009 12" }));
  const round = await createAnsweredRound(app, "institutions");
  const common = { id, label: name, comment: "Neues Gebäude" };
  await round.propose({ ...common, field: "telefon", now: '"0241 6009 12"', value: '"0241 80 12"' });
  await round.propose({ ...common, field: "adresse", now: '""', value: '"Neuer Weg 1"' });
  return { ...round, id, name };
}

const valuesOf = async (api: APIRequestContext, id: number) =>
  ((await (await api.get(`/api/institutions/${id}`)).json()) as { data: Stored }).data;

async function open(page: Page, { runde_id }: { runde_id: number }) {
  await page.goto(`/pages/proposals?runde_id=${runde_id}`);
  await page.waitForLoadState("networkidle");
}

const card = (page: Page, name: string) => page.getByRole("listitem", { name });

test("an editor compares a record's proposals, accepts them together, and undoes this", async ({ page, api, app }) => {
  const round = await createProposals(app, api);
  await open(page, round);
  const proposalCard = card(page, round.name);
  await expect(proposalCard).toContainText("Neues Gebäude");
  await expect(proposalCard.getByRole("deletion")).toHaveText(["6009 "]);
  await expect(proposalCard.getByRole("insertion")).toHaveText(["80 ", "Neuer Weg 1"]);
  expect(await accessibilityFaults(page)).toEqual([]);

  await proposalCard.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 Vorschläge übernommen")).toBeVisible();
  await expect(page.getByText("Keine Vorschläge", { exact: true })).toBeVisible();
  expect(await valuesOf(api, round.id)).toMatchObject({ telefon: "0241 80 12", adresse: "Neuer Weg 1" });
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("Eine Änderung rückgängig gemacht")).toBeVisible();
  expect(await valuesOf(api, round.id)).toMatchObject({ telefon: "0241 6009 12" });

  await page.getByRole("link", { name: "Übernommen" }).click();
  await expect(card(page, round.name)).toContainText(/\d\d:\d\d/);
  await expect(card(page, round.name).getByRole("button", { name: /übernehmen/ })).toHaveCount(0);
});

test("a proposal for a field changed in the meantime shows both values, and is accepted only on request", async ({
  page,
  api,
  app,
}) => {
  const round = await createProposals(app, api);
  const values = institutionValues({ name: round.name, telefon: "0241 7777" });
  expect((await api.put(`/api/institutions/${round.id}`, { data: values })).ok()).toBe(true);
  await open(page, round);
  const proposalCard = card(page, round.name);
  await expect(proposalCard).toContainText("jetzt gespeichert");
  await expect(proposalCard).toContainText("0241 7777");
  await proposalCard.getByRole("button", { name: `Telefon übernehmen: ${round.name}` }).click();
  const refused = page.getByRole("region", { name: "Ein Vorschlag wurde nicht übernommen" });
  await expect(refused).toContainText("Das Feld hat inzwischen einen anderen Wert.");
  expect(await accessibilityFaults(page)).toEqual([]);
  await refused.getByRole("button", { name: /^Trotzdem übernehmen/ }).click();
  await expect(refused).toBeHidden();
  expect(await valuesOf(api, round.id)).toMatchObject({ telefon: "0241 80 12" });
});

test("a proposal with an invalid value stays open, with a link to the form", async ({ page, api, app }) => {
  const name = unique("Institut");
  const id = await create(api, "institutions", institutionValues({ name }));
  const round = await createAnsweredRound(app, "institutions");
  await round.propose({ id, label: name, field: "email", now: '""', value: '"keine Adresse"' });
  await open(page, round);
  await page.getByRole("button", { name: `E-Mail übernehmen: ${name}` }).click();
  const form = page.getByRole("link", { name: `Im Formular öffnen: E-Mail, ${name}` });
  await expect(form).toHaveAttribute("href", `/institution/${id}?tab=base_data`);
  await page.getByRole("button", { name: `E-Mail ablehnen: ${name}` }).click();
  await expect(page.getByText("Vorschlag abgelehnt")).toBeVisible();
  await expect(form).toBeHidden();
});

test("an editor rejects selected proposals together, and undoes this", async ({ page, api, app }) => {
  const round = await createProposals(app, api);
  await open(page, round);
  await page.getByLabel("Alle Vorschläge auf dieser Seite auswählen").click();
  await page.getByRole("region", { name: "Ausgewählte Einträge" }).getByRole("button", { name: "Ablehnen" }).click();
  await expect(page.getByText("2 Vorschläge abgelehnt")).toBeVisible();
  await expect(page.getByText("Keine Vorschläge", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("2 Vorschläge wieder offen")).toBeVisible();
  await expect(card(page, round.name).getByRole("insertion")).toHaveText(["80 ", "Neuer Weg 1"]);

  await page.getByRole("button", { name: `Telefon ablehnen: ${round.name}` }).click();
  await expect(page.getByText("Vorschlag abgelehnt", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByRole("button", { name: `Telefon ablehnen: ${round.name}` })).toBeVisible();
  expect(await valuesOf(api, round.id)).toMatchObject({ telefon: "0241 6009 12", adresse: "" });
});

test("all proposals for a field are accepted at once", async ({ page, api, app }) => {
  const round = await createProposals(app, api);
  await open(page, round);
  await page.getByLabel("Feld", { exact: true }).selectOption({ label: "Telefon (1)" });
  await expect(page.getByText("Ein Vorschlag zu einem Datensatz")).toBeVisible();
  const second = await create(api, "institutions", institutionValues({ name: unique("Institut") }));
  await round.propose({ id: second, field: "telefon", now: '""', value: '"0241 2"' });
  await page.reload();
  await page.getByRole("button", { name: "Alle 2 übernehmen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).click();
  await expect(page.getByText("2 Vorschläge übernommen")).toBeVisible();
  expect(await valuesOf(api, second)).toMatchObject({ telefon: "0241 2" });
  expect(await valuesOf(api, round.id)).not.toMatchObject({ adresse: "Neuer Weg 1" });
});

test("a successor is created from an answer and replaces the predecessor", async ({ page, api, app }) => {
  const title = unique("Projekt");
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  const predecessor = await create(api, "persons", personValues({ nachname: unique("Vorher") }));
  const link = { rollen: [ROLE.projectContact], seit: "2020-01-01" };
  await api.post(`/api/projects/persons/${predecessor}/${project}`, { data: link });
  const round = await createAnsweredRound(app, "projects", predecessor);
  const nachname = unique("Nachher").replace(" ", "-");
  const successor = JSON.stringify({ vorname: "Nora", nachname, email: `${nachname}@partner.example` });
  await round.propose({ id: project, label: title, answer: "not_mine", successor });
  await open(page, round);
  await page.getByRole("button", { name: `Nachfolge eintragen: ${title}` }).click();
  const form = page.getByRole("dialog", { name: "Neue Partnerperson" });
  await expect(form.getByLabel(/^Nachname/)).toHaveValue(nachname);
  await form.getByRole("button", { name: "Anlegen" }).click();
  const dialog = page.getByRole("dialog", { name: /^Nachfolge/ });
  await expect(dialog).toContainText(nachname);
  await dialog.getByRole("button", { name: "Nachfolge eintragen" }).click();
  await expect(page.getByText("Keine Vorschläge", { exact: true })).toBeVisible();
  const { data } = (await (await api.get(`/api/projects/${project}`)).json()) as { data: { personen: Stored[] } };
  const personNamed = (name: RegExp) => data.personen.find((row) => name.test(String(row["nachname"])));
  expect(personNamed(/^Vorher/)).toMatchObject({ bis: daysLater(dayOf(new Date()), -1) });
  expect(personNamed(/^Nachher/)).toMatchObject({
    seit: dayOf(new Date()),
    rollen: [{ rolle_id: ROLE.projectContact }],
  });
});

test("a record's head links to its open proposals, for editors only", async ({ page, api, app }) => {
  const round = await createProposals(app, api);
  await page.goto(`/institution/${round.id}`);
  await page.getByRole("link", { name: "2 offene Vorschläge" }).click();
  await expect(card(page, round.name)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Nur: / })).toBeVisible();
  await loginAsColleague(page, app, "reader");
  await page.goto(`/institution/${round.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(round.name);
  await expect(page.getByRole("link", { name: /offene Vorschläge/ })).toHaveCount(0);
  await page.goto("/pages/proposals");
  await expect(page.getByRole("heading", { name: "Keine Berechtigung" })).toBeVisible();
});
