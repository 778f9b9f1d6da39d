import type { Locator, Page } from "@playwright/test";
import { institutionValues, memberValues, personValues, projectValues } from "../../support/factories";
import { accessibilityFaults, contrastFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { unique } from "../../support/browser/steps";

const LISTS = ["/members", "/projects", "/institutions", "/persons", "/thematic-fields"];

test.beforeEach(async ({ login }) => login());

/** Returns the left edge of each column header, in px. */
const columnPlaces = (page: Page) =>
  page.getByRole("columnheader").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));

test("every list is a table without sideways scrolling from 900 px on, and its columns keep their positions from page to page", async ({
  page,
}) => {
  for (const path of LISTS) {
    await page.goto(path);
    for (const width of [900, 1024, 1100, 1180]) {
      await page.setViewportSize({ width, height: 800 });
      const shape = () =>
        page.getByRole("table").evaluate((table) => ({
          row: getComputedStyle(table.querySelector("tbody tr") ?? table).display,
          tableTooWide: (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0),
          pageTooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }));
      // Polls, because a busy browser needs time to apply the styles of a new width.
      await expect
        .poll(shape, { message: `${path} at ${width} px` })
        .toEqual({ row: "table-row", tableTooWide: 0, pageTooWide: 0 });
    }
    const before = await columnPlaces(page);
    await page.getByRole("link", { name: "Seite 2", exact: true }).click();
    await expect(page.getByText(/^Zeige 11 bis/)).toBeVisible();
    expect(await columnPlaces(page), path).toEqual(before);
    await page.getByLabel("Suchbegriff").fill("xylophonquark");
    await page.getByLabel("Suchbegriff").press("Enter");
    await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
    expect(await columnPlaces(page), path).toEqual(before);
  }
});

test("compact rows show ten members without scrolling, and are already set in the server's HTML", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 768 });
  await page.goto("/members");
  await page.getByRole("button", { name: "Kompakte Zeilen" }).click();
  const table = page.locator("[data-rows]", { has: page.getByRole("table") });
  await expect(table).toHaveAttribute("data-rows", "dense");
  // The row height is kept after a client-side navigation.
  await page.getByRole("link", { name: "Partnerpersonen" }).click();
  await expect(page).toHaveURL(/\/persons$/);
  await expect(table).toHaveAttribute("data-rows", "dense");
  await page.goBack();
  await expect(page).toHaveURL(/\/members$/);
  await expect(table).toHaveAttribute("data-rows", "dense");

  const firstByte = await (await page.context().request.get("/members")).text();
  expect(firstByte).toContain('data-rows="dense"');
  for (const language of ["de", "en"]) {
    await page.context().addCookies([{ name: "NEXT_LOCALE", value: language, url: page.url() }]);
    await page.goto("/members");
    const rows = table.locator("tbody tr");
    await expect(rows).toHaveCount(10);
    const bottoms = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
    expect(bottoms.filter((bottom) => bottom <= 768).length, language).toBe(10);
  }
  await page.getByRole("button", { name: "Spacious rows" }).click();
  await expect(table).toHaveAttribute("data-rows", "comfortable");
});

test("a row shows a subtitle that distinguishes namesakes", async ({ page, api }) => {
  const mark = unique("Merkmal");
  const create = async (path: string, data: object) =>
    Number((await (await api.post(`/api/${path}/new`, { data })).json()).data.lastId);
  const period = { vertragsgrundlage: 1, projektbeginn: "2024-03-01", projektende: "2096-02-28" };
  const project = await create("projects", projectValues({ projekt_titel: mark, ...period }));
  const partners = ["Aue", "Bach", "Cham"].map((name) => `${name} ${mark}`);
  for (const name of partners) {
    const data = institutionValues({ name, adresse: "Templergraben 55, 52062 Aachen, Deutschland" });
    await api.post(`/api/projects/institution/${await create("institutions", data)}/${project}`);
  }
  const institution = await create("institutions", institutionValues({ name: `Dorf ${mark}`, adresse: "" }));
  await create("persons", personValues({ nachname: mark, institution: [institution] }));
  await create("members", memberValues({ nachname: mark, fakultaet: 1 }));

  const names = async (path: string) => {
    await page.goto(`${path}?filter=${encodeURIComponent(mark)}`);
    return page.getByRole("table").locator("tbody th");
  };
  const seen = { useInnerText: true };
  await expect(await names("/projects")).toHaveText(
    [new RegExp(`^${mark}\\s+01.03.2024 – 28.02.2096\\W+${partners[0]}\\W+${partners[1]}\\W+\\+1$`)],
    seen,
  );
  const places = partners.map((name) => `${name} Aachen`);
  await expect(await names("/institutions")).toHaveText([...places, `Dorf ${mark}`], seen);
  await expect(await names("/persons")).toHaveText([`${mark} Dorf ${mark}`], seen);
  await expect(await names("/members")).toHaveText([`${mark} Fakultät für Bildungswissenschaften`], seen);
  // The row's accessible name does not contain the subtitle.
  await expect(page.getByRole("rowheader", { name: mark, exact: true })).toBeVisible();
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

test("cells of more than two lines are shown in full in the row with the focus", async ({ page, api }) => {
  const surname = unique("Vielfach");
  await api.post("/api/members/new", {
    data: memberValues({ nachname: surname, einrichtungen: [1, 2, 3, 4, 5, 6, 7, 8] }),
  });
  await page.goto(`/members?filter=${encodeURIComponent(surname)}`);
  const cell = page.getByRole("cell", { name: "Zentrum für Lehrerbildung" }).locator("> span");
  const hidden = () => cell.evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(await hidden()).toBeGreaterThan(10);
  await page.getByRole("row", { name: surname }).getByRole("checkbox").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: surname, exact: true })).toBeFocused();
  expect(await hidden()).toBeLessThanOrEqual(1);
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
  const heading = page.getByRole("rowheader", { name: `${nachname}, Ada`, exact: true });
  await page.goto(`/members?filter=${encodeURIComponent(nachname)}`);
  await expect(heading).toBeVisible();
  await expect(page.getByRole("cell", { name: "Ada", exact: true })).toHaveCount(0);
  await page.goto(`/projects/${projekt}?tab=hochschulmitglieder`);
  await expect(heading).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("rowheader", { name: "Ada", exact: true })).toBeVisible();
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
    await expect(bar.getByRole("combobox", { name: "Themenfelder" })).toBeVisible();
    const placeOf = async (control: Locator) => {
      const { y, height } = (await control.boundingBox()) ?? { y: 0, height: 0 };
      return { y, height };
    };
    const [field, before] = [await placeOf(text), await placeOf(button)];
    await page.goto(`/members?topics=${topics}`);
    await expect(bar.getByRole("button", { name: / entfernen$/ })).toHaveCount(6);
    expect(await placeOf(text), `${width}`).toEqual(field);
    expect((await placeOf(button)).height, `${width}`).toBe(before.height);
    if (width > 375) {
      // The search button stays beside the text filter; the selected topics take two or three lines
      // below.
      expect(await placeOf(button)).toEqual(before);
      expect((await placeOf(bar)).height).toBeLessThan(180);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
});
