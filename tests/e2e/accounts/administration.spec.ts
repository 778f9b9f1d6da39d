import type { Browser, Page } from "@playwright/test";
import { memberValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, shareMenuItem, unique } from "../../support/browser/steps";

/*
 * Permissions (contract §9): account administration at /pages/users, and the controls each role
 * sees.
 */

const PASSWORD = "ein gutes Passwort";

/** Opens a page in a new browser context, for a second user. */
async function openSecondUserPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: "de-DE", timezoneId: "Europe/Berlin" });
  return context.newPage();
}

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}\\W*$`));

test("an admin invites an editor, who sets a password; demoted to reader, the account sees no control that changes records", async ({
  page,
  login,
  api,
  app,
  browser,
  baseURL,
}) => {
  const [name, surname] = [unique("Ines"), unique("Blei")];
  const email = `${name.replace(" ", ".").toLowerCase()}@example.org`;
  const member = await create(api, "members", memberValues({ nachname: surname }));
  const title = unique("Vorhaben");
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  await api.post(`/api/members/project/${member}/${project}`);

  await login();
  await page.goto("/dashboard");
  await page.getByRole("navigation").getByText("Verwaltung").click();
  await page.getByRole("navigation").getByRole("link", { name: "Benutzerkonten" }).click();
  await page.getByRole("link", { name: "Person einladen" }).click();
  await field(page, "E-Mail").fill(email);
  await field(page, "Name").fill(name);
  await field(page, "Rolle").selectOption({ label: "Bearbeiten" });
  await page.getByRole("button", { name: "Einladung senden" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("eingeladen", { exact: true })).toBeVisible();

  const link = () => app.mails.mailsTo(email).at(-1)?.link ?? "";
  await expect.poll(link).toMatch(/\/password-reset\//);
  const other = await openSecondUserPage(browser, baseURL);
  // As some mail programs open it.
  await other.goto(`${new URL(link()).pathname}>`);
  await field(other, "Neues Passwort").fill(PASSWORD);
  await field(other, "Passwort bestätigen").fill(PASSWORD);
  await other.getByRole("button", { name: "Passwort speichern" }).click();
  await expect(other.getByText("Ihr neues Passwort gilt ab sofort")).toBeVisible();
  await other.goto("/login");
  await field(other, "E-Mail").fill(email);
  await field(other, "Passwort").fill(PASSWORD);
  await other.getByRole("button", { name: "Anmelden" }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await expect(other.getByRole("link", { name: "Verlauf" })).toBeVisible();
  await expect(other.getByRole("link", { name: /Benutzerkonten|Auswahllisten/ })).toHaveCount(0);
  // Only the response's HTML is read: a browser would load the same page for each path.
  const expectForbidden = async (path: string) => {
    const html = await (await other.request.get(path)).text();
    expect(html, path).toMatch(/>Keine Berechtigung</);
    expect(html, path).not.toContain('type="text"');
  };
  await expectForbidden("/pages/reference?list=titel");
  await other.goto(`/members/${member}`);
  await expect(other.getByRole("button", { name: "Speichern" })).toBeVisible();

  await page.reload();
  await field(page, "Rolle").selectOption({ label: "Lesen" });
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await expect(page.getByText("An einem Gerät angemeldet")).toBeVisible();

  await other.reload();
  await expect(other.getByRole("heading", { level: 1, name: surname })).toBeVisible();
  await expect(other.getByRole("button", { name: "Speichern" })).toHaveCount(0);
  const base = other.getByRole("tabpanel", { name: "Überblick" });
  await expect(base.getByRole("term").filter({ hasText: "Fakultät" })).toBeVisible();
  await expect(base.getByRole("textbox")).toHaveCount(0);
  await other.getByRole("tab", { name: "Kooperationsprojekte" }).click();
  const linked = other.getByRole("tabpanel", { name: /^Kooperationsprojekte/ });
  await expect(linked.getByRole("link", { name: title })).toBeVisible();
  await expect(linked.getByRole("button", { name: "Exportieren, drucken", exact: true })).toBeVisible();
  await expect(linked.getByRole("link", { name: "Als Liste öffnen" })).toBeVisible();
  await expect(linked.getByRole("checkbox")).toHaveCount(0);
  await expect(linked.getByRole("button", { name: /löschen/ })).toHaveCount(0);
  await expect(other.getByRole("combobox", { name: /hinzufügen/ })).toHaveCount(0);
  await expect(await shareMenuItem(other, "Drucken", "Datensatz exportieren, drucken")).toBeVisible();
  await other.keyboard.press("Escape");
  await expect(other.getByRole("button", { name: "Weitere Aktionen" })).toHaveCount(0);
  await other.keyboard.press("Control+k");
  const palette = other.getByRole("dialog", { name: "Alles durchsuchen" });
  await expect(palette.getByRole("option", { name: "Verlauf" })).toBeVisible();
  await expect(
    palette.getByRole("option", { name: /hinzufügen|[Ii]mportieren|Benutzerkonten|Auswahllisten/ }),
  ).toHaveCount(0);
  await other.keyboard.press("Escape");

  await other.goto(`/members?filter=${encodeURIComponent(surname)}`);
  await expect(other.getByRole("link", { name: surname.split(" ")[0] })).not.toHaveCount(0);
  await expect(other.getByRole("link", { name: /hinzufügen/i })).toHaveCount(0);
  await expect(other.getByRole("button", { name: /löschen/ })).toHaveCount(0);
  const forbiddenPaths = [
    "/members/new",
    "/pages/users/1",
    "/pages/users/new",
    "/pages/import",
    "/pages/import?kind=members",
  ];
  for (const path of forbiddenPaths) await expectForbidden(path);
  await other.goto("/pages/users");
  await expect(other.getByText("Keine Berechtigung")).toBeVisible();
  await other.context().close();
});

test("the invitation form's role is that of readers unless another is chosen", async ({ page, login }) => {
  await login();
  await page.goto("/pages/users/new");
  await expect(field(page, "Rolle").locator("option:checked")).toHaveText("Lesen");
});

test("an account is found, disabled, enabled and deleted; the last admin cannot be demoted", async ({
  page,
  login,
  api,
}) => {
  const name = unique("Kurt");
  const email = `${name.replace(" ", ".").toLowerCase()}@example.org`;
  await api.post("/api/users/new", { data: { name, email, role: "editor", language: "de" } });
  await login();
  await page.goto("/pages/users");
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("button", { name: "Suchen", exact: true }).click();
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(page.getByText("Zeige 1 bis 1 von 1")).toBeVisible();
  await row.getByRole("link", { name }).click();

  await page.getByRole("button", { name: "Konto sperren" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Konto sperren" }).click();
  await expect(page.getByText("gesperrt", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Konto freigeben" }).click();
  await expect(page.getByText("gesperrt", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Konto löschen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Löschen" }).click();
  await expect(page).toHaveURL(/\/pages\/users$/);
  await expect(page.getByText("Daten gelöscht")).toBeVisible();

  const { id } = await (await api.get("/api/user")).json();
  await page.goto(`/pages/users/${id}`);
  await field(page, "Rolle").selectOption({ label: "Lesen" });
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByRole("region", { name: /^Meldungen/ })).toContainText(
    "das letzte Konto mit der Rolle Administration",
  );
});

test("an API token is shown once, grants read access, and is revoked", async ({ page, login, playwright, baseURL }) => {
  const name = unique("Bericht");
  await login();
  await page.goto("/pages/user");
  const section = page.getByRole("region", { name: "Zugänge für Programme" });
  await section.getByLabel(/^Zweck/).fill(name);
  await section.getByRole("button", { name: "Zugang anlegen" }).click();
  const token = await section.getByLabel(`Zugang „${name}“ angelegt`).inputValue();
  const api = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { Authorization: `Bearer ${token}` } });
  expect((await api.get("/api/members")).status()).toBe(200);
  expect((await api.delete("/api/members/1")).status()).toBe(403);

  await page.reload();
  await expect(section.getByText("zuletzt benutzt")).toBeVisible();
  await expect(section.getByText(token)).toHaveCount(0);
  await section.getByRole("button", { name: `Zugang „${name}“ entziehen` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Entziehen" }).click();
  await expect(section.getByText(name)).toHaveCount(0);
  expect((await api.get("/api/members")).status()).toBe(401);
  await api.dispose();
});
