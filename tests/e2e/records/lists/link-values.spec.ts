import type { APIRequestContext, Page } from "@playwright/test";
import { ROLE } from "@/prisma/reference-data";
import { institutionValues, projectValues } from "../../../support/factories";
import { expect, test } from "../../../support/browser/fixtures";
import { choose, create, unique } from "../../../support/browser/steps";

/* The fields of links in lists (contract §13): filters, columns of exports, and bulk changes. */

test.beforeEach(async ({ login }) => login());

type Linked = { rollen: { rolle_id: number }[]; seit: string | null };

/** Creates an institution with a link to each of some new projects, whose titles begin with a word. */
async function linkedProjects(api: APIRequestContext, mark: string, count: number) {
  const institution = await create(api, "institutions", institutionValues({ name: `${mark} Haus` }));
  const ids: number[] = [];
  for (let at = 0; at < count; at++) {
    const titel = `${mark} ${String(at).padStart(2, "0")}`;
    ids.push(await create(api, "projects", projectValues({ projekt_titel: titel })));
    await api.post(`/api/projects/institution/${institution}/${ids[at]}`);
  }
  return { institution, ids };
}

const linksOf = async (api: APIRequestContext, project: number | undefined): Promise<Linked[]> =>
  (await (await api.get(`/api/projects/${project}`)).json()).data.institutionen;

const expectTotal = (page: Page, total: number) =>
  expect(page.getByText(total === 0 ? "Keine passenden Einträge" : `von ${total} Einträgen`)).toBeVisible();

test("a list is filtered by the role and the state of a link, whose values the chips name", async ({ page, api }) => {
  const mark = unique("Rollenfilter");
  const { institution, ids } = await linkedProjects(api, mark, 2);
  const former = { rollen: [ROLE.coordinator], seit: "2020-01-01", bis: "2021-12-31" };
  await api.put(`/api/projects/institution/${institution}/${ids[0]}`, { data: former });
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  await expectTotal(page, 2);
  const add = page.getByRole("button", { name: "Filter hinzufügen" });
  const form = page.getByRole("form", { name: "Filter auf ein Feld" });

  await add.click();
  await choose(form.getByLabel("Feld", { exact: true }), "Partnerinstitutionen: Rolle");
  const role = form.getByRole("combobox", { name: "Partnerinstitutionen: Rolle" });
  await role.click();
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
    "Koordination",
    "Partner",
    "Assoziierter Partner",
    "Förderung",
  ]);
  await page.getByRole("listbox").getByRole("option", { name: "Koordination" }).click();
  await form.getByRole("button", { name: "Anwenden" }).click();
  await expectTotal(page, 1);
  const chips = page.getByRole("list", { name: "Angewendete Filter" }).getByRole("listitem");
  await expect(chips).toHaveText(["Partnerinstitutionen: Rolle: Koordination"]);

  await add.click();
  await choose(form.getByLabel("Feld", { exact: true }), "Partnerinstitutionen: Zustand der Verknüpfung");
  const state = form.getByRole("combobox", { name: "Partnerinstitutionen: Zustand der Verknüpfung" });
  await state.click();
  await page.getByRole("listbox").getByRole("option", { name: "aktuell" }).click();
  await form.getByRole("button", { name: "Anwenden" }).click();
  await expect(page).toHaveURL(/zustand%5D%5Bin%5D=current/);
  await expect(chips.nth(1)).toHaveText("Partnerinstitutionen: Zustand der Verknüpfung: aktuell");
  await expectTotal(page, 0);
  await page.goto(page.url().replace("=current", "=current%2Cformer"));
  await expect(chips.nth(1)).toHaveText("Partnerinstitutionen: Zustand der Verknüpfung: aktuell, früher");
  await expectTotal(page, 1);
});

test("a bulk change gives fifty links a role with eight clicks, after a preview, and one undo reverts it", async ({
  page,
  api,
}) => {
  const mark = unique("Fünfzig");
  const { ids } = await linkedProjects(api, mark, 50);
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  await expectTotal(page, 50);
  const bar = page.getByRole("region", { name: "Ausgewählte Einträge" });
  const dialog = page.getByRole("dialog", { name: "50 Kooperationsprojekte ändern" });

  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check(); // 1
  await bar.getByRole("button", { name: "Alle 50, die passen, auswählen" }).click(); // 2
  await bar.getByRole("button", { name: "Ändern …" }).click(); // 3
  await dialog.getByLabel("Feld", { exact: true }).selectOption("Partnerinstitutionen: Rolle"); // 4 and 5
  await dialog.getByRole("checkbox", { name: "Partner", exact: true }).check(); // 6
  await dialog.getByRole("button", { name: "Vorschau" }).click(); // 7
  await expect(dialog.getByText("50 Einträge werden geändert")).toBeVisible();
  await dialog.getByRole("button", { name: "50 Einträge ändern" }).click(); // 8
  await expect(page.getByText("50 Einträge geändert")).toBeVisible();
  for (const id of [ids[0], ids[49]])
    expect(await linksOf(api, id)).toMatchObject([{ rollen: [{ rolle_id: ROLE.partner }] }]);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("50 Änderungen rückgängig gemacht")).toBeVisible();
  expect(await linksOf(api, ids[49])).toMatchObject([{ rollen: [] }]);
});

test("a bulk change writes role and period to the links with one record, and names refused records", async ({
  page,
  api,
}) => {
  const mark = unique("Nur eine");
  const { institution, ids } = await linkedProjects(api, mark, 2);
  const other = await create(api, "institutions", institutionValues({ name: `${mark} Zweites` }));
  await api.post(`/api/projects/institution/${other}/${ids[0]}`, { data: { rollen: [ROLE.coordinator] } });
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await page.getByRole("region", { name: "Ausgewählte Einträge" }).getByRole("button", { name: "Ändern …" }).click();
  const dialog = page.getByRole("dialog", { name: "2 Kooperationsprojekte ändern" });
  await dialog.getByLabel("Feld", { exact: true }).selectOption("Partnerinstitutionen: Rolle");
  await dialog.getByLabel("Welche Verknüpfungen").selectOption("nur die mit bestimmten Einträgen");
  const search = dialog.getByRole("combobox", { name: "Partnerinstitutionen" });
  await search.fill(`${mark} Haus`);
  await page.getByRole("option", { name: `${mark} Haus` }).click();
  await dialog.getByRole("checkbox", { name: "Koordination" }).check();
  await dialog.getByRole("button", { name: "Weitere Änderung" }).click();
  await dialog.getByLabel("Feld", { exact: true }).nth(1).selectOption("Partnerinstitutionen: seit");
  await expect(dialog.getByLabel("Welche Verknüpfungen")).toHaveCount(1);
  await dialog.getByRole("textbox", { name: "Partnerinstitutionen: seit: neuer Wert" }).fill("01.02.2024");
  await dialog.getByRole("button", { name: "Vorschau" }).click();
  await expect(dialog.getByText("Diese Rolle ist in diesem Zeitraum schon vergeben")).toBeVisible();
  await expect(dialog.getByRole("link", { name: `${mark} 00` })).toBeVisible();
  await dialog.getByRole("button", { name: "1 Eintrag ändern" }).click();
  await expect(page.getByText("Ein Eintrag geändert, einer blieb, wie er war")).toBeVisible();
  expect(await linksOf(api, ids[1])).toMatchObject([{ rollen: [{ rolle_id: ROLE.coordinator }], seit: "2024-02-01" }]);
  expect((await linksOf(api, ids[0])).map(({ rollen }) => rollen.length).sort()).toEqual([0, 1]);
  expect(institution).toBeGreaterThan(0);
});
