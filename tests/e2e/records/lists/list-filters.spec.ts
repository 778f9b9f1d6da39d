import type { APIRequestContext, Page } from "@playwright/test";
import { institutionValues, personValues, projectValues } from "../../../support/factories";
import { expect, test } from "../../../support/browser/fixtures";
import { choose, create, shareMenuItem, showFilters, unique } from "../../../support/browser/steps";

/*
 * Filters on fields (contract §10): their chips, their use by keyboard, and links from the
 * dashboard's numbers to filtered lists.
 */

test.beforeEach(async ({ login }) => login());

test("a dashboard bar opens the filtered list that it counts, and removing the filter chip clears the filter", async ({
  page,
}) => {
  await page.goto("/dashboard");
  const bar = page.locator("dl").first();
  const name = await bar.getByRole("link").nth(1).innerText();
  const count = await bar.locator("dd").nth(1).innerText();
  await bar.getByRole("link").nth(1).click();
  await expect(page).toHaveURL(/\/projects\?where%5Bstatus%5D%5Bin%5D=\d+&active_on=[\d-]{10}$/);
  await expect(page.getByText(`von ${count} Einträgen`)).toBeVisible();
  const chips = page.getByRole("list", { name: "Angewendete Filter" }).getByRole("listitem");
  await expect(chips).toHaveText([/^aktiv am /, `Status: ${name}`]);
  // The filter is kept when the list is sorted, and when the user returns from a record.
  await page.getByRole("link", { name: /^Projekttitel/ }).click();
  await expect(page).toHaveURL(/where%5Bstatus.*sortOrder=desc/);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByRole("tab", { name: "Stammdaten" })).toBeVisible();
  await page.goBack();
  await expect(chips).toHaveText([/^aktiv am /, `Status: ${name}`]);
  await page.getByRole("button", { name: `Status: ${name} entfernen` }).click();
  await expect(page).not.toHaveURL(/where/);
  await expect(chips).toHaveText([/^aktiv am /]);
  await expect(page.getByRole("button", { name: "Filter hinzufügen" })).toBeFocused();
});

test("the dashboard's year columns, expired projects and thematic fields link to as many projects as they count", async ({
  page,
  api,
}) => {
  for (const projektende of ["2024-12-31", "2999-12-31"]) {
    const dates = { vertragsgrundlage: 1, projektbeginn: "2023-12-31", projektende };
    await create(api, "projects", projectValues({ projekt_titel: unique("Gezählt"), status: 2, ...dates }));
  }
  await page.goto("/dashboard");
  const chart = page.getByRole("heading", { level: 2, name: "Aktive Projekte nach Jahr des Beginns" }).locator("..");
  const column = chart.getByRole("link", { name: /^2023: / });
  const count = (await column.innerText()).match(/^2023: ([\d.]+)/)?.[1]?.replaceAll(".", "");
  await column.click();
  await expect(page.getByText(`von ${count} Einträgen`)).toBeVisible();
  await expect(page.getByText("Projektbeginn: 01.01.2023 – 31.12.2023")).toBeVisible();
  await page.goBack();
  const over = page
    .getByRole("region", { name: "Zu tun", exact: true })
    .getByRole("link", { name: /abgelaufenen als Liste öffnen/ });
  const total = /[\d.]+/.exec(await over.innerText())?.[0].replaceAll(".", "");
  await over.click();
  await expect(page.getByText(`von ${total} Einträgen`)).toBeVisible();
  await expect(page.getByText("Fristenstatus: abgelaufen")).toBeVisible();
  await page.goBack();
  const topics = page.locator("dl").nth(1);
  const used = (await topics.locator("dd").first().innerText()).replaceAll(".", "");
  await topics.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/projects\?where%5Bthemenfelder%5D%5B(any%5D=\d+|empty%5D=true)&active_on=[\d-]{10}$/);
  await expect(page.getByText(`von ${used} Einträgen`)).toBeVisible();
});

test("a filter is added, changed and closed by keyboard only", async ({ page, api }) => {
  const mark = unique("Tastenfilter");
  await create(api, "projects", projectValues({ projekt_titel: `${mark} mit`, foerderer: "Müllerstiftung" }));
  await create(api, "projects", projectValues({ projekt_titel: `${mark} ohne`, foerderer: "" }));
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  const add = page.getByRole("button", { name: "Filter hinzufügen" });
  const expectTotal = (total: number) => expect(page.getByText(`von ${total} Einträgen`)).toBeVisible();
  await expectTotal(2);

  await add.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Feld", { exact: true })).toBeFocused();
  // Escape closes the open list of fields first.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(add).toBeFocused();
  await expect(add).toHaveAttribute("aria-expanded", "false");

  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Feld", { exact: true })).toBeFocused();
  await page.keyboard.type("Foerder");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Bedingung")).toHaveValue("value");
  await expect(page.getByRole("textbox", { name: "Text" })).toBeFocused();
  await page.keyboard.type("muellerstift");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/where%5Bfoerderer%5D%5Bcontains%5D=muellerstift/);
  await expectTotal(1);
  await expect(add).toBeFocused();

  // Pressing the chip opens its filter again.
  const chip = page.getByRole("button", { name: "Förderer: enthält „muellerstift“ – ändern" });
  await chip.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Feld", { exact: true })).toHaveValue("Förderer");
  await page.getByLabel("Bedingung").focus();
  await page.keyboard.type("ist leer");
  await page.getByRole("button", { name: "Anwenden" }).press("Enter");
  await expect(page).toHaveURL(/where%5Bfoerderer%5D%5Bempty%5D=true/);
  await expectTotal(1);
  await expect(page.getByRole("row").nth(1)).toContainText(`${mark} ohne`);
  // Resetting removes all filters.
  await page.getByRole("button", { name: "Zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test("a filter takes list entries, searched records and validated dates", async ({ page, api }) => {
  const name = unique("Filterhaus");
  const institution = await create(api, "institutions", institutionValues({ name }));
  const nachname = unique("Gefiltert");
  await create(api, "persons", personValues({ nachname, institution: [institution] }));
  const field = page.getByLabel("Feld", { exact: true });
  const apply = page.getByRole("button", { name: "Anwenden" });
  const chips = page.getByRole("list", { name: "Angewendete Filter" }).getByRole("listitem");

  await page.goto("/persons");
  await page.getByRole("button", { name: "Filter hinzufügen" }).click();
  await choose(field, "Partnerinstitutionen");
  const box = page.getByRole("combobox", { name: "Partnerinstitutionen" });
  await box.fill(name);
  await page.getByRole("listbox").getByRole("option", { name }).click();
  await apply.click();
  await expect(chips).toHaveText([`Partnerinstitutionen: ${name}`]);
  await expect(page.getByText("von 1 Einträgen")).toBeVisible();
  // The filter survives a reload with its name, and is printed.
  await page.reload();
  await expect(chips).toHaveText([`Partnerinstitutionen: ${name}`]);
  const printed = await shareMenuItem(page, /Drucken/);
  await page.goto(String(await printed.getAttribute("href")));
  await expect(page.getByText(`Partnerinstitutionen: ${name}`)).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.goto("/projects");
  await page.getByRole("button", { name: "Filter hinzufügen" }).click();
  await choose(field, "Status");
  const status = page.getByRole("combobox", { name: "Status" });
  // Enter selects the matching option and does not submit the filter.
  for (const [typed, option] of [
    ["laufend", "laufend"],
    ["plan", "in Planung"],
  ] as const) {
    await status.fill(typed);
    await expect(page.getByRole("option", { name: option })).toBeVisible();
    await status.press("Enter");
  }
  await apply.click();
  await expect(chips).toHaveText(["Status: in Planung, laufend"]);

  await page.getByRole("button", { name: "Filter hinzufügen" }).click();
  await choose(field, "Projektende");
  await page.getByRole("textbox", { name: "Von" }).fill("31.02.2024");
  await apply.click();
  await expect(page.getByText("Bitte geben Sie ein gültiges Datum ein")).toBeVisible();
  await page.getByRole("button", { name: "Nächste 12 Monate" }).click();
  await apply.click();
  await expect(chips).toHaveText([
    "Status: in Planung, laufend",
    /^Projektende: \d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}$/,
  ]);
  await page.getByRole("button", { name: "Alle entfernen" }).click();
  await expect(page).not.toHaveURL(/where/);
});

test("active filters keep their names when the filter choices cannot be loaded", async ({ page, api }) => {
  const topic = await create(api, "thematicfields", {
    themenfeld_de: unique("Gewählt"),
    themenfeld_en: unique("Chosen"),
  });
  const { data } = await (await api.get(`/api/thematicfields/${topic}`)).json();
  await page.route("**/api/members/filter_choices*", (route) => route.abort());
  const failedRequest = page.waitForEvent("requestfailed");
  await page.goto(`/members?topics=${topic}&where[status][in]=1`);
  await page.getByRole("search").hover();
  await failedRequest;
  await expect(page.getByRole("button", { name: `${data.themenfeld_de} entfernen` })).toBeVisible();
  const chips = page.getByRole("list", { name: "Angewendete Filter" }).getByRole("listitem");
  await expect(chips).toHaveText(["Status: aktiv"]);
});

test("projects are found by the address of a partner institution, in one chip that can be changed", async ({
  page,
  api,
}) => {
  const mark = unique("Partnerort");
  const partner = await create(api, "institutions", institutionValues({ name: mark, adresse: `Ring 1, ${mark}dorf` }));
  const project = await create(api, "projects", projectValues({ projekt_titel: `${mark} dort` }));
  await create(api, "projects", projectValues({ projekt_titel: `${mark} anderswo` }));
  expect((await api.post(`/api/projects/institution/${partner}/${project}`)).ok()).toBe(true);
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}`);
  await expect(page.getByText("von 2 Einträgen")).toBeVisible();
  await page.getByRole("button", { name: "Filter hinzufügen" }).click();
  const editor = page.getByRole("form", { name: "Filter auf ein Feld" });
  await choose(editor.getByLabel("Feld", { exact: true }), "Partnerinstitutionen: Adresse");
  await editor.getByRole("textbox").fill(`${mark}dorf`);
  await page.keyboard.press("Enter");
  const chips = page.getByRole("list", { name: "Angewendete Filter" }).getByRole("listitem");
  await expect(chips).toHaveText([`Partnerinstitutionen: Adresse: enthält „${mark}dorf“`]);
  await expect(page.getByText("von 1 Einträgen")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText(`${mark} dort`);
  await chips.getByRole("button", { name: /ändern/ }).click();
  await expect(editor.getByRole("textbox")).toHaveValue(`${mark}dorf`);
});

test.describe("the record picker of a filter", () => {
  /** Creates partners of which only one has the text in its name, and opens the picker on /projects. */
  async function openPicker(page: Page, api: APIRequestContext, count: number) {
    const mark = unique("Ort");
    const values = { name: `${mark} Haus`, adresse: "Weg 1" };
    const named = await create(api, "institutions", institutionValues(values));
    const ids = [named];
    for (let number = 1; number < count; number++) {
      const more = { name: unique(`Sitz ${number}`), adresse: `Ring ${number}, 1010 ${mark}dorf` };
      ids.push(await create(api, "institutions", institutionValues(more)));
    }
    const project = await create(api, "projects", projectValues({ projekt_titel: unique("Vorhaben") }));
    expect((await api.post(`/api/projects/institution/${ids.at(-1)}/${project}`)).ok()).toBe(true);
    await page.goto("/projects");
    await page.getByRole("button", { name: "Filter hinzufügen" }).click();
    await choose(page.getByLabel("Feld", { exact: true }), "Partnerinstitutionen");
    const box = page.getByRole("combobox", { name: "Partnerinstitutionen" });
    await box.fill(mark);
    return { mark, box, options: page.getByRole("listbox").getByRole("option") };
  }

  test("the record picker of a filter finds records by their address and shows the address", async ({ page, api }) => {
    const { mark, options } = await openPicker(page, api, 2);
    await expect(options.nth(0)).toContainText(`${mark} Haus`);
    await expect(options.nth(1)).toContainText(`Adresse: Ring 1, 1010 ${mark}dorf`);
  });

  test("the record picker of a filter selects all hits at once by keyboard, including hidden ones", async ({
    page,
    api,
  }) => {
    const { mark, box, options } = await openPicker(page, api, 7);
    await expect(options).toHaveCount(6);
    await expect(options.last()).toHaveText("Alle 7 Treffer übernehmen");
    await expect(page.getByText("und 2 weitere")).toBeVisible();
    await box.press("ArrowUp");
    await box.press("Enter");
    const selected = page.getByRole("list", { name: "Partnerinstitutionen" }).getByRole("listitem");
    await expect(selected).toHaveCount(7);
    await page.getByRole("button", { name: "Anwenden" }).click();
    await expect(page.getByText("von 1 Einträgen")).toBeVisible();
    const chips = page.getByRole("list", { name: "Angewendete Filter" }).getByRole("listitem");
    await expect(chips).toHaveText([new RegExp(`^Partnerinstitutionen: ${mark} Haus, .*, \\+2$`)]);
  });

  test("the record picker of a filter does not offer to select all hits if there is only one", async ({
    page,
    api,
  }) => {
    const { options } = await openPicker(page, api, 1);
    await expect(options).toHaveCount(1);
  });

  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [375, 812],
  ] as const) {
    test(`the record picker of a filter shows five whole hits in a window of ${width} px`, async ({ page, api }) => {
      const mark = unique("Ort");
      for (let number = 1; number <= 6; number++) {
        const name = `${mark} Hochschule für Angewandte Wissenschaften, Standort ${number}`;
        const adresse = `Straße der Vereinten Nationen ${number}, 1010 Wien`;
        await create(api, "institutions", institutionValues({ name, adresse }));
      }
      await page.setViewportSize({ width, height });
      await page.goto("/projects");
      await showFilters(page);
      await page.getByRole("button", { name: "Filter hinzufügen" }).click();
      await choose(page.getByLabel("Feld", { exact: true }), "Partnerinstitutionen");
      await page.getByRole("combobox", { name: "Partnerinstitutionen" }).fill(mark);
      const list = page.getByRole("listbox");
      const hits = list.getByRole("option", { name: mark });
      await expect(hits).toHaveCount(5);
      const offers = list.getByRole("option", { name: "Alle 6 Treffer übernehmen" });
      for (const option of [...(await hits.all()), offers]) await expect(option).toBeInViewport({ ratio: 1 });
      const isCut = await list.evaluate((element) => element.scrollHeight > element.clientHeight + 1);
      expect(isCut, "the list scrolls").toBe(false);
    });
  }
});
