import { randomUUID } from "node:crypto";
import { memberValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, inDatabase, loginAsColleague, unique, waitUntilIdle } from "../../support/browser/steps";

test("the dashboard shows the user's own projects, with their status and next deadline", async ({ page, api, app }) => {
  await loginAsColleague(page, app);
  const region = page.getByRole("region", { name: "Meine Projekte" });
  await page.goto("/dashboard");
  await expect(region).toContainText("sobald ein Hochschulmitglied Ihre E-Mail-Adresse hat");
  const email = `${randomUUID()}@ph-musterstadt.internal`;
  const { id } = await (await page.request.get("/api/user")).json();
  await inDatabase(app, (client) => client.query("UPDATE users SET email = $1 WHERE id = $2", [email, id]));
  const member = await create(api, "members", memberValues({ email }));
  const title = unique("Eigenes");
  const dates = { vertragsgrundlage: 1, projektbeginn: "2020-01-01", projektende: "2099-12-31" };
  const project = await create(api, "projects", projectValues({ projekt_titel: title, status: 2, ...dates }));
  await page.reload();
  await expect(region).toContainText("Sie sind zurzeit für kein Projekt zuständig.");
  expect((await api.post(`/api/members/project/${member}/${project}`)).ok()).toBe(true);
  await page.reload();
  await expect(region.getByRole("listitem")).toHaveText(`${title}Vertragsende 31.12.2099laufend`);
  await region.getByRole("link", { name: title }).click();
  await expect(page).toHaveURL(`/projects/${project}`);
});

test("the dashboard shows the records last opened in this browser, which only the browser knows", async ({
  page,
  api,
  login,
}) => {
  const title = unique("Geöffnet");
  const id = await create(api, "projects", projectValues({ projekt_titel: title }));
  await login();
  await page.goto(`/projects/${id}`);
  await waitUntilIdle(page);
  await page.goto("/dashboard");
  const region = page.getByRole("region", { name: "Zuletzt geöffnet" });
  await expect(region.getByRole("listitem").first()).toContainText(title);
  const html = await (await page.request.get("/dashboard")).text();
  expect(html, "the server does not know them").not.toContain(title);
  await region.getByRole("link", { name: title }).click();
  await expect(page).toHaveURL(`/projects/${id}`);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/dashboard");
  await expect(region).toContainText("Datensätze, die Sie in diesem Browser öffnen");
});

for (const width of [1440, 375]) {
  test(`the dashboard's layout does not shift while it loads at ${width} px`, async ({ page, api, login }) => {
    await page.setViewportSize({ width, height: 900 });
    await login();
    for (let count = 1; count <= 5; count++) {
      const id = await create(api, "projects", projectValues({ projekt_titel: unique(`Verlauf ${count}`) }));
      await page.goto(`/projects/${id}`);
      await waitUntilIdle(page);
    }
    await page.addInitScript(() => {
      const shifts = { total: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.total += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("/dashboard");
    await expect(page.getByRole("region", { name: "Zuletzt geöffnet" }).getByRole("listitem")).toHaveCount(5);
    await waitUntilIdle(page);
    const { total } = await page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts);
    expect(total).toBeLessThanOrEqual(0.05);
  });
}
