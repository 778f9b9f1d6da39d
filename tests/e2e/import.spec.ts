import { expect, test } from "./fixtures";
import { unique } from "./steps";

test("a table from German Excel comes in in four steps: file, columns, preview, result", async ({ page, login }) => {
  const marker = unique("Einfuhr");
  const table = ["Name;Branche;Netz", `Häuser ${marker};Forschung;www.example.org`, ";Ohne Namen;"].join("\r\n");
  await login();
  await page.goto("/institutions");
  await page.getByRole("link", { name: "Importieren" }).click();
  await page
    .getByLabel("Tabelle auswählen")
    .setInputFiles({ name: "häuser.csv", mimeType: "text/csv", buffer: Buffer.from(table, "latin1") });
  await expect(page.getByText("häuser.csv: 2 Zeilen")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Name" })).toHaveValue("name");
  // One address alone tells nothing of a column.
  await page.getByRole("combobox", { name: "Netz" }).selectOption("Webseite");
  await page.getByRole("combobox", { name: "Branche" }).selectOption("Branchen");
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("1 neu, 0 geändert, 0 unverändert, 1 abgelehnt")).toBeVisible();
  await expect(page.getByRole("row", { name: /3 abgelehnt Bitte füllen Sie dieses Feld aus/ })).toBeVisible();
  // What was seen of another decision cannot be taken over.
  await page.getByRole("combobox", { name: "Vorhandene Datensätze erkennen an" }).click();
  await page.getByRole("listbox").getByRole("option", { name: "Webseite" }).click();
  await page.getByRole("listbox").getByRole("option", { name: "Name" }).click();
  await expect(page.getByRole("button", { name: "Eine Zeile übernehmen" })).toBeHidden();
  await expect(page.getByRole("checkbox", { name: "Unbekannte Themenfelder anlegen" })).toBeHidden();
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await page.getByRole("button", { name: "Eine Zeile übernehmen" }).click();
  await expect(page.getByText("1 von 1 Zeilen übernommen")).toBeVisible();
  // Somebody who comes back finds it as it is.
  await page.reload();
  await expect(page.getByRole("link", { name: "Eine abgelehnte Zeile als CSV" })).toBeVisible();
  await page.getByRole("button", { name: "Weitere Datei importieren" }).click();
  await expect(page.getByLabel("Tabelle auswählen")).toBeFocused();
  await page.goto(`/institutions?filter=${encodeURIComponent(marker)}`);
  await expect(page.getByRole("link", { name: `Häuser ${marker}`, exact: true })).toBeVisible();
});
