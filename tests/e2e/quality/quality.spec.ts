import { institutionValues, projectValues } from "@/prisma/builders";
import { expect, test } from "../../support/browser/fixtures";
import { create, inDatabase, unique } from "../../support/browser/steps";

/*
 * The data quality page shows the number of problems, why they matter, and links to the list of
 * affected records.
 */

test("a user finds an implausible address, fixes it, and recounts", async ({ page, login, api, app }) => {
  await login();
  const name = unique("Haus mit Tippfehler");
  const id = await create(api, "institutions", institutionValues({ name, webseite: "http://http://uni-ulm.de" }));
  // Stores higher counts for earlier days, so that the page shows a decrease.
  await inDatabase(app, (client) =>
    client.query(`INSERT INTO quality_counts (list, day, count)
      SELECT 'addresses.institution.webseite', current_date - days, 4711 FROM unnest(ARRAY[7, 3]) AS days
      ON CONFLICT (day, list) DO UPDATE SET count = 4711`),
  );
  await page.goto("/dashboard");
  await page.getByRole("navigation").getByRole("link", { name: "Datenqualität" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Datenqualität" })).toBeVisible();
  await page.getByRole("button", { name: "Neu prüfen" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();

  const check = page.getByRole("region", { name: "Unplausible E-Mail- und Webadressen" });
  await expect(check).toContainText("kommt keine E-Mail an");
  await expect(check.locator("svg")).toBeVisible();
  await expect(check).toContainText(/seit \d\d\.\d\d\.\d{4} von 4\.711 auf \d+/);
  // The count may include records of other test files, so the test reads the total of the list; the
  // link shows the new count once the recount is done.
  const list = await api.get("/api/institutions?where[webseite][plausible]=false");
  const { total: found } = (await list.json()) as { total: number };
  const link = check.getByRole("link", { name: /^Partnerinstitutionen, Webseite: \d+$/ });
  await expect(link).toHaveText(`Partnerinstitutionen, Webseite: ${found}`);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Partnerinstitutionen" })).toBeVisible();
  await expect(page.getByText(`Zeige 1 bis ${found} von ${found} Einträgen`)).toBeVisible();
  await expect(page.getByText("kann nicht stimmen")).toBeVisible();

  await page.getByRole("link", { name, exact: true }).click();
  await page.getByLabel("Webseite", { exact: true }).fill("https://www.uni-ulm.de");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await page.goto("/pages/quality");
  await page.getByRole("button", { name: "Neu prüfen" }).click();
  await expect(link).toHaveCount(found === 1 ? 0 : 1);
  if (found > 1) await expect(link).toHaveText(`Partnerinstitutionen, Webseite: ${found - 1}`);
  await api.delete(`/api/institutions/${id}`);
});

test("the dashboard shows the largest problems and links to their lists", async ({ page, login, app }) => {
  await login();
  const deleteCounts = () => inDatabase(app, (client) => client.query("DELETE FROM quality_counts"));
  await deleteCounts();
  await page.goto("/pages/quality");
  const check = page.getByRole("region", { name: "Projekte ohne Vertragsgrundlage" });
  const countText = await check.getByRole("link").first().innerText();
  await inDatabase(app, (client) =>
    client.query("UPDATE quality_counts SET count = 98765 WHERE list = 'projects_without_basis'"),
  );
  await page.goto("/dashboard");
  const card = page.getByRole("region", { name: "Datenqualität: am meisten zu tun" });
  await expect(card.getByRole("listitem")).toHaveCount(3);
  await expect(card.getByRole("listitem").first()).toContainText("98.765");
  await card.getByRole("link", { name: "Projekte ohne Vertragsgrundlage" }).click();
  await expect(page.getByText("Vertragsgrundlage: k. A.")).toBeVisible();
  const total = /^[\d.]+/.exec(countText)?.[0] ?? "";
  await expect(page.getByText(new RegExp(`von ${total.replace(".", "\\.")} Einträgen`))).toBeVisible();

  await inDatabase(app, (client) => client.query("UPDATE quality_counts SET count = 0"));
  await page.goto("/dashboard");
  await expect(card).toContainText("Nichts zu tun");
  await page.goto("/pages/quality");
  await expect(check).toContainText("Nichts zu tun");
  await expect(page.getByRole("main").getByRole("list").getByRole("link")).toHaveCount(0);
  await deleteCounts();
});

test("the data quality page has tabs for the checks and the duplicates", async ({ page, login }) => {
  await login();
  await page.goto("/pages/quality");
  const tabs = page.getByRole("navigation", { name: "Bereiche der Datenqualität" });
  await expect(tabs.getByRole("link", { name: "Prüfungen" })).toHaveAttribute("aria-current", "page");
  await tabs.getByRole("link", { name: "Dubletten" }).click();
  await expect(page).toHaveURL(/\/pages\/duplicates$/);
  await expect(page.getByRole("heading", { level: 1, name: "Datenqualität" })).toBeVisible();
  await expect(tabs.getByRole("link", { name: "Dubletten" })).toHaveAttribute("aria-current", "page");
});

test("a count of the data quality page links to its list, and two days of counts draw no line", async ({
  page,
  login,
  app,
}) => {
  await login();
  await inDatabase(app, (client) => client.query("DELETE FROM quality_counts"));
  await page.goto("/pages/quality");
  await inDatabase(app, (client) =>
    client.query(
      `INSERT INTO quality_counts (list, day, count) VALUES ('projects_without_basis', current_date - 1, 4711)`,
    ),
  );
  await page.reload();
  const check = page.getByRole("region", { name: "Projekte ohne Vertragsgrundlage" });
  await expect(check.locator("svg")).toHaveCount(0);
  await check.getByRole("link", { name: /^[\d.]+ als Liste öffnen: Projekte ohne Vertragsgrundlage$/ }).click();
  await expect(page.getByText("Vertragsgrundlage: k. A.")).toBeVisible();
});

test("the dashboard links to the ongoing projects without a responsible member", async ({ page, login, api }) => {
  await login();
  await create(api, "projects", projectValues({ projekt_titel: unique("Niemandes Projekt") }));
  await page.goto("/dashboard");
  const link = page
    .getByRole("region", { name: "Zu tun", exact: true })
    .getByRole("link", { name: /laufendes? Projekte? ohne zuständiges Mitglied/ });
  const count = (/^[\d.]+/.exec(await link.innerText())?.[0] ?? "1").replaceAll(".", "");
  await link.click();
  await expect(page.getByText("Zuständige Mitglieder: keine")).toBeVisible();
  await expect(page.getByText(new RegExp(`von ${count} Einträgen`))).toBeVisible();
});

test("unconfirmed records are listed, with a link that prepares a confirmation round", async ({ page, login, api }) => {
  await create(api, "institutions", institutionValues({ name: unique("Unbestätigtes Haus") }));
  await login();
  await page.goto("/pages/quality");
  const check = page.getByRole("region", { name: "Lange nicht bestätigt" });
  const begin = check.getByRole("link", { name: "Bestätigungsrunde vorbereiten: Partnerinstitutionen" });
  await expect(begin).toHaveAttribute("href", /^\/pages\/rounds\/new\?kind=institutions&query=where/);
  await check.getByRole("link", { name: /^Partnerinstitutionen: / }).click();
  await expect(page.getByText(/vor \d\d\.\d\d\.\d{4} oder nie/)).toBeVisible();
});
