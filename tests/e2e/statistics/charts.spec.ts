import type { Page } from "@playwright/test";
import { institutionValues, projectValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, loginAsColleague, shareMenuItem, unique } from "../../support/browser/steps";

/* Statistics on the screen (contract §17): the question is in the address, and numbers lead to their rows. */

const [GERMANY, FRANCE] = [276, 250];

const table = (page: Page) => page.getByRole("table").first();
/** Returns the number of records that the list page shows. */
async function listed(page: Page): Promise<string | undefined> {
  const range = page.getByText(/von [\d.]+ Einträgen/).first();
  await expect(range).toBeVisible();
  return /von ([\d.]+) Einträgen/.exec(await range.innerText())?.[1];
}

test.describe("with the demo data", () => {
  test.beforeEach(async ({ login }) => login());

  for (const { name, question } of [
    {
      name: "HRK-Meldung",
      question: /Kooperationsprojekte waren am 31\.12\.\d{4} aktiv, nach Land und Organisationsform\?/,
    },
    { name: "Jahresbericht", question: /an jedem Jahresende aktiv, nach Fakultät/ },
    { name: "Partner weltweit", question: /Partnerinstitutionen waren am [\d.]{10} aktiv, nach Land\?/ },
  ]) {
    test(`a shipped question is opened from the sidebar and answered: ${name}`, async ({ page }) => {
      await page.goto("/charts");
      await page.getByRole("navigation").getByRole("link", { name }).first().click();
      await expect(page.getByRole("group", { name: question })).toBeVisible();
      await expect(table(page).locator("tbody tr").first()).toBeVisible();
      await expect(table(page).getByRole("row", { name: /^Gesamt/ })).toBeVisible();
    });
  }

  test("the report to the HRK leaves out planned projects and those on hold", async ({ page }) => {
    await page.goto("/charts?question=hrk");
    await expect(page).toHaveURL(/on=last_year_end/);
    const statuses = new URL(page.url()).searchParams.get("where[status][in]")?.split(",");
    expect(statuses).not.toContain("1");
    expect(statuses).not.toContain("4");
    expect(statuses).toContain("2");
    await expect(page.getByText("Status: heutiger Stand")).toBeVisible();
  });

  test("the yearly report has ten years and a line over them", async ({ page }) => {
    await page.goto("/charts");
    await page.getByRole("navigation").getByRole("link", { name: "Jahresbericht" }).first().click();
    await expect(table(page).locator("thead th").nth(1)).toHaveText(/^31\.12\./);
    expect(await table(page).locator("thead th").count()).toBe(11);
    await expect(page.getByRole("img", { name: /^Verlauf: gesamt/ })).toBeVisible();
  });

  test("each choice of the sentence changes the address and the answer", async ({ page }) => {
    await page.goto("/charts");
    await page.getByRole("combobox", { name: "Wonach gezählt wird" }).selectOption({ label: "Status" });
    await expect(page).toHaveURL(/\/charts\?by=status$/);
    await expect(table(page).getByRole("columnheader", { name: "Status" })).toBeVisible();
    await page.getByRole("combobox", { name: "Was gezählt wird" }).selectOption({ label: "Partnerinstitutionen" });
    await expect(page).toHaveURL(/count=institutions/);
    await page.getByRole("combobox", { name: "An welchen Tagen" }).selectOption({ label: "an einem anderen Tag" });
    const day = page.getByRole("textbox", { name: "Tag", exact: true });
    await day.fill("31.12.2024");
    await day.press("Enter");
    await expect(page).toHaveURL(/on=2024-12-31/);
    await expect(
      page.getByRole("group", { name: /^Wie viele Partnerinstitutionen waren am 31\.12\.2024 aktiv, nach Status\?$/ }),
    ).toBeVisible();
    await page.getByRole("combobox", { name: "An welchen Tagen" }).selectOption({ label: "an jedem Jahresende" });
    await expect(page).toHaveURL(/from=today-120m&step=year/);
    await expect(page.getByRole("textbox", { name: "von", exact: true })).toHaveValue(/^\d\d\.\d\d\.\d{4}$/);
  });

  test("a question without an answer says why, and can be corrected", async ({ page }) => {
    await page.goto("/charts?from=2000-01-01&to=2020-01-01&step=month");
    await expect(page.getByText("Höchstens 120 Tage auf einmal")).toBeVisible();
    await page.getByRole("combobox", { name: "An welchen Tagen" }).selectOption({ label: "an jedem Jahresende" });
    await expect(table(page).locator("thead th")).toHaveCount(21);
  });

  test("the report is printed in both languages", async ({ page, context, baseURL }) => {
    const path = "/print/statistics?on=2025-12-31&by=land,organisationsform&map=europe";
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Kooperationsprojekte, die am 31.12.2025 aktiv waren, nach Land und Organisationsform",
    );
    await context.addCookies([{ name: "NEXT_LOCALE", value: "en", url: String(baseURL) }]);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Cooperation projects active on 31.12.2025, by country and organisational form",
    );
    await expect(page.getByRole("img", { name: /^Map \(Europe\)/ })).toBeVisible();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });
      test(`a map and a line have no accessibility fault: ${colorScheme}`, async ({ page }) => {
        for (const query of ["by=land,organisationsform&map=world", "from=2016-01-01&by=fakultaet"]) {
          await page.goto(`/charts?${query}`);
          expect(await accessibilityFaults(page)).toEqual([]);
        }
      });
    });
  }
});

test.describe("with projects of its own", () => {
  /** Creates three active projects with partners in two countries. @returns the filter that finds only them */
  test.beforeEach(async ({ login }) => login());

  test("a number of a row, of the total and of what is unknown lead to as many records", async ({ page, api }) => {
    const mark = unique("Gezählt");
    const institutions = [
      await create(api, "institutions", institutionValues({ land: GERMANY })),
      await create(api, "institutions", institutionValues({ land: FRANCE })),
    ];
    for (const [at, projektbeginn] of ["2020-01-01", "2021-01-01", null].entries()) {
      // Only a project without a basis needs no begin.
      const basis = { vertragsgrundlage: projektbeginn ? 0 : -1, projektbeginn };
      const values = projectValues({ projekt_titel: `${mark} ${at}`, status: 2, ...basis });
      const id = await create(api, "projects", values);
      for (const institution of at === 0 ? institutions : institutions.slice(0, 1)) {
        expect((await api.post(`/api/projects/institution/${institution}/${id}`, { data: {} })).ok()).toBe(true);
      }
    }
    const address = `/charts?by=land&filter=${encodeURIComponent(mark)}`;
    const links = [
      { name: /^3: Deutschland/, count: "3" },
      { name: /^1: Frankreich/, count: "1" },
      { name: /^3: Gesamt/, count: "3" },
      { name: "1 ohne Projektbeginn", count: "1" },
    ];
    for (const { name, count } of links) {
      await page.goto(address);
      await page.getByRole("link", { name }).click();
      await expect(page).toHaveURL(/\/projects\?/);
      expect(await listed(page)).toBe(count);
    }
  });

  test("map and table are one selection, by keyboard and by click", async ({ page, api }) => {
    const mark = unique("Karte");
    for (const land of [GERMANY, FRANCE]) {
      const institution = await create(api, "institutions", institutionValues({ land }));
      const values = projectValues({ projekt_titel: `${mark} ${land}`, status: 2, vertragsgrundlage: -1 });
      const id = await create(api, "projects", values);
      expect((await api.post(`/api/projects/institution/${institution}/${id}`, { data: {} })).ok()).toBe(true);
    }
    await page.goto(`/charts?by=land&map=europe&filter=${encodeURIComponent(mark)}`);
    const germany = page.locator(`svg [data-picks="land-${GERMANY}"]`);
    const france = page.locator(`svg [data-picks="land-${FRANCE}"]`);
    await page.getByRole("link", { name: /^1: Deutschland/ }).focus();
    await expect(germany).toHaveAttribute("data-picked");
    await page.keyboard.press("Tab");
    await expect(france).toHaveAttribute("data-picked");
    await expect(germany).not.toHaveAttribute("data-picked");
    await germany.click();
    await expect(page.getByRole("link", { name: /^1: Deutschland/ })).toBeFocused();
    await expect(page.getByRole("row", { name: /Deutschland/ })).toHaveAttribute("data-picked");
    await page.getByRole("link", { name: "Welt", exact: true }).click();
    await expect(page).toHaveURL(/map=world/);
    await expect(page.getByRole("img", { name: /^Karte \(Welt\): 2 Länder/ })).toBeVisible();
  });
});

test.describe("copying", () => {
  test.use({ ownContext: true });

  test("the table is copied with its total below the numbers", async ({ page, context, login }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await login();
    await page.goto("/charts?on=2025-12-31&by=land,organisationsform");
    await (await shareMenuItem(page, "Als Tabelle kopieren")).click();
    await expect(page.getByText("Zeilen als Tabelle kopiert")).toBeVisible();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    expect(lines[0]).toBe("Land\tOrganisationsform\t31.12.2025");
    expect(lines.at(-1)).toMatch(/^Gesamt\t\t\d+$/);
  });
});

test("a typed day applies when it is complete", async ({ page, login }) => {
  await login();
  await page.goto("/charts?on=2020-01-01");
  const day = page.getByRole("textbox", { name: "Tag", exact: true });
  await day.fill("");
  await day.pressSequentially("31.12.2025");
  await expect(page).toHaveURL(/on=2020-01-01/);
  await day.press("Enter");
  await expect(page).toHaveURL(/on=2025-12-31/);
  await expect(day).toHaveValue("31.12.2025");
});

test("a question is kept as a view and opened from the sidebar", async ({ page, app }) => {
  await loginAsColleague(page, app);
  const name = unique("Frage");
  await page.goto("/charts?count=members&on=last_year_end&by=fakultaet");
  await page.getByRole("button", { name: "Darstellung", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Ansicht speichern …" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ansichten" });
  await dialog.getByLabel("Name der neuen Ansicht").fill(name);
  await dialog.getByRole("button", { name: "Ansicht speichern" }).press("Enter");
  await expect(dialog).toBeHidden();
  await page.goto("/dashboard");
  await page.goto("/charts");
  await page.getByRole("navigation").getByRole("link", { name }).first().click();
  await expect(page).toHaveURL(/\/charts\?.*on=last_year_end/);
  await expect(
    page.getByRole("group", { name: /^Wie viele Hochschulmitglieder waren am 31\.12\.\d{4} aktiv, nach Fakultät\?$/ }),
  ).toBeVisible();
});
