import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { writeXlsx } from "hucre/xlsx";
import { accessibilityFaults, contrastFaults, layoutFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { waitUntilIdle, create, unique } from "../../support/browser/steps";
import { institutionValues, projectValues } from "../../support/factories";

type SheetOfTest = { name: string; rows: string[][]; hidden?: boolean };

const csv = (name: string, content: string | Buffer) => {
  return { name, mimeType: "text/csv", buffer: Buffer.from(content as string) };
};
const workbook = async (name: string, ...sheets: SheetOfTest[]) => ({
  name,
  mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  buffer: Buffer.from(await writeXlsx({ sheets })),
});

const chooseFile = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByLabel("Tabelle auswählen").setInputFiles(file);
const previewOf = (page: Page) => page.getByRole("region", { name: "Zeilen der Datei" });
/** The cells of a row of the preview, after the number of the row. */
const cellsOf = (page: Page, row: number) =>
  previewOf(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: String(row), exact: true }) })
    .getByRole("cell");
const firstRowsOf = (page: Page) => page.getByRole("region", { name: "Die ersten Zeilen, wie sie gelesen werden" });

const valuesOf = async (api: APIRequestContext, kind: string, id: number) =>
  ((await (await api.get(`/api/${kind}/${id}`)).json()) as { data: Record<string, unknown> }).data;

/** Finds the only record that a filter finds. @returns its values */
async function findOnlyRecord(api: APIRequestContext, kind: string, key: string, filter: string) {
  const answer = await api.get(`/api/${kind}?filter=${encodeURIComponent(filter)}`);
  const { data, total } = (await answer.json()) as { data: Record<string, number>[]; total: number };
  expect(total, filter).toBe(1);
  return valuesOf(api, kind, Number(data[0]?.[key]));
}

/** Does what a user does with a mouse, and counts the clicks. */
function countingMouse() {
  let count = 0;
  return {
    count: () => count,
    async click(control: Locator) {
      count += 1;
      await control.click();
    },
    /** Opens a select, and clicks an option. */
    async select(control: Locator, label: string) {
      count += 2;
      await control.selectOption({ label });
    },
    /** Opens the dialog for files, and chooses one. */
    async chooseFile(page: Page, file: ReturnType<typeof csv>) {
      count += 2;
      await chooseFile(page, file);
    },
  };
}

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
  await expect(page.getByRole("row", { name: /3 abgelehnt: Name Bitte füllen Sie dieses Feld aus/ })).toBeVisible();
  await expect(previewOf(page).getByRole("columnheader")).toHaveText([
    ...["Zeile", "Wird zu", "Name", "Branchenaus Branche", "Webseiteaus Netz"],
  ]);
  await expect(cellsOf(page, 2)).toHaveText(["neu", `Häuser ${marker}`, "Forschung", /www\.example\.org/]);
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
  await waitUntilIdle(page);
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
  const town = unique("Ilmenrode").replaceAll(/[ 0-9-]/g, "");
  const values = { name: `Universität ${town}`, branchen: "Hochschule", telefon: "+49 3677 1" };
  const id = await create(api, "institutions", values);
  const total = async () =>
    ((await (await api.get(`/api/institutions?filter=${town}`)).json()) as { total: number }).total;
  const stored = async () =>
    ((await (await api.get(`/api/institutions/${id}`)).json()) as { data: Record<string, unknown> }).data;
  expect(await total()).toBe(1);
  const table = ["Name;Branchen", `University of ${town};Forschung`, `Sparkasse ${town};Geld`].join("\r\n");
  await login();
  await page.goto("/pages/import?kind=institutions");
  await page
    .getByLabel("Tabelle auswählen")
    .setInputFiles({ name: "häuser.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("2 neu, 0 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  const probable = page.getByRole("region", { name: "Wahrscheinlich schon vorhanden" });
  await expect(probable.getByRole("heading")).toHaveText("Eine neue Zeile ist wahrscheinlich schon vorhanden");
  const row = probable.getByRole("group", { name: `Zeile 2: University of ${town} · Forschung` });
  await expect(row.getByText(/gleicher oder ähnlicher Name · ändert: Name, Branchen$/)).toBeVisible();
  await expect(row.getByRole("link", { name: `Universität ${town}, in neuem Tab öffnen` })).toBeVisible();
  // Chooses by keyboard: the checked radio button takes the focus, and an arrow key checks the next
  // one.
  await expect(row.getByRole("radio", { name: "Neu anlegen" })).toBeChecked();
  await row.getByRole("radio", { name: "Neu anlegen" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(row.getByRole("radio", { name: `„Universität ${town}“ aktualisieren` })).toBeChecked();
  await expect(page.getByText("1 neu, 1 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await probable.getByRole("button", { name: "Alle auslassen" }).click();
  await expect(page.getByText("1 neu, 0 geändert, 0 unverändert, 0 abgelehnt, 1 ausgelassen")).toBeVisible();
  await expect(page.getByRole("button", { name: "Eine Zeile übernehmen" })).toBeVisible();
  await probable.getByRole("button", { name: "Alle aktualisieren" }).click();
  await expect(row.getByRole("radio", { name: `„Universität ${town}“ aktualisieren` })).toBeChecked();
  await expect(cellsOf(page, 2).first()).toHaveText(`geändertUniversität ${town}`);
  // Which records the update would rename is known as soon as the server refuses to do so unseen.
  await page.getByRole("button", { name: "2 Zeilen übernehmen" }).click();
  await expect(page.getByText("Ein Datensatz bekäme einen anderen Namen")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "wird zu" })).toHaveText(
    `Universität ${town} → wird zu University of ${town}`,
  );
  await expect(page.getByRole("button", { name: "2 Zeilen übernehmen" })).toBeDisabled();
  await expect(page.getByLabel("Ja, diesen Datensatz umbenennen")).toBeFocused();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "2 Zeilen übernehmen" }).click();
  await expect(page.getByText("2 von 2 Zeilen übernommen")).toBeVisible();
  await expect(page.getByText("1 neu, 1 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  expect(await total()).toBe(2);
  expect(await stored()).toMatchObject({ ...values, name: `University of ${town}`, branchen: "Forschung" });
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
    const institution = at % 2 === 0 ? `Uni ${mark}` : at % 3 === 0 ? `Werk ${mark}` : "";
    return `Professor Dr.;Käthe ${at};${mark}${at};${at}@${mark}.example;Leitung;0711 ${1000 + at};${institution};Gut`;
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

test("an import lets the user drop a file and choose its header row", async ({ page, login }) => {
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

/** German words without similar ones, so that titles with them are not likely duplicates. */
const WORDS = (
  "Brücke Garten Kompass Werkstatt Leuchtturm Archipel Mosaik Horizont Quelle Webstuhl Fernrohr Segel Anker Laterne " +
  "Pendel Orgel Zirkus Uhrwerk Kristall Vulkan Gletscher Savanne Delta Passat Ozean Mühle Schmiede Kelter Tenne Almende " +
  "Tribüne Arkade Rotunde Filiale Kontor Magazin Remise Terrasse Zisterne Obelisk"
).split(" ");

test("a messy list with a cover sheet, numbered rows and two-digit years is imported correctly in 14 clicks", async ({
  page,
  api,
  login,
}) => {
  const town = unique("Sprachhaus");
  const titles = WORDS.map((word) => unique(word));
  const website = (at: number) => `https://${titles[at]?.slice(-8)}.example.org/`;
  const old = WORDS.slice(0, 10).map((word) => unique(`Früher ${word}`));
  const ids: number[] = [];
  // The titles of the first six have changed since.
  for (const [at, title] of old.entries()) {
    const values = { projekt_titel: at < 6 ? title : titles[at], projektwebsite: website(at) };
    ids.push(await create(api, "projects", projectValues(values)));
  }
  const basis = (at: number) => (at % 4 === 3 ? "unbefristet" : "befristet");
  const rows = titles.map((title, at) => [
    ...[String(at + 1), title, basis(at), "01.10.98", at % 2 === 0 ? "30.9.28" : "31.03.35"],
    ...[at % 5 === 0 ? town : "Sprachenzentrum", website(at)],
  ]);
  const header = ["ID", "Projekttitel", "Vertragsgrundlage", "Beginn", "Ende", "Einrichtungen", "Projektwebseite"];
  const file = await workbook(
    "projekte.xlsx",
    { name: "Deckblatt", rows: [["Internationale Projekte"], ["Stand: Mai"], ["Referat 3"]] },
    { name: "Liste", rows: [["Alle Vorhaben"], [], header, ...rows] },
  );
  await login();
  await page.goto("/pages/import?kind=projects");
  const user = countingMouse();
  await user.chooseFile(page, file);
  await expect(page.getByText("projekte.xlsx: 40 Zeilen")).toBeVisible();
  await expect(page.getByLabel("Tabellenblatt")).toHaveValue("Liste");
  await expect(page.getByLabel("Überschriften stehen in Zeile")).toHaveValue("3");
  await expect(page.getByRole("combobox", { name: "ID", exact: true })).toHaveValue("");
  await user.click(page.getByRole("combobox", { name: "Vorhandene Datensätze erkennen an" }));
  await user.click(page.getByRole("listbox").getByRole("option", { name: "Projektwebseite" }));
  await user.click(page.getByRole("button", { name: "Vorschau anzeigen" }));
  const names = page.getByRole("region", { name: "Unbekannte Namen" });
  await user.select(names.getByLabel(`${town} ist`), "Sprachenzentrum");
  await user.click(names.getByRole("button", { name: "Anwenden" }));
  await expect(
    page.getByText("10 Zeilen enthalten Angaben, die ihr Datensatz nicht haben kann: Projektende."),
  ).toBeVisible();
  await user.click(page.getByRole("button", { name: "Diese Werte weglassen" }));
  await expect(page.getByText("30 neu, 10 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  await expect(page.getByText("In 10 Zeilen werden Angaben weggelassen")).toBeVisible();
  // The first updated record: which one it is, its new values, and those that it has now.
  const [first, ...others] = await cellsOf(page, 4).allInnerTexts();
  expect(first?.replace(/\s+/g, " ")).toBe(`geändert ${old[0]}`);
  expect(others.map((text) => text.replace(/\s+/g, " "))).toEqual([
    `${titles[0]} bisher: ${old[0]}`,
    "befristet bisher: k. A.",
    "01.10.1998 in der Datei: 01.10.98 bisher: leer",
    "30.09.2028 in der Datei: 30.9.28 bisher: leer",
    `Sprachenzentrum in der Datei: ${town} bisher: k. A.`,
    website(0),
  ]);
  // A new record: cells whose parsed value differs also show the text of the file.
  await expect(cellsOf(page, 15)).toHaveText([
    ...["neu", titles[11] ?? "", "unbefristet", "01.10.1998in der Datei: 01.10.98", "leerin der Datei: 31.03.35"],
    ...["Sprachenzentrum", website(11)],
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  const warning = page.getByRole("status").filter({ hasText: "6 Datensätze bekämen einen anderen Namen" });
  await expect(warning.getByRole("listitem").first()).toHaveText(`${old[0]} → wird zu ${titles[0]}`);
  await expect(warning.getByRole("link")).toHaveCount(6);
  await expect(page.getByRole("button", { name: "40 Zeilen übernehmen" })).toBeDisabled();
  await user.click(warning.getByLabel("Ja, diese Datensätze umbenennen"));
  await user.click(page.getByRole("button", { name: "40 Zeilen übernehmen" }));
  await expect(page.getByText("40 von 40 Zeilen übernommen")).toBeVisible();
  expect(user.count()).toBeLessThanOrEqual(14);
  for (const [at, title] of titles.entries()) {
    const stored = await findOnlyRecord(api, "projects", "projekt_id", title);
    if (at < ids.length) expect(stored.projekt_id).toBe(ids[at]);
    expect(stored).toMatchObject({
      projektbeginn: "1998-10-01",
      projektende: at % 4 === 3 ? null : at % 2 === 0 ? "2028-09-30" : "2035-03-31",
    });
  }
});

test("choosing another encoding of an import reads the file again and keeps the chosen header row", async ({
  page,
  login,
}) => {
  await login();
  await page.goto("/pages/import?kind=institutions");
  const table = Buffer.from("Name;Branchen\r\nUniwersytet \xA3\xF3dzki;Bildung\r\n", "latin1");
  await chooseFile(page, csv("uczelnie.csv", table));
  const encoding = page.getByLabel("Kodierung");
  await encoding.selectOption("Windows, Westeuropa (Windows-1252)");
  await expect(firstRowsOf(page)).toContainText("Uniwersytet £ódzki");
  await expect(encoding).toHaveValue("windows-1252");
  await page.getByLabel("Überschriften stehen in Zeile").selectOption("2");
  await expect(firstRowsOf(page).getByRole("columnheader")).toHaveText(["Zeile", "Uniwersytet £ódzki", "Bildung"]);
  await encoding.selectOption("Windows, Mitteleuropa (Windows-1250)");
  await expect(firstRowsOf(page).getByRole("columnheader")).toHaveText(["Zeile", "Uniwersytet Łódzki", "Bildung"]);
  await page.getByLabel("Überschriften stehen in Zeile").selectOption("1");
  await expect(firstRowsOf(page).getByRole("cell")).toHaveText(["Uniwersytet Łódzki", "Bildung"]);
  // After a reload the browser has no file that it could send again.
  await page.reload();
  await expect(page.getByText("Kodierung: Windows, Mitteleuropa (Windows-1250)")).toBeVisible();
  await expect(page.getByText("Um das zu ändern, wählen Sie die Datei noch einmal.")).toBeVisible();
  await expect(encoding).toBeHidden();
});

test("a table without headers is imported with numbered columns", async ({ page, api, login }) => {
  const names = [unique("Brückenhaus"), unique("Gartenamt")];
  await login();
  await page.goto("/pages/import?kind=institutions");
  await chooseFile(page, csv("ohne.csv", names.map((name) => `${name};Bildung`).join("\r\n")));
  await expect(page.getByText("Keine Spalte wurde erkannt.")).toBeVisible();
  await page.getByLabel("Überschriften stehen in Zeile").selectOption("keine Zeile enthält Überschriften");
  await expect(page.getByText("ohne.csv: 2 Zeilen")).toBeVisible();
  await expect(firstRowsOf(page).getByRole("row", { name: `1 ${names[0]} Bildung` })).toBeVisible();
  await page.getByRole("combobox", { name: "Spalte 1" }).selectOption("Name");
  await page.getByRole("combobox", { name: "Spalte 2" }).selectOption("Branchen");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await page.getByRole("button", { name: "2 Zeilen übernehmen" }).click();
  await expect(page.getByText("2 von 2 Zeilen übernommen")).toBeVisible();
  for (const name of names) {
    expect(await findOnlyRecord(api, "institutions", "partner_institution_id", name)).toMatchObject({
      branchen: "Bildung",
    });
  }
});

test("the columns street, postcode and town of an import are combined into the address", async ({
  page,
  api,
  login,
}) => {
  const name = unique("Adresshaus");
  await login();
  await page.goto("/pages/import?kind=institutions");
  const table = `Name;Branchen;Strasse;Postleitzahl;Stadt\r\n${name};Bildung;Hauptstr. 1;1010;Wien`;
  await chooseFile(page, csv("adressen.csv", table));
  for (const column of ["Strasse", "Postleitzahl", "Stadt"]) {
    await page.getByRole("combobox", { name: column }).selectOption("Adresse");
  }
  await expect(page.getByText("Adresse: Strasse, Postleitzahl, Stadt werden verbunden")).toBeVisible();
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(previewOf(page).getByRole("columnheader").last()).toHaveText("Adresseaus Strasse, Postleitzahl, Stadt");
  await expect(cellsOf(page, 2)).toHaveText(["neu", name, "Bildung", "Hauptstr. 1, 1010 Wien"]);
  await page.getByRole("button", { name: "Eine Zeile übernehmen" }).click();
  await expect(page.getByText("1 von 1 Zeilen übernommen")).toBeVisible();
  const stored = await findOnlyRecord(api, "institutions", "partner_institution_id", name);
  expect(stored.adresse).toBe("Hauptstr. 1, 1010 Wien");
});

test("an import omits values that a record cannot have, or refuses their rows again", async ({ page, login }) => {
  const title = unique("Offenes Vorhaben");
  await login();
  await page.goto("/pages/import?kind=projects");
  const table = `Projekttitel;Einrichtungen;Vertragsgrundlage;Projektbeginn;Projektende\r\n${title};Sprachenzentrum;unbefristet;01.10.2020;31.12.2030`;
  await chooseFile(page, csv("offen.csv", table));
  await page.getByRole("combobox", { name: "Vorhandene Datensätze erkennen an" }).click();
  await page.getByRole("listbox").getByRole("option", { name: "Projekttitel" }).click();
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("0 neu, 0 geändert, 0 unverändert, 1 abgelehnt")).toBeVisible();
  await page.getByRole("button", { name: "Diese Werte weglassen" }).click();
  await expect(page.getByText("1 neu, 0 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  await expect(cellsOf(page, 2).last()).toHaveText("leerin der Datei: 31.12.2030");
  await page.getByRole("button", { name: "Diese Zeilen doch ablehnen" }).click();
  await expect(page.getByText("Eine Zeile enthält eine Angabe, die ihr Datensatz nicht haben kann")).toBeVisible();
  // The choices for the columns are kept.
  await expect(page.getByRole("button", { name: "Projekttitel entfernen" })).toBeVisible();
});

test("an import says how many finished projects have no known end, and makes those with an end fixed-term", async ({
  page,
  login,
}) => {
  const mark = unique("Vergangenes");
  const row = (title: string, end: string) =>
    `${mark} ${title};abgeschlossen;Sprachenzentrum;unbefristet;01.10.2020;${end}\r\n`;
  const header = "Projekttitel;Status;Einrichtungen;Vertragsgrundlage;Projektbeginn;Projektende\r\n";
  await login();
  await page.goto("/pages/import?kind=projects");
  await chooseFile(page, csv("vergangen.csv", header + row("A", "30.09.2022") + row("B", "")));
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("1 neu, 0 geändert, 0 unverändert, 1 abgelehnt")).toBeVisible();
  const warning = "Ein abgeschlossenes Projekt hat dann kein bekanntes Ende und zählt in keiner Statistik.";
  await expect(page.getByText(warning)).toBeVisible();
  await page.getByRole("button", { name: "Auf „befristet“ setzen" }).click();
  await expect(page.getByText("2 neu, 0 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  await expect(page.getByText(warning), "the other row has no end").toBeVisible();
  await expect(previewOf(page).getByText("befristetin der Datei: unbefristet")).toHaveCount(1);
  await page.getByRole("button", { name: "Vertragsgrundlage wie in der Datei" }).click();
  await expect(page.getByText("1 neu, 0 geändert, 0 unverändert, 1 abgelehnt")).toBeVisible();
});

test("another sheet of a workbook can be imported", async ({ page, login }) => {
  const rows = (name: string) => [["Name", "Branchen"], ...[1, 2].map((at) => [`${name} ${at}`, "Bildung"])];
  const file = await workbook(
    "partner.xlsx",
    { name: "Partner", rows: rows("Haus") },
    { name: "Ehemalige", rows: rows("Ehemals"), hidden: true },
  );
  await login();
  await page.goto("/pages/import?kind=institutions");
  await chooseFile(page, file);
  const sheet = page.getByLabel("Tabellenblatt");
  await expect(sheet).toHaveValue("Partner");
  await expect(sheet.getByRole("option")).toHaveText([...["Partner (3 Zeilen)", "Ehemalige (3 Zeilen, ausgeblendet)"]]);
  await sheet.focus();
  await sheet.selectOption("Ehemalige");
  await expect(firstRowsOf(page)).toContainText("Ehemals 1");
  await expect(sheet).toBeFocused();
  await page.reload();
  await expect(page.getByText("Tabellenblatt: Ehemalige")).toBeVisible();
});

test("an import refuses a file with an unclosed quote and names its line", async ({ page, login }) => {
  await login();
  await page.goto("/pages/import?kind=institutions");
  await chooseFile(page, csv("zitat.csv", 'Name;Branchen\r\nHaus;Bildung\r\n"Amt;Bildung\r\n'));
  await expect(
    page.getByText("In Zeile 3 der Datei beginnt ein Anführungszeichen, das nicht geschlossen wird."),
  ).toBeVisible();
});

test("the steps of an import fit on a phone, in both languages and colour schemes", async ({ page, api, login }) => {
  const name = unique("Telefonhaus");
  const id = await create(api, "institutions", institutionValues({ name }));
  const table = `ID;Name;Branchen;Webseite;Adresse\r\n${id};Ein ganz anderer Name;Bildung;example.org;Hauptstr. 1\r\n;;Amt;;`;
  await login();
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto("/pages/import?kind=institutions");
  await chooseFile(page, csv("liste.csv", table));
  await page.getByRole("combobox", { name: "ID", exact: true }).selectOption("ID");
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("Ein Datensatz bekäme einen anderen Namen")).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await contrastFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
});
