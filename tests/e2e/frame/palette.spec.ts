import type { Page } from "@playwright/test";
import { institutionValues, memberValues, personValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { offeredPaths } from "../../support/palette";
import { waitUntilIdle, create, unique } from "../../support/browser/steps";

/* The command palette: search, navigation and actions by keyboard. */

const box = (page: Page) => page.getByRole("combobox", { name: "Alles durchsuchen" });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");
/** Returns the active option, which Enter selects and screen readers announce. */
const current = async (page: Page) => page.locator(`[id="${await box(page).getAttribute("aria-activedescendant")}"]`);

test("the palette finds namesakes of every kind, opens one, offers it as recent, and restores the focus, by keyboard only", async ({
  page,
  api,
  login,
}) => {
  const name = unique("Palettensucht");
  const member = await create(api, "members", memberValues({ nachname: name, institut: 20, email: "a@example.org" }));
  await create(api, "members", memberValues({ nachname: name, institut: 13, email: "b@example.org" }));
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    await create(api, "institutions", institutionValues({ name: `Haus ${number}`, adresse: name }));
  }
  await login();
  await page.goto("/dashboard");
  await waitUntilIdle(page);
  await page.keyboard.press("Control+k");
  // At once: what is typed before the palette is shown is not lost.
  await page.keyboard.type(name.toUpperCase());
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue(name.toUpperCase());
  await expect(page.getByRole("dialog").getByText("7 Treffer", { exact: true })).toBeVisible();
  await expect(options(page).nth(0)).toContainText("Institut für Geographie · a@example.org");
  await expect(options(page).nth(1)).toContainText("b@example.org");
  await expect(page.getByRole("group", { name: "Namen", exact: true }).getByRole("option")).toHaveCount(2);
  await expect(page.getByRole("group", { name: "Partnerinstitutionen" }).getByRole("option")).toHaveCount(6);
  await expect(options(page).last()).toHaveText("2 weitere in der Liste zeigen");
  await expect(await current(page)).toContainText("a@example.org");
  await page.keyboard.press("ArrowDown");
  await expect(await current(page)).toContainText("b@example.org");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/members/${member}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();

  const logout = page.getByRole("button", { name: "Abmelden" });
  await logout.focus();
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await expect(options(page).filter({ hasText: name }), "the open record is not offered").toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeHidden();
  await expect(logout).toBeFocused();

  // Opens a page by its name, then opens the palette there and chooses the last viewed record.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ubersicht");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard");
  await page.getByRole("button", { name: "Alles durchsuchen" }).press("Enter");
  const recent = page.getByRole("group", { name: "Zuletzt geöffnet" }).getByRole("option");
  await expect(recent.first()).toContainText(name);
  await expect(recent.first()).toContainText("Hochschulmitglied");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/members/${member}`);
});

test("the palette begins with the names of all kinds, the exact one first, and shows no record twice", async ({
  page,
  api,
  login,
}) => {
  const name = unique("Namensgruppe");
  for (const label of [`Das ${name}`, `${name}haus`]) {
    await create(api, "institutions", institutionValues({ name: label }));
  }
  await create(api, "projects", projectValues({ projekt_titel: name }));
  const aliased = await create(api, "institutions", institutionValues({ name: "Ganz anders" }));
  expect((await api.put(`/api/institutions/${aliased}/aliases`, { data: { aliases: [name] } })).ok()).toBe(true);
  await create(api, "members", memberValues({ kommentare: `Kennt ${name}` }));
  await login();
  await page.goto("/dashboard");
  await waitUntilIdle(page);
  await page.keyboard.press("Control+k");
  await box(page).fill(name);
  const names = page.getByRole("group", { name: "Namen", exact: true }).getByRole("option");
  await expect(names).toHaveText([
    new RegExp(`^${name}Kooperationsprojekt`),
    new RegExp(`^Ganz andersPartnerinstitutionauch: ${name}`),
    new RegExp(`^${name}haus`),
    new RegExp(`^Das ${name}`),
  ]);
  await expect(options(page), "and the member with the comment").toHaveCount(5);
  await expect(await current(page)).toHaveText(new RegExp(`^${name}`));
});

test("Enter opens a person by the exact name, also if it is pressed before the results are there", async ({
  page,
  api,
  login,
}) => {
  const nachname = unique("Eingabetaste");
  const person = await create(api, "persons", personValues({ vorname: "Änne", nachname }));
  // Members come before persons, but the comment is no name.
  await create(api, "members", memberValues({ kommentare: `Kennt Änne ${nachname}` }));
  await login();
  await page.goto("/dashboard");
  await waitUntilIdle(page);
  await page.keyboard.press("Control+k");
  await box(page).fill(`aenne ${nachname}`);
  await expect(options(page)).toHaveCount(2);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/person/${person}`);

  await page.goto("/dashboard");
  await waitUntilIdle(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(`Änne ${nachname}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/person/${person}`);
});

test("Enter opens no record by a text in its comment until an arrow key chooses it", async ({ page, api, login }) => {
  const word = unique("Nebenbei");
  const member = await create(api, "members", memberValues({ kommentare: `Erwähnt ${word}` }));
  await login();
  await page.goto("/dashboard");
  await waitUntilIdle(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(word);
  // Before the results are there, and after.
  await page.keyboard.press("Enter");
  await expect(options(page)).toHaveCount(1);
  await expect(box(page)).not.toHaveAttribute("aria-activedescendant");
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await page.keyboard.press("ArrowDown");
  await expect(await current(page)).toContainText(word);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/members/${member}`);
});

test("the palette drops a late response; a failed search keeps the input and can be retried", async ({
  page,
  api,
  login,
}) => {
  const [older, newer] = [unique("Altertum"), unique("Neuzeit")];
  for (const name of [older, newer]) await create(api, "institutions", institutionValues({ name }));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let deliver = () => {};
  const delivered = new Promise<void>((resolve) => (deliver = resolve));
  let isDown = false;
  await page.route("**/api/search?*", async (route) => {
    if (isDown) return route.abort();
    // Simulates an abort that comes after the server has answered, so the response still arrives.
    const response = await route.fetch();
    const isLate = route.request().url().includes("Altertum");
    if (isLate) await released;
    await route.fulfill({ response }).catch(() => undefined);
    if (isLate) deliver();
  });
  await login();
  await page.goto("/dashboard");
  await page.keyboard.press("Control+k");
  const searchRequest = page.waitForRequest(/search=Altertum/);
  await box(page).fill(older);
  await searchRequest;
  await box(page).fill(newer);
  await expect(options(page).filter({ hasText: newer })).toBeVisible();
  release();
  await delivered;
  // Waits for two animation frames, so that React has rendered.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(options(page).filter({ hasText: older })).toHaveCount(0);
  await expect(options(page).filter({ hasText: newer })).toBeVisible();

  isDown = true;
  await box(page).fill(older);
  await expect(page.getByText("Die Suche nach Datensätzen ist fehlgeschlagen.")).toBeVisible();
  await expect(box(page)).toHaveValue(older);
  isDown = false;
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(options(page).filter({ hasText: older })).toBeVisible();
});

test("the palette asks before leaving with unsaved input, does not open over a dialog, and switches the language in place", async ({
  page,
  login,
}) => {
  await login();
  await page.goto("/members/1");
  await waitUntilIdle(page);
  await page.getByLabel("Telefon").fill("0711 4711");
  await page.keyboard.press("Control+k");
  await box(page).fill("Themenfelder");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Nicht gespeicherte Änderungen verwerfen?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Control+k");
  await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await expect(question).toBeHidden();
  await expect(box(page)).toHaveCount(0);
  await expect(page.getByLabel("Telefon")).toHaveValue("0711 4711");

  await page.keyboard.press("Control+k");
  await box(page).fill("english");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Search everything" })).toBeVisible();
  await expect(page.getByLabel("Phone", { exact: true })).toHaveValue("0711 4711");
  await page.getByRole("button", { name: "DE Deutsch" }).click();
  await expect(page.getByRole("button", { name: "Alles durchsuchen" }), "switched back in the header").toBeVisible();
  // Chrome's autofill sends keydown events without a `key`. They must not cause a script error,
  // which would fail the test.
  await page.evaluate(() => document.dispatchEvent(new Event("keydown")));

  // Choosing the current page in the palette keeps its form and input; leaving it still asks for
  // confirmation.
  await page.goto("/members/new");
  await waitUntilIdle(page);
  await page.getByLabel("Telefon").fill("0711 4711");
  await page.keyboard.press("Control+k");
  await box(page).fill("Hochschulmitglied hinzufügen");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(question).toBeHidden();
  // Waits until the confirmed navigation has ended, because no further question is asked while it
  // is pending.
  await expect(page.getByRole("progressbar")).toBeHidden();
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await expect(question).toBeVisible();
});

test("on a phone the palette fills the screen with touch-sized options; its logout clears the recent records", async ({
  browser,
  baseURL,
  session,
}) => {
  const context = await browser.newContext({
    baseURL,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 375, height: 700 },
  });
  expect(session.token).not.toBe("");
  const page = await context.newPage();
  await context.request.post("/api/auth/login", { data: { email: "admin@example.org", password: "kooperation" } });
  await page.goto("/members/1");
  await waitUntilIdle(page);
  const storedRecords = () => page.evaluate(() => localStorage.getItem("recent records"));
  expect(await storedRecords()).toContain('"kind":"members","id":1');
  await page.getByRole("button", { name: "Alles durchsuchen" }).tap();
  await expect(box(page)).toBeFocused();
  const dialog = await page.getByRole("dialog", { name: "Alles durchsuchen" }).boundingBox();
  expect(dialog).toMatchObject({ x: 0, y: 0, width: 375, height: 700 });
  for (const one of await options(page).all()) expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await box(page).fill("abmelden");
  await options(page).first().tap();
  await expect(page).toHaveURL(/\/login/);
  expect(await storedRecords()).toBeNull();
  await context.close();
});

test("every page that the palette offers exists", async ({ page, login }) => {
  await login();
  for (const address of offeredPaths({ isAdmin: true, mayWrite: true })) {
    expect((await page.request.get(address)).status(), address).toBe(200);
  }
});
