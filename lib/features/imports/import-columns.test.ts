import { describe, expect, it } from "vitest";
import { recordWords } from "@/lib/store/records/record-words";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { kinds } from "@/lib/model/kinds/registry";
import { isExportOf, knownHeaders, mappingByHeaders, withContents } from "./import-columns";
import { importColumnsOf, spreadsheetColumnsOf, spreadsheetHeader } from "@/lib/features/exports/spreadsheet-columns";

const { member, project, institution, person, thematicField } = kinds as unknown as Record<
  "member" | "project" | "institution" | "person" | "thematicField",
  AnyDefinition
>;
const [german, english] = [recordWords("de"), recordWords("en")];
const languages = [german, english];

/** Returns the fields that the headers name, without those that name none. */
const named = (definition: AnyDefinition, ...headers: string[]) =>
  Object.fromEntries(Object.entries(mappingByHeaders(definition, headers, languages)).filter(([, field]) => field));

describe("headers of a table", () => {
  it.each([
    ["de", german],
    ["en", english],
  ])("maps every column of an export (%s)", (_, words) => {
    for (const definition of [member, project, institution, person, thematicField]) {
      const columns = importColumnsOf(definition);
      const headers = columns.map((column) => spreadsheetHeader(definition, column, words));
      expect(Object.values(mappingByHeaders(definition, headers, languages))).toEqual(columns.map(({ name }) => name));
    }
  });

  it("maps no column that only exports have", () => {
    for (const definition of [member, project, institution, person, thematicField]) {
      const imported = importColumnsOf(definition);
      const columns = spreadsheetColumnsOf(definition).filter(
        ({ name }) => !imported.some((each) => each.name === name),
      );
      const headers = columns.map((column) => spreadsheetHeader(definition, column, german));
      const own = headers.filter(
        (header) => !imported.some((each) => header === spreadsheetHeader(definition, each, german)),
      );
      expect(named(definition, ...own)).toEqual({});
    }
  });

  it.each([
    // The headers of strangers' files (contract §10).
    [institution, { id: "partner_institution_id", Name: "name", Branchen: "branchen" }],
    [project, { Projekttitel: "projekt_titel", Projektende: "projektende", "Letzte Prüfung": null }],
    [institution, { Name: "name", Branchen: "branchen", Steuernummer: null }],
    [institution, { Name: "name", Branchen: "branchen", Fax: null }],
    [institution, { Name: "name", Branchen: "branchen", Telefon: "telefon", "Telefon (2)": null }],
    [
      institution,
      {
        "Institution: Name": "name",
        "Institution: Branchen": "branchen",
        "Ansprechperson: Name": "kontaktperson",
        "Ansprechperson: E-Mail": "email",
      },
    ],
    // Headers that lists of partners, agreements, projects and contacts have.
    [
      institution,
      {
        Hochschulkurzname: "aliases",
        Hochschulname: "name",
        Straße: "adresse",
        PLZ: null,
        Ort: "ort",
        "Home Page": "webseite",
      },
    ],
    [
      institution,
      { "Legal Name": "name", Street: "adresse", "Post Cd": null, Country: "land", "Website Url": "webseite" },
    ],
    [institution, { Partnerhochschule: "name", Land: "land", Ansprechpartner: "kontaktperson", Stand: null }],
    [project, { Partnerhochschule: "institutionen", Vertragsbeginn: "projektbeginn", Vertragsende: "projektende" }],
    [project, { Projekt: "projekt_titel", "gültig ab": "projektbeginn", "Gueltig bis": "projektende", Stand: null }],
    [project, { title: "projekt_titel", startDate: "projektbeginn", endDate: "projektende", topics: null }],
    [project, { "Effective date": "projektbeginn", "Expiry date": "projektende", "Signed date": null }],
    [
      project,
      {
        FKZ: null,
        "Laufzeit von": "projektbeginn",
        "Laufzeit bis": "projektende",
        "Fördersumme in EUR": "mittelvolumen",
      },
    ],
    [
      project,
      { Projektleitung: "hochschulmitglieder", Leitung: null, Drittmittelgeber: "foerderer", Ansprechpartner: null },
    ],
    [person, { lastname: "nachname", firstname: "vorname", Hochschule: "institutionen", "Job Title": "position" }],
    [
      person,
      {
        "Straße geschäftlich": "adresse",
        "Straße privat": null,
        "Telefon geschäftlich": "telefon",
        Mobiltelefon: null,
      },
    ],
    [
      member,
      { Kürzel: null, Nachname: "nachname", Vorname: "vorname", Mailadresse: "email", Fachbereich: "fakultaet" },
    ],
    [thematicField, { "Themenfeld (deutsch)": "themenfeld_de", "Themenfeld (englisch)": "themenfeld_en" }],
  ])("map %o", (definition, mapping) => {
    expect(mappingByHeaders(definition, Object.keys(mapping), languages)).toEqual(mapping);
  });

  it("maps a field by its own name rather than by a synonym", () => {
    expect(named(institution, "Institution", "Name")).toEqual({ Name: "name" });
  });

  it("maps a field by its clearest synonym, in any position", () => {
    expect(named(person, "Mobil", "Tel.")).toEqual({ "Tel.": "telefon" });
    expect(named(person, "Name", "Given Name", "Family Name")).toEqual({
      "Given Name": "vorname",
      "Family Name": "nachname",
    });
  });

  it("maps `Name` to a surname only beside a first name", () => {
    expect(named(person, "Name", "Vorname")).toEqual({ Name: "nachname", Vorname: "vorname" });
    expect(named(person, "Name", "E-Mail")).toEqual({ "E-Mail": "email" });
    expect(named(person, "Familienname", "E-Mail")).toEqual({ Familienname: "nachname", "E-Mail": "email" });
  });

  it("maps only the header `ID` to the key", () => {
    expect(named(member, "Id", "Nachname")).toEqual({ Id: "ph_id", Nachname: "nachname" });
    expect(named(member, "ph_id", "Partner-ID")).toEqual({});
    expect(named(institution, "Institution: ID")).toEqual({});
  });

  it("maps headers that name object properties to no field", () => {
    const headers = ["__proto__", "constructor", "toString"];
    expect(mappingByHeaders(person, headers, languages)).toEqual(
      Object.fromEntries(headers.map((each) => [each, null])),
    );
  });
});

describe("headers below merged cells", () => {
  it.each([
    // The whole header.
    [project, { "Laufzeit: von": "projektbeginn", "Laufzeit: bis": "projektende" }],
    // The group of a name, but not another name.
    [project, { "Partner: Name": "institutionen", "Projekt: Name": "projekt_titel" }],
    [institution, { "Koordination: Name": null, "Institution: Name": "name" }],
    // The last part, if no other header has it.
    [institution, { "Kontaktdaten: Telefon": "telefon", "Kontaktdaten: E-Mail": "email" }],
    [institution, { "Ansprechperson: Telefon": null, "Institution: Telefon": null }],
    [institution, { "Ansprechperson: Telefon": null, Telefon: "telefon" }],
    // The group names another field, unless this is the name of the record or its contact person.
    [person, { "Institution: Adresse": null, "Institution: Name": "institutionen" }],
    [person, { "E-Mail 2: Adresse": null, "E-Mail: Anzeigename": null }],
    [institution, { "Ansprechperson: Adresse": null, "Ansprechperson: Telefon": "telefon" }],
    [institution, { "Adresse: Straße": "adresse", "Adresse: Ort": "ort" }],
    // Something else.
    [institution, { "Rechnung: Adresse": null, "Privat: Telefon": null }],
    // A column of our exports.
    [project, { "Hochschulmitglieder: bis": null, "Partnerinstitutionen: seit": null }],
  ])("map %o", (definition, mapping) => {
    expect(mappingByHeaders(definition, Object.keys(mapping), languages)).toEqual(mapping);
  });
});

describe("known headers", () => {
  const known = knownHeaders(project, languages);

  it("known headers are those of exports in each language, the names of fields, synonyms and the key", () => {
    const folded = ["projekttitel", "projecttitle", "fordererlink", "linkzumforderer", "vertragsbeginn", "id"];
    expect(folded.filter((each) => !known.has(each))).toEqual([]);
    expect(known).toContain("hochschulmitgliederseit");
  });

  it("known headers do not contain the empty text and the name of the key's column", () => {
    expect(known).not.toContain("");
    expect(known).not.toContain("projektid");
  });
});

describe("exports", () => {
  const headersIn = (words: typeof german) =>
    spreadsheetColumnsOf(project).map((column) => spreadsheetHeader(project, column, words));

  it.each([
    ["all columns in German", headersIn(german), true],
    ["all columns in English", headersIn(english), true],
    ["some columns", ["ID", "Projekttitel", "Hochschulmitglieder: seit"], true],
    ["columns of both languages", ["ID", "Projekttitel", "Project end"], false],
    ["a column that no export has", ["ID", "Projekttitel", "Fax"], false],
    ["another spelling of a column", ["ID", "projekttitel"], true],
    ["another spelling of the key", ["id", "Projekttitel"], false],
    ["a key that is not the first", ["Projekttitel", "ID"], false],
    ["a second key", ["ID", "ID"], false],
    ["no columns", [], false],
  ])("recognizes an export by its headers: %s", (_, headers, isExport) => {
    expect(isExportOf(project, headers, languages)).toBe(isExport);
  });
});

/** Returns the mapping that is inferred from the contents of columns with unknown headers. */
function guessed(definition: AnyDefinition, columns: Record<string, string[]>, known = {}) {
  const mapping = { ...Object.fromEntries(Object.keys(columns).map((header) => [header, null])), ...known };
  const isEntry = (list: string, text: string) => (text === "k. A." ? true : text.startsWith(list));
  return withContents(definition, mapping, columns, (column, text) => {
    const list = "field" in column ? column.field?.reference : undefined;
    return list !== undefined && isEntry(list, text);
  });
}

it.each([
  ["email", ["a@example.org", "b@example.org", "c@example.org"]],
  ["ph_webseite", ["www.example.org", "https://example.org/a", "HTTP://example.org"]],
  ["telefon", ["+49 (0)7171 983-0", "07171/983 12", "(07171) 98313"]],
  ["telefon", ["071719830", "071719831", "071719832"]],
  ["telefon", ["0049 7171 983-0", "+1 555.010.0199", "0711.123.456"]],
  ["institut", ["institute A", "institute B", "institute C"]],
  // Four matching cells of five filled ones are enough, three of five are not; empty cells are
  // ignored.
  ["email", ["a@b.de", "", "a@b.de", "a@b.de", "", "keine", "a@b.de"]],
  [null, ["a@b.de", "a@b.de", "a@b.de", "keine", "keine"]],
  // Nothing is inferred from only two cells, if several fields fit, or from postcodes, room numbers,
  // personal ids, tax numbers and days.
  [null, ["a@b.de", "c@d.de"]],
  [null, ["k. A.", "k. A.", "k. A."]],
  [null, ["73525", "01067", "46023"]],
  [null, ["0.12", "0.13", "0.14"]],
  [null, ["0123456", "0123457", "0123458"]],
  [null, ["01.869.564/0001-28", "02.869.564/0001-28", "00.869.564/0001-28"]],
  [null, ["012/345/67890", "013/345/67890", "014/345/67890"]],
  [null, ["01.02.2025", "02.02.2025", "03.02.2025"]],
  [null, ["01-02-25", "02/02/25", "03.02.25"]],
])("infers the member field %s from %j", (field, cells) => {
  expect(guessed(member, { "?": cells })).toEqual({ "?": field });
});

it("never infers a date field, not even if it is the only field left", () => {
  const days = ["1.2.2025", "2025-02-01", "01.02.25", "2020-03-01 00:00:00"];
  const known = { Beginn: "projektbeginn" };
  expect(guessed(project, { "Letzte Runde": days }, known)).toEqual({ ...known, "Letzte Runde": null });
});

const mails = ["a@b.de", "c@d.de", "e@f.de"];

it("does not infer a field that fits two columns or that a header already names", () => {
  expect(guessed(member, { one: mails, two: mails })).toEqual({ one: null, two: null });
  expect(guessed(member, { one: mails }, { two: "email" })).toEqual({ one: null, two: "email" });
});

it("does not infer a field because it is the only one left of several that fit", () => {
  const links = ["www.example.org", "www.example.com", "www.example.net"];
  const known = { Förderung: "foerderer_link" };
  expect(guessed(project, { "?": links }, known)).toEqual({ ...known, "?": null });
});

it("does not infer the field of a column whose header names something else", () => {
  const numbers = ["0221 470-0", "0221 470-1", "0221 470-2"];
  expect(guessed(institution, { Fax: numbers })).toEqual({ Fax: null });
  expect(guessed(institution, { "Spalte 3": numbers })).toEqual({ "Spalte 3": "telefon" });
});

it("does not infer the field of the second of two columns with equal headers", () => {
  expect(guessed(institution, { "Kontakt (2)": mails }, { Kontakt: "kontaktperson" })).toMatchObject({
    "Kontakt (2)": null,
  });
  expect(guessed(institution, { "Kontakt (2)": mails })).toEqual({ "Kontakt (2)": "email" });
});

it("checks only the first fifty filled cells of a column", () => {
  const cells = [...Array.from({ length: 50 }, () => "a@b.de"), ...Array.from({ length: 500 }, () => "keine")];
  expect(guessed(member, { "?": cells })).toEqual({ "?": "email" });
});
