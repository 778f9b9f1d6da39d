import type { APIRequestContext, Page } from "@playwright/test";
import { ROLE } from "@/prisma/reference-data";
import { institutionValues, memberValues, projectValues } from "../../../support/factories";
import { accessibilityFaults } from "../../../support/browser/accessibility";
import { expect, test } from "../../../support/browser/fixtures";
import { create, unique } from "../../../support/browser/steps";

/* Roles that are given while records are linked: offered after linking, and read from pasted lines. */

test.beforeEach(async ({ login }) => login());

type Link = { rollen: { rolle_id: number }[]; seit: string | null; bis: string | null; name: string };

async function linksOf(api: APIRequestContext, project: number, list = "institutionen"): Promise<Link[]> {
  const { data } = await (await api.get(`/api/projects/${project}`)).json();
  return data[list];
}

const rolesOf = ({ rollen }: Link) => rollen.map(({ rolle_id }) => rolle_id);
const boxOf = (page: Page) => page.getByLabel("Partnerinstitution hinzufügen");

async function openTab(page: Page, project: number, list = "institutionen") {
  await page.goto(`/projects/${project}?tab=${list}`);
  await page.waitForLoadState("networkidle");
}

/** Links the only record that a name finds, by Enter, as before there were roles. */
async function linkByName(page: Page, name: string) {
  await boxOf(page).fill(name);
  await expect(page.getByRole("option", { name })).toBeVisible();
  await boxOf(page).press("Enter");
}

async function paste(page: Page, text: string) {
  await boxOf(page).focus();
  await boxOf(page).evaluate((box, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("a role is chosen after linking with at most two further keys, and the last used one comes first", async ({
  page,
  api,
}) => {
  const project = await create(api, "projects", projectValues());
  const [first, second] = [unique("Haus"), unique("Haus")];
  for (const name of [first, second]) await create(api, "institutions", institutionValues({ name }));
  await openTab(page, project);
  await linkByName(page, first);
  const offer = page.getByRole("group", { name: `Rolle von ${first}` });
  await expect(offer.getByRole("button").first()).toHaveText(/^Koordination/);
  await expect(offer.getByRole("button").first()).toBeFocused();
  for (const key of ["ArrowRight", "Enter"]) await page.keyboard.press(key);
  await expect(offer).toHaveCount(0);
  await expect(boxOf(page)).toBeFocused();
  await expect.poll(async () => (await linksOf(api, project)).map(rolesOf)).toEqual([[ROLE.partner]]);

  await linkByName(page, second);
  const next = page.getByRole("group", { name: `Rolle von ${second}` });
  await expect(next.getByRole("button").first()).toHaveText(/^Partner/);
  await expect(next.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await linksOf(api, project)).map(rolesOf)).toEqual([[ROLE.partner], [ROLE.partner]]);
});

test("what is typed at the offered roles goes to the search box, digits included, and gives no role", async ({
  page,
  api,
}) => {
  const project = await create(api, "projects", projectValues());
  const name = unique("Haus");
  await create(api, "institutions", institutionValues({ name }));
  await openTab(page, project);
  await linkByName(page, name);
  const offer = page.getByRole("group", { name: `Rolle von ${name}` });
  await expect(offer.getByRole("button").first()).toBeFocused();
  await page.keyboard.type("1 Haus");
  await expect(boxOf(page)).toHaveValue("1 Haus");
  await expect(offer).toHaveCount(0);
  expect((await linksOf(api, project)).map(rolesOf)).toEqual([[]]);
});

test("Escape at the offered roles closes them and leads back to the search box", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const name = unique("Haus");
  await create(api, "institutions", institutionValues({ name }));
  await openTab(page, project);
  await linkByName(page, name);
  const offer = page.getByRole("group", { name: `Rolle von ${name}` });
  await expect(offer.getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(offer).toHaveCount(0);
  await expect(boxOf(page)).toBeFocused();
});

test("a record can be linked without a role, and the next search closes the offered roles", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const [first, second] = [unique("Haus"), unique("Haus")];
  for (const name of [first, second]) await create(api, "institutions", institutionValues({ name }));
  await openTab(page, project);
  await linkByName(page, first);
  await expect(page.getByRole("group", { name: `Rolle von ${first}` })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await boxOf(page).fill(second);
  await expect(page.getByRole("group", { name: `Rolle von ${first}` })).toHaveCount(0);
  expect((await linksOf(api, project)).map(rolesOf)).toEqual([[]]);
});

test("linking reports a unique role that is taken, and can take it over", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const [holder, name] = [unique("Haus"), unique("Haus")];
  const [first] = [await create(api, "institutions", institutionValues({ name: holder }))];
  await create(api, "institutions", institutionValues({ name }));
  await api.post(`/api/projects/institution/${first}/${project}`, {
    data: { rollen: [ROLE.coordinator], seit: "2020-01-01" },
  });
  await openTab(page, project);
  await linkByName(page, name);
  const offer = page.getByRole("group", { name: `Rolle von ${name}` });
  await offer.getByRole("button", { name: "Koordination" }).press("Enter");
  await expect(offer).toContainText(`${holder} hat in diesem Zeitraum schon die Rolle: Koordination.`);
  await offer.getByRole("button", { name: "Rolle übernehmen" }).press("Enter");
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole("button", { name: "früher (1)" })).toBeVisible();
});

test.describe("pasted lines", () => {
  const createInstitutions = async (api: APIRequestContext, ...names: string[]) => {
    for (const name of names) await create(api, "institutions", institutionValues({ name }));
  };

  test("pasted lines set role and period of their links, and one undo removes all of the links", async ({
    page,
    api,
  }) => {
    const project = await create(api, "projects", projectValues());
    const [first, second, third] = [unique("Haus"), unique("Haus"), unique("Haus")];
    await createInstitutions(api, first, second, third);
    await openTab(page, project);
    await paste(page, `${first}; koordination; 2021\n${second}\tPartner\t2021-2024\n${third}`);
    const dialog = page.getByRole("dialog", { name: "3 Namen eingefügt" });
    await expect(dialog.getByText("Koordination · seit 01.01.2021")).toBeVisible();
    await expect(dialog.getByText("Partner · 01.01.2021 – 31.12.2024")).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByLabel("Rolle für Einträge ohne eigene Rolle").selectOption("Förderung");
    await dialog.getByRole("button", { name: "3 Einträge verknüpfen" }).click();
    await expect(page.getByText("3 Einträge verknüpft")).toBeVisible();
    const links = await linksOf(api, project);
    expect(links.find((one) => one.name === first)).toMatchObject({
      rollen: [{ rolle_id: ROLE.coordinator }],
      seit: "2021-01-01",
    });
    expect(links.find((one) => one.name === second)).toMatchObject({ seit: "2021-01-01", bis: "2024-12-31" });
    expect(links.find((one) => one.name === third)).toMatchObject({ rollen: [{ rolle_id: ROLE.funder }], seit: null });
    await page.getByRole("button", { name: /^Rückgängig/ }).click();
    await expect.poll(async () => (await linksOf(api, project)).length).toBe(0);
  });

  test("pasted lines report an unknown role, which the user replaces or leaves out", async ({ page, api }) => {
    const project = await create(api, "projects", projectValues());
    const name = unique("Haus");
    await createInstitutions(api, name);
    await openTab(page, project);
    await paste(page, `${name}; Koordinatn; 2021`);
    const dialog = page.getByRole("dialog", { name: /eingefügt$/ });
    await dialog.getByLabel("„Koordinatn“ ist weder eine Rolle noch ein Zeitraum.").selectOption("Koordination");
    await dialog.getByRole("button", { name: /verknüpfen$/ }).click();
    await expect
      .poll(() => linksOf(api, project))
      .toMatchObject([{ rollen: [{ rolle_id: ROLE.coordinator }], seit: "2021-01-01" }]);
  });

  test("a pasted line is one name if a record has it, even with a semicolon", async ({ page, api }) => {
    const project = await create(api, "projects", projectValues());
    const name = `${unique("Müller")}; Partner`;
    await createInstitutions(api, name);
    await openTab(page, project);
    await paste(page, `${name}\n${unique("Niemand")}`);
    const dialog = page.getByRole("dialog", { name: "2 Namen eingefügt" });
    await dialog.getByRole("button", { name: "1 Eintrag verknüpfen" }).click();
    await expect.poll(() => linksOf(api, project)).toMatchObject([{ name, rollen: [] }]);
  });

  test("a pasted line asks for confirmation if its unique role is taken", async ({ page, api }) => {
    const project = await create(api, "projects", projectValues());
    const [holder, name] = [unique("Haus"), unique("Haus")];
    await createInstitutions(api, name);
    const first = await create(api, "institutions", institutionValues({ name: holder }));
    await api.post(`/api/projects/institution/${first}/${project}`, { data: { rollen: [ROLE.coordinator] } });
    await openTab(page, project);
    await paste(page, `${name}; Koordination`);
    await page.getByRole("button", { name: "1 Eintrag verknüpfen" }).click();
    const question = page.getByRole("alertdialog", { name: "Rolle schon vergeben" });
    await expect(question).toContainText(`${holder} hat in diesem Zeitraum schon die Rolle: Koordination.`);
    await question.getByRole("button", { name: "Ohne Rolle verknüpfen" }).click();
    await expect.poll(async () => (await linksOf(api, project)).find((one) => one.name === name)?.rollen).toEqual([]);
  });
});

test("no roles are offered for links without values", async ({ page, api }) => {
  const member = await create(api, "members", memberValues());
  const topic = unique("Thema");
  await create(api, "thematicfields", { themenfeld_de: topic, themenfeld_en: topic });
  await page.goto(`/members/${member}?tab=themenfelder`);
  await page.waitForLoadState("networkidle");
  const box = page.getByLabel("Themenfeld hinzufügen");
  await box.fill(topic);
  await page.getByRole("option", { name: topic }).first().click();
  await expect(page.getByText("Daten gespeichert")).toBeVisible();
  await expect(page.getByRole("group", { name: /^Rolle/ })).toHaveCount(0);
});
