import { readFile } from "node:fs/promises";
import { institutionValues, personValues } from "../../../support/factories";
import { xlsxRows } from "../../../support/records/spreadsheets";
import { expect, test } from "../../../support/browser/fixtures";
import { create, inDatabase, unique } from "../../../support/browser/steps";

/* Link tabs of any length: bulk unlinking, export, and server-side paging of hundreds of links. */

test.beforeEach(async ({ login }) => login());

const checkboxOf = (name: string) => ({ name: `${name} auswählen` });

test("several links are deleted and restored in one step; linked records are exported and opened as a filtered list", async ({
  page,
  api,
}) => {
  const surname = unique("Bündel");
  const institution = await create(api, "institutions", institutionValues({ name: unique("Haus") }));
  for (const number of [1, 2, 3, 4]) {
    const values = { vorname: `Kim ${number}`, nachname: surname, email: `kim${number}@example.org` };
    await create(api, "persons", personValues({ ...values, institution: [institution] }));
  }
  const linked = async () => (await (await api.get(`/api/institutions/${institution}`)).json()).data.personen.length;
  await page.goto(`/institution/${institution}?tab=personen`);
  const panel = page.getByRole("tabpanel", { name: /^Partnerpersonen/ });
  const bar = page.getByRole("region", { name: "Ausgewählte Einträge" });
  await panel.getByRole("checkbox", checkboxOf(`Kim 1 ${surname}`)).check();
  await panel.getByRole("checkbox", checkboxOf(`Kim 3 ${surname}`)).click({ modifiers: ["Shift"] });
  await expect(bar.getByText("3 Einträge ausgewählt")).toBeVisible();
  await panel.getByLabel("Tabelle durchsuchen").fill("Kim");
  await expect(bar, "hidden rows are deselected").toHaveCount(0);
  await panel.getByLabel("Tabelle durchsuchen").fill("");

  await panel.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await panel.getByRole("checkbox", checkboxOf(`Kim 4 ${surname}`)).uncheck();
  // The rest of the test uses the keyboard.
  await bar.getByRole("button", { name: "3 Verknüpfungen löschen" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("3 Verknüpfungen");
  await dialog.getByRole("button", { name: "Ja" }).press("Enter");
  await expect(page.getByText("3 Verknüpfungen gelöscht")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Partnerpersonen 1" })).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await linked()).toBe(1);
  await page.getByRole("button", { name: "Rückgängig" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Partnerpersonen 4" })).toBeVisible();
  expect(await linked()).toBe(4);

  await panel.getByRole("button", { name: "Exportieren, drucken" }).press("Enter");
  const arriving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Excel – Spalten der Liste" }).press("Enter");
  const [headers, ...rows] = await xlsxRows(await readFile(await (await arriving).path()));
  expect(headers).toEqual(["Vorname", "Nachname", "E-Mail"]);
  expect(rows.map((row) => row[0])).toEqual(["Kim 1", "Kim 2", "Kim 3", "Kim 4"]);
  await panel.getByRole("link", { name: "Als Liste öffnen" }).click();
  await expect(page.getByText("Zeige 1 bis 4 von 4 Einträgen")).toBeVisible();
  await expect(page.getByRole("list", { name: "Angewendete Filter" })).toContainText("Partnerinstitutionen: Haus");
});

test("a link tab with hundreds of links comes with its first page; the server searches, sorts, links and unlinks", async ({
  page,
  api,
  app,
}) => {
  // The mark contains no digits, so that a search for a number does not match every name.
  const mark = unique("Schar").replace(/\d/g, (figure) => "ghijklmnop".charAt(Number(figure)));
  const institution = await create(api, "institutions", institutionValues({ name: mark }));
  await inDatabase(app, (client) =>
    client.query(
      `WITH created AS (
         INSERT INTO persons (titel, vorname, nachname, email)
         SELECT -1, 'Kim', $2 || ' ' || lpad(n::text, 3, '0'), 'p' || n || '@example.org' FROM generate_series(1, 400) n
         RETURNING person_id)
       INSERT INTO institution_persons (partner_institution_id, person_id) SELECT $1::int, person_id FROM created`,
      [institution, mark],
    ),
  );
  const requestedPages: string[] = [];
  // Ignores the request that counts former links, which the first page does not contain.
  const isPage = (url: string) => url.includes("/api/persons?") && !url.includes("pageSize=1&");
  page.on("request", (request) => void (isPage(request.url()) && requestedPages.push(request.url())));
  await page.goto(`/institution/${institution}?tab=personen`);
  const panel = page.getByRole("tabpanel", { name: /^Partnerpersonen/ });
  await expect(panel.getByText("Zeige 1 bis 10 von 400 Einträgen")).toBeVisible();
  await expect(panel.getByRole("row").nth(1)).toContainText(`${mark} 001`);
  expect(requestedPages, "the first page came with the record").toEqual([]);
  await panel.getByRole("button", { name: "Letzte Seite" }).click();
  await expect(panel.getByRole("row").nth(1)).toContainText(`${mark} 391`);
  await panel.getByRole("button", { name: /^Nachname/ }).click();
  await panel.getByRole("button", { name: /^Nachname/ }).click();
  await expect(panel.getByRole("row").nth(1)).toContainText(`${mark} 400`);

  // The selection is kept across pages.
  await panel.getByRole("checkbox", checkboxOf(`Kim ${mark} 400`)).check();
  await panel.getByRole("button", { name: "Seite 2" }).click();
  await panel.getByRole("checkbox", checkboxOf(`Kim ${mark} 390`)).check();
  await panel.getByRole("button", { name: "2 Verknüpfungen löschen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(page.getByRole("tab", { name: "Partnerpersonen 398" })).toBeVisible();
  await expect(panel.getByRole("row").nth(1)).toContainText(`${mark} 388`);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(panel.getByText("Zeige 11 bis 20 von 400 Einträgen")).toBeVisible();

  await panel.getByLabel("Tabelle durchsuchen").fill(`${mark} 123`);
  await expect(panel.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  await panel.getByRole("button", { name: "Verknüpfung mit" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(page.getByRole("tab", { name: "Partnerpersonen 399" })).toBeVisible();
  await expect(panel.getByText("Keine passenden", { exact: false })).toBeVisible();
  const box = page.getByLabel("Partnerperson hinzufügen");
  await box.fill(`${mark} 12`);
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options.filter({ hasText: "p122@" })).toContainText("verknüpft");
  await box.fill(`${mark} 123`);
  const unlinkedOption = options.filter({ hasText: "p123@" });
  await expect(unlinkedOption).not.toContainText("verknüpft");
  await unlinkedOption.click();
  await expect(panel.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Partnerpersonen 400" })).toBeVisible();

  // Hundreds of names contain the searched text, and the person that matches it best is last in the
  // table's order.
  await create(api, "persons", personValues({ vorname: mark, nachname: "Zuletzt", institution: [institution] }));
  await page.reload();
  await box.fill(mark);
  await expect(options.first()).toContainText(`${mark} Zuletzt`);
  await expect(options.first()).toContainText("verknüpft");
});

test("a link of a long list is edited on a later page, which then shows its values", async ({ page, api, app }) => {
  const mark = unique("Reihe");
  const institution = await create(api, "institutions", institutionValues({ name: mark }));
  await inDatabase(app, (client) =>
    client.query(
      `WITH created AS (
         INSERT INTO persons (titel, vorname, nachname, email)
         SELECT -1, 'Kim', $2 || ' ' || lpad(n::text, 3, '0'), 'q' || n || '@example.org' FROM generate_series(1, 300) n
         RETURNING person_id)
       INSERT INTO institution_persons (partner_institution_id, person_id) SELECT $1::int, person_id FROM created`,
      [institution, mark],
    ),
  );
  await page.goto(`/institution/${institution}?tab=personen`);
  const panel = page.getByRole("tabpanel", { name: /^Partnerpersonen/ });
  await panel.getByRole("button", { name: "Letzte Seite" }).click();
  const row = panel.getByRole("row").filter({ hasText: `${mark} 300` });
  await row.getByRole("button", { name: /^Rolle eintragen/ }).press("Enter");
  const role = page.getByRole("dialog").getByRole("combobox", { name: "Rolle" });
  await expect(role).toBeFocused();
  await page.keyboard.type("Ansprech");
  await page.keyboard.press("Enter");
  await expect(role).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await expect(row.getByRole("button", { name: "Ansprechperson" })).toBeVisible();
});

test("former links of a long link tab are collapsed in a table with its own pages", async ({ page, api, app }) => {
  const mark = unique("Schar").replace(/\d/g, (figure) => "ghijklmnop".charAt(Number(figure)));
  const institution = await create(api, "institutions", institutionValues({ name: mark }));
  await inDatabase(app, (client) =>
    client.query(
      `WITH created AS (
         INSERT INTO persons (titel, vorname, nachname, email)
         SELECT -1, 'Kim', $2 || ' ' || lpad(n::text, 3, '0'), 'p' || n || '@example.org' FROM generate_series(1, 320) n
         RETURNING person_id, nachname)
       INSERT INTO institution_persons (partner_institution_id, person_id, bis)
       SELECT $1::int, person_id, CASE WHEN nachname ~ '0$' THEN '2023-12-31'::date END FROM created`,
      [institution, mark],
    ),
  );
  await page.goto(`/institution/${institution}?tab=personen`);
  const panel = page.getByRole("tabpanel", { name: /^Partnerpersonen/ });
  await expect(page.getByRole("tab", { name: "Partnerpersonen 288 +32 früher", exact: true })).toBeVisible();
  await expect(panel.getByText("Zeige 1 bis 10 von 288 Einträgen, +32 früher", { exact: true })).toBeVisible();
  await expect(panel.getByRole("gridcell", { name: `${mark} 011`, exact: true })).toBeVisible();
  await expect(panel.getByRole("gridcell", { name: `${mark} 010`, exact: true })).toHaveCount(0);
  await panel.getByRole("button", { name: "früher (32)" }).click();
  await expect(panel.getByText("Zeige 1 bis 10 von 32 Einträgen")).toBeVisible();
  await expect(panel.getByRole("gridcell", { name: `${mark} 010`, exact: true })).toBeVisible();
});
