import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { ROLE } from "@/prisma/reference-data";
import { memberValues, projectValues } from "../../../support/factories";
import { accessibilityFaults, layoutFaults } from "../../../support/browser/accessibility";
import { expect, test } from "../../../support/browser/fixtures";
import { create, unique } from "../../../support/browser/steps";

const today = dayOf(new Date());

test.beforeEach(async ({ login }) => login());

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
  await expect(dialog.getByRole("checkbox")).toHaveCount(3);
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
