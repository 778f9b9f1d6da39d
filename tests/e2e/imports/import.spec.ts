import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";
import { institutionValues } from "../../support/factories";

test("a CSV file from German Excel is imported in four steps: file, columns, preview, result", async ({
  page,
  login,
}) => {
  const marker = unique("Einfuhr");
  const table = ["Name;Branche;Netz", `Häuser ${marker};Forschung;www.example.org`, ";Ohne Namen;"].join("\r\n");
  await login();
  await page.goto("/institutions");
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Importieren" }).click();
  await page
    .getByLabel("Tabelle auswählen")
    .setInputFiles({ name: "häuser.csv", mimeType: "text/csv", buffer: Buffer.from(table, "latin1") });
  await expect(page.getByText("häuser.csv: 2 Zeilen")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Name" })).toHaveValue("name");
  // The file contains only one web address, which is not enough to infer the column's field, so the
  // user chooses it.
  await page.getByRole("combobox", { name: "Netz" }).selectOption("Webseite");
  await page.getByRole("combobox", { name: "Branche" }).selectOption("Branchen");
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("1 neu, 0 geändert, 0 unverändert, 1 abgelehnt")).toBeVisible();
  await expect(page.getByRole("row", { name: /3 abgelehnt Bitte füllen Sie dieses Feld aus/ })).toBeVisible();
  // After a change of the settings, the preview must be renewed before the import can start.
  await page.getByRole("combobox", { name: "Vorhandene Datensätze erkennen an" }).click();
  await page.getByRole("listbox").getByRole("option", { name: "Webseite" }).click();
  await page.getByRole("listbox").getByRole("option", { name: "Name" }).click();
  await expect(page.getByRole("button", { name: "Eine Zeile übernehmen" })).toBeHidden();
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await page.getByRole("button", { name: "Eine Zeile übernehmen" }).click();
  await expect(page.getByText("1 von 1 Zeilen übernommen")).toBeVisible();
  // The result survives a reload.
  await page.reload();
  await expect(page.getByRole("link", { name: "Eine abgelehnte Zeile als Excel" })).toBeVisible();
  await page.getByRole("button", { name: "Weitere Datei importieren" }).click();
  await expect(page.getByLabel("Tabelle auswählen")).toBeFocused();
  await page.goto(`/institutions?filter=${encodeURIComponent(marker)}`);
  await expect(page.getByRole("link", { name: `Häuser ${marker}`, exact: true })).toBeVisible();
});

test("without a kind the import page offers the five kinds in the order of the sidebar, and each links back to the choice", async ({
  page,
  login,
}) => {
  await login();
  await page.goto("/pages/import");
  const german = [
    "Hochschulmitglieder",
    "Kooperationsprojekte",
    "Partnerinstitutionen",
    "Partnerpersonen",
    "Themenfelder",
  ];
  const english = [
    "University members",
    "Cooperation projects",
    "Partner institutions",
    "Partner persons",
    "Thematic fields",
  ];
  const offers = (region: string, names: string[]) =>
    expect(page.getByRole("region", { name: region }).getByRole("link")).toHaveText(
      names.map((name) => new RegExp(`^${name}`)),
    );
  await page.getByRole("button", { name: "English" }).click();
  await offers("What do you want to import?", english);
  await page.getByRole("button", { name: "Deutsch" }).click();
  await offers("Was möchten Sie importieren?", german);
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Partnerpersonen/ })
    .click();
  await expect(page).toHaveURL(/\/pages\/import\?kind=persons$/);
  await expect(page.getByLabel("Tabelle auswählen")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Partnerpersonen importieren", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Andere Daten importieren" }).click();
  await expect(page).toHaveURL(/\/pages\/import$/);
});

test("an unknown kind and an unknown import return 404", async ({ page, login }) => {
  await login();
  for (const query of ["kind=nothing", "id=999999"])
    expect((await page.request.get(`/pages/import?${query}`)).status(), query).toBe(404);
});

test("an unknown import is shown as a missing page inside the frame", async ({ page, login }) => {
  await login();
  await page.goto("/pages/import");
  // A full load of this page is rendered in the browser only, which the fixtures report as a failure.
  await page.evaluate(() => {
    const link = document.createElement("a");
    Object.assign(link, { href: "/pages/import?id=999999", textContent: "Unbekannter Import" });
    document.querySelector("main")?.append(link);
  });
  await page.getByRole("link", { name: "Unbekannter Import" }).click();
  await expect(page.getByRole("main").getByRole("heading", { name: "Seite nicht gefunden" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Hauptnavigation" })).toBeVisible();
});

test("a row that matches a record under another spelling is reported, can update that record, and is undone", async ({
  page,
  login,
  api,
}) => {
  const place = unique("Ilmenrode").replaceAll(/[ 0-9-]/g, "");
  const values = { name: `Universität ${place}`, branchen: "Hochschule", telefon: "+49 3677 1" };
  const id = await create(api, "institutions", values);
  const total = async () =>
    ((await (await api.get(`/api/institutions?filter=${place}`)).json()) as { total: number }).total;
  const stored = async () =>
    ((await (await api.get(`/api/institutions/${id}`)).json()) as { data: Record<string, unknown> }).data;
  expect(await total()).toBe(1);
  const table = ["Name;Branchen", `University of ${place};Forschung`, `Sparkasse ${place};Geld`].join("\r\n");
  await login();
  await page.goto("/pages/import?kind=institutions");
  await page
    .getByLabel("Tabelle auswählen")
    .setInputFiles({ name: "häuser.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("2 neu, 0 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  const probable = page.getByRole("region", { name: "Wahrscheinlich schon vorhanden" });
  await expect(probable.getByRole("heading")).toHaveText("Eine neue Zeile ist wahrscheinlich schon vorhanden");
  const row = probable.getByRole("group", { name: `Zeile 2: University of ${place} · Forschung` });
  await expect(row.getByText(/gleicher oder ähnlicher Name · ändert: Name, Branchen$/)).toBeVisible();
  await expect(row.getByRole("link", { name: `Universität ${place}, in neuem Tab öffnen` })).toBeVisible();
  // Chooses by keyboard: the checked radio button takes the focus, and an arrow key checks the next
  // one.
  await expect(row.getByRole("radio", { name: "Neu anlegen" })).toBeChecked();
  await row.getByRole("radio", { name: "Neu anlegen" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(row.getByRole("radio", { name: `„Universität ${place}“ aktualisieren` })).toBeChecked();
  await expect(page.getByText("1 neu, 1 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await probable.getByRole("button", { name: "Alle auslassen" }).click();
  await expect(page.getByText("1 neu, 0 geändert, 0 unverändert, 0 abgelehnt, 1 ausgelassen")).toBeVisible();
  await expect(page.getByRole("button", { name: "Eine Zeile übernehmen" })).toBeVisible();
  await probable.getByRole("button", { name: "Alle aktualisieren" }).click();
  await expect(row.getByRole("radio", { name: `„Universität ${place}“ aktualisieren` })).toBeChecked();
  await page.getByRole("button", { name: "2 Zeilen übernehmen" }).click();
  await expect(page.getByText("2 von 2 Zeilen übernommen")).toBeVisible();
  await expect(page.getByText("1 neu, 1 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  expect(await total()).toBe(2);
  expect(await stored()).toMatchObject({ ...values, name: `University of ${place}`, branchen: "Forschung" });
  await page.getByRole("button", { name: "Alles rückgängig machen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Alles rückgängig machen" }).click();
  await expect(page.getByText("Der Import wurde rückgängig gemacht.")).toBeVisible();
  expect(await total()).toBe(1);
  expect(await stored()).toMatchObject(values);
});

test("a list of forty contacts with a title line, other names and other headers is imported whole", async ({
  page,
  api,
  login,
}) => {
  const mark = unique("Zq").replace(" ", "");
  const vienna = await create(api, "institutions", institutionValues({ name: `Universität ${mark}` }));
  const people = Array.from({ length: 40 }, (_, at) => {
    const house = at % 2 === 0 ? `Uni ${mark}` : at % 3 === 0 ? `Werk ${mark}` : "";
    return `Professor Dr.;Käthe ${at};${mark}${at};${at}@${mark}.example;Leitung;0711 ${1000 + at};${house};Gut`;
  });
  const table = [
    "Kontakte unserer Partner;;;;;;;",
    ";;;;;;;",
    "Titel;Vorname;Name;Mail;Funktion;Tel.;Institution;Bemerkung",
    ...people,
    people[0],
  ].join("\r\n");
  await login();
  await page.goto("/pages/import?kind=persons");
  await expect(page).toHaveTitle(/Partnerpersonen importieren/);
  await page
    .getByLabel("Tabelle auswählen")
    .setInputFiles({ name: "kontakte.csv", mimeType: "text/csv", buffer: Buffer.from(table, "latin1") });
  await expect(page.getByText("kontakte.csv: 41 Zeilen")).toBeVisible();
  await expect(page.getByLabel("Überschriften stehen in Zeile")).toHaveValue("3");
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("0 neu, 0 geändert, 0 unverändert, 41 abgelehnt")).toBeVisible();
  const step = page.getByRole("region", { name: "Unbekannte Namen" });
  await expect(step.getByText("3 Namen aus der Datei sind hier unbekannt")).toBeVisible();
  const title = step.getByLabel("Professor Dr. ist");
  await title.selectOption("Prof. Dr.");
  await expect(step.getByLabel(`Uni ${mark} ist`)).toHaveValue(String(vienna));
  await step.getByLabel(`Werk ${mark} ist`).selectOption("neu anlegen");
  await expect(step.getByRole("button", { name: "Anwenden" })).toBeDisabled();
  await step.getByLabel("Branchen der neu angelegten").fill("Industrie");
  expect(await accessibilityFaults(page)).toEqual([]);
  await step.getByRole("button", { name: "Anwenden" }).click();
  await expect(page.getByText("41 neu, 0 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  await page.getByLabel("Wiederholte Zeilen auslassen").check();
  await page.getByRole("button", { name: "40 Zeilen übernehmen" }).click();
  await expect(page.getByText("40 von 40 Zeilen übernommen")).toBeVisible();
  await page.goto(`/persons?filter=${mark}`);
  await expect(page.getByText("von 40 Einträgen")).toBeVisible();
});

test("the header row can be chosen, and a file be dropped", async ({ page, login }) => {
  await login();
  await page.goto("/pages/import?kind=persons");
  const table = "Adam;Eva\r\nNachname;Spalte\r\nBerg;B";
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "liste.csv", { type: "text/csv" }));
    return transfer;
  }, table);
  // A file dropped before the page is awake would be lost.
  await expect(async () => {
    await page.getByText("Oder ziehen Sie die Datei hierher.").dispatchEvent("drop", { dataTransfer: data });
    await expect(page.getByText("liste.csv: 2 Zeilen")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("row", { name: /^Adam/ })).toBeVisible();
  await page.getByLabel("Überschriften stehen in Zeile").selectOption("2");
  await expect(page.getByRole("combobox", { name: "Nachname" })).toHaveValue("nachname");
  await expect(page.getByText("liste.csv: eine Zeile")).toBeVisible();
});
