import type { APIRequestContext, Page } from "@playwright/test";
import { daysLater, displayDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { ROLE } from "@/prisma/reference-data";
import { institutionValues, memberValues, projectValues } from "../../../support/factories";
import { accessibilityFaults, layoutFaults } from "../../../support/browser/accessibility";
import { expect, test } from "../../../support/browser/fixtures";
import { create, unique } from "../../../support/browser/steps";

/* The values of links in a record's tab: shown, edited in the cell, and handed to a successor. */

const today = dayOf(new Date());
const yesterday = daysLater(today, -1);

test.beforeEach(async ({ login }) => login());

type Link = { id: number; name: string };

/** Creates an institution that is linked to a project with values. */
async function linkInstitution(api: APIRequestContext, project: number, values: object = {}): Promise<Link> {
  const name = unique("Haus");
  const id = await create(api, "institutions", institutionValues({ name }));
  const answer = await api.post(`/api/projects/institution/${id}/${project}`, { data: values });
  expect(await answer.json()).toMatchObject({ success: true });
  return { id, name };
}

/** Creates a member of a project. */
async function linkMember(api: APIRequestContext, project: number, values: object = {}): Promise<Link> {
  const nachname = unique("Person");
  const id = await create(api, "members", memberValues({ vorname: "Kim", nachname }));
  await api.post(`/api/projects/member/${id}/${project}`, { data: values });
  return { id, name: `Kim ${nachname}` };
}

async function rowsOf(api: APIRequestContext, project: number, list = "institutionen") {
  const { data } = await (await api.get(`/api/projects/${project}`)).json();
  return data[list] as Record<string, unknown>[];
}

const panelOf = (page: Page) => page.getByRole("tabpanel", { name: "Partnerinstitutionen" });
const rowOf = (page: Page, { name }: Link) => page.getByRole("row").filter({ hasText: name });
const editorOf = (page: Page) => page.getByRole("dialog", { name: /^Verknüpfung mit/ });

async function openTab(page: Page, project: number, list = "institutionen") {
  await page.goto(`/projects/${project}?tab=${list}`);
  await page.waitForLoadState("networkidle");
}

/** Opens the editor of a link by pressing the value of a field, which is empty. */
async function edit(page: Page, link: Link, field: string) {
  await rowOf(page, link)
    .getByRole("button", { name: `${field} eintragen: ${link.name}` })
    .press("Enter");
  await expect(editorOf(page).getByRole(field === "Rolle" ? "combobox" : "textbox", { name: field })).toBeFocused();
}

test("a link table shows roles, period, main contact and remark, and leaves out missing values", async ({
  page,
  api,
}) => {
  const project = await create(api, "projects", projectValues());
  const values = {
    rollen: [ROLE.coordinator],
    seit: "2021-01-01",
    hauptkontakt: true,
    bemerkung: "Vertrag im Sekretariat",
  };
  const coordinator = await linkInstitution(api, project, values);
  const plain = await linkInstitution(api, project);
  await openTab(page, project);
  const row = rowOf(page, coordinator);
  await expect(row).toContainText("Koordination");
  await expect(row).toContainText("01.01.2021");
  await expect(row).toContainText("Vertrag im Sekretariat");
  await expect(row.getByRole("img", { name: "Hauptkontakt" })).toBeVisible();
  await expect(rowOf(page, plain).getByRole("gridcell", { name: /–|-/ })).toHaveCount(0);
});

test("a link is edited in its cell by keyboard, the focus returns to the cell, and one undo restores it", async ({
  page,
  api,
}) => {
  const project = await create(api, "projects", projectValues());
  const link = await linkInstitution(api, project);
  await openTab(page, project);
  await edit(page, link, "Rolle");
  await expect(editorOf(page).getByRole("combobox", { name: "Rolle" })).toBeFocused();
  await page.keyboard.type("Koord");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(editorOf(page).getByRole("textbox", { name: "seit" })).toBeFocused();
  await page.keyboard.type("1.3.2021");
  await page.keyboard.press("Enter");
  await expect(editorOf(page)).toHaveCount(0);
  await expect(rowOf(page, link).getByRole("button", { name: "Koordination" })).toBeFocused();
  expect(await rowsOf(api, project)).toMatchObject([{ rollen: [{ rolle_id: ROLE.coordinator }], seit: "2021-03-01" }]);

  await expect(page.getByText(`Verknüpfung mit ${link.name} geändert`)).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(rowOf(page, link)).not.toContainText("Koordination");
  expect(await rowsOf(api, project)).toMatchObject([{ rollen: [], seit: null }]);
});

test("Escape closes the editor of a link without saving", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const link = await linkInstitution(api, project);
  await openTab(page, project);
  await edit(page, link, "seit");
  await page.keyboard.type("01.03.2021");
  await page.keyboard.press("Escape");
  await expect(editorOf(page)).toHaveCount(0);
  await expect(rowOf(page, link).getByRole("button", { name: /^seit eintragen/ })).toBeFocused();
  expect(await rowsOf(api, project)).toMatchObject([{ seit: null }]);
});

test("a link's end before its beginning is refused at its field, and no input is lost", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const link = await linkInstitution(api, project, { seit: "2022-01-01" });
  await openTab(page, project);
  await edit(page, link, "bis");
  const [until, remark] = [
    editorOf(page).getByRole("textbox", { name: "bis" }),
    editorOf(page).getByLabel("Bemerkung"),
  ];
  await remark.fill("bleibt stehen");
  await until.fill("31.12.2021");
  await until.press("Enter");
  await expect(until).toHaveAccessibleDescription("Das Ende darf nicht vor dem Beginn liegen");
  await expect(until).toBeFocused();
  await expect(remark).toHaveValue("bleibt stehen");
  await until.fill("31.12.2030");
  await until.press("Enter");
  await expect(editorOf(page)).toHaveCount(0);
  expect(await rowsOf(api, project)).toMatchObject([{ bis: "2030-12-31", bemerkung: "bleibt stehen" }]);
});

test.describe("concurrent changes of a link", () => {
  async function conflict(page: Page, api: APIRequestContext) {
    const project = await create(api, "projects", projectValues());
    const link = await linkInstitution(api, project);
    await openTab(page, project);
    await edit(page, link, "seit");
    await editorOf(page).getByRole("textbox", { name: "seit" }).fill("01.03.2021");
    await editorOf(page).getByLabel("Bemerkung").fill("meine");
    const theirs = { seit: "2020-01-01", bis: "2035-12-31" };
    await api.put(`/api/projects/institution/${link.id}/${project}`, { data: theirs });
    await page.keyboard.press("Enter");
    await expect(editorOf(page).getByRole("status")).toContainText("seit: jetzt 01.01.2020");
    return project;
  }

  test("a concurrently changed link is saved on request, without overwriting fields that only the other user changed", async ({
    page,
    api,
  }) => {
    const project = await conflict(page, api);
    await expect(editorOf(page).getByRole("textbox", { name: "seit" })).toHaveValue("01.03.2021");
    expect(await rowsOf(api, project), "nothing is saved unasked").toMatchObject([
      { seit: "2020-01-01", bemerkung: "" },
    ]);
    await editorOf(page).getByRole("button", { name: "Trotzdem speichern" }).click();
    await expect(editorOf(page)).toHaveCount(0);
    expect(await rowsOf(api, project)).toMatchObject([{ seit: "2021-03-01", bis: "2035-12-31", bemerkung: "meine" }]);
  });

  test("a concurrently changed link is loaded again without losing the input in other fields", async ({
    page,
    api,
  }) => {
    const project = await conflict(page, api);
    await editorOf(page).getByRole("button", { name: "Neu laden" }).click();
    await expect(editorOf(page).getByRole("textbox", { name: "seit" })).toHaveValue("01.01.2020");
    await expect(editorOf(page).getByRole("textbox", { name: "bis" })).toHaveValue("31.12.2035");
    await expect(editorOf(page).getByLabel("Bemerkung")).toHaveValue("meine");
    await editorOf(page).getByLabel("Bemerkung").press("Enter");
    await expect(editorOf(page)).toHaveCount(0);
    expect(await rowsOf(api, project)).toMatchObject([{ seit: "2020-01-01", bis: "2035-12-31", bemerkung: "meine" }]);
  });
});

test("the editor of a link stays open with its input if the server cannot be reached", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const link = await linkInstitution(api, project);
  await openTab(page, project);
  await edit(page, link, "seit");
  await page.keyboard.type("01.03.2021");
  await page.route("**/api/projects/institution/**", (route) => route.abort());
  await page.keyboard.press("Enter");
  await expect(editorOf(page).getByRole("alert")).toContainText("nicht erreichbar");
  await expect(editorOf(page).getByRole("textbox", { name: "seit" })).toHaveValue("01.03.2021");
  await page.unroute("**/api/projects/institution/**");
  await editorOf(page).getByRole("button", { name: "Speichern" }).click();
  await expect(editorOf(page)).toHaveCount(0);
});

test("a unique role is taken over from its holder, and one undo gives it back", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const holder = await linkInstitution(api, project, { rollen: [ROLE.coordinator], seit: "2020-01-01" });
  const link = await linkInstitution(api, project);
  await openTab(page, project);
  await edit(page, link, "Rolle");
  await page.keyboard.type("Koord");
  await page.keyboard.press("Enter");
  await expect(editorOf(page).getByRole("combobox", { name: "Rolle" })).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await expect(editorOf(page)).toContainText(`${holder.name} hat in diesem Zeitraum schon die Rolle: Koordination.`);
  await editorOf(page).getByRole("button", { name: "Rolle übernehmen" }).click();
  await expect(editorOf(page)).toHaveCount(0);
  await expect(rowOf(page, holder)).toHaveCount(0);
  await expect(panelOf(page).getByRole("button", { name: "früher (1)" })).toBeVisible();
  await page.getByRole("button", { name: /^Rückgängig/ }).click();
  await expect(rowOf(page, holder)).toContainText("Koordination");
  const rows = await rowsOf(api, project);
  expect(rows.find((row) => row.partner_institution_id === link.id)).toMatchObject({ rollen: [], seit: null });
  expect(rows.find((row) => row.partner_institution_id === holder.id)).toMatchObject({ bis: null });
});

test("former links are collapsed below the others, and future ones are marked", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const former = await linkInstitution(api, project, { seit: "2019-01-01", bis: yesterday });
  const future = await linkInstitution(api, project, { seit: daysLater(today, 30) });
  const current = await linkInstitution(api, project);
  await openTab(page, project);
  await expect(panelOf(page).getByRole("row").nth(1)).toContainText(current.name);
  await expect(panelOf(page).getByRole("row").nth(2)).toContainText(future.name);
  await expect(rowOf(page, future)).toContainText("künftig");
  const formerToggle = panelOf(page).getByRole("button", { name: "früher (1)" });
  await expect(formerToggle).toHaveAttribute("aria-expanded", "false");
  await expect(rowOf(page, former)).toHaveCount(0);
  // The tab and the table count the same links.
  await expect(page.getByRole("tab", { name: "Partnerinstitutionen 2 +1 früher", exact: true })).toBeVisible();
  await expect(panelOf(page).getByText("Zeige 1 bis 2 von 2 Einträgen, +1 früher", { exact: true })).toBeVisible();
  await formerToggle.press("Enter");
  await expect(formerToggle).toHaveAttribute("aria-expanded", "true");
  await expect(rowOf(page, former)).toContainText(displayDate(yesterday));
  await panelOf(page).getByLabel("Tabelle durchsuchen").fill(current.name);
  await expect(formerToggle, "former links are searched, too").toHaveCount(0);
});

test.describe("successors", () => {
  async function addSuccessor(page: Page, before: Link, successor: string) {
    await rowOf(page, before)
      .getByRole("button", { name: `Mehr zu ${before.name}` })
      .press("Enter");
    await page.getByRole("menuitem", { name: "Nachfolge …" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: `Nachfolge von ${before.name}` });
    await expect(dialog).toContainText(`endet am ${displayDate(yesterday)}`);
    await expect(dialog.getByRole("combobox", { name: "Hochschulmitglied" })).toBeFocused();
    await page.keyboard.type(successor);
    await page.getByRole("option", { name: successor }).click();
    await expect(dialog.getByRole("button", { name: "Nachfolge eintragen" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
  }

  test("a successor takes over a unique role, the predecessor's link ends, and one undo restores both", async ({
    page,
    api,
  }) => {
    const project = await create(api, "projects", projectValues());
    const before = await linkMember(api, project, { rollen: [ROLE.projectLead], seit: "2020-01-01" });
    const nachname = unique("Nachfolge");
    const id = await create(api, "members", memberValues({ vorname: "Ada", nachname }));
    const after = { id, name: `Ada ${nachname}` };
    await openTab(page, project, "hochschulmitglieder");
    await addSuccessor(page, before, after.name);
    await expect(page.getByText(`${after.name} folgt auf ${before.name}`)).toBeVisible();
    await expect(rowOf(page, { ...after, name: nachname })).toContainText("Projektleitung");
    await expect(page.getByRole("button", { name: "früher (1)" })).toBeVisible();
    const rows = await rowsOf(api, project, "hochschulmitglieder");
    expect(rows.find((row) => row.ph_id === before.id)).toMatchObject({ seit: "2020-01-01", bis: yesterday });
    expect(rows.find((row) => row.ph_id === after.id)).toMatchObject({
      rollen: [{ rolle_id: ROLE.projectLead }],
      seit: today,
      bis: null,
    });

    await page.getByRole("button", { name: /^Rückgängig/ }).click();
    await expect(page.getByRole("button", { name: "früher (1)" })).toHaveCount(0);
    expect(await rowsOf(api, project, "hochschulmitglieder")).toMatchObject([
      { ph_id: before.id, seit: "2020-01-01", bis: null },
    ]);
  });

  test("a main contact's successor becomes the main contact, whom the page's head names at once", async ({
    page,
    api,
  }) => {
    const project = await create(api, "projects", projectValues());
    const before = await linkMember(api, project, { hauptkontakt: true, seit: "2020-01-01" });
    const nachname = unique("Nachfolge");
    await create(api, "members", memberValues({ vorname: "Ada", nachname }));
    await openTab(page, project, "hochschulmitglieder");
    const headLine = (name: string) => page.getByRole("main").locator("p").filter({ hasText: name });
    await expect(headLine(before.name)).toBeVisible();
    await addSuccessor(page, before, `Ada ${nachname}`);
    await expect(headLine(`Ada ${nachname}`)).toBeVisible();
    await expect(headLine(before.name)).toHaveCount(0);
    await expect(page.getByRole("tab", { name: /^Hochschulmitglieder/ })).toContainText("1 +1 früher");
  });

  test("the dialog for a successor has the focus each time it is opened, and returns it to the row's menu", async ({
    page,
    api,
  }) => {
    const project = await create(api, "projects", projectValues());
    const members = [await linkMember(api, project), await linkMember(api, project)];
    await openTab(page, project, "hochschulmitglieder");
    for (const member of members) {
      const menu = page.getByRole("button", { name: `Mehr zu ${member.name}` });
      await menu.click();
      await page.getByRole("menuitem", { name: "Nachfolge …" }).click();
      const dialog = page.getByRole("dialog", { name: `Nachfolge von ${member.name}` });
      await expect(dialog.getByRole("combobox", { name: "Hochschulmitglied" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(menu).toBeFocused();
    }
  });

  test("a successor must be chosen", async ({ page, api }) => {
    const project = await create(api, "projects", projectValues());
    const before = await linkMember(api, project);
    await openTab(page, project, "hochschulmitglieder");
    await page.getByRole("button", { name: `Mehr zu ${before.name}` }).click();
    await page.getByRole("menuitem", { name: "Nachfolge …" }).click();
    const dialog = page.getByRole("dialog", { name: `Nachfolge von ${before.name}` });
    await dialog.getByRole("button", { name: "Nachfolge eintragen" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Bitte füllen Sie dieses Feld aus");
    expect(await rowsOf(api, project, "hochschulmitglieder")).toHaveLength(1);
  });
});

test("the editor of a link and the dialog for a successor are accessible", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const link = await linkInstitution(api, project, { rollen: [ROLE.partner] });
  await openTab(page, project);
  await edit(page, link, "bis");
  expect(await accessibilityFaults(page)).toEqual([]);
  await editorOf(page).getByRole("textbox", { name: "bis" }).fill("99.99.2021");
  await page.keyboard.press("Enter");
  await expect(editorOf(page).getByText("Bitte geben Sie ein gültiges Datum ein")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await rowOf(page, link)
    .getByRole("button", { name: `Mehr zu ${link.name}` })
    .click();
  await page.getByRole("menuitem", { name: "Nachfolge …" }).click();
  await expect(page.getByRole("dialog", { name: `Nachfolge von ${link.name}` })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.describe("cards on a phone", () => {
  test.use({ viewport: { width: 375, height: 800 } });

  test("on a phone, the card of a link shows only existing values, and its menu edits the others", async ({
    page,
    api,
  }) => {
    const project = await create(api, "projects", projectValues());
    const link = await linkInstitution(api, project, { rollen: [ROLE.partner] });
    const plain = await linkInstitution(api, project);
    await openTab(page, project);
    await expect(rowOf(page, link).getByRole("button", { name: "Partner" })).toBeVisible();
    await expect(rowOf(page, plain).getByRole("button", { name: /eintragen/ })).toHaveCount(0);
    await rowOf(page, plain)
      .getByRole("button", { name: `Mehr zu ${plain.name}` })
      .click();
    await page.getByRole("menuitem", { name: "Verknüpfung ändern" }).click();
    await expect(editorOf(page).getByRole("combobox", { name: "Rolle" })).toBeFocused();
    expect(await layoutFaults(page)).toEqual([]);
    await editorOf(page).getByRole("textbox", { name: "seit" }).fill("01.03.2021");
    await editorOf(page).getByRole("button", { name: "Speichern" }).click();
    await expect(rowOf(page, plain)).toContainText("01.03.2021");
  });
});
