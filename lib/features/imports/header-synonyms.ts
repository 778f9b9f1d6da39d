import { foldHeader } from "./fold-header";

/** Headers of a web address, for the fields that contain one. */
const WEB_ADDRESS = [
  ...["Homepage", "Website", "Webseite", "Web page", "Internetseite", "Internetadresse", "Webadresse"],
  ...["Internetauftritt", "Website URL", "Webseite 1", "Web page 1", "Website 1 - Value", "Web", "URL", "Internet"],
];

/** Headers of a linked institution. */
const INSTITUTIONS = [
  ...["Partnerinstitution", "Partnerhochschule", "Partnerhochschulen", "Partneruniversität", "Partneruniversitäten"],
  ...["Partnereinrichtung", "Partner university", "Partner organisation"],
  ...["Partner organization", "Kooperationspartner", "Projektpartner", "Project partners", "Institution"],
  ...["Organisation", "Organization", "Partner", "Partners", "Firma", "Affiliation"],
];

/** Headers of a short name, by which a record is found as well. */
const SHORT_NAMES = [
  ...["Kurzname", "Kurzbezeichnung", "Short name", "Akronym", "Acronym"],
  ...["Abkürzung", "Abbreviation", "Kürzel"],
];

/**
 * Headers that other tables use for the fields of a kind, in German and English, besides the fields'
 * own names; those of one kind alone are named by it. A table's columns are compared with them in this
 * order, so that headers with other meanings come last. Where two fields of a kind have a synonym in
 * common, the first one has it. Headers that often mean something else, such as `Stand`, are left out.
 */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  titel: ["Akad. Titel", "Akademischer Titel", "Akademischer Grad", "Academic title", "Name prefix"],
  vorname: ["Vornamen", "First names", "Given name", "Given names", "Forename", "Rufname"],
  nachname: ["Familienname", "Zuname", "Last name", "Family name", "Name"],
  name: [
    ...["Institutionsname", "Name der Institution", "Institution name", "Name of institution"],
    ...["Hochschulname", "Name der Hochschule", "Universitätsname", "Name der Universität", "University name"],
    ...["Name der Partnerhochschule", "Partnername", "Einrichtungsname", "Name der Einrichtung"],
    ...["Organisationsname", "Organisation name", "Organization name", "Firmenname", "Company name", "Legal name"],
    ...["Full name", "Partnerinstitution", "Partnerhochschule", "Partneruniversität", "Partnereinrichtung"],
    ...["Partner university", "Partner organisation", "Partner organization"],
    ...["Gasthochschule", "Host institution", "Kooperationspartner", "Hochschule", "Universität", "University"],
    ...["Institution", "Einrichtung", "Organisation", "Organization", "Firma", "Company", "Partner", "Bezeichnung"],
  ],
  projekt_titel: [
    ...["Projektname", "Projektbezeichnung", "Project name", "Titel des Projekts", "Title of project"],
    ...["Vorhabenbezeichnung", "Titel", "Title", "Projekt", "Project", "Vorhaben", "Kooperationsprojekt"],
    ...["Bezeichnung", "Name"],
  ],
  themenfeld_de: [
    ...["Themenfeld (deutsch)", "Name (deutsch)", "Name DE", "Bezeichnung (deutsch)", "Themenfeld", "Thema"],
    ...["Bezeichnung", "Name", "Deutsch", "German"],
  ],
  themenfeld_en: [
    ...["Themenfeld (englisch)", "Name (englisch)", "Name EN", "Bezeichnung (englisch)", "Thematic field"],
    ...["Topic", "Englisch", "English"],
  ],
  email: [
    ...["Mail", "E-Mail-Adresse", "Mailadresse", "Email address", "Mail address"],
    ...["E-Mail dienstlich", "Dienstliche E-Mail", "E-Mail geschäftlich", "E-Mail beruflich", "Work email"],
    ...["Business email", "Primäre E-Mail-Adresse", "Primary email", "E-Mail 1", "E-mail 1 - Value", "Kontakt-E-Mail"],
    ...["Contact email", "E-Mail Ansprechpartner", "E-Mail Ansprechperson", "E-Mail Kontaktperson"],
  ],
  telefon: [
    ...["Tel.", "Tel.-Nr.", "Telefonnummer", "Telefon-Nr.", "Telephone", "Telephone number", "Phone number"],
    ...["Telefon dienstlich", "Tel. dienstlich", "Dienstliches Telefon", "Telefon geschäftlich", "Tel. geschäftlich"],
    ...["Telefon beruflich", "Business phone", "Work phone", "Office phone", "Primary phone", "Contact phone"],
    ...[
      "Haupttelefon",
      "Telefon Firma",
      "Phone 1 - Value",
      "Rufnummer",
      "Festnetz",
      "Mobil",
      "Mobiltelefon",
      "Mobilnummer",
    ],
    ...["Mobil-Tel.-Nr.", "Handy", "Handynummer", "Mobile", "Mobile phone", "Mobile number", "Cell phone"],
  ],
  adresse: [
    ...["Anschrift", "Postanschrift", "Dienstanschrift", "Hausanschrift", "Postal address", "Mailing address"],
    ...["Adresse dienstlich", "Dienstlich: Adresse", "Business address", "Work address", "Address 1 - Formatted"],
    ...["Straße und Hausnummer", "Straße, Hausnummer", "Straße/Nr.", "Street address", "Strasse", "Str.", "Street"],
    ...["Straße geschäftlich", "Business street", "Address 1 - Street"],
  ],
  ort: [
    ...["Stadt", "Ort geschäftlich", "Ortschaft", "Standort", "Gemeinde", "City", "Town", "Location"],
    ...["Business city", "Address 1 - City"],
  ],
  land: [
    ...["Staat", "Land/Region", "Land/Region geschäftlich", "Ländercode", "Länderkürzel", "Sitzland", "Country code"],
    ...["Country/Region", "Business country/region", "Address 1 - Country", "Nation"],
  ],
  ph_webseite: WEB_ADDRESS,
  webseite: WEB_ADDRESS,
  projektwebsite: ["Projekthomepage", "Projekt-URL", "Project homepage", "Project URL", ...WEB_ADDRESS],
  position: [
    ...["Funktion", "Stellenbezeichnung", "Berufsbezeichnung", "Dienststellung", "Job title", "Position title"],
    ...["Jobtitel", "Organization Title", "Organization 1 - Title", "Arbeitstitel", "Function", "Rolle", "Role"],
  ],
  abteilung: [
    ...["Dept.", "Organization Department", "Division", "Referat", "Organisationseinheit"],
    ...["Organisational unit", "Organizational unit", "Unit"],
  ],
  kontaktperson: [
    ...["Ansprechpartner", "Ansprechpartner/in", "Ansprechperson"],
    ...["Kontaktpersonen", "Ansprechpersonen", "Name der Kontaktperson", "Name des Ansprechpartners"],
    ...["Hauptansprechpartner", "Hauptansprechperson", "Contact name", "Contact person name", "Contact persons"],
    ...["Kontakt", "Contact"],
  ],
  organisationsform: [
    ...["Organisationstyp", "Organisationsart", "Institutionstyp", "Art der Institution", "Art der Einrichtung"],
    ...["Einrichtungsart", "Organisation type", "Organization type", "Institution type", "Type of institution"],
    ...["Type of organisation", "Type of organization", "Partner type", "Typ", "Type"],
  ],
  branchen: ["Branche", "Wirtschaftszweig", "Sektor", "Sector", "Industries"],
  institutionen: INSTITUTIONS,
  "person.institutionen": [
    ...["Organization 1 - Name", "Organization name", "Organisation name", "Name der Institution", "Institution name"],
    ...["Hochschule", "Universität", "University", "Arbeitgeber", "Employer", "Unternehmen", "Company"],
  ],
  personen: ["Partnerperson", "Ansprechperson beim Partner", "Ansprechpartner beim Partner", "Partner contact"],
  hochschulmitglieder: [
    ...["Hochschulmitglied", "Projektleitung", "Projektleiter", "Projektleiterin"],
    ...["Projektverantwortliche", "Projektverantwortlicher", "Project lead", "Project leader"],
    ...["Principal investigator", "Projektmitglieder", "Mitglieder"],
  ],
  kooperationsprojekte: ["Kooperationsprojekt", "Cooperation project", "Projekte", "Projekt", "Projects", "Project"],
  themenfelder: ["Themenfeld", "Themen", "Themenbereiche", "Thematic field", "Schlagworte", "Schlagwörter", "Keywords"],
  institut: ["Department"],
  fakultaet: ["Fachbereich"],
  einrichtungen: ["Einrichtung", "Facility"],
  status: ["Projektstatus", "Project status", "Personenstatus", "Statusgruppe"],
  vertragsgrundlage: ["Vertragsart", "Vertragstyp", "Art des Vertrags", "Contract type"],
  projektbeginn: [
    ...["Projektstart", "Project start date", "Vertragsbeginn", "Laufzeit von", "Laufzeit ab", "Laufzeitbeginn"],
    ...["Beginn der Laufzeit", "Projektlaufzeit von", "Vertragslaufzeit von", "Gültig ab", "Gültig von"],
    ...["Valid from", "Effective date", "Effective from", "Inkrafttreten", "Kooperationsbeginn", "Kooperation seit"],
    ...["Förderbeginn", "Contract start", "Contract start date", "Agreement start", "Agreement start date"],
    ...["Startdatum", "Anfangsdatum", "Beginndatum", "Start date", "Starting date", "Beginn", "Anfang", "Start"],
    ...["von", "From"],
  ],
  projektende: [
    ...["Project end date", "Vertragsende", "Laufzeit bis", "Laufzeitende", "Ende der Laufzeit"],
    ...["Projektlaufzeit bis", "Vertragslaufzeit bis", "Gültig bis", "Valid until", "Valid to", "Valid through"],
    ...["Expiry date", "Expiry", "Expiration date", "MoU expiry", "Expires", "Expires on", "Ablaufdatum"],
    ...["Befristet bis", "Kooperationsende", "Förderende"],
    ...["Contract end", "Contract end date", "Agreement end", "Agreement end date"],
    ...["Enddatum", "Schlussdatum", "End date", "Ending date", "Ende", "End", "bis", "Until", "To"],
  ],
  kuendigungsfrist: ["Kündigungsfristen", "Period of notice", "Termination notice"],
  foerderer: [
    ...["Fördergeber", "Geldgeber", "Mittelgeber", "Drittmittelgeber", "Fördermittelgeber", "Zuwendungsgeber"],
    ...["Förderorganisation", "Förderinstitution", "Gefördert durch", "Gefördert von", "Funder", "Funded by"],
    ...["Funding body", "Funding agency", "Funding organisation", "Funding organization"],
  ],
  mittelvolumen: [
    ...["Fördersumme", "Fördersumme in EUR", "Fördersumme (EUR)", "Fördervolumen", "Förderbetrag"],
    ...["Bewilligungssumme", "Bewilligte Summe", "Bewilligte Mittel", "Drittmittelvolumen", "Zuwendungssumme"],
    ...["Projektvolumen", "Projektbudget", "Funding amount", "Grant amount", "Project budget", "Volumen", "Budget"],
  ],
  drittelmittelanteil: ["Anteil Drittmittel", "Drittmittelquote", "Third-party funding share"],
  kommentare: [
    ...["Bemerkung", "Bemerkungen", "Anmerkung", "Anmerkungen", "Notiz", "Notizen", "Kommentar", "Hinweis"],
    ...["Hinweise", "Note", "Notes", "Comment", "Remark", "Remarks"],
  ],
  aliases: ["Frühere Namen", "Früherer Name", "Former names", "Former name", "Alias"],
  "institution.aliases": ["Hochschulkurzname", ...SHORT_NAMES],
  "project.aliases": ["Projektakronym", "Project acronym", "Kurztitel", "Short title", ...SHORT_NAMES],
};

const synonymsOf = (name: string) => (Object.hasOwn(SYNONYMS, name) ? (SYNONYMS[name] ?? []) : []);

/**
 * Returns the headers that other tables use for a field, the clearest ones first.
 * @param kind the kind of the field's records, whose own synonyms are added
 */
export const headerSynonyms = (field: string, kind?: string): readonly string[] => [
  ...synonymsOf(field),
  ...(kind === undefined ? [] : synonymsOf(`${kind}.${field}`)),
];

/** Synonyms that name a field only beside another one: a name without a first name is a whole name. */
const COMPANIONS: Readonly<Record<string, { header: string; field: string }>> = {
  nachname: { header: foldHeader("Name"), field: "vorname" },
};

/** Returns the field that a table must also contain for a header to name a field. */
export const companionField = (field: string, header: string): string | undefined =>
  Object.hasOwn(COMPANIONS, field) && COMPANIONS[field]?.header === foldHeader(header)
    ? COMPANIONS[field].field
    : undefined;
