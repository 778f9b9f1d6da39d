import { randomUUID } from "node:crypto";
import {
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { expectToast, recordToasts } from "../../support/browser/toast-duration";
import { unique } from "../../support/browser/steps";

/*
 * The specification's rules for routes, layouts, the dashboard, notifications and search boxes
 * (§§2, 4, 8, 9).
 */

const PROTECTED: [path: string, title: string][] = [
  ["/dashboard", "Übersicht"],
  ["/members", "Hochschulmitglieder"],
  ["/members/new", "Hochschulmitglied"],
  ["/projects", "Kooperationsprojekte"],
  ["/projects/new", "Kooperationsprojekt"],
  ["/institutions", "Partnerinstitutionen"],
  ["/institution/new", "Partnerinstitution"],
  ["/persons", "Partnerpersonen"],
  ["/person/new", "Partnerperson"],
  ["/thematic-fields", "Themenfelder"],
  ["/thematic-fields/new", "Themenfeld"],
  ["/pages/quality", "Datenqualität"],
  ["/pages/timeline", "Verlauf"],
  ["/pages/user", "Benutzerkonto"],
];

const REDIRECTS = { "/": "/dashboard", "/pages": "/pages/user", "/password-reset": "/login" };

test.describe("server responses, with scripts disabled", () => {
  test.use({ javaScriptEnabled: false });

  test("protected pages redirect guests to the login, and show their route's title", async ({ page, login }) => {
    // Reads only the headers of the redirect: a browser would render the login page anew for each
    // path.
    const redirectOf = async (path: string) => {
      const answer = await page.request.get(path, { maxRedirects: 0 });
      return { status: answer.status(), location: answer.headers().location };
    };
    for (const [path] of PROTECTED) {
      expect(await redirectOf(path)).toEqual({ status: 307, location: `/login?next=${encodeURIComponent(path)}` });
    }
    await page.goto("/", { waitUntil: "commit" });
    await expect(page).toHaveURL(/\/login$/);
    await login();
    for (const [path, title] of PROTECTED) {
      const answer = await page.request.get(path, { maxRedirects: 0 });
      expect(answer.status(), path).toBe(200);
      const [banner] = /<header[^]*?<\/header>/.exec(await answer.text()) ?? [];
      expect(banner, path).toContain(`>${title}</`);
    }
    for (const [path, target] of Object.entries(REDIRECTS)) {
      const answer = await page.request.get(path);
      expect(new URL(answer.url()).pathname, path).toBe(target);
    }
  });
});

test("the layout shows the organisation, the account, a back button, a picture per section, and the footer", async ({
  page,
  loginAlone,
}) => {
  await loginAlone();
  const pictures = new Set<string | null>();
  await page.goto("/dashboard");
  const nav = page.getByRole("navigation", { name: "Hauptnavigation" });
  for (const [name, path] of [
    ["Übersicht", "/dashboard"],
    ["Hochschulmitglieder", "/members"],
    ["Kooperationsprojekte", "/projects"],
    ["Partnerinstitutionen", "/institutions"],
    ["Partnerpersonen", "/persons"],
    ["Themenfelder", "/thematic-fields"],
  ] as const) {
    await nav.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    const picture = page.getByRole("banner").locator("svg use");
    // An element whose drawing cannot be loaded has no extent.
    await expect.poll(() => picture.evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(0);
    pictures.add(await picture.getAttribute("href"));
  }
  expect(pictures.size).toBe(6);
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toContainText(
    /Kooperationsdatenbank.*Hochschule/,
  );
  await expect(page.getByRole("banner")).toContainText("admin@example.org");
  await expect(page.getByRole("contentinfo")).toContainText(`© ${new Date().getFullYear()}`);
  const thirdParty = await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Hochschulverwaltung" })
    .getAttribute("href");
  expect(new URL(String(thirdParty)).host).not.toBe(new URL(page.url()).host);
  await page.getByRole("link", { name: "Partnerpersonen" }).click();
  await expect(page).toHaveURL(/\/persons$/);
  await page.getByRole("button", { name: "Zurück", exact: true }).click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
  await page.getByRole("button", { name: "Abmelden" }).click();
  await expect(page).toHaveURL(/\/login/);
});

test("a menu replaces the sidebar below 768 px", async ({ page, login }) => {
  await login();
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/members");
  await expect(page.getByRole("link", { name: "Partnerpersonen" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Menü öffnen" })).toBeHidden();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(page.getByRole("link", { name: "Partnerpersonen" })).toBeHidden();
  await page.getByRole("button", { name: "Menü öffnen" }).click();
  await page.getByRole("link", { name: "Partnerpersonen" }).click();
  await expect(page).toHaveURL(/\/persons$/);
});

test("German is the default and the fallback, and the language selector offers both", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "fr-FR", baseURL });
  const page = await context.newPage();
  await page.goto("/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const selector = page.getByRole("group", { name: "Sprache" });
  await expect(selector.getByRole("button")).toHaveText(["de", "en"]);
  await selector.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await context.close();
});

test("the login page has its links, reports failures once, logs in without exposing the token, and logs out", async ({
  page,
}) => {
  await page.goto("/login");
  const head = page.getByRole("navigation", { name: "Anmeldung" });
  await expect(head.getByRole("link", { name: "Anmelden" })).toHaveAttribute("href", "/login");
  await expect(head.getByRole("link", { name: "Übersicht" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Passwort vergessen?" })).toHaveAttribute("href", "/forgot-password");

  const notices = page.getByRole("region", { name: /^Meldungen/ });
  const submit = page.getByRole("main").getByRole("button", { name: "Anmelden" });
  await page.getByLabel("E-Mail").fill("admin@example.org");
  await page.getByLabel(/^Passwort\W*$/).fill("falsch falsch");
  await submit.click();
  await expect(notices.getByText("Die Anmeldedaten sind nicht korrekt!")).toBeVisible();
  // Counted without retries: a retrying assertion would pass once a second, wrong notification has
  // disappeared.
  expect(await page.getByText("Die Anmeldedaten sind nicht korrekt!").count()).toBe(1);
  const fields = [page.getByLabel("E-Mail"), page.getByLabel(/^Passwort\W*$/)];
  for (const field of fields) await expect(field).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel(/^Passwort\W*$/).fill("etwas anderes");
  for (const field of fields) await expect(field).not.toHaveAttribute("aria-invalid");
  const tooManyRequests = { status: 429, headers: { "Retry-After": "661" } };
  await page.route("**/api/auth/login", (route) =>
    route.fulfill({ ...tooManyRequests, json: { success: false, message: "too_many_requests" } }),
  );
  await submit.click();
  await expect(notices).toContainText("in 12 Minuten");
  await expect(page.getByLabel("E-Mail")).toHaveValue("admin@example.org");
  await page.unroute("**/api/auth/login");
  await page.route("**/api/auth/login", (route) => route.fulfill({ status: 500, body: "<html>Error</html>" }));
  await submit.click();
  await expect(notices.getByText("Der Server ist zurzeit nicht erreichbar")).toBeVisible();
  await page.unroute("**/api/auth/login");
  await page.getByLabel(/^Passwort\W*$/).fill("kooperation");
  const answer = page.waitForResponse("**/api/auth/login");
  await submit.click();
  expect(await (await answer).headerValue("preference-applied")).toBe("return=minimal");
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto("/login");
  await expect(head.getByRole("link", { name: "Übersicht" })).toHaveAttribute("href", "/dashboard");
  await expect(page.getByRole("main").getByRole("button")).toHaveText(["Abmelden"]);
  await page.getByRole("main").getByRole("button", { name: "Abmelden" }).click();
  await expect(submit).toBeVisible();
});

test("the dashboard's cards show the counts and link to their lists; its status chart adds up to all active projects", async ({
  page,
  login,
  api,
}) => {
  await login();
  const counts = await (await api.get("/api/global")).json();
  await page.goto("/dashboard");
  const cards = page.getByRole("region", { name: "Bestand" }).getByRole("link");
  const expected = [
    ["Hochschulmitglieder", counts.university_members_count, "/members"],
    ["Partnerinstitutionen", counts.partner_institution_count, "/institutions"],
    ["Partnerpersonen", counts.kooperationspartner_personen_count, "/persons"],
    ["Kooperationsprojekte", counts.cooperation_projects_count, "/projects"],
  ] as const;
  await expect(cards).toHaveCount(4);
  for (const [index, [label, count, href]] of expected.entries()) {
    await expect(cards.nth(index)).toContainText(label);
    await expect(cards.nth(index)).toContainText(Number(count).toLocaleString("de-DE"));
    await expect(cards.nth(index)).toHaveAttribute("href", href);
  }
  for (const name of [
    "Aktive Projekte nach Themenfeld",
    "Aktive Projekte nach Jahr des Beginns",
    "Aktive Projekte nach Status",
  ]) {
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  const byStatus = page.locator("dl").first();
  const active = await (await api.get("/api/statistics/projects?by=status")).json();
  await expect(byStatus.locator("dt")).toHaveText(
    active.rows.map(({ keys: [status] }: { keys: { de: string }[] }) => status?.de),
  );
  const numbers = (await byStatus.locator("dd").allInnerTexts()).map((text) => Number(text.replace(".", "")));
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(active.totals[0]);
});

test("the progress bar is shown while a request is in flight, and hidden when it ends or fails", async ({
  page,
  login,
}) => {
  await login();
  await page.goto("/thematic-fields/new");
  await page.getByLabel("Deutsche Bezeichnung").fill("wartet");
  await page.getByLabel("Englische Bezeichnung").fill("waits");
  const bar = page.getByRole("progressbar");
  await expect(bar).toHaveCount(0);
  for (const end of ["abort", "refuse"] as const) {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/thematicfields/new", async (route) => {
      await released;
      await (end === "abort" ? route.abort() : route.fulfill({ status: 422, json: { message: "validation_failed" } }));
    });
    await page.getByRole("button", { name: "Speichern" }).click();
    await expect(bar).toBeVisible();
    release();
    await expect(bar).toHaveCount(0);
    await page.unroute("**/api/thematicfields/new");
  }
});

test.describe("with a separate browser context", () => {
  test.use({ ownContext: true });

  test("notifications stay 3000 ms after a save or an added link, 10500 ms for a duplicate or with an undo button", async ({
    page,
    login,
    api,
  }) => {
    const [surname, topic] = [unique("Dauer"), unique("Dauerfeld")];
    await api.post("/api/thematicfields/new", { data: thematicFieldValues({ themenfeld_de: topic }) });
    const { data } = await (await api.post("/api/persons/new", { data: personValues({ nachname: surname }) })).json();
    await recordToasts(page);
    await login();
    await page.goto(`/person/${data.lastId}`);
    await page.getByLabel("Position").fill("Leitung");
    await page.getByRole("button", { name: "Speichern" }).click();
    await expectToast(page, "Daten aktualisiert", "success", 3_000);

    await page.getByRole("tab", { name: "Themenfelder" }).click();
    const box = page.getByLabel("Themenfeld hinzufügen");
    await box.fill(topic);
    await page.getByRole("listbox").getByRole("option", { name: topic }).click();
    await expectToast(page, "Daten gespeichert", "success", 3_000);
    await box.fill(topic);
    await page.getByRole("listbox").getByRole("option", { name: topic }).click();
    await expectToast(page, `„${topic}“ ist bereits vorhanden`, "error", 10_500);
    await page.getByRole("button", { name: `Verknüpfung mit ${topic} löschen` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
    await expectToast(page, "Daten gelöscht", "success", 10_500);
  });

  test("notifications stay 4500 ms for a thematic field in use, and 2500 ms for a failed login", async ({
    page,
    login,
    api,
  }) => {
    const topic = unique("Benutzt");
    const created = await api.post("/api/thematicfields/new", { data: thematicFieldValues({ themenfeld_de: topic }) });
    const id = (await created.json()).data.lastId;
    await api.post("/api/members/new", { data: memberValues({ themenfelder: [id] }) });
    await recordToasts(page);
    await page.goto("/login");
    await page.getByLabel("E-Mail").fill("admin@example.org");
    await page.getByLabel(/^Passwort\W*$/).fill("falsch falsch");
    await page.getByRole("main").getByRole("button", { name: "Anmelden" }).click();
    await expectToast(page, "Die Anmeldedaten sind nicht korrekt!", "error", 2_500);
    await login();
    await page.goto(`/thematic-fields?filter=${encodeURIComponent(topic)}`);
    await page.getByRole("button", { name: `${topic} löschen` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
    await expectToast(page, "Dieses Themenfeld ist noch einem anderen Bereich zugeordnet", "error", 4_500);
  });
});

test("a search box queries from three characters on and shows five hits; a row or its pencil opens the linked record", async ({
  page,
  login,
  api,
}) => {
  const mark = `zq${randomUUID().slice(0, 6)}`;
  for (let number = 1; number <= 6; number++) {
    await api.post("/api/institutions/new", { data: institutionValues({ name: `${mark} ${number}` }) });
  }
  const project = await (await api.post("/api/projects/new", { data: projectValues() })).json();
  const searchRequests: string[] = [];
  page.on("request", (request) => request.url().includes("_search") && searchRequests.push(request.url()));
  await login();
  await page.goto(`/projects/${project.data.lastId}`);
  await page.getByRole("tab", { name: "Partnerinstitutionen" }).click();
  const box = page.getByLabel("Partnerinstitution hinzufügen");
  await box.fill(mark.slice(0, 2));
  await expect(page.getByText("Bitte mindestens 3 Zeichen eingeben")).toBeVisible();
  await box.fill(mark);
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(5);
  expect(searchRequests.map((url) => new URL(url).searchParams.get("search"))).toEqual([mark]);
  const [chosen = ""] = (await page.getByRole("listbox").getByRole("option").first().innerText()).split("\n");
  await page.getByRole("listbox").getByRole("option").first().click();

  await expect(page.getByLabel("Einträge pro Seite").locator("option")).toHaveText(["5", "10", "25", "50"]);
  await expect(page.getByLabel("Einträge pro Seite")).toHaveValue("10");
  await expect(page.getByRole("button", { name: `Verknüpfung mit ${chosen} löschen` })).toBeVisible();
  await page.getByRole("link", { name: `${chosen} bearbeiten` }).click();
  await expect(page).toHaveURL(/\/institution\/\d+\?tab=base_data$/);
  await expect(page.getByRole("heading", { name: chosen })).toBeVisible();
  await page.getByRole("tab", { name: "Kooperationsprojekte 1" }).click();
  await page.getByRole("row").nth(1).click();
  await expect(page).toHaveURL(`/projects/${project.data.lastId}`);
});
