import { memberValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, inDatabase, unique } from "../../support/browser/steps";

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
    /^Nicht erkannt\. Möglich sind zum Beispiel „3 Monate zum Jahresende“/,
  );
  await field.fill("3 Monate zum Jahresende");
  const description = /^Letzter Kündigungstag: 30\.09\.20\d\d zum 31\.12\.20\d\d\.$/;
  await expect(field).toHaveAccessibleDescription(description);
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(card).toContainText(
    /Letzter Kündigungstag: 30\.09\.20\d\d zum 31\.12\.20\d\d\. (heute|morgen|in \d+ Tagen)/,
  );
});

test("an expired project is marked in the list and on its page, and is closed with one click", async ({
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
  await row.getByRole("button", { name: `Als abgeschlossen markieren: ${title}` }).click();
  await expect(row).not.toContainText("abgelaufen");
  expect(await status()).toBe(3);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(row).toContainText("abgelaufen");
  await page.goto(`/projects/${id}`);
  await expect(page.getByText("Am 31.12.1990 abgelaufen.")).toBeVisible();
  await page.getByRole("button", { name: `Als abgebrochen markieren: ${title}` }).click();
  await expect(page.getByText("Am 31.12.1990 abgelaufen.")).toHaveCount(0);
  expect(await status()).toBe(5);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("Am 31.12.1990 abgelaufen.")).toBeVisible();
  expect(await status()).toBe(2);
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
    .getByRole("button", { name: `Als abgeschlossen markieren: ${over}` })
    .click();
  await expect(rowOf(over)).not.toContainText("abgelaufen");
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(rowOf(over)).toContainText("abgelaufen");
});

test.describe("the dashboard's to-do list", () => {
  const dates = { vertragsgrundlage: 1, projektbeginn: "1980-01-01", projektende: "1980-12-31" };

  test("the dashboard's to-do list names a project's state, deadline and members, completes it and undoes that", async ({
    page,
    api,
  }) => {
    const title = unique("Wartet");
    const id = await create(api, "projects", projectValues({ projekt_titel: title, status: 2, ...dates }));
    for (const nachname of ["Abel", "Zobel"]) {
      const member = await create(api, "members", memberValues({ vorname: "Ada", nachname }));
      expect((await api.post(`/api/members/project/${member}/${id}`)).status()).toBe(200);
    }
    const status = async () => (await (await api.get(`/api/projects/${id}`)).json()).data.status;

    await page.goto("/dashboard");
    const list = page.getByRole("region", { name: "Zu tun", exact: true });
    const row = list.getByRole("listitem").filter({ hasText: title });
    await expect(row).toContainText("Abgelaufen");
    await expect(row).toContainText(/Vertragsende 31\.12\.1980.*vor rund \d\d Jahren/);
    await expect(row).toContainText("Zuständig: Ada Abel");
    await expect(row).toContainText("und ein weiteres Mitglied");
    const button = row.getByRole("button", { name: `Als abgeschlossen markieren: ${title}` });
    await expect(button).toHaveText("Als abgeschlossen markieren");
    await button.press("Enter");
    await expect(row).toHaveCount(0);
    await expect(list, "the focus stays in the card").toBeFocused();
    expect(await status()).toBe(3);
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect(row).toBeVisible();
    expect(await status()).toBe(2);
    await row.getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(`/projects/${id}`);
  });

  test("the dashboard's to-do list shows at most ten projects, the most urgent of each state", async ({
    page,
    api,
  }) => {
    const [over, unread] = [unique("Überfällig"), unique("Unklar")];
    for (let count = 1; count <= 10; count++) {
      await create(api, "projects", projectValues({ projekt_titel: `${over} ${count}`, status: 2, ...dates }));
    }
    await create(
      api,
      "projects",
      projectValues({ projekt_titel: unread, status: 2, ...dates, projektende: "2099-12-31", kuendigungsfrist: "???" }),
    );
    await page.goto("/dashboard");
    const rows = page.getByRole("region", { name: "Zu tun", exact: true }).getByRole("listitem");
    await expect(rows).toHaveCount(10);
    await expect(rows.filter({ hasText: "Abgelaufen" })).not.toHaveCount(0);
    await expect(rows.filter({ hasText: "Frist nicht erkannt" })).not.toHaveCount(0);
    await expect(rows.first()).toContainText("Abgelaufen");
    const states = await rows.locator("p:first-child").allInnerTexts();
    const order = ["Abgelaufen", "Bald fällig", "Frist nicht erkannt", "Später fällig"];
    expect(states).toEqual(states.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  });

  test("the dashboard has no to-do list for readers", async ({ page, api, app }) => {
    await create(api, "projects", projectValues({ projekt_titel: unique("Nur lesen"), status: 2, ...dates }));
    const setRole = (name: string) =>
      inDatabase(app, (client) => client.query("UPDATE users SET role = $1 WHERE email = 'admin@example.org'", [name]));
    await setRole("reader");
    try {
      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { name: "Fristen der nächsten 12 Monate" })).toBeVisible();
      await expect(page.getByRole("heading", { name: /zu tun/i })).toHaveCount(0);
    } finally {
      await setRole("admin");
    }
  });
});
