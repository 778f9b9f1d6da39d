import type { Page, Request } from "@playwright/test";
import { institutionValues, personValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { waitUntilIdle, create, unique } from "../../support/browser/steps";

/* Navigation (docs/performance.md): prefetching, caching, and no unnecessary requests. */

test.beforeEach(async ({ login }) => login());

/** Collects the paths that the page requests from now on, except scripts, styles and fonts. */
function watchRequests(page: Page): string[] {
  const requestedPaths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/_next/static/")) requestedPaths.push(pathname);
  });
  return requestedPaths;
}

test("a page is prefetched once, when its link is hovered", async ({ page }) => {
  const requestedPaths = watchRequests(page);
  await page.goto("/dashboard");
  await waitUntilIdle(page);
  expect(requestedPaths).toEqual(["/dashboard"]);
  const link = page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Themenfelder" });
  // Returns true for the request of the whole page, which the router aborts once it has read what
  // it needs.
  const isFullPageRequest = (request: Request) =>
    request.url().includes("/thematic-fields?") && !("next-router-segment-prefetch" in request.headers());
  const arrived = Promise.race([
    page.waitForEvent("requestfinished", isFullPageRequest),
    page.waitForEvent("requestfailed", isFullPageRequest),
  ]);
  await link.hover();
  await arrived;
  const requestCount = requestedPaths.length;
  await page.getByRole("button", { name: "Abmelden" }).hover();
  await link.hover();
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Themenfelder" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(requestedPaths.slice(requestCount)).toEqual([]);
});

test("a navigation requests only the page that it opens", async ({ page }) => {
  await page.goto("/members");
  await waitUntilIdle(page);
  const requestedPaths = watchRequests(page);
  // Uses the keyboard, because a pointer that hovers over a link would prefetch its page.
  await page.getByRole("link", { name: "Seite 2" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/pageNo=1/);
  await page.getByRole("link", { name: "Hochschulmitglied hinzufügen" }).press("Enter");
  await expect(page).toHaveURL(/\/members\/new$/);
  await page.waitForLoadState("networkidle");
  expect(new Set(requestedPaths)).toEqual(new Set(["/members", "/members/new"]));
});

test("a navigation does not make the browser recompute all styles", async ({ page }) => {
  await page.goto("/members");
  await waitUntilIdle(page);
  // A navigation replaces only the title and description in the document's head, and keeps the
  // colour metas.
  const colours = page.locator("meta[name=color-scheme], meta[name=theme-color]");
  await expect(colours).toHaveCount(3);
  await colours.evaluateAll((metas) => metas.forEach((meta) => meta.setAttribute("data-stays", "")));
  await page.locator("tbody a.row-link").first().click();
  await expect(page).toHaveURL(/\/members\/\d+/);
  await waitUntilIdle(page);
  await expect(page.locator("meta[data-stays]")).toHaveCount(3);
  // A change of the root element's style attribute would invalidate the styles of all elements.
  await page.mouse.wheel(0, 400);
  await waitUntilIdle(page);
  expect(await page.locator("html").getAttribute("style")).toBeNull();
});

test("users never see stale data after their own changes", async ({ page, api }) => {
  const surname = unique("Frisch");
  const id = await create(api, "persons", personValues({ nachname: surname, vorname: "Anna" }));
  await page.goto(`/persons?filter=${encodeURIComponent(surname)}`);
  const row = page.getByRole("row", { name: surname });
  await row.getByRole("link", { name: surname, exact: true }).click();
  await expect(page).toHaveURL(`/person/${id}`);
  await page.getByLabel("Vorname").fill("Zita");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await page.getByRole("button", { name: "Zurück" }).click();
  await expect(row).toContainText("Zita");
  // Deleting a record on its page returns to the list, which the browser has cached a moment ago.
  await row.getByRole("link", { name: surname, exact: true }).click();
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Löschen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(page).toHaveURL(/\/persons$/);
  await page.getByLabel("Suchbegriff").fill(surname);
  await page.getByLabel("Suchbegriff").press("Enter");
  await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
});

test("a record created in a dialog is shown after the browser's Back and on a prefetched page", async ({ page }) => {
  const addTopic = async (name: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Alles durchsuchen" }).fill("Kooperationsprojekt hinzufügen");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/projects\/new$/);
    await prefetch();
    const dialog = page.getByRole("dialog", { name: "Neues Themenfeld" });
    await page.getByRole("combobox", { name: "Themenfelder" }).fill(name);
    await page.getByRole("option", { name: `„${name}“ anlegen` }).press("Enter");
    await dialog.getByLabel(/Englisch/).fill(name);
    await dialog.getByRole("button", { name: "Anlegen" }).click();
    await expect(page.getByRole("button", { name: `${name} entfernen` })).toBeVisible();
  };
  const link = page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Themenfelder" });
  let prefetch = async () => {};
  const discard = page.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" });
  // This name is the first in the list's order.
  const name = unique("AAA");
  await page.goto("/thematic-fields");
  await waitUntilIdle(page);
  await addTopic(name);
  await page.evaluate(() => history.back());
  await discard.click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
  await expect(page.getByRole("row", { name })).toBeVisible();

  prefetch = async () => {
    await link.hover();
    await page.waitForLoadState("networkidle");
  };
  const first = unique("AAA AAA");
  await addTopic(first);
  await link.click();
  await discard.click();
  await expect(page.getByRole("row", { name: first })).toBeVisible();
});

test.describe("with a mock clock", () => {
  test.use({ ownContext: true });

  test("a record is requested once by a quick click on its row, and not again on the way back", async ({ page }) => {
    await page.clock.install();
    await page.goto("/members");
    await waitUntilIdle(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/members\/\d+\?/, async (route) => {
      await released;
      await route.continue();
    });
    const requestedPaths = watchRequests(page);
    const records = () => requestedPaths.filter((path) => /^\/members\/\d+$/.test(path));
    await page.getByRole("row").nth(3).getByRole("gridcell").nth(2).click();
    // This is longer than the pointer must rest on a link before its page is prefetched.
    await page.clock.runFor(1_000);
    release();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.waitForLoadState("networkidle");
    expect(records()).toHaveLength(1);

    // This is longer than any prefetched page is cached.
    await page.clock.fastForward("01:00");
    await page.mouse.move(0, 0);
    await page.goBack();
    await expect(page.getByRole("row").nth(3).getByRole("rowheader").getByRole("link")).toBeFocused();
    await page.clock.runFor(1_000);
    await page.waitForLoadState("networkidle");
    expect(records()).toHaveLength(1);
  });
});

test.describe("records seen before", () => {
  /** Opens a person from the list, goes back, and returns the requests from then on. */
  async function openAndReturn(page: Page, surname: string): Promise<string[]> {
    await page.goto(`/persons?filter=${encodeURIComponent(surname)}`);
    await page.getByRole("link", { name: surname }).first().click();
    await expect(page.getByLabel("Position")).toBeVisible();
    await waitUntilIdle(page);
    await page.mouse.move(0, 0);
    await page.goBack();
    await expect(page.getByRole("row", { name: surname })).toBeVisible();
    await page.waitForLoadState("networkidle");
    return watchRequests(page);
  }

  test("a record seen before is shown without requesting its page again", async ({ page, api }) => {
    const surname = unique("Bekannt");
    const id = await create(api, "persons", personValues({ nachname: surname }));
    const requestedPaths = await openAndReturn(page, surname);
    const checked = page.waitForResponse(/\/api\/history\?/);
    await page.getByRole("row", { name: surname }).getByRole("rowheader").click();
    await expect(page).toHaveURL(new RegExp(`/person/${id}$`));
    await checked;
    await page.waitForLoadState("networkidle");
    expect(requestedPaths).toEqual(["/api/history"]);
  });

  test("a record seen before is fetched again if another user has changed it or one of its links", async ({
    page,
    api,
  }) => {
    const surname = unique("Geändert");
    const id = await create(api, "persons", personValues({ nachname: surname, position: "Leitung" }));
    await openAndReturn(page, surname);
    await api.put(`/api/persons/${id}`, { data: { position: "Vertretung" } });
    await page.getByRole("row", { name: surname }).getByRole("rowheader").click();
    await expect(page.getByLabel("Position")).toHaveValue("Vertretung");

    const institution = await create(api, "institutions", institutionValues());
    await page.goBack();
    await expect(page.getByRole("row", { name: surname })).toBeVisible();
    expect((await api.post(`/api/institutions/persons/${id}/${institution}`)).ok()).toBe(true);
    await page.getByRole("row", { name: surname }).getByRole("rowheader").click();
    await expect(page.getByRole("tab", { name: /^Partnerinstitutionen/ })).toContainText("1");
  });

  test("a record seen before keeps unsaved input, even if another user has changed the record", async ({
    page,
    api,
  }) => {
    const surname = unique("Getippt");
    const id = await create(api, "persons", personValues({ nachname: surname, position: "Leitung" }));
    await openAndReturn(page, surname);
    await api.put(`/api/persons/${id}`, { data: { position: "Vertretung" } });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/history\?/, async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole("row", { name: surname }).getByRole("rowheader").click();
    await page.getByLabel("Position").fill("Assistenz");
    const checked = page.waitForResponse(/\/api\/history\?/);
    release();
    await checked;
    await page.waitForLoadState("networkidle");
    await expect(page.getByLabel("Position")).toHaveValue("Assistenz");
  });
});

test("a list sorted while a filter is being applied keeps both", async ({ page }) => {
  await page.goto("/members");
  await waitUntilIdle(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/members\?.*_rsc/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByLabel("Suchbegriff").fill("a");
  await page.getByRole("button", { name: "Suchen", exact: true }).click();
  await page.getByRole("link", { name: /^E-Mail/ }).click();
  release();
  await expect(page).toHaveURL(/filter=a&sortBy=email/);
});

test("the button of a menu shows at once that the menu is loading", async ({ page }) => {
  await page.goto("/members");
  await waitUntilIdle(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/_next\/static\/chunks\//, async (route) => {
    await released;
    await route.continue();
  });
  const button = page.getByRole("button", { name: "Exportieren, drucken" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.getByRole("menu")).toBeVisible();
});
