import { memberValues, projectValues, thematicFieldValues } from "../../../support/factories";
import { expect, test } from "../../../support/browser/fixtures";
import { unique } from "../../../support/browser/steps";

test.beforeEach(async ({ login }) => login());

test("thematic fields sort by several columns with ctrl held", async ({ page, api }) => {
  const marker = unique("Rang");
  // Creates the fields in an order that no sorting produces. The field with the first English name
  // has the second German name.
  for (const [german, english] of [
    ["Zwei", "Bear"],
    ["Eins", "Cat"],
    ["Zwei", "Ape"],
    ["Eins", "Dog"],
  ]) {
    const data = thematicFieldValues({ themenfeld_de: `${german} ${marker}`, themenfeld_en: `${english} ${marker}` });
    expect((await api.post("/api/thematicfields/new", { data })).ok()).toBe(true);
  }
  const expectRows = (...names: string[]) =>
    expect(page.getByRole("row")).toHaveText([/Deutsche/, ...names.map(rowPattern)]);
  const rowPattern = (names: string) => new RegExp(`^${names.replace(" ", ` ${marker}\\s*`)} ${marker}`);
  const [german, english] = [/^Deutsche Bezeichnung/, /^Englische Bezeichnung/];
  const heading = (name: RegExp) => page.getByRole("link", { name });

  await page.goto(`/thematic-fields?filter=${encodeURIComponent(marker)}`);
  await heading(english).click({ modifiers: ["Control"] });
  await expect(page).toHaveURL(/sortBy=themenfeld_de%2Cthemenfeld_en&sortOrder=asc%2Casc/);
  await expectRows("Eins Cat", "Eins Dog", "Zwei Ape", "Zwei Bear");
  // Ctrl+Enter does the same as a click with Ctrl: here it reverses the second column's order.
  await heading(english).press("Control+Enter");
  await expect(page).toHaveURL(/sortBy=themenfeld_de%2Cthemenfeld_en&sortOrder=asc%2Cdesc/);
  await expectRows("Eins Dog", "Eins Cat", "Zwei Bear", "Zwei Ape");
  await expect(page.getByRole("columnheader", { name: german })).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("columnheader", { name: english })).toHaveAttribute("aria-sort", "descending");
  // A click without Ctrl sorts the list by one column again.
  await heading(english).click();
  await expect(page).toHaveURL(/sortBy=themenfeld_en(&|$)/);
  await expectRows("Zwei Ape", "Zwei Bear", "Eins Cat", "Eins Dog");
});

test("the dashboard's counts follow created and deleted records without a reload", async ({ page, api }) => {
  const count = async () =>
    Number(
      (
        await page
          .getByRole("link", { name: /Hochschulmitglieder/ })
          .last()
          .innerText()
      ).match(/\d+/)?.[0],
    );
  await page.goto("/dashboard");
  const before = await count();
  await page
    .getByRole("link", { name: /Hochschulmitglieder/ })
    .last()
    .click();
  const surname = unique("Zähler");
  await api.post("/api/members/new", { data: memberValues({ vorname: "Ada", nachname: surname }) });
  await page.getByLabel("Suchbegriff").fill(surname);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/filter=/);
  await page.getByRole("link", { name: "Übersicht" }).click();
  await expect.poll(count).toBe(before + 1);
  await page.goBack();
  await page.getByRole("button", { name: `Ada ${surname} löschen` }).click();
  await page.getByRole("alertdialog", { name: "Wirklich löschen?" }).getByRole("button", { name: "Ja" }).click();
  await expect(page.getByText("Daten gelöscht")).toBeVisible();
  await page.getByRole("link", { name: "Übersicht" }).click();
  await expect.poll(count).toBe(before);
});

test("link tables search fuzzily, sort, and change their page size", async ({ page, api }) => {
  const surname = unique("Verknüpft");
  const created = await (await api.post("/api/members/new", { data: memberValues({ nachname: surname }) })).json();
  const id = created.data.lastId;
  for (let number = 1; number <= 6; number++) {
    const values = projectValues({
      projekt_titel: `${number} Übung ${surname}`,
      vertragsgrundlage: 0,
      projektbeginn: `20${10 + number}-01-02`,
    });
    const project = await (await api.post("/api/projects/new", { data: values })).json();
    await api.post(`/api/members/project/${id}/${project.data.lastId}`);
  }
  await page.goto(`/members/${id}`);
  await page.getByRole("tab", { name: "Kooperationsprojekte 6" }).click();
  await page.getByLabel("Einträge pro Seite").selectOption("5");
  await expect(page.getByText("Zeige 1 bis 5 von 6 Einträgen")).toBeVisible();
  await page.getByLabel("Tabelle durchsuchen").fill("02.01.2013");
  await expect(page.getByRole("row").nth(1)).toContainText("3 Übung");
  await page.getByLabel("Tabelle durchsuchen").fill("uebungg");
  await expect(page.getByText("Zeige 1 bis 5 von 6 Einträgen")).toBeVisible();
  await page.getByLabel("Tabelle durchsuchen").fill("xylophon");
  await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
  await page.getByLabel("Tabelle durchsuchen").fill("");
  await page.getByRole("button", { name: /^Projektbeginn/ }).click();
  await page.getByRole("button", { name: /^Projektbeginn/ }).click();
  await expect(page.getByRole("row").nth(1)).toContainText("02.01.2016");
});

test("the dashboard lists expired projects and the deadlines of the next twelve months, each linked to its project", async ({
  page,
  api,
}) => {
  const berlin = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });
  const day = (days: number) => berlin.format(Date.now() + days * 24 * 60 * 60_000);
  const titles = { over: unique("Abgelaufen"), ending: unique("Endet bald"), later: unique("Endet viel später") };
  for (const [title, days] of [
    // Other tests leave expired projects behind, and the oldest come first.
    [titles.over, -30_000],
    [titles.ending, 0],
    [titles.later, 400],
  ] as const) {
    const dates = { vertragsgrundlage: 1, projektbeginn: "1940-01-01", projektende: day(days) };
    const data = projectValues({ projekt_titel: title, status: 2, ...dates });
    await api.post("/api/projects/new", { data });
  }
  await page.goto("/dashboard");
  const due = page.getByRole("region", { name: "Zu tun", exact: true });
  const rowOf = (title: string) => due.getByRole("listitem").filter({ hasText: title });
  await expect(rowOf(titles.over)).toContainText(day(-30_000).split("-").reverse().join("."));
  await expect(rowOf(titles.ending)).toContainText(/Vertragsende .*heute/);
  await expect(page.getByRole("link", { name: titles.ending }), "each project stands there once").toHaveCount(1);
  await expect(due.locator("h2 + *"), "the badge counts what is shown").toHaveText(
    String(await due.getByRole("listitem").count()),
  );
  await expect(page.getByText(titles.later)).toHaveCount(0);
  await due.getByRole("link", { name: titles.over }).click();
  await expect(page.getByRole("heading", { name: titles.over })).toBeVisible();
});
