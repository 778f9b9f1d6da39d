import { foldHeader } from "./fold-header";

/** Longest beginning of a header that is read. */
const MAX_LENGTH = 255;

/**
 * Beginnings of words, or of several words in a row, in headers of what no field contains. They would
 * otherwise be inferred from contents that look like a telephone number, an address or a name.
 */
const STEMS = [
  ...["Fax", "Telefax", "Telex", "Pager", "Notfall", "Emergency"],
  ...["Privat", "Home phone", "Home address", "Home email", "Home fax", "Assistent", "Assistant"],
  ...["Steuernummer", "Steuernr", "Steuer-ID", "Steueridentifikation", "Umsatzsteuer", "USt-ID"],
  ...["Tax ID", "Tax number", "Tax no", "VAT number", "VAT ID", "VAT no"],
  ...["Kontonummer", "Kontonr", "Kontoinhaber", "Kontoverbindung", "Bankverbindung", "Bankleitzahl", "Account number"],
  ...["Account no", "Kreditor", "Debitor", "Rechnung", "Invoice", "Kostenstelle", "Kostenträger", "Cost centre"],
  ...["Cost center", "PSP-Element", "Bestellnummer", "Auftragsnummer", "Order number"],
  ...["Matrikel", "Matriculation", "Studierendennummer", "Student number", "Student ID"],
  ...["Personalnummer", "Personalnr", "Personnel number", "Employee number", "Employee ID", "Staff number", "Staff ID"],
  ...["Sozialversicherung", "Social security", "Ausweis", "Passnummer", "Passport", "ID number"],
  ...["Geburtsdatum", "Geburtstag", "Geburtsort", "Date of birth", "Birth"],
  ...["Prüfung", "Prüfdatum", "Prüfnummer", "Examination", "Inspection"],
  ...["Kundennummer", "Kundennr", "Customer number", "Customer no", "Customer ID", "Lieferantennummer"],
  ...["Mitgliedsnummer", "Membership number", "Vertragsnummer", "Contract number", "Projektnummer", "Project number"],
  ...["Inventar", "Inventory", "Seriennummer", "Serial number", "Aktenzeichen", "File number", "Reference number"],
  ...["Förderkennzeichen", "Grant number", "Registernummer", "Handelsregister", "Registration number"],
  ...["Passwort", "Password", "Kennwort", "Postleitzahl", "Postfach", "Postcode", "Postal code", "Zip code"],
].map(foldHeader);

/** Whole words in such headers, which are also the beginnings of other words. */
const WORDS: ReadonlySet<string> = new Set(
  [
    ...["Steuer", "USt", "Tax", "VAT", "Konto", "Bank", "IBAN", "BIC", "SWIFT", "BLZ", "PSP", "SSN", "DOB"],
    ...["Audit", "Exam", "FKZ", "AZ", "DUNS", "PLZ", "ZIP"],
  ].map(foldHeader),
);

/** Splits a header into words, also where a small letter is followed by a capital, as in `vatNumber`. */
const wordsIn = (header: string) =>
  header
    .slice(0, MAX_LENGTH)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(foldHeader)
    .filter(Boolean);

/**
 * Returns whether a header names something that no field contains, such as `Fax dienstlich`. Such a
 * column is left out, whatever is in it.
 */
export function isForeignHeader(header: string): boolean {
  const words = wordsIn(header);
  const joined = words.join("");
  let start = 0;
  return words.some((word) => {
    const isForeign = WORDS.has(word) || STEMS.some((stem) => joined.startsWith(stem, start));
    start += word.length;
    return isForeign;
  });
}
