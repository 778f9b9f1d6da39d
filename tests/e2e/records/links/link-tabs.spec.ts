import { readFile } from "node:fs/promises";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { institutionValues, memberValues, personValues, projectValues } from "../../../support/factories";
import { xlsxRows } from "../../../support/records/spreadsheets";
import { expect, test } from "../../../support/browser/fixtures";
import { choose, create, shareMenuItem, unique } from "../../../support/browser/steps";

/* Link tabs: details and count of search hits, and the remembered state of the table. */

test.beforeEach(async ({ login }) => login());

test("search hits of a link tab distinguish namesakes, mark linked records, and count further hits", async ({
  page,
  api,
}) => {
  const surname = unique("Namens");
  const project = await create(api, "projects", projectValues());
  const institution = await create(api, "institutions", institutionValues({ name: unique("Haus") }));
  const members: number[] = [];
  for (const [index, institut] of [20, -1, 13, 12, 11, 10, 9].entries()) {
    const values = { vorname: `${index}`, nachname: surname, email: `n${index}@example.org`, institut };
    members.push(await create(api, "members", memberValues(values)));
  }
  await create(api, "persons", personValues({ nachname: surname, email: "p@example.org", institution: [institution] }));
  await api.post(`/api/projects/member/${members[1]}/${project}`);

  await page.goto(`/projects/${project}?tab=hochschulmitglieder`);
  const box = page.getByLabel("Hochschulmitglied hinzufügen");
  const options = page.getByRole("listbox").getByRole("option");
  await box.fill(surname);
  await expect(options).toHaveCount(5);
  await expect(options.nth(0)).toContainText("Institut für Geographie · n0@example.org");
  await expect(options.nth(0)).not.toContainText("verknüpft");
  await expect(options.nth(1)).toContainText("n1@example.org");
  await expect(options.nth(1)).not.toContainText("k. A.");
  await expect(options.nth(1)).toContainText("verknüpft");
  await expect(page.getByText("und 2 weitere", { exact: true })).toBeVisible();
  // Searches for more than "0", because the generated name may contain that digit, too.
  await box.fill(`n0@example ${surname}`);
  await expect(options.filter({ hasNotText: "anlegen" })).toHaveCount(1);
  await expect(page.getByText(/^und .* weitere/)).toHaveCount(0);

  await box.press("Escape");
  await page.getByRole("tab", { name: /^Partnerpersonen/ }).click();
  await page.getByLabel("Partnerperson hinzufügen").fill(surname);
  await expect(options.first()).toContainText(/p@example\.org · Haus/);
});

test("the table search is shown only for a table with rows, apart from the box that adds links", async ({
  page,
  api,
}) => {
  const project = await create(api, "projects", projectValues());
  await page.goto(`/projects/${project}?tab=hochschulmitglieder`);
  const add = page.getByLabel("Hochschulmitglied hinzufügen");
  const search = page.getByLabel("Tabelle durchsuchen");
  await expect(add).toBeVisible();
  await expect(search).toHaveCount(0);
  const member = await create(api, "members", memberValues());
  await api.post(`/api/projects/member/${member}/${project}`);
  await page.reload();
  const [addBox, searchBox, head] = [
    await add.boundingBox(),
    await search.boundingBox(),
    await page.getByRole("columnheader", { name: "Vorname" }).boundingBox(),
  ];
  expect(searchBox?.x).toBeGreaterThan((addBox?.x ?? 0) + (addBox?.width ?? 0));
  expect((head?.y ?? 0) - (searchBox?.y ?? 0)).toBeLessThan(60);
  expect(searchBox?.height).toBeLessThan(addBox?.height ?? 0);
});

test("a link table keeps its page, size, order and search while a linked record is visited, and resets on a new visit", async ({
  page,
  api,
}) => {
  const name = unique("Kette");
  const member = await create(api, "members", memberValues());
  for (let number = 1; number <= 12; number++) {
    const title = `${name} ${String(number).padStart(2, "0")}`;
    const project = await create(api, "projects", projectValues({ projekt_titel: title }));
    await api.post(`/api/members/project/${member}/${project}`);
  }
  await page.goto(`/members/${member}`);
  await page.getByRole("tab", { name: "Kooperationsprojekte 12" }).click();
  const panel = page.getByRole("tabpanel", { name: "Kooperationsprojekte" });
  await panel.getByLabel("Einträge pro Seite").selectOption("5");
  const byTitle = panel.getByRole("button", { name: /^Projekttitel/ });
  await byTitle.click();
  await byTitle.click();
  await panel.getByRole("button", { name: "Seite 2", exact: true }).click();
  await panel.getByRole("link", { name: `${name} 06`, exact: true }).click();
  await expect(page.getByRole("heading", { name: `${name} 06` })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Zeige 6 bis 10 von 12 Einträgen")).toBeVisible();
  await expect(panel.getByRole("row").nth(1)).toContainText(`${name} 07`);

  await panel.getByLabel("Tabelle durchsuchen").fill(`${name} 12`);
  await expect(panel.getByRole("row").nth(1), "a search begins on the first page").toContainText(`${name} 12`);
  await panel.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: `${name} 12` })).toBeVisible();
  await page.getByRole("button", { name: "Zurück", exact: true }).click();
  await expect(panel.getByLabel("Tabelle durchsuchen")).toHaveValue(`${name} 12`);
  await page.reload();
  await expect(panel.getByLabel("Tabelle durchsuchen")).toHaveValue(`${name} 12`);

  await page.goto("/dashboard");
  await page.goto(`/members/${member}?tab=kooperationsprojekte`);
  await expect(page.getByText("Zeige 1 bis 10 von 12 Einträgen")).toBeVisible();
  await expect(panel.getByLabel("Tabelle durchsuchen")).toHaveValue("");
});

/** Exports a table with the export menu in `container`, and returns the names in the file. */
async function exportedNames(page: Page, container: Locator): Promise<unknown[]> {
  await container.getByRole("button", { name: "Exportieren, drucken" }).click();
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel – Spalten der Liste" }).click();
  return (await xlsxRows(await readFile(await (await arriving).path()))).slice(1).map((row) => row[0]);
}

test("the filter of a link tab applies to its export, selection and link to the list; topics have an export, too", async ({
  page,
  api,
}) => {
  const name = unique("Filter");
  const dates = { vertragsgrundlage: 1, projektbeginn: "2024-01-01" };
  const member = await create(api, "members", memberValues());
  for (const [index, title] of ["Ahorn", "Birke", "Eiche"].entries()) {
    const projektende = `${2024 + index}-12-31`;
    const values = { ...dates, projektende, projekt_titel: `${name} ${title}`, status: 1 + (index % 2) };
    const project = await create(api, "projects", projectValues(values));
    await api.post(`/api/members/project/${member}/${project}`);
  }
  await page.goto(`/members/${member}?tab=kooperationsprojekte`);
  const panel = page.getByRole("tabpanel", { name: "Kooperationsprojekte" });
  const rows = panel.getByRole("row");
  const bar = page.getByRole("region", { name: "Ausgewählte Einträge" });
  const chips = panel.getByRole("list", { name: "Angewendete Filter" });
  const editor = panel.getByRole("form", { name: "Filter" });
  await panel.getByRole("checkbox", { name: `${name} Eiche auswählen` }).check();
  expect(await exportedNames(page, bar)).toEqual([`${name} Eiche`]);

  await panel.getByRole("button", { name: "Filter hinzufügen" }).press("Enter");
  const field = editor.getByLabel("Feld", { exact: true });
  // The list of filters does not offer members, because the tab already shows only this member's
  // records.
  await expect(page.getByRole("listbox").getByRole("option", { name: "Hochschulmitglieder" })).toHaveCount(0);
  await choose(field, "Status");
  await editor.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("listbox").getByRole("option").nth(1).click();
  await editor.getByRole("button", { name: "Anwenden" }).click();
  await expect(panel.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  await expect(bar, "rows hidden by the filter are deselected").toHaveCount(0);
  await expect(rows.nth(1)).toContainText(`${name} Birke`);
  await expect(chips).toContainText("Status: ");
  await expect(panel.getByRole("button", { name: "Filter hinzufügen" })).toBeFocused();
  expect(await exportedNames(page, panel)).toEqual([`${name} Birke`]);
  await chips.getByRole("button", { name: /entfernen$/ }).click();
  await expect(panel.getByText("Zeige 1 bis 3 von 3 Einträgen")).toBeVisible();

  await panel.getByRole("button", { name: "Filter hinzufügen" }).click();
  await choose(field, "Projektende");
  await editor.getByRole("textbox", { name: "Bis" }).fill("31.12.2025");
  await editor.getByRole("button", { name: "Anwenden" }).click();
  await expect(panel.getByText("Zeige 1 bis 2 von 2 Einträgen")).toBeVisible();
  await panel.getByLabel("Tabelle durchsuchen").fill(`${name} Ahorn`);
  await expect(panel.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  // Opens a record; returning from it must restore the tab's state.
  await panel.getByRole("link", { name: `${name} Ahorn`, exact: true }).click();
  await expect(page.getByRole("heading", { name: `${name} Ahorn` })).toBeVisible();
  await page.goBack();
  await expect(chips).toContainText("Projektende: bis 31.12.2025");
  await expect(panel.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  await panel.getByLabel("Tabelle durchsuchen").fill("");
  await panel.getByRole("link", { name: "Als Liste öffnen" }).click();
  await expect(page.getByText("Zeige 1 bis 2 von 2 Einträgen")).toBeVisible();

  const topics: string[] = [];
  for (const letter of ["A", "B"]) {
    const topic = `${unique("Thema")} ${letter}`;
    const values = { themenfeld_de: topic, themenfeld_en: topic };
    await api.post(`/api/members/thematicfield/${member}/${await create(api, "thematicfields", values)}`);
    topics.push(topic);
  }
  await page.goto(`/members/${member}?tab=themenfelder`);
  const fields = page.getByRole("tabpanel", { name: /^Themenfelder/ });
  expect((await exportedNames(page, fields)).toSorted()).toEqual(topics.toSorted());
  await fields.getByLabel("Tabelle durchsuchen").fill(topics[0] ?? "");
  await expect(fields.getByText("Zeige 1 bis 1 von")).toBeVisible();
  expect(await exportedNames(page, fields), "only rows that the tab shows").toEqual([topics[0]]);
});

test("logging out clears the remembered state of tables", async ({ page, context, loginAlone }) => {
  await context.clearCookies();
  await loginAlone();
  await page.goto("/members/1?tab=kooperationsprojekte");
  await page.getByLabel("Tabelle durchsuchen").fill("gesucht");
  const storedTables = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("table ")));
  await expect.poll(storedTables).toHaveLength(1);
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await storedTables()).toEqual([]);
});

test.describe("the filters of a link tab in the URL", () => {
  /** Creates a project with two partner institutions, of which one is in the returned place. */
  async function projectWithPartners(api: APIRequestContext) {
    const place = unique("Ort");
    const project = await create(api, "projects", projectValues());
    for (const adresse of [`Weg 1, ${place}`, "Weg 2, Anderswo"]) {
      const values = institutionValues({ name: `Haus in ${adresse}`, adresse });
      await api.post(`/api/projects/institution/${await create(api, "institutions", values)}/${project}`);
    }
    return { project, place };
  }

  const panelOf = (page: Page) => page.getByRole("tabpanel", { name: "Partnerinstitutionen" });
  const chipsOf = (page: Page) => panelOf(page).getByRole("list", { name: "Angewendete Filter" }).getByRole("listitem");

  async function filterByAddress(page: Page, place: string) {
    await panelOf(page).getByRole("button", { name: "Filter hinzufügen" }).click();
    const editor = panelOf(page).getByRole("form", { name: "Filter" });
    await choose(editor.getByLabel("Feld", { exact: true }), "Adresse");
    await editor.getByRole("textbox").fill(place);
    await page.keyboard.press("Enter");
    await expect(panelOf(page).getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  }

  test("the filters of a link tab are restored when its URL is opened", async ({ page, api }) => {
    const { project, place } = await projectWithPartners(api);
    await page.goto(`/projects/${project}?tab=institutionen`);
    await filterByAddress(page, place);
    await expect(page).toHaveURL(/\?tab=institutionen&where%5Badresse%5D%5Bcontains%5D=/);
    const address = page.url();
    await page.goto("/dashboard");
    await page.goto(address);
    await expect(chipsOf(page)).toHaveText([`Adresse: enthält „${place}“`]);
    await expect(panelOf(page).getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
    await chipsOf(page)
      .getByRole("button", { name: /entfernen$/ })
      .click();
    await expect(page).toHaveURL(/\?tab=institutionen$/);
    await expect(panelOf(page).getByText("Zeige 1 bis 2 von 2 Einträgen")).toBeVisible();
  });

  test("the filters of a link tab leave the URL when another tab is opened, and return with their tab", async ({
    page,
    api,
  }) => {
    const { project, place } = await projectWithPartners(api);
    await page.goto(`/projects/${project}?tab=institutionen`);
    await filterByAddress(page, place);
    await page.getByRole("tab", { name: /^Partnerpersonen/ }).click();
    await expect(page).toHaveURL(/\?tab=personen$/);
    await page.getByRole("tab", { name: /^Partnerinstitutionen/ }).click();
    await expect(page).toHaveURL(/\?tab=institutionen&where/);
    await panelOf(page)
      .getByRole("link", { name: /^Haus in/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/institution\//);
    await page.goBack();
    await expect(page).toHaveURL(/\?tab=institutionen&where/);
    await expect(chipsOf(page)).toHaveText([`Adresse: enthält „${place}“`]);
  });

  test("the filters of a link tab are ignored if they are invalid or would replace the link", async ({ page, api }) => {
    const { project } = await projectWithPartners(api);
    const invalid = ["where[nichts][in]=1", "where[adresse][from]=x", "where[kooperationsprojekte][any]=1"];
    await page.goto(`/projects/${project}?tab=institutionen&${invalid.join("&")}`);
    await expect(panelOf(page).getByText("Zeige 1 bis 2 von 2 Einträgen")).toBeVisible();
    await expect(page).toHaveURL(/\?tab=institutionen$/);
  });

  test.describe("with the clipboard", () => {
    test.use({ ownContext: true });

    test("the filters of a link tab are part of the link that the record's menu copies", async ({
      page,
      api,
      login,
    }) => {
      await login();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const { project, place } = await projectWithPartners(api);
      await page.goto(`/projects/${project}?tab=institutionen`);
      await filterByAddress(page, place);
      await expect(page).toHaveURL(/where/);
      await (await shareMenuItem(page, "Link kopieren", "Datensatz exportieren, drucken")).click();
      await expect(page.getByText("Link kopiert")).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    });
  });
});
