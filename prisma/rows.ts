import type { InstitutionValues, MemberValues, PersonValues, ProjectValues, ThematicFieldValues } from "./builders";

function date(value: string | null): Date | null {
  return value === null ? null : new Date(value);
}

/** The columns of a member's own row. */
export function memberColumns(values: MemberValues) {
  const { titel, vorname, nachname, email, telefon, adresse, ph_webseite, fakultaet, institut, kommentare } = values;
  return { titel, vorname, nachname, email, telefon, adresse, ph_webseite, fakultaet, institut, kommentare };
}

/** The rows that hold a member's lists. */
export function memberLists(ph_id: number, { einrichtungen, status, themenfelder = [] }: MemberValues) {
  return {
    facilities: einrichtungen.map((einrichtung_id) => ({ ph_id, einrichtung_id })),
    statuses: status.map((status_id) => ({ ph_id, status_id })),
    thematicFields: themenfelder.map((themenfeld_id) => ({ ph_id, themenfeld_id })),
  };
}

/** The columns of a project's own row. */
export function projectColumns(values: ProjectValues) {
  return {
    projekt_titel: values.projekt_titel,
    projektbeginn: date(values.projektbeginn),
    projektende: date(values.projektende),
    status: values.status,
    vertragsgrundlage: values.vertragsgrundlage,
    kuendigungsfrist: values.kuendigungsfrist,
    foerderer: values.foerderer,
    foerderer_link: values.foerderer_link,
    mittelvolumen: values.mittelvolumen,
    drittelmittelanteil: values.drittelmittelanteil,
    projektwebsite: values.projektwebsite,
    zusammenarbeit_ende_nach_vertrag: values.zusammenarbeit_ende_nach_vertrag,
    kommentare: values.kommentare,
  };
}

/** The rows that hold a project's lists. */
export function projectLists(projekt_id: number, { einrichtungen, themenfelder = [] }: ProjectValues) {
  return {
    facilities: einrichtungen.map((einrichtung_id) => ({ projekt_id, einrichtung_id })),
    thematicFields: themenfelder.map((themenfeld_id) => ({ projekt_id, themenfeld_id })),
  };
}

/** The columns of a partner institution's own row. */
export function institutionColumns(values: InstitutionValues) {
  const { name, organisationsform, branchen, abteilung, kontaktperson } = values;
  const { email, telefon, adresse, webseite, kommentare } = values;
  return {
    ...{ name, organisationsform, branchen, abteilung, kontaktperson },
    ...{ email, telefon, adresse, webseite, kommentare },
  };
}

/** The rows that hold a partner institution's lists. */
export function institutionLists(partner_institution_id: number, { themenfelder = [] }: InstitutionValues) {
  return { thematicFields: themenfelder.map((themenfeld_id) => ({ partner_institution_id, themenfeld_id })) };
}

/** The columns of a partner person's own row. */
export function personColumns(values: PersonValues) {
  const { titel, vorname, nachname, email, telefon } = values;
  const { adresse, abteilung, position, ph_webseite, kommentare } = values;
  return {
    ...{ titel, vorname, nachname, email, telefon },
    ...{ adresse, abteilung, position, ph_webseite, kommentare },
  };
}

/** The rows that hold a partner person's lists. */
export function personLists(person_id: number, { institution = [], themenfelder = [] }: PersonValues) {
  return {
    institutions: institution.map((partner_institution_id) => ({ partner_institution_id, person_id })),
    thematicFields: themenfelder.map((themenfeld_id) => ({ person_id, themenfeld_id })),
  };
}

/** The columns of a thematic field's own row. */
export function thematicFieldColumns({ themenfeld_de, themenfeld_en }: ThematicFieldValues) {
  return { themenfeld_de, themenfeld_en };
}
