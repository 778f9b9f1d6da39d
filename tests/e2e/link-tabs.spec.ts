import { institutionValues, memberValues, personValues, projectValues } from "../factories";
import { expect, test } from "./fixtures";
import { create, unique } from "./steps";

/* Link tabs: what a hit says of itself, how many there are, and what is kept of the table below. */

test.beforeEach(async ({ login }) => login());

test("hits tell namesakes apart, mark who is linked, and say how many there are besides", async ({ page, api }) => {
  const surname = unique("Namens");
  const project = await create(api, "projects", projectValues());
  const house = await create(api, "institutions", institutionValues({ name: unique("Haus") }));
  const members: number[] = [];
  for (const [index, institut] of [20, -1, 13, 12, 11, 10, 9].entries()) {
    const values = { vorname: `${index}`, nachname: surname, email: `n${index}@example.org`, institut };
    members.push(await create(api, "members", memberValues(values)));
  }
  await create(api, "persons", personValues({ nachname: surname, email: "p@example.org", institution: [house] }));
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
  // Not "0": the name, which is made up, may hold one.
  await box.fill(`n0@example ${surname}`);
  await expect(options).toHaveCount(1);
  await expect(page.getByText(/^und .* weitere/)).toHaveCount(0);

  await box.press("Escape");
  await page.getByRole("tab", { name: /^Partnerpersonen/ }).click();
  await page.getByLabel("Partnerperson hinzufügen").fill(surname);
  await expect(options.first()).toContainText(/p@example\.org · Haus/);
});

test("the search in the table stands at a table that has rows, apart from the box that adds", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  await page.goto(`/projects/${project}?tab=hochschulmitglieder`);
  const add = page.getByLabel("Hochschulmitglied hinzufügen");
  const search = page.getByLabel("Tabelle durchsuchen");
  await expect(add).toBeVisible();
  await expect(search).toHaveCount(0);
  const member = await create(api, "members", memberValues());
  await api.post(`/api/projects/member/${member}/${project}`);
  await page.reload();
  const [adds, searches, head] = [
    await add.boundingBox(),
    await search.boundingBox(),
    await page.getByRole("columnheader", { name: "Vorname" }).boundingBox(),
  ];
  expect(searches?.x).toBeGreaterThan((adds?.x ?? 0) + (adds?.width ?? 0));
  expect((head?.y ?? 0) - (searches?.y ?? 0)).toBeLessThan(60);
  expect(searches?.height).toBeLessThan(adds?.height ?? 0);
});

test("page, size, order and search of a link table survive a look at a linked record, and begin anew on a new visit", async ({
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

test("how a table was looked at is forgotten by logging out", async ({ page, context, loginAlone }) => {
  await context.clearCookies();
  await loginAlone();
  await page.goto("/members/1?tab=kooperationsprojekte");
  await page.getByLabel("Tabelle durchsuchen").fill("gesucht");
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("table ")));
  await expect.poll(kept).toHaveLength(1);
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await kept()).toEqual([]);
});
