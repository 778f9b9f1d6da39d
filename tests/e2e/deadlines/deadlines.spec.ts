import { memberValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

test.beforeEach(async ({ login }) => {
  await login();
});

test("a notice period is parsed while typing and shown on the project; unparsable text is reported", async ({
  page,
  api,
}) => {
  const title = unique("Fristvertrag");
  const id = await create(
    api,
    "projects",
    projectValues({
      projekt_titel: title,
      vertragsgrundlage: 0,
      projektbeginn: "2020-01-01",
      kuendigungsfrist: "",
      status: 2,
    }),
  );
  await page.goto(`/projects/${id}`);
  const card = page.getByRole("heading", { level: 2, name: "Fristen" }).locator("..");
  await expect(card).toHaveCount(0);
  const field = page.getByLabel("Kündigungsfrist", { exact: true });
  await field.fill("3 Monate zum Schuljahresende");
  await expect(field).toHaveAccessibleDescription(
    /^Nicht lesbar\. Verstanden wird zum Beispiel „3 Monate zum Jahresende“/,
  );
  await field.fill("3 Monate zum Jahresende");
  const said = /^Letzter Kündigungstag: 30\.09\.20\d\d zum 31\.12\.20\d\d\.$/;
  await expect(field).toHaveAccessibleDescription(said);
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(card).toContainText(
    /Letzter Kündigungstag: 30\.09\.20\d\d zum 31\.12\.20\d\d\. (heute|morgen|in \d+ Tagen)/,
  );
});

test("an expired project is marked in the list, on its page and on the dashboard, and is closed with one click", async ({
  page,
  api,
}) => {
  const title = unique("Längst vorbei");
  const dates = { vertragsgrundlage: 1, projektbeginn: "1990-01-01", projektende: "1990-12-31" };
  const id = await create(api, "projects", projectValues({ projekt_titel: title, status: 2, ...dates }));
  const status = async () => (await (await api.get(`/api/projects/${id}`)).json()).data.status;

  await page.goto(`/projects?filter=${encodeURIComponent(title)}`);
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row).toContainText("abgelaufen");
  await row.getByRole("button", { name: `Auf „abgeschlossen“ setzen: ${title}` }).click();
  await expect(row).not.toContainText("abgelaufen");
  expect(await status()).toBe(3);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(row).toContainText("abgelaufen");
  await page.goto(`/projects/${id}`);
  await expect(page.getByText("Am 31.12.1990 abgelaufen.")).toBeVisible();
  await page.getByRole("button", { name: `Auf „abgebrochen“ setzen: ${title}` }).click();
  await expect(page.getByText("Am 31.12.1990 abgelaufen.")).toHaveCount(0);
  expect(await status()).toBe(5);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("Am 31.12.1990 abgelaufen.")).toBeVisible();
  expect(await status()).toBe(2);

  await page.goto("/dashboard");
  const over = page.getByRole("region", { name: /^Abgelaufen/ });
  await over.getByRole("button", { name: `Auf „abgeschlossen“ setzen: ${title}` }).click();
  await expect(over.getByRole("link", { name: title })).toHaveCount(0);
  expect(await status()).toBe(3);
});

test("an expired project is marked among a member's projects and is closed there", async ({ page, api }) => {
  const dates = { vertragsgrundlage: 1, projektbeginn: "1990-01-01", projektende: "1990-12-31" };
  const [over, ended] = [unique("Längst vorbei"), unique("Abgeschlossen")];
  const member = await create(api, "members", memberValues());
  for (const [projekt_titel, status] of [
    [over, 2],
    [ended, 3],
  ] as const) {
    const id = await create(api, "projects", projectValues({ projekt_titel, status, ...dates }));
    expect((await api.post(`/api/members/project/${member}/${id}`)).status()).toBe(200);
  }
  await page.goto(`/members/${member}?tab=kooperationsprojekte`);
  const rowOf = (title: string) => page.getByRole("row").filter({ hasText: title });
  await expect(rowOf(over)).toContainText("abgelaufen");
  await expect(rowOf(ended)).not.toContainText("abgelaufen");
  await rowOf(over)
    .getByRole("button", { name: `Auf „abgeschlossen“ setzen: ${over}` })
    .click();
  await expect(rowOf(over)).not.toContainText("abgelaufen");
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(rowOf(over)).toContainText("abgelaufen");
});
