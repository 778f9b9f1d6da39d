/**
 * Headers that other tables use for the fields of a kind, in German and English, besides the fields'
 * own names. Where two fields of a kind have a synonym in common, the first one has it.
 */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  nachname: ["Name", "Familienname", "Zuname", "Surname", "Last name", "Family name"],
  vorname: ["Rufname", "First name", "Given name", "Forename"],
  name: ["Institution", "Einrichtung", "Organisation", "Organization", "Firma", "Bezeichnung", "Company", "Partner"],
  titel: ["Akad. Titel", "Akademischer Titel", "Akademischer Grad", "Grad", "Academic title", "Degree", "Title"],
  projekt_titel: ["Titel", "Projekt", "Projektname", "Bezeichnung", "Name", "Title", "Project", "Project title"],
  themenfeld_de: ["Themenfeld", "Thema", "Bezeichnung", "Name", "Deutsch", "German"],
  themenfeld_en: ["Englisch", "English", "Thematic field", "Topic"],
  email: ["Mail", "E-Mail-Adresse", "Mailadresse", "Email address", "E-mail address"],
  telefon: [
    "Tel.",
    "Tel.-Nr.",
    "Telefonnummer",
    "Phone",
    "Phone number",
    "Telephone",
    "Mobil",
    "Mobiltelefon",
    "Handy",
  ],
  adresse: ["Anschrift", "Postanschrift", "Strasse", "Address", "Postal address", "Street"],
  ph_webseite: ["Homepage", "Website", "Webseite", "Web", "URL", "Internet"],
  webseite: ["Homepage", "Website", "Web", "URL", "Internet"],
  projektwebsite: ["Homepage", "Website", "Webseite", "Web", "URL", "Internet"],
  position: ["Funktion", "Stelle", "Rolle", "Function", "Role", "Job title"],
  abteilung: ["Dept.", "Division", "Unit"],
  kontaktperson: ["Ansprechpartner", "Ansprechpartnerin", "Ansprechperson", "Kontakt", "Contact"],
  organisationsform: ["Typ", "Art", "Type"],
  branchen: ["Branche", "Sektor", "Sector", "Industry"],
  institutionen: [
    "Institution",
    "Partnerinstitution",
    "Organisation",
    "Organization",
    "Partner",
    "Firma",
    "Affiliation",
  ],
  institution: ["Institution", "Partnerinstitution", "Organisation", "Organization", "Partner", "Firma", "Affiliation"],
  personen: ["Person", "Partnerperson", "Ansprechpartner", "Ansprechperson", "Kontakt", "Contact"],
  hochschulmitglieder: ["Mitglied", "Mitglieder", "Hochschulmitglied", "Projektleitung", "Leitung", "Member", "Lead"],
  kooperationsprojekte: ["Projekt", "Projekte", "Kooperationsprojekt", "Project"],
  themenfelder: ["Thema", "Themen", "Themenfeld", "Schlagworte", "Topic", "Topics", "Keywords"],
  institut: ["Department", "Institute"],
  fakultaet: ["Fachbereich", "Faculty", "School"],
  einrichtungen: ["Einrichtung", "Facility"],
  status: ["Projektstatus", "Stand", "State"],
  projektbeginn: ["Beginn", "Anfang", "Start", "Startdatum", "von", "Start date", "From"],
  projektende: ["Ende", "Enddatum", "bis", "End", "End date", "Until", "To"],
  kuendigungsfrist: ["Frist", "Notice", "Notice period"],
  vertragsgrundlage: ["Vertrag", "Contract"],
  foerderer: ["Fördergeber", "Geldgeber", "Mittelgeber", "Funder", "Funding body"],
  mittelvolumen: ["Volumen", "Summe", "Budget", "Funding", "Amount"],
  kommentare: [
    ...["Bemerkung", "Bemerkungen", "Anmerkung", "Anmerkungen", "Notiz", "Notizen", "Kommentar", "Hinweis"],
    ...["Note", "Notes", "Comment", "Remark", "Remarks"],
  ],
  aliases: ["Kurzname", "Kürzel", "Abkürzung", "Alias", "Acronym", "Abbreviation"],
};

/** Returns the headers that other tables use for a field. */
export const headerSynonyms = (field: string): readonly string[] =>
  Object.hasOwn(SYNONYMS, field) ? (SYNONYMS[field] ?? []) : [];
