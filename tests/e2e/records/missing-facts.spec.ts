import type { Page } from "@playwright/test";
import { ROLE } from "@/prisma/reference-data";
import { institutionValues, memberValues, projectValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { choose, create, unique } from "../../support/browser/steps";

/* What a new project lacks, in its head, and persons who are created on the way with their institutions. */

test.beforeEach(async ({ login }) => login());

const NO_BASIS = { vertragsgrundlage: -1, kuendigungsfrist: "" };
const missing = (page: Page) => page.getByText(/^Es fehlt noch: /);
const fact = (page: Page, name: string) => missing(page).getByRole("link", { name });

/** Opens the dialog that creates a partner person from a project's tab. */
async function openPersonDialog(page: Page, project: number, name: string) {
  await page.goto(`/projects/${project}?tab=personen`);
  const box = page.getByLabel("Partnerperson hinzufügen");
  await box.fill(name);
  await expect(page.getByRole("option", { name: `„${name}“ anlegen` })).toBeVisible();
  await box.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Neue Partnerperson" });
  return { dialog, group: dialog.getByRole("group", { name: "Gehört zu" }) };
}

test("the head of a new project lists what is missing, leads there, and lists it until it is there", async ({
  page,
  api,
}) => {
  const [name, surname, funder] = [unique("Haus"), unique("Leitung"), unique("Stiftung")];
  await create(api, "institutions", institutionValues({ name }));
  const member = await create(api, "members", memberValues({ vorname: "Eva", nachname: surname }));
  const project = await create(api, "projects", projectValues(NO_BASIS));
  await page.goto(`/projects/${project}`);
  await expect(missing(page)).toHaveText("Es fehlt noch: Partner, zuständiges Mitglied, Vertragsgrundlage");
  expect(await accessibilityFaults(page)).toEqual([]);

  // Unsaved input stays, and nothing asks about it.
  await page.getByLabel("Förderer", { exact: true }).fill(funder);
  await fact(page, "Partner").click();
  const box = page.getByLabel("Partnerinstitution hinzufügen");
  await expect(box).toBeFocused();
  await box.fill(name);
  await page.getByRole("option", { name }).click();
  await expect(missing(page)).toHaveText("Es fehlt noch: zuständiges Mitglied, Vertragsgrundlage");

  await fact(page, "zuständiges Mitglied").click();
  await page.getByLabel("Hochschulmitglied hinzufügen").fill(surname);
  await page.getByRole("option", { name: `Eva ${surname}` }).click();
  await page
    .getByRole("group", { name: `Rolle von Eva ${surname}` })
    .getByRole("button", { name: "Projektleitung" })
    .click();
  await expect(missing(page)).toHaveText("Es fehlt noch: Vertragsgrundlage");

  await fact(page, "Vertragsgrundlage").click();
  const basis = page.getByLabel("Vertragsgrundlage");
  await expect(basis).toBeFocused();
  await expect(page.getByLabel("Förderer", { exact: true })).toHaveValue(funder);
  await choose(basis, "unbefristet");
  await page.getByRole("textbox", { name: "Projektbeginn" }).fill("01.01.2026");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(missing(page)).toHaveText("Es fehlt noch: Kündigungsfrist");

  await fact(page, "Kündigungsfrist").click();
  await expect(page.getByLabel("Kündigungsfrist")).toBeFocused();
  await page.keyboard.type("3 Monate");
  await page.keyboard.press("Control+s");
  await expect(missing(page)).toHaveCount(0);

  // Back again: the role is given up.
  await api.put(`/api/projects/member/${member}/${project}`, { data: { rollen: [ROLE.contributor] } });
  await page.reload();
  await expect(missing(page)).toHaveText("Es fehlt noch: zuständiges Mitglied");
});

test("a link in the head opens the form from the overview, and finished projects lack nothing", async ({
  page,
  api,
}) => {
  const project = await create(api, "projects", projectValues({ ...NO_BASIS, status: 1 }));
  await page.goto(`/projects/${project}?tab=overview`);
  await fact(page, "Vertragsgrundlage").click();
  await expect(page.getByLabel("Vertragsgrundlage")).toBeFocused();
  await api.put(`/api/projects/${project}`, { data: { status: 3 } });
  await page.reload();
  await expect(page.getByLabel("Vertragsgrundlage")).toBeVisible();
  await expect(missing(page)).toHaveCount(0);
});

test("a person created from a project belongs to its only institution, in one step that one undo takes back", async ({
  page,
  api,
}) => {
  const [name, former, surname] = [unique("Haus"), unique("Früher"), unique("Neu")];
  const institution = await create(api, "institutions", institutionValues({ name }));
  const formerInstitution = await create(api, "institutions", institutionValues({ name: former }));
  const project = await create(api, "projects", projectValues());
  await api.post(`/api/projects/institution/${institution}/${project}`);
  await api.post(`/api/projects/institution/${formerInstitution}/${project}`, { data: { bis: "2020-12-31" } });
  const { dialog, group } = await openPersonDialog(page, project, `Ada ${surname}`);
  await expect(group.getByRole("checkbox")).toHaveCount(1);
  await expect(group.getByRole("checkbox", { name })).toBeChecked();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel(/^E-Mail/).fill("ada@uni-ulm.de");
  await dialog.getByRole("button", { name: "Anlegen" }).click();
  await expect(page.getByText(`„Ada ${surname}“ ist angelegt und verknüpft.`)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: surname })).toBeVisible();
  await expect(page.getByRole("group", { name: `Rolle von Ada ${surname}` })).toBeVisible();

  const { data } = await (await api.get(`/api/projects/${project}`)).json();
  const id = data.personen[0].person_id;
  const person = await (await api.get(`/api/persons/${id}`)).json();
  expect(person.data).toMatchObject({ institutionen: [{ name }], kooperationsprojekte: [{ projekt_id: project }] });

  await page.goto(`/person/${id}?tab=history`);
  await page
    .getByRole("button", { name: /^Rückgängig machen/ })
    .first()
    .click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Rückgängig machen/ })
    .click();
  await expect.poll(async () => (await api.get(`/api/persons/${id}`)).status()).toBe(404);
  expect((await (await api.get(`/api/projects/${project}`)).json()).data.personen).toEqual([]);
});

test("of several institutions none is ticked, and a deleted one is reported and nothing created", async ({
  page,
  api,
}) => {
  const [one, other, surname] = [unique("Haus A"), unique("Haus B"), unique("Neu")];
  const ids = [];
  const project = await create(api, "projects", projectValues());
  for (const name of [one, other]) {
    const id = await create(api, "institutions", institutionValues({ name }));
    ids.push(id);
    await api.post(`/api/projects/institution/${id}/${project}`);
  }
  const { dialog, group } = await openPersonDialog(page, project, `Ada ${surname}`);
  await expect(group.getByRole("checkbox", { checked: false })).toHaveCount(2);
  await group.getByRole("checkbox", { name: one }).check();
  await group.getByRole("checkbox", { name: other }).check();
  await dialog.getByLabel(/^E-Mail/).fill("ada@uni-ulm.de");
  await api.delete(`/api/projects/institution/${ids[1]}/${project}`);
  expect((await (await api.delete(`/api/institutions/${ids[1]}`)).json()).success).toBe(true);
  await dialog.getByRole("button", { name: "Anlegen" }).click();
  await expect(page.getByText(/ist inzwischen gelöscht/)).toBeVisible();
  await expect(group.getByRole("checkbox")).toHaveCount(1);
  await expect(group.getByRole("checkbox", { name: one })).toBeChecked();
  const personsOf = async () => (await (await api.get(`/api/projects/${project}`)).json()).data.personen;
  expect(await personsOf()).toEqual([]);

  await dialog.getByRole("button", { name: "Anlegen" }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(personsOf).toHaveLength(1);
});
