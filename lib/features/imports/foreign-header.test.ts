import { expect, it } from "vitest";
import { recordWords } from "@/lib/store/records/record-words";
import { kinds } from "@/lib/model/kinds/registry";
import { isForeignHeader } from "./foreign-header";
import { headerSynonyms } from "./header-synonyms";
import { spreadsheetColumnsOf, spreadsheetHeader } from "@/lib/features/exports/spreadsheet-columns";

it.each([
  ...["Fax", "Telefax", "Faxnummer", "Fax dienstlich", "Business Fax", "homeFax", "Steuernummer", "Steuer-Nr."],
  ...["Steuer-ID", "USt-IdNr.", "vatNumber", "VAT", "Tax ID", "Kontonummer", "Account no.", "IBAN", "BIC"],
  ...["Matrikelnummer", "Student ID", "Personal-Nr.", "Employee ID", "Kostenstelle", "Cost centre", "cost_center"],
  ...["Geburtsdatum", "Date of birth", "Birthday", "Prüfung", "Letzte Prüfung", "Pru\u0308fung", "Last inspection"],
  ...["Kunden-Nr", "Inventarnummer", "Aktenzeichen", "Rechnungsnummer", "Invoice", "Passwort", "PLZ", "ZIP code"],
  ...["Telefon privat", "Telefon (privat)", "Ansprechperson: Fax"],
])("recognizes %s as the header of a column that no field contains", (header) => {
  expect(isForeignHeader(header)).toBe(true);
});

it.each([
  ...["", "–", "Telefon", "Spalte 3", "Column 3", "Example", "Steuerungsgruppe", "Kontorist", "Banking", "Taxonomie"],
  ...["Personal", "Studierende", "Bicycle", "Kunde seit"],
])("does not recognize %j, so that its field is inferred from contents", (header) => {
  expect(isForeignHeader(header)).toBe(false);
});

it("does not recognize any header that names a field", () => {
  const languages = [recordWords("de"), recordWords("en")];
  const headers = Object.values(kinds).flatMap((definition) =>
    spreadsheetColumnsOf(definition).flatMap((column) => [
      ...languages.map((words) => spreadsheetHeader(definition, column, words)),
      ...headerSynonyms(column.name, definition.name),
    ]),
  );
  expect(headers.filter(isForeignHeader)).toEqual([]);
});

it("checks a header of a million signs within a second", () => {
  const started = performance.now();
  for (const sign of ["a", "aA", " a", "(", "1"]) isForeignHeader(sign.repeat(1_000_000));
  expect(performance.now() - started).toBeLessThan(1_000);
});
