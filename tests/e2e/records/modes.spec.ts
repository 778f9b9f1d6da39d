import type { APIRequestContext, Page } from "@playwright/test";
import { memberValues } from "../../support/factories";
import { expect, delayScripts, test } from "../../support/browser/fixtures";
import { waitUntilIdle, create, loginAsColleague, unique } from "../../support/browser/steps";

/*
 * Reading and editing a record: the switch between them, which of them a page opens with, and what
 * users see who may only read.
 */

const mode = (page: Page, name: "Ansehen" | "Bearbeiten") => page.getByRole("button", { name, exact: true });
const overview = (page: Page) => page.getByRole("region", { name: "Überblick" });
const phone = { width: 375, height: 667 };

const member = (api: APIRequestContext, values = {}) => create(api, "members", memberValues(values));

test("the view switch of a record shows the overview instead of the tabs, and is stored with the account", async ({
  page,
  app,
  api,
}) => {
  await loginAsColleague(page, app);
  const [first, second] = [await member(api), await member(api)];
  await page.goto(`/members/${first}`);
  await expect(page.getByRole("tab", { name: "Stammdaten" })).toHaveAttribute("aria-selected", "true");
  await expect(mode(page, "Bearbeiten")).toHaveAttribute("aria-pressed", "true");
  await expect(overview(page)).toHaveCount(0);
  const saved = page.waitForResponse("**/api/user/preferences");
  await mode(page, "Ansehen").click();
  expect((await saved).status()).toBe(200);
  await expect(mode(page, "Ansehen")).toHaveAttribute("aria-pressed", "true");
  await expect(overview(page)).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await expect(page).toHaveURL(/\?tab=overview$/);

  await page.goto(`/members/${second}`);
  await expect(overview(page), "another record").toBeVisible();
  const back = page.waitForResponse("**/api/user/preferences");
  await mode(page, "Bearbeiten").click();
  expect((await back).status()).toBe(200);
  await expect(page.getByLabel(/^Nachname/)).toBeVisible();
  await expect(page).toHaveURL(/\?tab=base_data$/);
  await page.goto(`/members/${first}`);
  await expect(page.getByLabel(/^Nachname/)).toBeVisible();
  await page.goto("/members/new");
  await expect(mode(page, "Ansehen"), "a new record has nothing to read").toHaveCount(0);
});

test("unsaved input is kept when the overview is shown", async ({ page, app, api }) => {
  await loginAsColleague(page, app);
  await page.goto(`/members/${await member(api)}`);
  await page.getByLabel("Telefon").fill("0711 1234");
  await mode(page, "Ansehen").click();
  await expect(page.getByLabel("Telefon")).toBeHidden();
  await mode(page, "Bearbeiten").click();
  await expect(page.getByLabel("Telefon")).toHaveValue("0711 1234");
  await expect(page.getByText("Nicht gespeicherte Änderungen", { exact: true })).toBeVisible();
});

test("the key e opens a record's form and focuses the view switch", async ({ page, app, api }) => {
  await loginAsColleague(page, app);
  await page.goto(`/members/${await member(api)}?tab=overview`);
  await waitUntilIdle(page);
  await page.keyboard.press("e");
  await expect(page.getByRole("tab", { name: "Stammdaten" })).toHaveAttribute("aria-selected", "true");
  await expect(mode(page, "Bearbeiten")).toBeFocused();
});

test("switching to edit mode opens the form, whichever tab was open before", async ({ page, app, api }) => {
  await loginAsColleague(page, app);
  await page.goto(`/members/${await member(api)}?tab=history`);
  await mode(page, "Ansehen").click();
  await expect(overview(page)).toBeVisible();
  await page.getByRole("button", { name: "Bearbeiten", exact: true }).click();
  await expect(page.getByRole("tab", { name: "Stammdaten" })).toHaveAttribute("aria-selected", "true");
});

test("a reader sees the overview as the first tab, without a view switch", async ({ page, app, api }) => {
  await loginAsColleague(page, app, "reader");
  const id = await member(api, { nachname: unique("Lesbar"), telefon: "0711 99" });
  await page.goto(`/members/${id}?tab=base_data`);
  await expect(page.getByRole("tab")).toHaveText([
    "Überblick",
    /^Kooperationsprojekte/,
    /^Themenfelder/,
    /^Dateien/,
    "Verlauf",
  ]);
  await expect(page.getByRole("tab", { name: "Überblick" })).toHaveAttribute("aria-selected", "true");
  const panel = page.getByRole("tabpanel", { name: "Überblick" });
  await expect(panel.getByRole("link", { name: "0711 99" })).toBeVisible();
  await expect(panel, "is reached by keyboard").toHaveAttribute("tabindex", "0");
  for (const control of ["Ansehen", "Bearbeiten", "Weitere Aktionen"])
    await expect(page.getByRole("button", { name: control, exact: true })).toHaveCount(0);
});

test("a reader sees a record's aliases in the overview", async ({ page, app, api }) => {
  await loginAsColleague(page, app, "reader");
  const id = await member(api);
  expect((await api.put(`/api/members/${id}/aliases`, { data: { aliases: ["Z. Groß"] } })).ok()).toBe(true);
  await page.goto(`/members/${id}`);
  await expect(page.getByRole("term").filter({ hasText: "Weitere Namen" })).toBeVisible();
  await expect(page.getByText("Z. Groß")).toBeVisible();
});

test("a phone shows a record's overview first, already in the server's HTML", async ({ page, app, api }) => {
  await loginAsColleague(page, app);
  const id = await member(api);
  await page.setViewportSize(phone);
  const release = await delayScripts(page);
  await page.goto(`/members/${id}`, { waitUntil: "commit" });
  await expect(overview(page)).toBeVisible();
  await expect(page.getByRole("tablist")).toBeHidden();
  release();
  await expect(mode(page, "Ansehen")).toHaveAttribute("aria-pressed", "true");
  await expect(overview(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/members/${id}$`));
});

test("a wide window shows a record's form first, already in the server's HTML", async ({ page, app, api }) => {
  await loginAsColleague(page, app);
  const release = await delayScripts(page);
  await page.goto(`/members/${await member(api)}`, { waitUntil: "commit" });
  await expect(page.getByRole("tablist")).toBeVisible();
  await expect(overview(page)).toBeHidden();
  release();
  await expect(mode(page, "Bearbeiten")).toHaveAttribute("aria-pressed", "true");
});

test("a phone shows the overview first although the account opens records with the form", async ({
  page,
  app,
  api,
}) => {
  await loginAsColleague(page, app);
  expect((await page.request.put("/api/user/preferences", { data: { record_tab: "base_data" } })).ok()).toBe(true);
  const nachname = unique("Telefonfund");
  const [first, second] = [await member(api), await member(api, { nachname })];
  await page.setViewportSize(phone);
  const release = await delayScripts(page);
  await page.goto(`/members/${first}`, { waitUntil: "commit" });
  await expect(overview(page), "already in the server's HTML").toBeVisible();
  await expect(page.getByRole("tablist")).toBeHidden();
  release();
  await expect(mode(page, "Ansehen")).toHaveAttribute("aria-pressed", "true");
  await expect(overview(page)).toBeVisible();
  await page.goto(`/members?filter=${encodeURIComponent(nachname)}`);
  await page.getByRole("rowheader").getByRole("link", { name: nachname }).click();
  await expect(page).toHaveURL(`/members/${second}`);
  await expect(overview(page), "opened inside the app").toBeVisible();
});

test("on a phone the URL and the view switch open other tabs, and the account's choice is kept", async ({
  page,
  app,
  api,
}) => {
  await loginAsColleague(page, app);
  const [first, second] = [await member(api), await member(api)];
  expect((await page.request.put("/api/user/preferences", { data: { record_tab: "overview" } })).ok()).toBe(true);
  await page.setViewportSize(phone);
  await page.goto(`/members/${first}?tab=themenfelder`);
  await expect(page.getByRole("tab", { name: /^Themenfelder/ })).toHaveAttribute("aria-selected", "true");
  const changes: string[] = [];
  page.on("request", (one) => void (one.method() === "PUT" && changes.push(one.url())));
  await mode(page, "Bearbeiten").click();
  await expect(page.getByLabel(/^Nachname/)).toBeVisible();
  await expect(page).toHaveURL(/\?tab=base_data$/);
  await page.reload();
  await expect(page.getByLabel(/^Nachname/), "the URL keeps the switch").toBeVisible();
  await page.goto(`/members/${second}`);
  await expect(overview(page), "another record").toBeVisible();
  expect(changes).toEqual([]);
  expect(await (await page.request.get("/api/user/preferences")).json()).toMatchObject({ record_tab: "overview" });
});

test("the contact links in a record's head have touch-sized targets", async ({ browser, page, app, api }) => {
  await loginAsColleague(page, app);
  const id = await member(api, { telefon: "0711 4710-608", email: "zoe@example.org" });
  const context = await browser.newContext({
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    storageState: await page.context().storageState(),
    baseURL: app.url,
  });
  const touched = await context.newPage();
  await touched.goto(`/members/${id}`);
  for (const [name, href] of [
    ["0711 4710-608", "tel:07114710608"],
    ["zoe@example.org", "mailto:zoe@example.org"],
  ] as const) {
    const link = touched.getByRole("link", { name }).first();
    await expect(link).toHaveAttribute("href", href);
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await context.close();
});

test("a past version of a record lists no field without a value", async ({ page, app, api }) => {
  await loginAsColleague(page, app);
  const id = await member(api, { telefon: "0711 1", adresse: "", kommentare: "" });
  const [change] = (await (await api.get(`/api/history?kind=members&id=${id}`)).json()).data;
  await page.goto(`/members/${id}?at=${encodeURIComponent(new Date(Date.parse(change.at) + 1000).toISOString())}`);
  await expect(page.getByRole("term").filter({ hasText: "Telefon" })).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "Adresse" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Kontakt" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Notizen" }), "a group without values").toHaveCount(0);
});
