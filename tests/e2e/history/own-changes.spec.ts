import type { APIRequestContext, Page } from "@playwright/test";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { personValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, loginAsColleague, unique } from "../../support/browser/steps";

/* The account's menu leads to the user's own changes, where batches can be undone. */

const accountMenu = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Benutzerkonto: / });
const entries = (page: Page) => page.getByRole("group", { name: "Änderungen, die neuesten zuerst" });
const entryOf = (page: Page, text: string) => entries(page).getByRole("listitem").filter({ hasText: text });
const notices = (page: Page) => page.getByRole("region", { name: /^Meldungen/ });

async function createPersons(api: APIRequestContext, count: number, values: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push(await create(api, "persons", personValues(values)));
  return ids;
}

async function setPosition(api: APIRequestContext, ids: readonly number[], position: string) {
  const answer = await api.post("/api/persons/bulk", { data: { ids, set: { position } } });
  expect(await answer.json()).toMatchObject({ changed: ids.length });
}

const positionOf = async (api: APIRequestContext, id: number) =>
  (await (await api.get(`/api/persons/${id}`)).json()).data.position as string;

async function openOwnChanges(page: Page) {
  await accountMenu(page).click();
  await page.getByRole("menuitem", { name: "Meine letzten Änderungen" }).click();
  await expect(page.getByText("Nur Ihre Änderungen")).toBeVisible();
}

async function undoBatch(page: Page, text: string) {
  await entryOf(page, text)
    .getByRole("button", { name: /^Rückgängig machen: / })
    .first()
    .click();
  const question = page.getByRole("alertdialog", { name: "Den ganzen Vorgang rückgängig machen?" });
  await question.getByRole("button", { name: "Rückgängig machen" }).click();
}

test("an editor finds bulk change and merge in the account's menu, without others' changes, and undoes both", async ({
  page,
  app,
  api,
}) => {
  await loginAsColleague(page, app);
  const surname = unique("Gemeinsam");
  const ids = await createPersons(page.request, 3, { position: "alt" });
  await setPosition(page.request, ids, "neu");
  const [keep] = await createPersons(page.request, 1, { vorname: "Kim", nachname: surname });
  const [drop] = await createPersons(page.request, 1, { vorname: "K.", nachname: surname });
  const merged = await page.request.post(`/api/persons/${keep}/merge`, { data: { drop, take: [] } });
  expect(merged.ok()).toBe(true);
  const foreign = unique("Fremd");
  await create(api, "persons", personValues({ nachname: foreign }));

  await page.goto("/dashboard");
  await openOwnChanges(page);
  await expect(entryOf(page, "3 Partnerpersonen geändert")).toBeVisible();
  await expect(entryOf(page, foreign)).toHaveCount(0);
  await undoBatch(page, "3 Partnerpersonen geändert");
  await expect(notices(page).getByText("3 Änderungen rückgängig gemacht")).toBeVisible();
  for (const id of ids) expect(await positionOf(api, id)).toBe("alt");
  await undoBatch(page, "zusammengeführt");
  await expect.poll(async () => (await api.get(`/api/persons/${drop}`)).status()).toBe(200);
});

test("a batch that cannot be undone as a whole says so, changes nothing, and is undone in part", async ({
  page,
  app,
  api,
}) => {
  await loginAsColleague(page, app);
  const [deleted = 0, remaining = 0] = await createPersons(page.request, 2, { position: "alt" });
  await setPosition(page.request, [deleted, remaining], "neu");
  await api.delete(`/api/persons/${deleted}`);
  await page.goto("/dashboard");
  await openOwnChanges(page);
  await undoBatch(page, "2 Partnerpersonen geändert");
  await expect(
    notices(page).getByText(/^Nichts wurde rückgängig gemacht\. Ein Teil davon lässt sich nicht mehr/),
  ).toBeVisible();
  expect(await positionOf(api, remaining)).toBe("neu");

  const entry = entryOf(page, "2 Partnerpersonen geändert").first();
  await entry.getByText("2 Änderungen anzeigen").click();
  const changes = entry.getByRole("list", { name: "Änderungen, die neuesten zuerst" });
  await changes.getByRole("button", { name: /^Rückgängig machen: / }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rückgängig machen" }).click();
  await expect.poll(() => positionOf(api, remaining)).toBe("alt");
});

test("the account's menu leads to the account by keyboard, and is accessible", async ({ page, login }) => {
  await login();
  await page.goto("/dashboard");
  await expect(accountMenu(page)).toHaveAccessibleName(`Benutzerkonto: ${DEMO_USER.email}`);
  await accountMenu(page).press("Enter");
  const item = page.getByRole("menuitem", { name: "Benutzerkonto" });
  await expect(item).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await item.press("Enter");
  await expect(page).toHaveURL(/\/pages\/user$/);
});

test("a reader has a link to the account instead of the menu", async ({ page, app }) => {
  await loginAsColleague(page, app, "reader");
  await page.goto("/dashboard");
  await expect(page.getByRole("banner").getByRole("link", { name: /^Benutzerkonto: / })).toBeVisible();
  await expect(accountMenu(page)).toHaveCount(0);
});
