import type { Locator, Page } from "@playwright/test";
import { institutionValues, memberValues, personValues, projectValues } from "../../../support/factories";
import { accessibilityFaults, contrastFaults } from "../../../support/browser/accessibility";
import { expect, test } from "../../../support/browser/fixtures";
import { create, showFilters, unique } from "../../../support/browser/steps";

/** Lists, and the narrowest window in px in which each is a table. */
const LISTS = [
  ["/members", 1024],
  ["/projects", 900],
  ["/institutions", 900],
  ["/persons", 900],
  ["/thematic-fields", 900],
] as const;

test.beforeEach(async ({ login }) => login());

/** Returns the left edge of each column header, in px. */
const columnPositions = (page: Page) =>
  page.getByRole("columnheader").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));

test("a list is a table without horizontal scrolling from 1024 px on, with the same column positions on every page", async ({
  page,
}) => {
  for (const [path, narrowest] of LISTS) {
    await page.goto(path);
    for (const width of [narrowest, 1024, 1215, 1216]) {
      await page.setViewportSize({ width, height: 800 });
      const shape = () =>
        page.getByRole("grid").evaluate((table) => ({
          row: getComputedStyle(table.querySelector("tbody tr") ?? table).display,
          tableTooWide: (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0),
          pageTooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }));
      // Polls, because a busy browser needs time to apply the styles of a new width.
      await expect
        .poll(shape, { message: `${path} at ${width} px` })
        .toEqual({ row: "table-row", tableTooWide: 0, pageTooWide: 0 });
    }
    const before = await columnPositions(page);
    await page.getByRole("link", { name: "Seite 2", exact: true }).click();
    await expect(page.getByText(/^Zeige 11 bis/)).toBeVisible();
    expect(await columnPositions(page), path).toEqual(before);
    await page.getByLabel("Suchbegriff").fill("xylophonquark");
    await page.getByLabel("Suchbegriff").press("Enter");
    await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
    expect(await columnPositions(page), path).toEqual(before);
  }
});

for (const language of ["de", "en"]) {
  test(`ten rows of a list fit a small window, and the pagination fits a normal one: ${language}`, async ({
    page,
    baseURL,
  }) => {
    await page.context().addCookies([{ name: "NEXT_LOCALE", value: language, url: baseURL }]);
    for (const [path] of LISTS) {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(path);
      const rows = page.locator(".row-line");
      await expect(rows).toHaveCount(10);
      await expect(rows.last(), path).toBeInViewport({ ratio: 0.95 });
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(page.getByRole("navigation", { name: /^(Seiten|Pages)$/ }), path).toBeInViewport({ ratio: 1 });
    }
  });

  test(`four records of a list fit the screen of a phone: ${language}`, async ({ page, baseURL }) => {
    await page.context().addCookies([{ name: "NEXT_LOCALE", value: language, url: baseURL }]);
    await page.setViewportSize({ width: 375, height: 812 });
    for (const [path] of LISTS) {
      await page.goto(path);
      await expect(page.locator(".row-line").nth(3), path).toBeInViewport({ ratio: 1 });
    }
  });
}

test("rows of a list are dense until the user chooses comfortable ones, which the server then renders", async ({
  page,
}) => {
  const table = page.locator("[data-rows]", { has: page.getByRole("grid") });
  const htmlOf = async () => (await page.context().request.get("/members")).text();
  await page.goto("/members");
  await expect(table).toHaveAttribute("data-rows", "dense");
  expect(await htmlOf()).toContain('data-rows="dense"');
  await page.getByRole("button", { name: "Darstellung", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Großzügige Zeilen" }).click();
  await expect(table).toHaveAttribute("data-rows", "comfortable");
  // The choice is kept after a client-side navigation.
  await page.getByRole("link", { name: "Partnerpersonen" }).click();
  await expect(page).toHaveURL(/\/persons$/);
  await expect(table).toHaveAttribute("data-rows", "comfortable");
  expect(await htmlOf()).toContain('data-rows="comfortable"');
});

test("a list shows 10, 25 or 50 rows per page; changing that keeps the first row in view", async ({ page }) => {
  await page.goto("/institutions?pageNo=3");
  await expect(page.getByText(/^Zeige 31 bis 40 von/)).toBeVisible();
  const sizes = page.getByRole("navigation", { name: "Einträge pro Seite" });
  await expect(sizes.getByRole("link")).toHaveText(["10", "25", "50"]);
  await sizes.getByRole("link", { name: "25" }).click();
  await expect(page.getByText(/^Zeige 26 bis 50 von/)).toBeVisible();
  await expect(sizes.getByRole("link", { name: "25" })).toHaveAttribute("aria-current", "true");
  await expect(page.locator(".row-line")).toHaveCount(25);
});

test("a cell counts linked records that do not fit, and contains their names", async ({ page, api }) => {
  const mark = unique("Verbund");
  const project = await create(api, "projects", projectValues({ projekt_titel: mark }));
  for (let number = 1; number <= 9; number++) {
    const institution = await create(api, "institutions", institutionValues({ name: `${mark} Haus ${number}` }));
    expect((await api.post(`/api/projects/institution/${institution}/${project}`)).ok()).toBe(true);
  }
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}&columns=projekt_titel,institutionen`);
  const cell = page.locator("[data-label=Partnerinstitutionen] > span");
  const inView = cell.locator(".name-piece:not(.is-cut)");
  await expect(cell).toHaveAttribute("data-more", /^\+\d$/);
  expect(Number(await cell.getAttribute("data-more")) + (await inView.count())).toBe(9);
  expect((await cell.textContent())?.split(", ")).toHaveLength(9);
});

test("a cell without room for all names shows how many are hidden, and keeps them in the document", async ({
  page,
  api,
}) => {
  const nachname = unique("Viele");
  await create(api, "members", memberValues({ nachname, einrichtungen: [1, 2, 3, 4, 5, 6, 7, 8] }));
  await page.goto(`/members?filter=${encodeURIComponent(nachname)}`);
  const cell = page.locator("[data-label=Einrichtungen] > span");
  await expect(cell).toHaveAttribute("data-more", /^\+[5-7]$/);
  expect((await cell.textContent())?.split(", ")).toHaveLength(8);
  // The names are joined by commas to the eye, too, and copied with them.
  expect(
    await cell
      .locator(".name-piece")
      .first()
      .evaluate((piece) => getComputedStyle(piece, "::after").content),
  ).toBe("none");
  const copied = await cell.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return String(getSelection());
  });
  expect(copied.split(/,\s+/)).toHaveLength(8);
  await cell.hover();
  await expect(cell).toHaveAttribute("title", /, .*, /);
  // A wider cell has room for more names.
  const before = await cell.getAttribute("data-more");
  await page.setViewportSize({ width: 1900, height: 900 });
  await expect(cell).not.toHaveAttribute("data-more", String(before));
});

test("a row shows a subtitle that distinguishes namesakes", async ({ page, api }) => {
  const mark = unique("Merkmal");
  const period = { vertragsgrundlage: 1, projektbeginn: "2024-03-01", projektende: "2096-02-28" };
  const project = await create(api, "projects", projectValues({ projekt_titel: mark, ...period }));
  const partners = ["Aue", "Bach", "Cham"].map((name) => `${name} ${mark}`);
  for (const name of partners) {
    const data = institutionValues({ name, adresse: "Templergraben 55, 52062 Aachen, Deutschland" });
    await api.post(`/api/projects/institution/${await create(api, "institutions", data)}/${project}`);
  }
  const institution = await create(api, "institutions", institutionValues({ name: `Dorf ${mark}`, adresse: "" }));
  await create(api, "persons", personValues({ nachname: mark, institution: [institution] }));
  await create(api, "members", memberValues({ nachname: mark, fakultaet: 1 }));

  const names = async (path: string) => {
    await page.goto(`${path}?filter=${encodeURIComponent(mark)}`);
    return page.getByRole("grid").locator("tbody th");
  };
  const visibleText = { useInnerText: true };
  await expect(await names("/projects")).toHaveText(
    [new RegExp(`^${mark}\\s+01.03.2024 – 28.02.2096\\W+${partners[0]}\\W+${partners[1]}\\W+\\+1$`)],
    visibleText,
  );
  const places = partners.map((name) => `${name} Aachen`);
  await expect(await names("/institutions")).toHaveText([...places, `Dorf ${mark}`], visibleText);
  await expect(await names("/persons")).toHaveText([`${mark} Dorf ${mark}`], visibleText);
  await expect(await names("/members")).toHaveText([`${mark} Fakultät für Bildungswissenschaften`], visibleText);
  // The row's accessible name does not contain the subtitle.
  const { vorname } = memberValues();
  await expect(page.getByRole("rowheader", { name: `${vorname} ${mark}`, exact: true })).toBeVisible();
});

test("the link of a row names the surname and is described by the first name", async ({ page, api }) => {
  const nachname = unique("Namensvetter");
  await create(api, "members", memberValues({ nachname, vorname: "Ada" }));
  await page.goto(`/members?filter=${encodeURIComponent(nachname)}`);
  await expect(page.getByRole("link", { name: nachname, exact: true })).toHaveAccessibleDescription(/Ada/);
});

test("a person's row, its header, checkbox and buttons are named by both names, in lists and in link tabs", async ({
  page,
  api,
}) => {
  const nachname = unique("Doppelname");
  const member = await create(api, "members", memberValues({ nachname, vorname: "Ada" }));
  const institution = await create(api, "institutions", institutionValues());
  const person = await create(api, "persons", personValues({ nachname, vorname: "Ada", institution: [institution] }));
  const projekt = await create(api, "projects", projectValues());
  for (const path of [`member/${member}/${projekt}`, `persons/${person}/${projekt}`])
    expect((await api.post(`/api/projects/${path}`)).ok()).toBe(true);
  const name = `Ada ${nachname}`;
  for (const path of [
    `/members?filter=${nachname}`,
    `/persons?filter=${nachname}`,
    `/projects/${projekt}?tab=hochschulmitglieder`,
    `/projects/${projekt}?tab=personen`,
    `/institution/${institution}?tab=personen`,
  ]) {
    await page.goto(path);
    const row = page.getByRole("row", { name, exact: true });
    await expect(row.getByRole("rowheader", { name, exact: true }), path).toBeVisible();
    await expect(row.getByRole("checkbox", { name }), path).toBeVisible();
    const buttons = await row.getByRole("gridcell").last().locator("a, button").all();
    expect(buttons.length, path).toBeGreaterThanOrEqual(2);
    for (const button of buttons) await expect(button, path).toHaveAccessibleName(new RegExp(name));
  }
});

test("a filter match in a hidden field is shown with the field's name", async ({ page, api }) => {
  const mark = unique("Hinweis");
  const kommentare = `Reger Austausch mit Südspanien seit 2019.`;
  await api.post("/api/members/new", { data: memberValues({ nachname: mark, kommentare, telefon: "0711 4711" }) });
  const row = page.getByRole("row", { name: mark });
  const search = `/members?filter=${encodeURIComponent(`${mark} suedspanien 4711`)}`;
  await page.goto(search);
  await expect(row).toContainText("Kommentare: Reger Austausch mit Südspanien seit 2019.");
  await expect(row).toContainText("Telefon: 0711 4711");
  await expect(row.locator("mark")).toHaveText(["Südspanien", "4711"]);
  // The marked match is already in the server's HTML.
  expect(await (await page.context().request.get(search)).text()).toMatch(/<mark[^>]*>Südspanien<\/mark>/);
  // The hint about the match is below all cells of the row, and as wide as the row.
  const [hint, cells] = [row.locator(".row-hint"), row.locator("th > .row-link, td > span")];
  const top = (await hint.boundingBox())?.y ?? 0;
  const bottoms = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().bottom));
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(top + 1);

  // Marked text has enough contrast in both colour schemes.
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await contrastFaults(page)).toEqual([]);

  await page.goto(`/members?filter=${encodeURIComponent(mark)}`);
  await expect(row).toBeVisible();
  await expect(page.locator("mark")).toHaveCount(0);
});

test("the focused row shows the values that its cells hide", async ({ page, api }) => {
  const nachname = unique("Vielfach");
  await create(api, "members", memberValues({ nachname, einrichtungen: [1, 2, 3, 4, 5, 6, 7, 8] }));
  await page.goto(`/members?filter=${encodeURIComponent(nachname)}`);
  const last = page.locator("[data-label=Einrichtungen] .name-piece").last();
  const widthOf = async () => (await last.boundingBox())?.width ?? 0;
  await expect.poll(widthOf).toBeLessThan(2);
  await page.getByRole("row", { name: nachname }).getByRole("checkbox").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("link", { name: nachname, exact: true })).toBeFocused();
  await expect.poll(widthOf).toBeGreaterThan(20);
});

test("people's cards show surname and first name as their heading, in lists and in link tabs", async ({
  page,
  api,
}) => {
  const nachname = unique("Karte");
  const created = await api.post("/api/members/new", { data: memberValues({ nachname, vorname: "Ada" }) });
  const project = await api.post("/api/projects/new", { data: projectValues() });
  const [member, projekt] = [(await created.json()).data.lastId, (await project.json()).data.lastId];
  await api.post(`/api/projects/member/${member}/${projekt}`);

  await page.setViewportSize({ width: 375, height: 812 });
  const heading = page.getByRole("rowheader", { name: `Ada ${nachname}`, exact: true });
  await page.goto(`/members?filter=${encodeURIComponent(nachname)}`);
  await expect(heading).toHaveText(new RegExp(`^${nachname}, Ada`), { useInnerText: true });
  await expect(page.getByRole("gridcell", { name: "Ada", exact: true })).toHaveCount(0);
  await page.goto(`/projects/${projekt}?tab=hochschulmitglieder`);
  await expect(heading).toHaveText(`${nachname}, Ada`, { useInnerText: true });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(heading).toHaveText("Ada", { useInnerText: true });
});

test("many selected topics do not move the rest of the filter bar", async ({ page, api }) => {
  const { data } = await (await api.get("/api/thematicfields?pageSize=6")).json();
  const topics = (data as { themenfeld_id: number }[]).map(({ themenfeld_id }) => themenfeld_id).join(",");
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 });
    const bar = page.getByRole("search");
    const text = bar.getByLabel("Suchbegriff");
    const button = bar.getByRole("button", { name: "Suchen", exact: true });
    await page.goto("/members");
    await showFilters(page);
    await expect(bar.getByRole("combobox", { name: "Themenfelder" })).toBeVisible();
    const verticalPositionOf = async (control: Locator) => {
      const { y, height } = (await control.boundingBox()) ?? { y: 0, height: 0 };
      return { y, height };
    };
    const [field, before] = [await verticalPositionOf(text), await verticalPositionOf(button)];
    await page.goto(`/members?topics=${topics}`);
    await showFilters(page);
    await expect(bar.getByRole("button", { name: / entfernen$/ })).toHaveCount(6);
    expect(await verticalPositionOf(text), `${width}`).toEqual(field);
    expect((await verticalPositionOf(button)).height, `${width}`).toBe(before.height);
    if (width > 375) {
      // The search button stays beside the text filter; the selected topics take two or three lines
      // below.
      expect(await verticalPositionOf(button)).toEqual(before);
      expect((await verticalPositionOf(bar)).height).toBeLessThan(180);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
