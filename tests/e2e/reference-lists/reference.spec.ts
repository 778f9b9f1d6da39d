import type { APIRequestContext, Page } from "@playwright/test";
import { memberValues, personValues, projectValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { choose, create, unique } from "../../support/browser/steps";

/* Contract §9: the page on which admins edit the reference lists. */

/** Adds an entry to the list of titles. @returns its key and its German name */
async function addTitle(api: APIRequestContext, name: string) {
  const titel_de = unique(name);
  const answer = await api.post("/api/reference/titel/new", { data: { titel_de, titel_en: `${titel_de} en` } });
  expect(answer.status()).toBe(201);
  return { id: Number((await answer.json()).data.lastId), name: titel_de };
}

const PAGE = "/pages/reference?list=titel";
const rows = (page: Page) => page.getByRole("list", { name: "Titel" }).getByRole("listitem");
const row = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const handle = (page: Page, name: string) => row(page, name).getByRole("button", { name: /verschieben/ });
const namesOf = (page: Page) =>
  rows(page).evaluateAll((items) => items.map((item) => item.getAttribute("aria-label") ?? ""));
const notice = (page: Page, text: string | RegExp) => page.getByRole("region", { name: /^Meldungen/ }).getByText(text);
const titles = async (api: APIRequestContext) =>
  (await (await api.get("/api/reference/titel")).json()) as { titel_id: number; titel_de: string; active: boolean }[];

test("a list entry is added at the end and renamed in its row, which shows errors", async ({ page, login, api }) => {
  const taken = await addTitle(api, "Vorhanden");
  await login();
  await page.goto("/dashboard");
  await page.getByRole("navigation").getByText("Verwaltung").click();
  await page.getByRole("link", { name: "Auswahllisten" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Auswahllisten" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: /^Titel/ })).toBeVisible();

  const name = unique("Neu");
  await page.getByRole("textbox", { name: "Neuer Eintrag, Deutsch" }).fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Bitte füllen Sie dieses Feld aus")).toBeVisible();
  await page.getByRole("textbox", { name: "Neuer Eintrag, Englisch" }).fill(`${name} en`);
  await page.keyboard.press("Enter");
  await expect(rows(page).last()).toHaveAccessibleName(name);
  await expect(page.getByRole("textbox", { name: "Neuer Eintrag, Deutsch" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Neuer Eintrag, Deutsch" })).toHaveValue("");

  const german = row(page, name).getByRole("textbox", { name: `Deutsch: ${name}` });
  await german.fill(taken.name.toUpperCase());
  await german.press("Enter");
  await expect(german).toHaveAccessibleDescription("Diesen Namen gibt es in der Liste bereits");
  await german.press("Escape");
  await expect(german).toHaveValue(name);
  await expect(page.getByText("Diesen Namen gibt es in der Liste bereits")).toHaveCount(0);

  await german.fill(`${name} anders`);
  await page.getByRole("link", { name: "Verlauf" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await german.press("Enter");
  await expect(row(page, `${name} anders`)).toBeVisible();
  await page.reload();
  await expect(row(page, `${name} anders`)).toBeVisible();
});

test("list entries are moved by keyboard, by menu and by dragging", async ({ page, login, api }) => {
  const [one, two, three] = [await addTitle(api, "Eins"), await addTitle(api, "Zwei"), await addTitle(api, "Drei")];
  const order = async () => (await titles(api)).slice(-3).map(({ titel_id }) => titel_id);
  await login();
  await page.goto(PAGE);
  const count = await rows(page).count();
  await handle(page, three.name).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(handle(page, three.name)).toBeFocused();
  await expect(page.getByText(`„${three.name}“ steht jetzt auf Platz ${count - 2} von ${count}.`)).toBeAttached();
  await expect.poll(order).toEqual([three.id, one.id, two.id]);
  await expect(async () => expect((await namesOf(page)).slice(-3)).toEqual([three.name, one.name, two.name])).toPass();

  await row(page, one.name)
    .getByRole("button", { name: /^Aktionen/ })
    .click();
  await page.getByRole("menuitem", { name: "Ans Ende" }).click();
  await expect.poll(order).toEqual([three.id, two.id, one.id]);

  const from = await handle(page, one.name).boundingBox();
  const to = await row(page, three.name).boundingBox();
  if (!from || !to) throw new Error("The rows are not in view");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 4, { steps: 8 });
  await page.mouse.up();
  await expect.poll(order).toEqual([one.id, three.id, two.id]);
  await page.reload();
  expect((await namesOf(page)).slice(-3)).toEqual([one.name, three.name, two.name]);
});

test("an inactive list entry is offered only on records that already use it", async ({ page, login, api }) => {
  const { id, name } = await addTitle(api, "Ruht");
  const memberWithEntry = await create(api, "members", memberValues({ nachname: unique("Trägt"), titel: id }));
  await login();
  await page.goto(PAGE);
  await row(page, name).getByRole("switch").click();
  await expect(row(page, name).getByRole("switch")).not.toBeChecked();
  await expect(notice(page, "Daten aktualisiert")).toBeVisible();

  const openTitleOptions = async (path: string) => {
    await page.goto(path);
    const field = page.getByLabel("Titel", { exact: true });
    // Types all but the last letter: if the field contained the whole name already, filling it in
    // would change nothing.
    await field.fill(name.slice(0, -1));
    return page.getByRole("listbox").getByRole("option", { name });
  };
  await expect(await openTitleOptions(`/members/${memberWithEntry}`)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByLabel("Telefon").fill("07171 5");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await expect(page.getByLabel("Titel", { exact: true })).toHaveValue(name);
  await expect(await openTitleOptions("/members/new")).toHaveCount(0);
  await expect(page.getByText("Keine Treffer")).toBeVisible();
  await page.goto(`/members/new?from=${memberWithEntry}`);
  await expect(page.getByLabel("Telefon")).toHaveValue("07171 5");
  await expect(page.getByLabel("Titel", { exact: true })).toHaveValue("k. A.");
});

test("several list entries are pasted after a preview, and removed again by the notification", async ({
  page,
  login,
  api,
}) => {
  const taken = await addTitle(api, "Vorhanden");
  const [one, two] = [unique("Eins"), unique("Zwei")];
  await login();
  await page.goto(PAGE);
  const count = await rows(page).count();
  await page.getByRole("button", { name: "Mehrere einfügen" }).click();
  const dialog = page.getByRole("dialog", { name: "Mehrere Einträge einfügen: Titel" });
  const field = dialog.getByRole("textbox", { name: "Einträge" });
  await expect(field).toBeFocused();
  await dialog.getByRole("button", { name: "Hinzufügen" }).click();
  await expect(field).toHaveAccessibleDescription(/Bitte fügen Sie hier mindestens eine Zeile ein/);

  await field.fill(`${one};${one} en\n${two}\n${taken.name.toUpperCase()}\n${one}\nA;B;C`);
  const preview = dialog.getByRole("region", { name: "Vorschau" }).getByRole("row");
  await expect(preview).toHaveText([
    "DeutschEnglischErgebnis",
    `${one}${one} enneu`,
    `${two}${two}neu`,
    `${taken.name.toUpperCase()}${taken.name.toUpperCase()}schon vorhanden`,
    `${one}${one}doppelt`,
    "ABzu viele Spalten",
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "2 Einträge hinzufügen" }).click();
  await expect(field).toHaveAccessibleDescription(/Eine Zeile ist fehlerhaft/);

  await field.fill(`${one}\t${one} en\r\n${two}\t\r\n`);
  await dialog.getByRole("button", { name: "2 Einträge hinzufügen" }).click();
  await expect(notice(page, "2 Einträge hinzugefügt")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(count + 2);
  await expect(row(page, one).getByRole("textbox", { name: /^Englisch/ })).toHaveValue(`${one} en`);
  await expect(row(page, two).getByRole("textbox", { name: /^Englisch/ })).toHaveValue(two);

  await page
    .getByRole("region", { name: /^Meldungen/ })
    .getByRole("button", { name: "Rückgängig", exact: true })
    .click();
  await expect(rows(page)).toHaveCount(count);
});

test("pasted list entries that another user has added meanwhile are not added, and the preview shows them", async ({
  page,
  login,
  api,
}) => {
  const name = unique("Inzwischen");
  await login();
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Mehrere einfügen" }).click();
  const dialog = page.getByRole("dialog", { name: /^Mehrere Einträge einfügen/ });
  const field = dialog.getByRole("textbox", { name: "Einträge" });
  await field.fill(`${name}\n${name} anders`);
  const data = { titel_de: name, titel_en: `${name} en` };
  expect((await api.post("/api/reference/titel/new", { data })).status()).toBe(201);
  await dialog.getByRole("button", { name: "2 Einträge hinzufügen" }).click();
  await expect(field).toHaveAccessibleDescription(/Nichts hinzugefügt/);
  await expect(dialog.getByRole("row", { name: `${name} ${name} schon vorhanden` })).toBeVisible();
  await dialog.getByRole("button", { name: "Einen Eintrag hinzufügen" }).click();
  await expect(row(page, `${name} anders`)).toBeVisible();
});

test("a list entry in use is replaced by another, and the whole batch is undone in the history", async ({
  page,
  login,
  api,
}) => {
  const [old, by] = [await addTitle(api, "Alt"), await addTitle(api, "Ersatz")];
  const member = await create(api, "members", memberValues({ nachname: unique("Erste"), titel: old.id }));
  const person = await create(api, "persons", personValues({ nachname: unique("Zweite"), titel: old.id }));
  const titleOf = async (path: string) => (await (await api.get(`/api/${path}`)).json()).data.titel;
  await login();
  await page.goto(PAGE);
  const used = row(page, old.name).getByRole("link", { name: /^1 Hochschulmitglied mit/ });
  await expect(used).toHaveAttribute("href", `/members?where%5Btitel%5D%5Bin%5D=${old.id}`);
  await row(page, old.name)
    .getByRole("button", { name: /^Aktionen/ })
    .click();
  await page.getByRole("menuitem", { name: "Löschen" }).click();
  const inUse = page.getByRole("alertdialog", { name: "Eintrag wird noch verwendet" });
  await expect(inUse).toContainText("2 Datensätze verwenden diesen Eintrag");
  await inUse.getByRole("button", { name: "Durch anderen Eintrag ersetzen" }).click();

  const dialog = page.getByRole("dialog", { name: `„${old.name}“ ersetzen` });
  await expect(dialog).toContainText("1 Hochschulmitglied, 1 Partnerperson");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "In 2 Datensätzen ersetzen" }).click();
  await expect(dialog.getByText("Bitte füllen Sie dieses Feld aus")).toBeVisible();
  await choose(dialog.getByLabel("Ersetzen durch"), by.name);
  await dialog.getByRole("button", { name: "In 2 Datensätzen ersetzen" }).click();
  await expect(notice(page, "In 2 Datensätzen ersetzt")).toBeVisible();
  await expect(row(page, old.name)).toHaveCount(0);
  await expect(row(page, by.name).getByRole("link")).toHaveCount(2);
  expect([await titleOf(`members/${member}`), await titleOf(`persons/${person}`)]).toEqual([by.id, by.id]);

  await page.goto(`/members/${member}?tab=history`);
  // The history still shows the deleted entry by its name.
  await expect(page.getByRole("definition").first()).toContainText(old.name);
  await page.getByRole("link", { name: "Alle Änderungen dieses Vorgangs" }).first().click();
  await expect(page).toHaveURL(/\/pages\/timeline\?batch=/);
  await expect(page.getByRole("definition").first()).toContainText(old.name);
  await page.getByRole("button", { name: "Alles rückgängig machen" }).click();
  const question = page.getByRole("alertdialog", { name: "Den ganzen Vorgang rückgängig machen?" });
  await question.getByRole("button", { name: "Rückgängig machen" }).click();
  await expect(notice(page, "3 Änderungen rückgängig gemacht")).toBeVisible();
  await expect(page.getByRole("button", { name: "Alles rückgängig machen" })).toHaveCount(0);
  expect([await titleOf(`members/${member}`), await titleOf(`persons/${person}`)]).toEqual([old.id, old.id]);
  await page.goto(PAGE);
  await expect(row(page, old.name)).toBeVisible();
});

test("a deleted list entry is restored by the notification, and a protected one cannot be deleted", async ({
  page,
  login,
  api,
}) => {
  const { name } = await addTitle(api, "Weg");
  const last = await addTitle(api, "Danach");
  await login();
  await page.goto(PAGE);
  await row(page, name)
    .getByRole("button", { name: /^Aktionen/ })
    .click();
  await page.getByRole("menuitem", { name: "Löschen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(row(page, name)).toHaveCount(0);
  await page
    .getByRole("region", { name: /^Meldungen/ })
    .getByRole("button", { name: "Rückgängig", exact: true })
    .click();
  await expect(row(page, name)).toBeVisible();
  expect((await namesOf(page)).slice(-2), "at its old position").toEqual([name, last.name]);

  await expect(row(page, "k. A.").getByText("geschützt")).toBeVisible();
  await expect(row(page, "k. A.").getByRole("switch")).toHaveCount(0);
  await row(page, "k. A.")
    .getByRole("button", { name: /^Aktionen/ })
    .click();
  await expect(page.getByRole("menuitem")).toHaveText(["An den Anfang", "Nach oben", "Nach unten", "Ans Ende"]);
});

const ROLES_PAGE = "/pages/reference?list=verknuepfungsrollen";
/** Adds a role of links between projects and members. @returns its key and its German name */
async function addRole(api: APIRequestContext, name: string, relation = "project_member") {
  const rolle_de = unique(name);
  const data = { rolle_de, rolle_en: `${rolle_de} en`, relation };
  const answer = await api.post("/api/reference/verknuepfungsrollen/new", { data });
  expect(answer.status()).toBe(201);
  return { id: Number((await answer.json()).data.lastId), name: rolle_de };
}
const roles = async (api: APIRequestContext) =>
  (await (await api.get("/api/reference/verknuepfungsrollen")).json()) as {
    rolle_id: number;
    rolle_de: string;
    relation: string;
    zustaendig: boolean;
  }[];
/** Links a new member with a project. @returns the path of the link call */
async function linkWithRole(api: APIRequestContext, project: number, role: number) {
  const member = await create(api, "members", memberValues({ nachname: unique("Rolle") }));
  const path = `/api/projects/member/${member}/${project}`;
  expect((await api.post(path, { data: { rollen: [role] } })).status()).toBe(200);
  return path;
}
const inGroup = (page: Page, name: string) => page.getByRole("region", { name });

test("a role is added to a relation, moved within it and given a flag", async ({ page, login, api }) => {
  await login();
  await page.goto(ROLES_PAGE);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText([
    /^Projekt – Hochschulmitglied/,
    /^Projekt – Partnerinstitution/,
    /^Projekt – Partnerperson/,
    /^Partnerinstitution – Partnerperson/,
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  const group = inGroup(page, "Projekt – Partnerperson");
  const items = group.getByRole("list").getByRole("listitem");
  const count = await items.count();
  const name = unique("Neue Rolle");
  await group.getByRole("textbox", { name: "Neuer Eintrag, Deutsch" }).fill(name);
  await group.getByRole("textbox", { name: "Neuer Eintrag, Englisch" }).fill(`${name} en`);
  await page.keyboard.press("Enter");
  await expect(items).toHaveCount(count + 1);
  await expect(items.last()).toHaveAccessibleName(name);
  await expect(group.getByRole("textbox", { name: "Neuer Eintrag, Deutsch" })).toBeFocused();

  await handle(page, name).focus();
  await page.keyboard.press("Home");
  await expect(page.getByText(`„${name}“ steht jetzt auf Platz 1 von ${count + 1}.`)).toBeAttached();
  await expect
    .poll(async () => (await roles(api)).find((role) => role.relation === "project_person")?.rolle_de)
    .toBe(name);

  await row(page, name)
    .getByRole("switch", { name: /gilt als zuständig/ })
    .click();
  await expect(notice(page, "Daten aktualisiert")).toBeVisible();
  expect((await roles(api)).find((role) => role.rolle_de === name)?.zustaendig).toBe(true);
});

test("a role can be dragged only within its relation", async ({ page, login, api }) => {
  const [one, two] = [await addRole(api, "Erste"), await addRole(api, "Zweite")];
  await login();
  await page.goto(ROLES_PAGE);
  const from = await handle(page, one.name).boundingBox();
  const other = await inGroup(page, "Projekt – Partnerinstitution").getByRole("listitem").first().boundingBox();
  if (!from || !other) throw new Error("The rows are not in view");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(other.x + 60, other.y + 20, { steps: 8 });
  await page.mouse.up();
  const order = async () =>
    (await roles(api)).filter(({ relation }) => relation === "project_member").map(({ rolle_id }) => rolle_id);
  await expect.poll(async () => (await order()).slice(-2), "at the end of its own relation").toEqual([two.id, one.id]);
});

test("a role that two links have at once cannot become unique, and its links are shown", async ({
  page,
  login,
  api,
}) => {
  const role = await addRole(api, "Doppelt");
  const project = await create(api, "projects", projectValues());
  const path = await linkWithRole(api, project, role.id);
  await linkWithRole(api, project, role.id);
  await login();
  await page.goto(ROLES_PAGE);
  const unique = row(page, role.name).getByRole("switch", { name: /nur einmal/ });
  await unique.click();
  await expect(notice(page, "Nicht geändert: Zwei Verknüpfungen hätten die Rolle gleichzeitig.")).toBeVisible();
  await expect(unique).not.toBeChecked();
  await expect(row(page, role.name).getByRole("link", { name: /^2 Verknüpfungen mit/ })).toHaveAttribute(
    "href",
    `/projects?where%5Bhochschulmitglieder.rollen%5D%5Bin%5D=${role.id}`,
  );
  expect((await api.put(path, { data: { rollen: [] } })).status()).toBe(200);
  await unique.click();
  await expect(unique).toBeChecked();
  await expect(notice(page, "Daten aktualisiert")).toBeVisible();
});

test("a role is replaced by another one of its relation in all links", async ({ page, login, api }) => {
  const [old, by, roleOfOtherRelation] = [
    await addRole(api, "Alte Rolle"),
    await addRole(api, "Neue Rolle"),
    await addRole(api, "Fremde Rolle", "project_person"),
  ];
  const project = await create(api, "projects", projectValues());
  await linkWithRole(api, project, old.id);
  await login();
  await page.goto(ROLES_PAGE);
  await row(page, old.name)
    .getByRole("button", { name: /^Aktionen/ })
    .click();
  await page.getByRole("menuitem", { name: "Löschen" }).click();
  const inUse = page.getByRole("alertdialog", { name: "Eintrag wird noch verwendet" });
  await expect(inUse).toContainText("Eine Verknüpfung verwendet diesen Eintrag");
  await inUse.getByRole("button", { name: "Durch anderen Eintrag ersetzen" }).click();
  const dialog = page.getByRole("dialog", { name: `„${old.name}“ ersetzen` });
  const field = dialog.getByLabel("Ersetzen durch");
  await field.fill(roleOfOtherRelation.name.slice(0, -1));
  await expect(page.getByText("Keine Treffer")).toBeVisible();
  await choose(field, by.name);
  await dialog.getByRole("button", { name: "In einer Verknüpfung ersetzen" }).click();
  await expect(notice(page, "In einer Verknüpfung ersetzt")).toBeVisible();
  await expect(row(page, old.name)).toHaveCount(0);
  await expect(row(page, by.name).getByRole("link", { name: /^1 Verknüpfung mit/ })).toBeVisible();
});
