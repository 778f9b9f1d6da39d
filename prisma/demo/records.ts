/**
 * An institution of the shipped data; `quelle` names the data source and the institution's id
 * there.
 */
export type InstitutionRecord = {
  id: number;
  name: string;
  organisationsform: number;
  branchen: string;
  adresse: string;
  webseite: string;
  quelle: string;
};

/**
 * A project of the shipped data: the form's fields, the number of participants according to the
 * data source (`beteiligte`), and the positions of the partner institutions (`partner`), of the
 * coordinator among them (`koordination`) and of the associated partners (`assoziiert`).
 */
export type ProjectRecord = {
  projekt_titel: string;
  projektbeginn: string | null;
  projektende: string | null;
  status: number;
  vertragsgrundlage: number;
  foerderer: string;
  foerderer_link: string;
  mittelvolumen: string;
  drittelmittelanteil: string;
  projektwebsite: string;
  kommentare: string;
  themen: readonly string[];
  beteiligte: number;
  partner: readonly number[];
  koordination?: number;
  assoziiert?: readonly number[];
  quelle: string;
};

/** An invented project of the demo university, without partner institutions. */
export type InventedProjectRecord = {
  projekt_titel: string;
  projektbeginn: string | null;
  projektende: string | null;
  status: number;
  vertragsgrundlage: number;
  kuendigungsfrist: string;
  foerderer: string;
  mittelvolumen: string;
  drittelmittelanteil: string;
  einrichtungen: readonly number[];
  zusammenarbeit: number;
  themen: readonly string[];
};

/** A subject, with its code in the subject classification. */
export type ThematicFieldRecord = { code: string; themenfeld_de: string; themenfeld_en: string };
