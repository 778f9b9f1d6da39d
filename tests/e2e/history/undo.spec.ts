import type { Page } from "@playwright/test";
import { memberValues, personValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/* Contract §8: a deletion or an unlinking can be undone from its notification. */

async function press(page: Page, button: string) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alertdialog", { name: "Wirklich löschen?" }).getByRole("button", { name: "Ja" }).click();
}

test.beforeEach(async ({ login }) => login());

test("a deleted record is restored with its links, by keyboard", async ({ page, api }) => {
  const surname = unique("Versehen");
  const project = await create(api, "projects", projectValues());
  const id = await create(api, "persons", personValues({ vorname: "Eva", nachname: surname }));
  await api.post(`/api/persons/project/${id}/${project}`);
  await page.goto(`/persons?filter=${encodeURIComponent(surname)}`);
  await press(page, `Eva ${surname} löschen`);
  await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
  const undo = page.getByRole("region", { name: /^Meldungen/ }).getByRole("button", { name: "Rückgängig" });
  await expect(undo).toBeVisible();
  await page.keyboard.press("Alt+T");
  await expect(undo).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Rückgängig gemacht: Eva ${surname}`, { exact: true })).toBeVisible();
  await expect(undo).toBeHidden();
  await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  const { data } = await (await api.get(`/api/persons/${id}`)).json();
  expect(data.kooperationsprojekte).toHaveLength(1);
});

test("undoing a deletion lists links that cannot be restored, and reports an already restored record", async ({
  page,
  api,
}) => {
  const [surname, title] = [unique("Versehen"), unique("Verschwunden")];
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  const id = await create(api, "members", memberValues({ vorname: "Eva", nachname: surname }));
  await api.post(`/api/members/project/${id}/${project}`);
  const undo = page.getByRole("button", { name: "Rückgängig" });
  await page.goto(`/members?filter=${encodeURIComponent(surname)}`);
  await press(page, `Eva ${surname} löschen`);
  // The undo button shows that the member and its link have been deleted; only then is the project
  // deleted.
  await expect(undo).toBeVisible();
  await api.delete(`/api/projects/${project}`);
  await undo.click();
  await expect(page.getByText(`weil es sie nicht mehr gibt: ${title}.`)).toBeVisible();
  await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();

  await press(page, `Eva ${surname} löschen`);
  await expect(undo).toBeVisible();
  const { data } = await (await api.get(`/api/history?kind=members&id=${id}&action=delete&pageSize=1`)).json();
  await api.post(`/api/history/${data[0].change_id}/revert`);
  await undo.click();
  await expect(page.getByText("Das lässt sich nicht mehr rückgängig machen")).toBeVisible();
});

test("of two removed links, the one whose notification is used is restored", async ({ page, api }) => {
  const [first, second] = [unique("Erstes"), unique("Zweites")];
  const id = await create(api, "members", memberValues());
  for (const projekt_titel of [first, second]) {
    const project = await create(api, "projects", projectValues({ projekt_titel }));
    // Creates the link from the project's side. It is removed from the member's side below, because
    // the history must cover both ends of a link.
    await api.post(`/api/projects/member/${id}/${project}`);
  }
  await page.goto(`/members/${id}?tab=kooperationsprojekte`);
  await press(page, `Verknüpfung mit ${first} löschen`);
  await expect(page.getByRole("row", { name: first })).toBeHidden();
  await press(page, `Verknüpfung mit ${second} löschen`);
  await expect(page.getByRole("row", { name: second })).toBeHidden();
  // The newest notification comes first, so the last one belongs to the link that was removed
  // first.
  await page.getByRole("button", { name: "Rückgängig" }).last().click();
  await expect(page.getByText(`Rückgängig gemacht: ${first}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: first })).toBeVisible();
  await expect(page.getByRole("row", { name: second })).toBeHidden();
  const { data } = await (await api.get(`/api/members/${id}`)).json();
  expect(data.kooperationsprojekte).toMatchObject([{ projekt_titel: first }]);
});
