import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { MailServer } from "../../support/servers/smtp";
import { expect, delayScripts, test } from "../../support/browser/fixtures";
import { createColleague } from "../../support/browser/steps";

const uniqueAddress = (domain = "example.org") => `konto-${randomUUID().slice(0, 8)}@${domain}`;
const PASSWORD = "erstes Passwort";
const NEW_PASSWORD = "zweites Passwort";

let mailServer: MailServer;
test.beforeAll(({ app }) => {
  mailServer = app.mails;
});

/** Waits for a mail to the address, and returns the link in it. */
async function mailedLink(address: string, path: RegExp): Promise<string> {
  const link = () => mailServer.mailsTo(address).at(-1)?.link ?? "";
  await expect.poll(link).toMatch(path);
  return link();
}

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}\\W*$`));

/** Returns the screen region in which notifications are shown. */
const notices = (page: Page) => page.getByRole("region", { name: /^Meldungen/ });

async function register(page: Page, address: string, name = "Ada Probe") {
  await page.goto("/login");
  await page.getByRole("main").getByRole("link", { name: "Registrieren" }).click();
  await expect(page.getByRole("heading", { name: "Registrieren" })).toBeVisible();
  await field(page, "E-Mail").fill(address);
  await field(page, "Name").fill(name);
  await field(page, "Passwort").fill(PASSWORD);
  await field(page, "Passwort bestätigen").fill(PASSWORD);
  await page.getByRole("button", { name: "Registrieren" }).click();
}

async function logIn(page: Page, address: string, password: string) {
  await page.goto("/login");
  await field(page, "E-Mail").fill(address);
  await field(page, "Passwort").fill(password);
  await page.getByRole("button", { name: "Anmelden" }).click();
}

test("an account is registered, confirmed and logged into; a password reset ends its old session", async ({
  page,
  browser,
}) => {
  const address = uniqueAddress();
  await register(page, address);
  await expect(page.getByText("Erfolgreich registriert!")).toBeVisible();
  await expect(page.getByRole("main").getByText(`Wir haben eine E-Mail an ${address} geschickt`)).toBeVisible();
  await expect(field(page, "Passwort")).toHaveCount(0);

  await logIn(page, address, PASSWORD);
  await expect(notices(page)).toContainText("Bitte bestätigen Sie Ihre E-Mail-Adresse!");

  const confirmation = await mailedLink(address, /\/verify-email\//);
  // Opening the link, as a mail scanner does, neither confirms the address nor uses up the link.
  expect((await page.request.get(confirmation)).status()).toBe(200);
  const early = await page.request.post("/api/auth/login", { data: { email: address, password: PASSWORD } });
  expect((await early.json()).message).toBe("verify_email");
  // As some mail programs open it.
  await page.goto(`${confirmation}>.`);
  await field(page, "Passwort").fill("falsches Passwort");
  await page.getByRole("button", { name: "Bestätigen" }).click();
  await expect(notices(page)).toContainText("Die Anmeldedaten sind nicht korrekt!");
  await field(page, "Passwort").fill(PASSWORD);
  await page.getByRole("button", { name: "Bestätigen" }).click();
  await expect(page.getByText("Ihre E-Mail-Adresse ist bestätigt.")).toBeVisible();
  await page.getByRole("link", { name: "Zur Anmeldung" }).click();
  await field(page, "E-Mail").fill(address.toUpperCase());
  await field(page, "Passwort").fill(PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  // The link of the registration mail works only once.
  const second = await browser.newContext({ locale: "de-DE" });
  const otherPage = await second.newPage();
  await otherPage.goto(confirmation);
  await field(otherPage, "Passwort").fill(PASSWORD);
  await otherPage.getByRole("button", { name: "Bestätigen" }).click();
  await expect(otherPage.getByText("Der Link ist ungültig")).toHaveCount(1);
  await expect(otherPage.getByRole("main").getByRole("link", { name: "Zur Anmeldung" })).toBeVisible();
  await expect(otherPage.getByRole("link", { name: "Neuen Link anfordern" })).toHaveAttribute("href", "/register");
  await expect(field(otherPage, "Passwort")).toHaveCount(0);

  await otherPage.goto("/login");
  await otherPage.getByRole("link", { name: "Passwort vergessen?" }).click();
  await expect(otherPage.getByRole("heading", { name: "Passwort vergessen?" })).toBeVisible();
  await field(otherPage, "E-Mail").fill(address);
  await otherPage.getByRole("button", { name: "Link anfordern" }).click();
  await expect(otherPage.getByText(`Wir haben einen Link an ${address} geschickt`)).toBeVisible();
  await otherPage.goto(await mailedLink(address, /\/password-reset\//));
  await expect(field(otherPage, "E-Mail")).toHaveValue(address);
  await field(otherPage, "Neues Passwort").fill(NEW_PASSWORD);
  await field(otherPage, "Passwort bestätigen").fill(NEW_PASSWORD);
  await otherPage.getByRole("button", { name: "Passwort speichern" }).click();
  await expect(otherPage.getByText("Das Passwort wurde erfolgreich zurückgesetzt")).toBeVisible();
  await expect(field(otherPage, "Neues Passwort")).toHaveCount(0);

  await page.reload();
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard/);
  await logIn(otherPage, address, NEW_PASSWORD);
  await expect(otherPage).toHaveURL(/\/dashboard$/);
  await second.close();
});

test("registration reports errors and keeps the input", async ({ page }) => {
  await page.goto("/register");
  await page.getByRole("button", { name: "Registrieren" }).click();
  await expect(page.getByText("Bitte füllen Sie dieses Feld aus")).toHaveCount(4);
  await field(page, "E-Mail").fill(uniqueAddress("example.com"));
  await field(page, "Name").fill("Ada Probe");
  await field(page, "Passwort").fill("kurz");
  await field(page, "Passwort bestätigen").fill("anders");
  await expect(field(page, "Passwort")).toHaveAccessibleDescription(/Mindestens 6 Zeichen/);
  await expect(field(page, "Passwort bestätigen")).toHaveAccessibleDescription("Die Eingaben stimmen nicht überein");
  await field(page, "Passwort bestätigen").fill(PASSWORD);
  await field(page, "Passwort").fill(PASSWORD);
  await expect(field(page, "Passwort bestätigen")).not.toHaveAttribute("aria-invalid");

  // Errors that only the server detects (a common password) are shown at the field, too.
  for (const label of ["Passwort", "Passwort bestätigen"]) await field(page, label).fill("Passwort1");
  await page.getByRole("button", { name: "Registrieren" }).click();
  await expect(field(page, "Passwort")).toHaveAccessibleDescription(/zu verbreitet/);
  for (const label of ["Passwort", "Passwort bestätigen"]) await field(page, label).fill(PASSWORD);

  await page.getByRole("button", { name: "Registrieren" }).click();
  const refusal = notices(page);
  await expect(refusal).toContainText("Mit dieser E-Mail-Adresse ist keine Registrierung möglich");
  await field(page, "E-Mail").fill("admin@example.org");
  await page.getByRole("button", { name: "Registrieren" }).click();
  await expect(refusal).toContainText("Die gewählte E-Mail-Adresse ist bereits vergeben");

  await page.route("**/api/auth/register", (route) => route.abort());
  await page.getByRole("button", { name: "Registrieren" }).click();
  await expect(refusal).toContainText("Der Server ist zurzeit nicht erreichbar");
  await expect(field(page, "Name")).toHaveValue("Ada Probe");
  await expect(field(page, "Passwort")).toHaveValue(PASSWORD);
});

test("input typed before hydration is kept", async ({ page }) => {
  const releaseScripts = await delayScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  await field(page, "E-Mail").fill("admin@example.org");
  const isHydrated = () =>
    page
      .locator("main form")
      .evaluate((form) => Object.keys(form).some((property) => property.startsWith("__reactProps")));
  expect(await isHydrated()).toBe(false);
  releaseScripts();
  await expect.poll(isHydrated).toBe(true);
  await expect(field(page, "E-Mail")).toHaveValue("admin@example.org");
  await field(page, "Passwort").fill("kooperation");
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a validation error caused by pressing a link does not move the link from under the pointer", async ({ page }) => {
  await page.goto("/login");
  await field(page, "E-Mail").pressSequentially("keine-adresse");
  const box = await page.getByRole("link", { name: "Passwort vergessen?" }).boundingBox();
  if (!box) throw new Error("The link is not shown.");
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.waitForTimeout(500);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test("an invalid reset link offers a new link and the login; an unknown address is reported", async ({ page }) => {
  await page.goto("/password-reset");
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`/password-reset/${randomUUID()}`);
  await expect(page.getByText("Der Link ist ungültig")).toHaveCount(1);
  await expect(page.getByRole("main")).toContainText("Dieser Link ist abgelaufen oder wurde schon benutzt.");
  await expect(page.getByRole("main").getByRole("link", { name: "Zur Anmeldung" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await page.getByRole("link", { name: "Neuen Link anfordern" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await field(page, "E-Mail").fill(uniqueAddress());
  await page.getByRole("button", { name: "Link anfordern" }).click();
  await expect(notices(page)).toContainText("E-Mail-Adresse nicht gefunden");
});

test("the account page changes name, language and password, and ends sessions", async ({
  app,
  page,
  browser,
  baseURL,
}) => {
  const account = await createColleague(app);
  const logInElsewhere = async () =>
    expect((await otherContext.request.post("/api/auth/login", { data: account })).status()).toBe(200);
  const otherContext = await browser.newContext({ baseURL, userAgent: "curl/8.5.0" });
  const isLoggedInElsewhere = async () => (await otherContext.request.get("/api/user")).ok();
  await logInElsewhere();
  await page.request.post("/api/auth/login", { data: account });
  await page.goto("/dashboard");
  await page.getByRole("banner").getByRole("button", { name: account.email }).click();
  await page.getByRole("menuitem", { name: "Benutzerkonto" }).click();
  await expect(page).toHaveURL(/\/pages\/user$/);

  await field(page, "Name").fill("");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(field(page, "Name")).toHaveAccessibleDescription("Bitte füllen Sie dieses Feld aus");
  await field(page, "Name").fill("Ada Umbenannt");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await page.reload();
  await expect(field(page, "Name")).toHaveValue("Ada Umbenannt");

  const main = page.getByRole("main");
  await expect(main.getByText("Sprache der E-Mails: Deutsch")).toBeVisible();
  await main.getByRole("button", { name: "English" }).click();
  await expect(main.getByText("Email language: English")).toBeVisible();
  await main.getByRole("button", { name: "Deutsch" }).click();
  await expect(main.getByText("Sprache der E-Mails: Deutsch")).toBeVisible();

  await expect(
    main.getByRole("region", { name: "Zweiter Faktor" }).getByRole("button", { name: "Einrichten" }),
  ).toBeVisible();
  const sessions = main.getByRole("list", { name: "Sitzungen" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByRole("listitem").filter({ hasText: "Dieses Gerät" })).toContainText("Chrome auf");
  await sessions.getByRole("button", { name: "Beenden: Programm curl" }).click();
  const question = page.getByRole("alertdialog", { name: "Sitzung beenden?" });
  await question.getByRole("button", { name: "Angemeldet lassen" }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await sessions.getByRole("button", { name: "Beenden: Programm curl" }).click();
  await question.getByRole("button", { name: "Beenden" }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(sessions).toBeFocused();
  expect(await isLoggedInElsewhere()).toBe(false);

  await logInElsewhere();
  await page.reload();
  await main.getByRole("button", { name: "Alle anderen Sitzungen beenden" }).click();
  const all = page.getByRole("alertdialog", { name: "Alle anderen Sitzungen beenden?" });
  await all.getByRole("button", { name: "Alle anderen Sitzungen beenden" }).click();
  await expect(page.getByText("Alle anderen Sitzungen wurden beendet")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(main.getByRole("button", { name: "Alle anderen Sitzungen beenden" })).toHaveCount(0);
  expect(await isLoggedInElsewhere()).toBe(false);

  await logInElsewhere();
  const change = page.getByRole("button", { name: "Passwort ändern" });
  await field(page, "Aktuelles Passwort").fill("falsches Passwort");
  await field(page, "Neues Passwort").fill(NEW_PASSWORD);
  await field(page, "Passwort bestätigen").fill(NEW_PASSWORD);
  await change.click();
  await expect(field(page, "Aktuelles Passwort")).toHaveAccessibleDescription(
    "Das aktuelle Passwort ist nicht korrekt",
  );
  await expect(field(page, "Neues Passwort")).toHaveValue(NEW_PASSWORD);
  await field(page, "Aktuelles Passwort").fill(account.password);
  await change.click();
  await expect(page.getByText("Das Passwort wurde geändert")).toBeVisible();
  await expect(field(page, "Neues Passwort")).toHaveValue("");
  expect(await isLoggedInElsewhere()).toBe(false);
  await otherContext.close();

  await sessions.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, account.email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard$/);
});

const ENDED = "Ihre Anmeldung ist abgelaufen. Bitte melden Sie sich wieder an.";

test("the account page has two columns in wide windows", async ({ page, login }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await login();
  await page.goto("/pages/user");
  const placeOf = (name: string) => page.getByRole("region", { name, exact: true }).boundingBox();
  const [first, second, main] = [
    await placeOf("Profil"),
    await placeOf("Tastatur"),
    await page.locator("main").boundingBox(),
  ];
  if (!first || !second || !main) throw new Error("The page lacks a section");
  expect(second.x, "the sections are side by side").toBeGreaterThan(first.x + first.width);
  expect(second.y).toBe(first.y);
  expect(second.x + second.width, "they fill the page").toBeGreaterThan(main.x + main.width - 60);
});

test("the login page says that the session has ended, after a page and after an API call", async ({
  page,
  context,
  app,
  loginAlone,
}) => {
  await loginAlone();
  await context.addCookies([{ name: "session", value: "abgelaufen", url: app.url }]);
  await page.goto("/members");
  await expect(page).toHaveURL("/login?next=%2Fmembers");
  await expect(page.getByRole("main").getByRole("status")).toHaveText(ENDED);

  await context.clearCookies();
  await loginAlone();
  await page.goto("/members");
  await page
    .getByRole("button", { name: / löschen$/ })
    .first()
    .click();
  await context.clearCookies({ name: "session" });
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fmembers/);
  await expect(page.getByText(ENDED)).toBeVisible();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByText("Your session has ended. Please log in again.")).toBeVisible();
});

test("the login page gives no reason on a first visit and after a logout", async ({ page, loginAlone }) => {
  await page.goto("/members");
  await expect(page.getByText("Melden Sie sich mit Ihrer Hochschul-E-Mail-Adresse an.")).toBeVisible();
  await expect(page.getByText(ENDED)).toHaveCount(0);
  await page.goto("/login?reason=Geben%20Sie%20Ihr%20Passwort%20ein");
  await expect(page.getByRole("main")).not.toContainText("Geben Sie Ihr Passwort ein");
  await expect(page.getByText(ENDED)).toHaveCount(0);
  await loginAlone();
  await page.goto("/members");
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole("button", { name: "Anmelden" })).toBeVisible();
  await expect(page.getByText(ENDED)).toHaveCount(0);
});

test("pages with a token in their URL send no referrer", async ({ request }) => {
  for (const path of ["/verify-email/a-token", "/password-reset/a-token"]) {
    expect(await (await request.get(path)).text()).toContain('<meta name="referrer" content="no-referrer"/>');
  }
});
