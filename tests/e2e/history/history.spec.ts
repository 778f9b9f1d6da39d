import type { Page } from "@playwright/test";
import { dayOf } from "@/lib/model/fields/moments";
import { memberValues, projectValues, thematicFieldValues } from "../../support/factories";
import { accessibilityFaults, layoutFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { choose, create, unique } from "../../support/browser/steps";

const today = () => dayOf(new Date());
const shownToday = () => today().split("-").reverse().join(".");

const entries = (page: Page) => page.getByRole("group", { name: "Änderungen, die neuesten zuerst" });
const entry = (page: Page, text: string | RegExp) =>
  entries(page)
    .getByRole("listitem")
    .filter({ has: page.locator("p", { hasText: text }) })
    .first();
const openHistory = (page: Page) => page.getByRole("tab", { name: "Verlauf" }).click();

async function answerDialog(page: Page, title: string, button: string) {
  await page.getByRole("alertdialog", { name: title }).getByRole("button", { name: button, exact: true }).click();
}

test("a change saved in a form appears in the history with old value, new value and author, and is undone there", async ({
  page,
  login,
  api,
}) => {
  const surname = unique("Verlauf");
  const id = await create(api, "members", memberValues({ nachname: surname, telefon: "07171 1", titel: -1 }));
  await login();
  await page.goto(`/members/${id}`);
  await expect(page.getByText(`Angelegt am ${shownToday()}`)).toBeVisible();
  await page.getByLabel("Telefon").fill("07171 2");
  await choose(page.getByLabel("Titel"), "Dr.");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await expect(page.getByText(`Zuletzt geändert am ${shownToday()}`)).toBeVisible();

  await openHistory(page);
  await expect(page).toHaveURL(/\?tab=history$/);
  const change = entry(page, "Geändert");
  await expect(change.getByRole("definition").nth(0)).toHaveText(/vorher: k\. A\.\s*nachher: Dr\./);
  await expect(change.getByRole("definition").nth(1)).toHaveText(/vorher: 07171 1\s*nachher: 07171 2/);
  await expect(change.getByRole("term")).toHaveText(["Titel", "Telefon"]);
  await expect(change.locator("time")).toHaveText(/^\d\d:\d\d$/);
  await expect(entries(page).getByRole("heading", { level: 2 })).toHaveText("Heute");
  await expect(change).toContainText((await (await api.get("/api/user")).json()).name);
  await expect(entry(page, "Angelegt")).toBeVisible();

  await change.getByRole("button", { name: /^Rückgängig machen/ }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Titel, Telefon");
  await answerDialog(page, "Änderung rückgängig machen?", "Rückgängig machen");
  await expect(entries(page).getByText(/macht die Änderung vom .* rückgängig/)).toBeVisible();
  await expect(entries(page).getByText("rückgängig gemacht", { exact: true })).toBeVisible();
  await page.getByRole("tab", { name: "Stammdaten" }).click();
  await expect(page.getByLabel("Telefon")).toHaveValue("07171 1");
});

test("undoing a change that was overwritten since asks for confirmation", async ({ page, login, api }) => {
  const id = await create(api, "members", memberValues({ nachname: unique("Seitdem"), telefon: "1" }));
  for (const telefon of ["2", "3"]) await api.put(`/api/members/${id}`, { data: { telefon } });
  await login();
  await page.goto(`/members/${id}?tab=history`);
  const first = entries(page).getByRole("listitem").nth(1);
  await first.getByRole("button", { name: /^Rückgängig machen/ }).click();
  await answerDialog(page, "Änderung rückgängig machen?", "Rückgängig machen");
  await expect(page.getByRole("alertdialog", { name: "Seitdem noch einmal geändert" })).toContainText("Telefon");
  await answerDialog(page, "Seitdem noch einmal geändert", "Abbrechen");
  expect((await (await api.get(`/api/members/${id}`)).json()).data.telefon).toBe("3");

  await first.getByRole("button", { name: /^Rückgängig machen/ }).click();
  await answerDialog(page, "Änderung rückgängig machen?", "Rückgängig machen");
  await answerDialog(page, "Seitdem noch einmal geändert", "Trotzdem einsetzen");
  await expect(entries(page).getByRole("listitem")).toHaveCount(4);
  expect((await (await api.get(`/api/members/${id}`)).json()).data.telefon).toBe("1");
});

test("a link appears in the histories of both records, each with a link to the other, and is undone", async ({
  page,
  login,
  api,
}) => {
  const title = unique("Brücken");
  const surname = unique("Knoten");
  const member = await create(api, "members", memberValues({ nachname: surname }));
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  expect((await api.post(`/api/members/project/${member}/${project}`)).ok()).toBe(true);
  await login();
  await page.goto(`/members/${member}?tab=history`);
  const link = entry(page, `Verknüpft mit Kooperationsprojekt ${title}`);
  await link.getByRole("link", { name: title, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/projects/${project}$`));
  await openHistory(page);
  await entry(page, surname)
    .getByRole("button", { name: /^Rückgängig machen: Verknüpft mit Hochschulmitglied/ })
    .click();
  await answerDialog(page, "Änderung rückgängig machen?", "Rückgängig machen");
  await expect(entry(page, new RegExp(`^Verknüpfung mit Hochschulmitglied .*${surname} gelöscht`))).toBeVisible();
  await expect(page.getByRole("tab", { name: "Hochschulmitglieder 0" })).toBeVisible();
});

test("a long text shows the changed part, and the whole text on request", async ({ page, login, api }) => {
  const words = Array.from({ length: 200 }, (_, index) => `Wort${index}`).join(" ");
  const id = await create(api, "members", memberValues({ nachname: unique("Lang"), kommentare: words }));
  await api.put(`/api/members/${id}`, { data: { kommentare: `${words} Nachtrag` } });
  await login();
  await page.goto(`/members/${id}?tab=history`);
  const change = entry(page, "Geändert");
  await expect(change).toContainText("Nachtrag");
  await expect(change).not.toContainText("Wort0 Wort1");
  await change.getByRole("button", { name: "Ganzen Text anzeigen" }).click();
  await expect(change).toContainText("Wort0 Wort1");
});

test("a deleted record is found in the global history and is restored with its links", async ({ page, login, api }) => {
  const surname = unique("Wiederkehr");
  const title = unique("Projekt");
  const member = await create(api, "members", memberValues({ vorname: "Ida", nachname: surname }));
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  await api.post(`/api/members/project/${member}/${project}`);
  expect((await api.delete(`/api/members/${member}`)).ok()).toBe(true);

  await login();
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Verlauf" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verlauf" })).toBeVisible();
  await page.getByLabel("Bereich").selectOption({ label: "Hochschulmitglieder" });
  await expect(page).toHaveURL(/kind=members/);
  await page.getByLabel("Art der Änderung").selectOption({ label: "Gelöscht" });
  await expect(page).toHaveURL(/kind=members&action=delete/);
  await page.getByRole("button", { name: `Wiederherstellen: Hochschulmitglied Ida ${surname} gelöscht` }).click();
  await answerDialog(page, "Datensatz wiederherstellen?", "Wiederherstellen");
  await expect(page.getByRole("region", { name: /^Meldungen/ }).getByText("Wiederhergestellt")).toBeVisible();
  await expect(page.getByRole("button", { name: new RegExp(`^Wiederherstellen: .*${surname}`) })).toHaveCount(0);

  await page.getByLabel("Art der Änderung").selectOption({ label: "Alle Änderungen" });
  await entry(page, `Ida ${surname} wiederhergestellt`)
    .getByRole("link", { name: `Ida ${surname}` })
    .click();
  await page.getByRole("tab", { name: "Kooperationsprojekte 1" }).click();
  await expect(page.getByRole("row", { name: title })).toBeVisible();
});

test("links that cannot be restored with a record are listed", async ({ page, login, api }) => {
  const title = unique("Fort");
  const member = await create(api, "members", memberValues({ nachname: unique("Rest") }));
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  await api.post(`/api/members/project/${member}/${project}`);
  await api.delete(`/api/members/${member}`);
  await api.delete(`/api/projects/${project}`);
  await login();
  await page.goto(`/pages/timeline?kind=members&id=${member}&action=delete`);
  await expect(page.getByText(/^Nur Änderungen an Hochschulmitglied/)).toBeVisible();
  await page.getByRole("button", { name: /^Wiederherstellen/ }).click();
  await answerDialog(page, "Datensatz wiederherstellen?", "Wiederherstellen");
  const dialog = page.getByRole("alertdialog", { name: "Nicht alle Verknüpfungen ließen sich wiederherstellen" });
  await expect(dialog).toContainText(title);
  await dialog.getByRole("button", { name: "OK" }).click();
});

test("the filters of the history are stored in the URL", async ({ page, login, api }) => {
  const topic = unique("Filter");
  await create(api, "thematicfields", thematicFieldValues({ themenfeld_de: topic }));
  await create(api, "members", memberValues({ nachname: unique("Filter") }));
  await page.goto("/pages/timeline?kind=members");
  await expect(page).toHaveURL(/\/login\?next=/);
  await login();
  await page.goto(`/pages/timeline?kind=thematicfields&action=create&to=${today()}`);
  await expect(page.getByLabel("Bereich")).toHaveValue("thematicfields");
  await expect(page.getByRole("textbox", { name: "Bis" })).toHaveValue(shownToday());
  await expect(entry(page, topic)).toBeVisible();
  await expect(entries(page).getByText("Hochschulmitglied")).toHaveCount(0);

  await page.getByRole("textbox", { name: "Von" }).fill("1.1.2099");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Das Ende darf nicht vor dem Beginn liegen")).toBeVisible();
  await page.getByRole("textbox", { name: "Bis" }).fill("");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2099-01-01/);
  await expect(page.getByText("Keine passenden Änderungen")).toBeVisible();
  await page.getByRole("button", { name: "Zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/pages\/timeline$/);
  await page.goto("/pages/timeline?kind=users&user=1&action=rubbish&before=x");
  await expect(entries(page).getByRole("listitem").first()).toBeVisible();
});

test("older entries of the history are on further pages", async ({ page, login, api }) => {
  const id = await create(api, "members", memberValues({ nachname: unique("Lange") }));
  for (let telefon = 1; telefon <= 11; telefon += 1) {
    await api.put(`/api/members/${id}`, { data: { telefon: String(telefon) } });
  }
  await login();
  await page.goto(`/pages/timeline?kind=members&id=${id}`);
  await expect(entries(page).getByRole("listitem")).toHaveCount(10);
  await page.getByRole("link", { name: "Ältere anzeigen" }).click();
  await expect(entries(page).getByRole("listitem")).toHaveCount(2);
  await expect(entries(page).getByRole("listitem").last()).toContainText("angelegt");
  await page.getByRole("link", { name: "Zu den neuesten" }).click();
  await expect(entries(page).getByRole("listitem")).toHaveCount(10);
});

test("a merge is one entry of the history with its changes collapsed, and is undone as one", async ({
  page,
  login,
  api,
}) => {
  const [surname, title] = [unique("Doppelt"), unique("Projekt")];
  const keep = await create(api, "members", memberValues({ vorname: "Ida", nachname: surname }));
  const drop = await create(api, "members", memberValues({ vorname: "Ira", nachname: surname }));
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  await api.post(`/api/members/project/${drop}/${project}`);
  expect((await api.post(`/api/members/${keep}/merge`, { data: { drop, take: [] } })).ok()).toBe(true);
  await login();
  await page.goto("/pages/timeline?kind=members");
  const merge = entry(page, `Ida ${surname} und Ira ${surname} zusammengeführt`);
  await expect(merge.getByRole("listitem")).toHaveCount(0);
  await merge.getByText("3 Änderungen anzeigen").click();
  await expect(merge.getByRole("listitem").first()).toContainText(`Ira ${surname} gelöscht`);
  expect([...(await accessibilityFaults(page)), ...(await layoutFaults(page))]).toEqual([]);
  await merge.getByRole("button", { name: /^Rückgängig machen: Ida .* zusammengeführt/ }).click();
  await answerDialog(page, "Den ganzen Vorgang rückgängig machen?", "Rückgängig machen");
  await expect(page.getByText("3 Änderungen rückgängig gemacht")).toBeVisible();
  await expect(entries(page).getByText(`Rückgängig gemacht: Ida ${surname} und Ira ${surname}`)).toBeVisible();
  expect((await api.get(`/api/members/${drop}`)).ok()).toBe(true);
});

test("a record's history shows its part of a bulk change, and links to the whole change", async ({
  page,
  login,
  api,
}) => {
  const surname = unique("Viele");
  const ids: number[] = [];
  for (const vorname of ["Ada", "Eva"]) {
    ids.push(await create(api, "members", memberValues({ vorname, nachname: surname, telefon: "1" })));
  }
  await api.post("/api/members/bulk", { data: { ids, set: { telefon: "2" } } });
  await login();
  await page.goto(`/members/${ids[0]}?tab=history`);
  const change = entry(page, "Geändert");
  await expect(change.getByRole("definition")).toHaveText(/vorher: 1\s*nachher: 2/);
  await expect(change).toContainText("2 Hochschulmitglieder geändert");
  await change.getByRole("link", { name: "Alle Änderungen dieses Vorgangs" }).click();
  await expect(page.getByText("Nur dieser Vorgang: 2 Hochschulmitglieder geändert")).toBeVisible();
  await expect(entries(page).getByRole("listitem")).toHaveCount(2);
});

test("the batch of a replaced list entry shows its deletion to admins, without a link, in both languages", async ({
  page,
  login,
  api,
}) => {
  const names = [unique("Alter"), unique("Neuer")];
  const ids: number[] = [];
  for (const name of names) {
    const answer = await api.post("/api/reference/titel/new", { data: { titel_de: name, titel_en: `${name} en` } });
    ids.push(Number((await answer.json()).data.lastId));
  }
  const [old, by] = ids;
  await create(api, "members", memberValues({ nachname: unique("Träger"), titel: old }));
  const { batch } = await (await api.post(`/api/reference/titel/${old}/replace`, { data: { by } })).json();
  await login();
  await page.goto(`/pages/timeline?batch=${batch}`);
  const rows = page.getByRole("main").getByRole("list").last().getByRole("listitem");
  await expect(rows).toHaveCount(2);
  const deleted = rows.first();
  await expect(deleted).toContainText(`Titel ${names[0]} gelöscht`);
  await expect(deleted.getByRole("link", { name: names[0] })).toHaveCount(0);
  await deleted.locator("summary").click();
  await expect(deleted.getByRole("term").filter({ hasText: "Zur Auswahl angeboten" })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "English" }).click();
  await expect(deleted).toContainText(`Title ${names[0]} deleted`);
  await expect(deleted.getByRole("term").filter({ hasText: "Offered for selection" })).toBeVisible();
  await page.getByRole("button", { name: "Undo everything" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo", exact: true }).click();
  await expect(rows.getByRole("button")).toHaveCount(0);
  expect(
    (await (await api.get("/api/reference/titel")).json()).map((row: Record<string, unknown>) => row.titel_id),
  ).toContain(old);
});

test("the global history links an account's creation to the account", async ({ page, login, api }) => {
  const name = unique("Neues Konto");
  const email = `${name.replaceAll(/\W/g, "").toLowerCase()}@example.org`;
  const body = { email, name, role: "reader", language: "de" };
  const { id } = await (await api.post("/api/users/new", { data: body })).json();
  await login();
  await page.goto("/pages/timeline");
  const created = entry(page, `Benutzerkonto ${name} angelegt`);
  await created.locator("summary").click();
  await expect(created.getByRole("term")).toHaveText(["E-Mail", "Name", "Rolle", "Sprache der E-Mails"]);
  await expect(created.getByRole("definition").nth(2)).toHaveText("Lesen");
  expect([...(await accessibilityFaults(page)), ...(await layoutFaults(page))]).toEqual([]);
  await created.getByRole("link", { name }).click();
  await expect(page).toHaveURL(new RegExp(`/pages/users/${id}$`));
});

test("a past version of a record is shown read-only", async ({ page, login, api }) => {
  const surname = unique("Damals");
  const title = unique("Alt");
  const id = await create(api, "members", memberValues({ nachname: surname, telefon: "0711 1" }));
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  await api.post(`/api/members/project/${id}/${project}`);
  await api.put(`/api/members/${id}`, { data: { telefon: "0711 2" } });
  await api.delete(`/api/members/project/${id}/${project}`);

  await login();
  await page.goto(`/members/${id}?tab=history`);
  await entry(page, `Verknüpft mit Kooperationsprojekt ${title}`)
    .getByRole("link", { name: /^Stand danach/ })
    .click();
  await expect(page).toHaveURL(/\?at=20/);
  await expect(page.getByText(/^Stand vom /).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: surname })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "0711 1" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Speichern" })).toHaveCount(0);
  await page.getByRole("tab", { name: "Kooperationsprojekte 1" }).click();
  await expect(page.getByRole("row", { name: title })).toBeVisible();
  await expect(page.getByLabel("Kooperationsprojekt hinzufügen")).toHaveCount(0);
  await expect(page.getByRole("row", { name: title }).getByRole("button")).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Zum heutigen Stand" }).click();
  await expect(page.getByLabel("Telefon")).toHaveValue("0711 2");

  await openHistory(page);
  await page.getByRole("textbox", { name: "Stand vom" }).fill("1.2.2020");
  await page.getByRole("button", { name: /^Anzeigen/ }).click();
  await expect(page.getByText("Am 01.02.2020 gab es diesen Datensatz nicht.")).toBeVisible();
  await page.goto(`/members/${id}?at=${today()}`);
  await expect(page.getByRole("definition").filter({ hasText: "0711 2" })).toBeVisible();
  await api.delete(`/api/members/${id}`);
  await page.reload();
  await expect(page.getByText(`Am ${shownToday()} gab es diesen Datensatz nicht.`)).toBeVisible();
});
