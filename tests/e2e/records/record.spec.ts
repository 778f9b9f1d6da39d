import type { APIRequestContext, Page } from "@playwright/test";
import { institutionValues, memberValues, personValues, projectValues } from "../../support/factories";
import { readPdf } from "../../support/pdf";
import { expect, test } from "../../support/browser/fixtures";
import { create, shareMenuItem, loginAsColleague, unique } from "../../support/browser/steps";

/*
 * A record's page: head, overview, menu actions, printing, and what stays in view while scrolling.
 * modes.spec.ts checks the switch between reading and editing.
 */

const head = (page: Page) => page.getByRole("heading", { level: 1 });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });

async function pickFromMenu(page: Page, item: string) {
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menu").getByText(item, { exact: true }).click();
}

/**
 * Creates an institution with a current project, linked to a university member, and an ended one.
 */
async function createPartner(api: APIRequestContext) {
  const name = unique("Partnerin");
  const values = { name, kommentare: "Treffen im Mai", telefon: "0711 685-0", email: "international@example.org" };
  const id = await create(api, "institutions", institutionValues(values));
  const member = await create(api, "members", memberValues({ vorname: "Zoë", nachname: "Überblick" }));
  const dates = { vertragsgrundlage: 1, status: 2, projektbeginn: "2024-02-01" };
  const current = await create(
    api,
    "projects",
    projectValues({ ...dates, projekt_titel: unique("Jetzt"), projektende: "2999-12-31" }),
  );
  const ended = await create(
    api,
    "projects",
    projectValues({ ...dates, projekt_titel: unique("Damals"), projektende: "2024-03-01" }),
  );
  for (const project of [current, ended]) await api.post(`/api/institutions/project/${id}/${project}`);
  await api.post(`/api/members/project/${member}/${current}`);
  return { id, name };
}

test.beforeEach(async ({ login }) => login());

test("the head of a record shows its name, kind, contact links and author", async ({ page, api }) => {
  const { id, name } = await createPartner(api);
  await page.goto(`/institution/${id}`);
  await expect(head(page)).toHaveText(name);
  await expect(page.getByRole("banner").getByRole("link", { name: "Partnerinstitution", exact: true })).toHaveAttribute(
    "href",
    "/institutions",
  );
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "0711 685-0" })).toHaveAttribute("href", "tel:07116850");
  await expect(main.getByRole("link", { name: "international@example.org" })).toHaveAttribute(
    "href",
    "mailto:international@example.org",
  );
  await expect(main.getByText("2 Kooperationsprojekte"), "the tab shows the number").toHaveCount(0);
  await expect(page.getByText(/^Angelegt am .* von /)).toBeVisible();
});

test("a record's overview is part of the server's HTML and is updated when links change", async ({
  page,
  app,
  api,
}) => {
  await loginAsColleague(page, app);
  const { id } = await createPartner(api);
  await page.goto(`/institution/${id}?tab=overview`);
  const projects = page.getByRole("table", { name: "Kooperationsprojekte" });
  await expect(projects.getByRole("rowheader")).toHaveText([
    /^Laufend und geplant \(1\)$/,
    /^Jetzt /,
    /^Früher \(1\)$/,
    /^Damals /,
  ]);
  await expect(projects.getByRole("row", { name: /Jetzt/ })).toContainText("01.02.2024 – 31.12.2999");
  await expect(projects.getByRole("row", { name: /Jetzt/ })).toContainText("Zoë Überblick");
  await expect(page.getByText("Treffen im Mai")).toBeVisible();
  const html = await (await page.request.get(`/institution/${id}?tab=overview`)).text();
  expect(html).toContain("Zoë Überblick");

  await page.getByRole("button", { name: "Bearbeiten", exact: true }).click();
  await tab(page, "Kooperationsprojekte").click();
  await page.getByRole("button", { name: /^Verknüpfung mit Damals .* löschen$/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(tab(page, "Kooperationsprojekte 1")).toBeVisible();
  await page.getByRole("button", { name: "Ansehen", exact: true }).click();
  await expect(projects.getByRole("rowheader", { name: /Damals/ })).toHaveCount(0);
  await projects.getByRole("link", { name: /^Jetzt/ }).click();
  await expect(head(page)).toHaveText(/^Jetzt/);
});

test("duplicating a record opens a new form with the same values; the copy is created on save", async ({
  page,
  api,
}) => {
  const title = unique("Vorlage");
  const id = await create(api, "projects", projectValues({ projekt_titel: title, foerderer: "DAAD" }));
  await page.goto(`/projects/${id}`);
  await pickFromMenu(page, "Duplizieren");
  await expect(page).toHaveURL(`/projects/new?from=${id}`);
  await expect(page.getByText(`Kopie von „${title}“`)).toBeVisible();
  await expect(page.getByLabel("Förderer", { exact: true })).toHaveValue("DAAD");
  await page.getByLabel(/^Projekttitel/).fill(`${title} zwei`);
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
  await dialog.getByRole("button", { name: "Ja" }).click();
  await expect(page.getByLabel(/^Projekttitel/), "the next form is empty").toHaveValue("");
  const found = await (await api.get(`/api/projects?filter=${encodeURIComponent(title)}`)).json();
  expect(found.data.map((row: { foerderer: string }) => row.foerderer)).toEqual(["DAAD", "DAAD"]);
});

test("a record with unsaved input is deleted from its page and restored by the notification", async ({ page, api }) => {
  const nachname = unique("Weg");
  const id = await create(api, "members", memberValues({ nachname }));
  await page.goto(`/members/${id}`);
  await page.getByLabel("Telefon").fill("wird nicht gespeichert");
  await pickFromMenu(page, "Löschen");
  await page.getByRole("alertdialog", { name: "Wirklich löschen?" }).getByRole("button", { name: "Ja" }).click();
  await expect(page).toHaveURL(/\/members$/);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(head(page)).toContainText(nachname);
  await expect(page.getByText("Rückgängig gemacht")).toBeVisible();
  expect((await (await api.get(`/api/members/${id}`)).json()).data.nachname).toBe(nachname);
});

test("a record's overview is printed whichever tab is open, and is offered as a PDF in both languages", async ({
  page,
  api,
}) => {
  const { id, name } = await createPartner(api);
  await page.goto(`/institution/${id}`);
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute("data-printed", document.querySelector("[data-overview]")?.textContent ?? "");
  });
  await (await shareMenuItem(page, "Drucken", "Datensatz exportieren, drucken")).click();
  await expect(page.locator("body")).toHaveAttribute("data-printed", /Zoë Überblick/);
  const printed = await readPdf(await page.pdf());
  expect(printed.pages.join("\n")).toContain(name);
  expect(printed.pages.join("\n")).toContain("Zoë Überblick");
  for (const control of ["Abmelden", "Verlauf", "Speichern"]) expect(printed.pages.join("\n")).not.toContain(control);

  await page.getByRole("button", { name: "Datensatz exportieren, drucken" }).click();
  for (const [item, word] of [
    ["PDF auf Deutsch", "Laufzeit"],
    ["PDF auf Englisch", "Period"],
  ] as const) {
    const href = await page.getByRole("menuitem", { name: item }).getAttribute("href");
    const { pages } = await readPdf(await (await page.request.get(href ?? "")).body());
    expect(pages.join("\n")).toContain(word);
  }
});

test("a printed overview keeps periods on one line beside long names", async ({ page, api }) => {
  const { id } = await createPartner(api);
  const values = { vertragsgrundlage: 1, projektbeginn: "2023-04-01", projektende: "2026-09-30" };
  const title = `${unique("Vorhaben")} ${"mit einem langen Titel ".repeat(8)}`;
  const project = await create(api, "projects", projectValues({ projekt_titel: title, ...values }));
  expect((await api.post(`/api/projects/institution/${id}/${project}`)).ok()).toBe(true);
  await page.goto(`/institution/${id}?tab=overview`);
  await expect(page.getByRole("row", { name: /^Vorhaben/ })).toBeVisible();
  const { pages } = await readPdf(await page.pdf());
  expect(pages.join("\n")).toContain("01.04.2023 – 30.09.2026");
});

test("an overview has no column without any text", async ({ page, api }) => {
  const institution = await create(api, "institutions", institutionValues());
  await create(api, "persons", personValues({ telefon: "", institution: [institution] }));
  await page.goto(`/institution/${institution}?tab=overview`);
  await expect(page.getByRole("columnheader", { name: "E-Mail" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Telefon" })).toHaveCount(0);
});

test("an open-ended period is shown in words in a project's head, the overview and the PDF", async ({ page, api }) => {
  const values = { projekt_titel: unique("Dauerhaft"), vertragsgrundlage: 0, projektbeginn: "2015-01-01" };
  const project = await create(api, "projects", projectValues(values));
  const { id } = await createPartner(api);
  await api.post(`/api/institutions/project/${id}/${project}`);
  await page.goto(`/projects/${project}`);
  await expect(page.getByText(/^seit 01\.01\.2015/)).toBeVisible();
  await page.goto(`/institution/${id}?tab=overview`);
  await expect(page.getByRole("row", { name: /^Dauerhaft/ })).toContainText("seit 01.01.2015");
  const { pages } = await readPdf(
    await (await page.request.get(`/api/projects/${project}/overview.pdf?lang=en`)).body(),
  );
  expect(pages.join("\n")).toContain("since 01.01.2015");
});

test("a record's name, menus and tabs stay in view while its form scrolls, and never cover the focused field", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/projects/1?tab=base_data");
  const name = (await head(page).textContent()) ?? "";
  await page.getByLabel("Kommentare").focus();
  await expect(head(page)).not.toBeInViewport();
  await expect(page.locator("p", { hasText: name.slice(0, 20) })).toBeInViewport();
  for (const control of [
    page.getByRole("tablist"),
    page.getByRole("button", { name: "Ansehen", exact: true }),
    page.getByRole("button", { name: "Datensatz exportieren, drucken" }),
    page.getByRole("button", { name: "Weitere Aktionen" }),
  ])
    await expect(control).toBeInViewport({ ratio: 1 });
  // Moves the focus backwards through the form: each focused field must be visible below the tabs.
  const form = page.locator("form");
  for (let step = 1; await form.evaluate((element) => element.contains(document.activeElement)); step++) {
    const isUncovered = await page.evaluate(() => {
      const { left = 0, top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
      return [top, bottom].every((y) => document.elementFromPoint(left + 4, y)?.closest("[data-pinned]") === null);
    });
    expect(isUncovered, `step ${step}`).toBe(true);
    await page.keyboard.press("Shift+Tab");
  }
});

test("a scrolled page prints the record's name once", async ({ page, api }) => {
  await page.setViewportSize({ width: 1280, height: 520 });
  const name = unique("Einmal");
  const kommentare = `${"Zeile\n".repeat(40)}Ende`;
  const id = await create(api, "projects", projectValues({ projekt_titel: name, kommentare }));
  await page.goto(`/projects/${id}?tab=overview`);
  await page.getByText(/Ende$/).scrollIntoViewIfNeeded();
  await expect(page.locator("p", { hasText: name })).toBeInViewport();
  const { pages } = await readPdf(await page.pdf());
  expect(pages.join("\n").split(name)).toHaveLength(2);
});

test("on a phone only the record's name stays at the top while scrolling, and nothing in a low window", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto("/projects/1?tab=base_data");
  const name = (await head(page).textContent()) ?? "";
  const bar = page.locator("p", { hasText: name.slice(0, 20) });
  await page.getByLabel("Kommentare").focus();
  await expect(bar).toBeInViewport();
  await expect(page.getByRole("tablist")).not.toBeInViewport();
  await expect(page.getByRole("button", { name: "Weitere Aktionen" })).not.toBeInViewport();
  await page.setViewportSize({ width: 667, height: 375 });
  await expect(bar).toBeHidden();
});

test.describe("with a replaced print function", () => {
  test.use({ ownContext: true });

  test("a list prints all filtered rows in its order, without controls", async ({ page, api }) => {
    const name = unique("Druck");
    for (let number = 11; number <= 23; number++) {
      await create(api, "institutions", institutionValues({ name: `${name} ${number}` }));
    }
    const query = `filter=${encodeURIComponent(name)}&sortBy=name&sortOrder=desc`;
    await page.goto(`/institutions?${query}`);
    const opened = page.waitForEvent("popup");
    // The popup calls `print` itself, so only a script of the context is early enough to replace it.
    await page
      .context()
      .addInitScript(() => void (window.print = () => document.documentElement.setAttribute("data-printed", "")));
    await (await shareMenuItem(page, /Drucken/)).click();
    const sheet = await opened;
    await expect(sheet.locator("html")).toHaveAttribute("data-printed", "");
    await expect(sheet.getByRole("heading", { level: 1 })).toHaveText("Partnerinstitutionen");
    await expect(sheet.getByText(`Suchbegriff: ${name}`)).toBeVisible();
    await expect(sheet.getByText("13 Partnerinstitutionen")).toBeVisible();
    const cells = sheet.getByRole("row").getByRole("cell").first();
    await expect(cells).toHaveText(`${name} 23`);
    const printed = (await readPdf(await sheet.pdf())).pages.join("\n");
    expect(printed).toContain(`${name} 11`);
    for (const control of ["Abmelden", "Drucken"]) expect(printed).not.toContain(control);
  });
});
