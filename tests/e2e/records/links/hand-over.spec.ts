import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { ROLE } from "@/prisma/reference-data";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { institutionValues, memberValues, personValues, projectValues } from "../../../support/factories";
import { accessibilityFaults, layoutFaults } from "../../../support/browser/accessibility";
import { expect, test } from "../../../support/browser/fixtures";
import { create, inDatabase, unique } from "../../../support/browser/steps";

const today = dayOf(new Date());
const yesterday = daysLater(today, -1);

test.beforeEach(async ({ login }) => login());

type Record = { id: number; name: string };

async function createMember(api: APIRequestContext, vorname: string, values: object = {}): Promise<Record> {
  const nachname = unique("Person");
  return {
    id: await create(api, "members", memberValues({ vorname, nachname, ...values })),
    name: `${vorname} ${nachname}`,
  };
}

async function createPerson(api: APIRequestContext, vorname: string): Promise<Record> {
  const nachname = unique("Person");
  return { id: await create(api, "persons", personValues({ vorname, nachname })), name: `${vorname} ${nachname}` };
}

async function createInstitution(api: APIRequestContext): Promise<Record> {
  const name = unique("Haus");
  return { id: await create(api, "institutions", institutionValues({ name })), name };
}

async function createProject(api: APIRequestContext): Promise<Record> {
  const projekt_titel = unique("Vorhaben");
  return { id: await create(api, "projects", projectValues({ projekt_titel })), name: projekt_titel };
}

/** Links two records by a link call with the ids in its path. */
async function link(api: APIRequestContext, path: string, values: object = {}) {
  const answer = await api.post(`/api/${path}`, { data: values });
  expect(await answer.json()).toMatchObject({ success: true });
}

/** The periods and roles of a record's links by the key of the linked record. */
async function periodsOf(api: APIRequestContext, path: string, list: string, key: string) {
  const { data } = await (await api.get(`/api/${path}`)).json();
  return Object.fromEntries(
    (data[list] as { [name: string]: unknown; rollen: { rolle_id: number }[] }[]).map((row) => [
      row[key],
      { seit: row.seit, bis: row.bis, rollen: row.rollen.map(({ rolle_id }) => rolle_id) },
    ]),
  );
}

/** Opens a member's menu and in it the dialog that hands over the projects. @returns the dialog */
async function openHandOver(page: Page, { id, name }: Record): Promise<Locator> {
  await page.goto(`/members/${id}?tab=overview`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Projekte übergeben …" }).click();
  const dialog = page.getByRole("dialog", { name: `Projekte von ${name} übergeben` });
  await expect(dialog.getByRole("combobox", { name: "Nachfolge" })).toBeFocused();
  return dialog;
}

/** Opens the dialog for a successor from the menu of a row in a record's link tab. @returns the dialog */
async function openSuccession(page: Page, address: string, row: Record): Promise<Locator> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: `Mehr zu ${row.name}` }).click();
  await page.getByRole("menuitem", { name: "Nachfolge …" }).click();
  return page.getByRole("dialog");
}

/** Chooses a successor in its dialog, which finds records of the right kind only. */
async function chooseSuccessor(page: Page, dialog: Locator, { name }: Record) {
  await dialog.getByRole("combobox").first().fill(name);
  const option = page.getByRole("option", { name: new RegExp(`^${name}`) });
  await expect(option, "found by the dialog's search").toBeVisible();
  await option.click();
}

test("a member's projects are handed over in one dialog, except refused ones, and the undo restores them", async ({
  page,
  api,
}) => {
  const [before, after] = [unique("Vorgänger"), unique("Nachfolger")];
  const from = await create(api, "members", memberValues({ vorname: "Kim", nachname: before }));
  const to = await create(api, "members", memberValues({ vorname: "Alex", nachname: after }));
  const titles = [unique("Projekt A"), unique("Projekt B"), unique("Projekt C")];
  const projects: number[] = [];
  for (const projekt_titel of titles) {
    const id = await create(api, "projects", projectValues({ projekt_titel }));
    await api.post(`/api/projects/member/${from}/${id}`, { data: { rollen: [ROLE.projectLead] } });
    projects.push(id);
  }
  // The successor's link has begun, so that both would lead the third project until yesterday.
  await api.post(`/api/projects/member/${to}/${projects[2]}`, { data: { seit: "2020-01-01" } });
  const linksOf = async (id: number | undefined) => {
    const { data } = await (await api.get(`/api/projects/${id}`)).json();
    return (data.hochschulmitglieder as { ph_id: number; seit: string | null; bis: string | null }[])
      .map(({ ph_id, seit, bis }) => ({ ph_id, seit, bis }))
      .sort((one, other) => one.ph_id - other.ph_id);
  };

  await page.goto(`/members/${from}?tab=overview`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Projekte übergeben …" }).click();
  const dialog = page.getByRole("dialog", { name: `Projekte von Kim ${before} übergeben` });
  await dialog.getByRole("combobox", { name: "Nachfolge" }).fill(after);
  await page.getByRole("option", { name: `Alex ${after}` }).click();
  await expect(dialog.getByRole("list").getByRole("checkbox")).toHaveCount(3);
  await expect(dialog.getByRole("checkbox", { name: titles[0] })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: titles[2] })).toBeDisabled();
  await expect(dialog.getByText("Projektleitung")).toHaveCount(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: titles[1] }).uncheck();
  await dialog.getByRole("button", { name: "1 Projekt übergeben" }).click();

  await expect(page.getByText(`Ein Projekt an Alex ${after} übergeben`)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await linksOf(projects[0])).toEqual([
    { ph_id: from, seit: null, bis: daysLater(today, -1) },
    { ph_id: to, seit: today, bis: null },
  ]);
  expect(await linksOf(projects[1])).toEqual([{ ph_id: from, seit: null, bis: null }]);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect.poll(() => linksOf(projects[0])).toEqual([{ ph_id: from, seit: null, bis: null }]);
});

test("ten projects are handed over in four clicks", async ({ page, api }) => {
  const [from, to] = [await createMember(api, "Kim"), await createMember(api, "Alex")];
  for (let count = 0; count < 10; count++)
    await link(api, `projects/member/${from.id}/${(await createProject(api)).id}`);
  await openHandOver(page, from);
  await page.keyboard.type(to.name);
  await page.getByRole("option", { name: to.name }).click();
  await page.getByRole("button", { name: "10 Projekte übergeben" }).click();
  await expect(page.getByText(`10 Projekte an ${to.name} übergeben`)).toBeVisible();
});

test("one box unticks all projects of a hand-over, and ticks all that are possible", async ({ page, api }) => {
  const [from, to] = [await createMember(api, "Kim"), await createMember(api, "Alex")];
  const projects = [await createProject(api), await createProject(api), await createProject(api)] as const;
  for (const { id } of projects) await link(api, `projects/member/${from.id}/${id}`, { rollen: [ROLE.projectLead] });
  await link(api, `projects/member/${to.id}/${projects[2].id}`, { seit: "2020-01-01" });
  await openHandOver(page, from);
  await page.keyboard.type(to.name);
  await page.getByRole("option", { name: to.name }).click();
  const all = page.getByRole("checkbox", { name: "Alle auswählen" });
  await expect(all).toBeChecked();
  await all.uncheck();
  await page.getByRole("checkbox", { name: projects[1].name }).check();
  await expect(all).toBeChecked({ indeterminate: true });
  await expect(page.getByRole("button", { name: "1 Projekt übergeben" })).toBeEnabled();
  await all.check();
  await expect(page.getByRole("button", { name: "2 Projekte übergeben" })).toBeEnabled();
});

test("more than 1,000 projects are handed over at once if all are; otherwise the dialog says how many are too many", async ({
  page,
  api,
  app,
}) => {
  const [from, to] = [await createMember(api, "Kim"), await createMember(api, "Alex")];
  const insert = `WITH created AS (
    INSERT INTO projects (projekt_titel, vertragsgrundlage)
    SELECT 'Menge ' || n, -1 FROM generate_series(1, 1002) AS n RETURNING projekt_id)
    INSERT INTO member_projects (ph_id, projekt_id) SELECT $1, projekt_id FROM created`;
  await inDatabase(app, (client) => client.query(insert, [from.id]));
  const dialog = await openHandOver(page, from);
  await page.keyboard.type(to.name);
  await page.getByRole("option", { name: to.name }).click();
  await dialog.getByRole("list").getByRole("checkbox").nth(7).uncheck();
  await expect(dialog.getByRole("alert")).toContainText("Wählen Sie mindestens ein Projekt ab");
  await expect(dialog.getByRole("button", { name: "1.001 Projekte übergeben" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "Alle auswählen" }).check();
  await dialog.getByRole("button", { name: "1.002 Projekte übergeben" }).click();
  await expect(page.getByText(`1.002 Projekte an ${to.name} übergeben`)).toBeVisible();
});

test("a hand-over without a successor asks for one", async ({ page, api }) => {
  const [from, project] = [await createMember(api, "Kim"), await createProject(api)];
  await link(api, `projects/member/${from.id}/${project.id}`);
  const dialog = await openSuccession(page, `/members/${from.id}?tab=kooperationsprojekte`, project);
  await dialog.getByRole("button", { name: "Übergeben" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Bitte füllen Sie dieses Feld aus");
});

test("the successor in a project of a member's tab is a member, who gets the roles in this project, and one undo restores both", async ({
  page,
  api,
}) => {
  const [from, to] = [await createMember(api, "Kim"), await createMember(api, "Alex")];
  const [project, other] = [await createProject(api), await createProject(api)];
  for (const { id } of [project, other])
    await link(api, `projects/member/${from.id}/${id}`, { rollen: [ROLE.projectLead], seit: "2020-01-01" });
  const periods = ({ id }: Record) => periodsOf(api, `projects/${id}`, "hochschulmitglieder", "ph_id");
  const before = await periods(project);

  const dialog = await openSuccession(page, `/members/${from.id}?tab=kooperationsprojekte`, project);
  await expect(dialog).toContainText("Projektleitung");
  expect(await accessibilityFaults(page)).toEqual([]);
  await chooseSuccessor(page, dialog, to);
  await expect(dialog).toHaveAccessibleName(`Projekt von ${from.name} übergeben`);
  await expect(dialog).toContainText(project.name);
  await expect(dialog).not.toContainText(other.name);
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  expect(await layoutFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "1 Projekt übergeben" }).click();

  await expect(page.getByText(`Ein Projekt an ${to.name} übergeben`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "früher (1)" })).toBeVisible();
  expect(await periods(project)).toEqual({
    [from.id]: { seit: "2020-01-01", bis: yesterday, rollen: [ROLE.projectLead] },
    [to.id]: { seit: today, bis: null, rollen: [ROLE.projectLead] },
  });
  expect(await periods(other)).toEqual({ [from.id]: { seit: "2020-01-01", bis: null, rollen: [ROLE.projectLead] } });
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect.poll(() => periods(project)).toEqual(before);
});

test("the successor in a project of a person's tab is a person", async ({ page, api }) => {
  const [from, to, project] = [
    await createPerson(api, "Kim"),
    await createPerson(api, "Alex"),
    await createProject(api),
  ];
  await link(api, `persons/project/${from.id}/${project.id}`, { rollen: [ROLE.signatory] });
  const dialog = await openSuccession(page, `/person/${from.id}?tab=kooperationsprojekte`, project);
  await chooseSuccessor(page, dialog, to);
  await expect(dialog).toHaveAccessibleName(`Projekt von ${from.name} übergeben`);
  await dialog.getByRole("button", { name: "1 Projekt übergeben" }).click();
  await expect(page.getByText(`Ein Projekt an ${to.name} übergeben`)).toBeVisible();
  expect(await periodsOf(api, `projects/${project.id}`, "personen", "person_id")).toEqual({
    [from.id]: { seit: null, bis: yesterday, rollen: [ROLE.signatory] },
    [to.id]: { seit: today, bis: null, rollen: [ROLE.signatory] },
  });
});

test("a project that cannot be handed over says why, and cannot be saved", async ({ page, api }) => {
  const [from, to, project] = [
    await createMember(api, "Kim"),
    await createMember(api, "Alex"),
    await createProject(api),
  ];
  await link(api, `projects/member/${from.id}/${project.id}`, { rollen: [ROLE.projectLead] });
  await link(api, `projects/member/${to.id}/${project.id}`, { seit: "2020-01-01" });
  const dialog = await openSuccession(page, `/members/${from.id}?tab=kooperationsprojekte`, project);
  await chooseSuccessor(page, dialog, to);
  await expect(dialog).toContainText("Eine Rolle, die nur eine Person haben kann, wäre doppelt vergeben");
  await expect(dialog.getByRole("button", { name: "Übergeben" })).toBeDisabled();
});

test("the successor in a project of an institution's tab is an institution", async ({ page, api }) => {
  const [from, to, project] = [await createInstitution(api), await createInstitution(api), await createProject(api)];
  await link(api, `projects/institution/${from.id}/${project.id}`, { rollen: [ROLE.coordinator] });
  const periods = () => periodsOf(api, `projects/${project.id}`, "institutionen", "partner_institution_id");
  const before = await periods();
  const dialog = await openSuccession(page, `/institution/${from.id}?tab=kooperationsprojekte`, project);
  await chooseSuccessor(page, dialog, to);
  await expect(dialog).toHaveAccessibleName(`Nachfolge von ${from.name}`);
  await expect(dialog).toContainText(project.name);
  await dialog.getByRole("button", { name: "Nachfolge eintragen" }).click();
  await expect(page.getByText(`${to.name} folgt auf ${from.name}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "früher (1)" })).toBeVisible();
  expect(await periods()).toEqual({
    [from.id]: { seit: null, bis: yesterday, rollen: [ROLE.coordinator] },
    [to.id]: { seit: today, bis: null, rollen: [ROLE.coordinator] },
  });
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect.poll(periods).toEqual(before);
});

test("the successor in an institution of a person's tab is a person", async ({ page, api }) => {
  const [from, to] = [await createPerson(api, "Kim"), await createPerson(api, "Alex")];
  const institution = await createInstitution(api);
  await link(api, `persons/institution/${institution.id}/${from.id}`);
  const dialog = await openSuccession(page, `/person/${from.id}?tab=institutionen`, institution);
  await chooseSuccessor(page, dialog, to);
  await expect(dialog).toHaveAccessibleName(`Nachfolge von ${from.name}`);
  await dialog.getByRole("button", { name: "Nachfolge eintragen" }).click();
  await expect(page.getByText(`${to.name} folgt auf ${from.name}`)).toBeVisible();
  const links = await periodsOf(api, `institutions/${institution.id}`, "personen", "person_id");
  expect(links[from.id]).toMatchObject({ bis: yesterday });
  expect(links[to.id]).toMatchObject({ seit: today });
});

test("an admin hands over the projects of an account's member, found by the address in any case", async ({
  page,
  api,
}) => {
  const address = `${unique("kim").replace(" ", ".")}@example.org`;
  const invited = await api.post("/api/users/new", {
    data: { name: "Kim Konto", email: address, role: "editor", language: "de" },
  });
  const { id: account } = await invited.json();
  const from = await createMember(api, "Kim", { email: address.toUpperCase() });
  const [to, project] = [await createMember(api, "Alex"), await createProject(api)];
  await link(api, `projects/member/${from.id}/${project.id}`, { rollen: [ROLE.projectLead] });

  await page.goto(`/pages/users/${account}`);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("link", { name: from.name })).toHaveAttribute("href", `/members/${from.id}`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Projekte übergeben …" }).click();
  const dialog = page.getByRole("dialog", { name: `Projekte von ${from.name} übergeben` });
  await dialog.getByRole("combobox", { name: "Nachfolge" }).fill(to.name);
  await page.getByRole("option", { name: to.name }).click();
  await dialog.getByRole("button", { name: "1 Projekt übergeben" }).click();
  await expect(page.getByText(`Ein Projekt an ${to.name} übergeben`)).toBeVisible();
  const links = await periodsOf(api, `projects/${project.id}`, "hochschulmitglieder", "ph_id");
  expect(links[to.id]).toMatchObject({ seit: today, rollen: [ROLE.projectLead] });
});

test("the page of an account without a member offers no hand-over", async ({ page, api }) => {
  const address = `${unique("kim").replace(" ", ".")}@example.org`;
  const invited = await api.post("/api/users/new", {
    data: { name: "Kim Konto", email: address, role: "editor", language: "de" },
  });
  // An address that contains the account's is another one.
  await createMember(api, "Kim", { email: `x${address}` });
  await page.goto(`/pages/users/${(await invited.json()).id}`);
  await expect(page.getByRole("button", { name: "Konto sperren" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Projekte übergeben …" })).toHaveCount(0);
});
