/**
 * The reference lists of a German university of education, as seeded. Keys are stable, because
 * records refer to them: entries may be renamed or added here but never renumbered. The entries of
 * the first migration (-1, contract bases 0 and 1, project status 1, collaboration 0, person status
 * 1) are repeated here verbatim, so that this file shows every list completely.
 */

import { COUNTRY_NAMES } from "./countries";
import { countryIdOf } from "../lib/model/places/country-names";
import type { EntryColour } from "../lib/model/entry-colour";
import { PROJECT_STATUS } from "../lib/model/kinds/project";
import { NOT_APPLICABLE, referenceLists, type RoleGroup } from "../lib/model/reference-lists/reference-lists";

/** Entries that business rules refer to. */
export const CONTRACT = { none: -1, openEnded: 0, fixedTerm: 1, letterOfIntent: 2, verbalAgreement: 3 } as const;
const COLLABORATION = { undecided: 0, continued: 1, ends: 2, extensionRequested: 3, newForm: 4 } as const;
export const PERSON_STATUS = {
  active: 1,
  retired: 2,
  onLeave: 3,
  lecturer: 4,
  visiting: 5,
  left: 6,
  seconded: 7,
} as const;
export const ORGANISATION = {
  higherEducation: 1,
  school: 2,
  research: 3,
  authority: 4,
  association: 5,
  foundation: 6,
  company: 7,
  international: 8,
  municipality: 9,
  museum: 10,
  education: 11,
  other: 12,
} as const;

type Names = readonly [number: number, de: string, en: string];

const MISSING: Names = [NOT_APPLICABLE, "k. A.", "n/a"];

const TITLES: readonly Names[] = [
  MISSING,
  [1, "Dr.", "Dr."],
  [2, "Prof. Dr.", "Prof. Dr."],
  [3, "Prof.", "Prof."],
  [4, "PD Dr.", "Dr. habil. (private lecturer)"],
  [5, "Dr. habil.", "Dr. habil."],
  [6, "Jun.-Prof. Dr.", "Asst. Prof. Dr."],
  [7, "apl. Prof. Dr.", "Adjunct Prof. Dr."],
  [8, "Hon.-Prof. Dr.", "Hon. Prof. Dr."],
  [9, "Prof. Dr. Dr. h. c.", "Prof. Dr. Dr. h. c."],
  [10, "Prof. i. R. Dr.", "Prof. Emer. Dr."],
  [11, "Dipl.-Päd.", "Diploma in Education"],
  [12, "M. A.", "MA"],
  [13, "M. Ed.", "MEd"],
];

const FACULTIES: readonly Names[] = [
  MISSING,
  [1, "Fakultät für Bildungswissenschaften", "Faculty of Educational Sciences"],
  [2, "Fakultät für Sprachen, Kunst und Kultur", "Faculty of Languages, Arts and Culture"],
  [
    3,
    "Fakultät für Mathematik, Natur- und Gesellschaftswissenschaften",
    "Faculty of Mathematics, Natural and Social Sciences",
  ],
];

const INSTITUTES: readonly Names[] = [
  MISSING,
  [1, "Institut für Erziehungswissenschaft", "Institute of Educational Science"],
  [2, "Institut für Schul- und Unterrichtsentwicklung", "Institute of School and Teaching Development"],
  [3, "Institut für Psychologie", "Institute of Psychology"],
  [4, "Institut für Sonderpädagogik", "Institute of Special Needs Education"],
  [5, "Institut für Frühe Bildung", "Institute of Early Childhood Education"],
  [6, "Institut für Grundschulpädagogik", "Institute of Primary Education"],
  [7, "Institut für Erwachsenenbildung", "Institute of Adult Education"],
  [8, "Institut für deutsche Sprache und Literatur", "Institute of German Language and Literature"],
  [
    9,
    "Institut für Deutsch als Zweitsprache und Mehrsprachigkeit",
    "Institute of German as a Second Language and Multilingualism",
  ],
  [10, "Institut für Anglistik", "Institute of English Studies"],
  [11, "Institut für Romanistik", "Institute of Romance Studies"],
  [12, "Institut für Kunst", "Institute of Art"],
  [13, "Institut für Musik", "Institute of Music"],
  [14, "Institut für Philosophie und Theologie", "Institute of Philosophy and Theology"],
  [15, "Institut für Medienbildung", "Institute of Media Education"],
  [16, "Institut für Mathematik", "Institute of Mathematics"],
  [17, "Institut für Informatik und digitale Bildung", "Institute of Computer Science and Digital Education"],
  [18, "Institut für Biologie und Chemie", "Institute of Biology and Chemistry"],
  [19, "Institut für Physik und Technik", "Institute of Physics and Technology"],
  [20, "Institut für Geographie", "Institute of Geography"],
  [21, "Institut für Geschichte und Politikwissenschaft", "Institute of History and Political Science"],
  [22, "Institut für Soziologie", "Institute of Sociology"],
  [23, "Institut für Gesundheit, Ernährung und Sport", "Institute of Health, Nutrition and Sport"],
];

const FACILITIES: readonly Names[] = [
  MISSING,
  [1, "Zentrum für Lehrerbildung", "Centre for Teacher Education"],
  [2, "Hochschulbibliothek", "University Library"],
  [3, "International Office", "International Office"],
  [4, "Forschungszentrum Bildung und Gesellschaft", "Research Centre for Education and Society"],
  [5, "Graduiertenakademie", "Graduate Academy"],
  [6, "Zentrum für Medien- und Informationstechnologie", "Centre for Media and Information Technology"],
  [7, "Zentrum für wissenschaftliche Weiterbildung", "Centre for Continuing Academic Education"],
  [8, "Zentrum für schulpraktische Studien", "Centre for School Placements"],
  [9, "Schreibzentrum", "Writing Centre"],
  [10, "Sprachenzentrum", "Language Centre"],
  [11, "Zentrum für Bildung für nachhaltige Entwicklung", "Centre for Education for Sustainable Development"],
  [12, "Transferstelle", "Knowledge Transfer Office"],
  [13, "Beratungsstelle Inklusion", "Inclusion Advice Service"],
];

const PERSON_STATUSES: readonly Names[] = [
  [PERSON_STATUS.active, "aktiv", "active"],
  [PERSON_STATUS.retired, "im Ruhestand", "retired"],
  [PERSON_STATUS.onLeave, "beurlaubt", "on leave"],
  [PERSON_STATUS.lecturer, "mit Lehrauftrag", "contract lecturer"],
  [PERSON_STATUS.visiting, "zu Gast", "visiting"],
  [PERSON_STATUS.left, "ausgeschieden", "former member"],
  [PERSON_STATUS.seconded, "abgeordnet", "seconded"],
];

const CONTRACTS: readonly Names[] = [
  MISSING,
  [CONTRACT.openEnded, "unbefristet", "open-ended"],
  [CONTRACT.fixedTerm, "befristet", "fixed-term"],
  [CONTRACT.letterOfIntent, "Absichtserklärung", "letter of intent"],
  [CONTRACT.verbalAgreement, "mündliche Absprache", "verbal agreement"],
];

/** The statuses of finished projects. */
export const FINISHED: readonly number[] = [PROJECT_STATUS.completed, PROJECT_STATUS.discontinued];

const PROJECT_STATUSES: readonly (readonly [...Names, EntryColour])[] = [
  [PROJECT_STATUS.planned, "in Planung", "planned", "blue"],
  [PROJECT_STATUS.ongoing, "laufend", "ongoing", "green"],
  [PROJECT_STATUS.completed, "abgeschlossen", "completed", "grey"],
  [PROJECT_STATUS.onHold, "ruhend", "on hold", "amber"],
  [PROJECT_STATUS.discontinued, "abgebrochen", "discontinued", "red"],
  [PROJECT_STATUS.appliedFor, "beantragt", "applied for", "violet"],
];

const COLLABORATIONS: readonly Names[] = [
  MISSING,
  [COLLABORATION.undecided, "offen", "undecided"],
  [COLLABORATION.continued, "wird fortgesetzt", "will be continued"],
  [COLLABORATION.ends, "endet mit dem Vertrag", "ends with the contract"],
  [COLLABORATION.extensionRequested, "Verlängerung beantragt", "extension requested"],
  [COLLABORATION.newForm, "wird in anderer Form fortgesetzt", "continues in a different form"],
];

const ORGANISATIONS: readonly Names[] = [
  MISSING,
  [ORGANISATION.higherEducation, "Hochschule", "Higher education institution"],
  [ORGANISATION.school, "Schule", "School"],
  [ORGANISATION.research, "Forschungseinrichtung", "Research institution"],
  [ORGANISATION.authority, "Behörde", "Public authority"],
  [ORGANISATION.association, "Verein", "Association"],
  [ORGANISATION.foundation, "Stiftung", "Foundation"],
  [ORGANISATION.company, "Unternehmen", "Company"],
  [ORGANISATION.international, "Internationale Organisation", "International organisation"],
  [ORGANISATION.municipality, "Stadt oder Gemeinde", "Municipality"],
  [ORGANISATION.museum, "Museum oder Bibliothek", "Museum or library"],
  [ORGANISATION.education, "Bildungsträger", "Education provider"],
  [ORGANISATION.other, "Sonstige", "Other"],
];

/** The roles of links (contract §13), with their flags. */
type Role = readonly [...Names, relation: RoleGroup, ...flags: ("eindeutig" | "zustaendig")[]];

export const ROLE = {
  projectLead: 1,
  cooperationOfficer: 2,
  contributor: 3,
  coordinator: 4,
  partner: 5,
  associatedPartner: 6,
  funder: 7,
  projectContact: 8,
  signatory: 9,
  leadAtPartner: 10,
  head: 11,
  institutionContact: 12,
  staff: 13,
} as const;

const ROLES: readonly Role[] = [
  [ROLE.projectLead, "Projektleitung", "Project lead", "project_member", "eindeutig", "zustaendig"],
  [ROLE.cooperationOfficer, "Kooperationsbeauftragte/r", "Cooperation officer", "project_member", "zustaendig"],
  [ROLE.contributor, "Mitarbeit", "Contributor", "project_member"],
  [ROLE.coordinator, "Koordination", "Coordinator", "project_institution", "eindeutig"],
  [ROLE.partner, "Partner", "Partner", "project_institution"],
  [ROLE.associatedPartner, "Assoziierter Partner", "Associated partner", "project_institution"],
  [ROLE.funder, "Förderung", "Funder", "project_institution"],
  [ROLE.projectContact, "Ansprechperson", "Contact", "project_person", "zustaendig"],
  [ROLE.signatory, "Unterzeichnung", "Signatory", "project_person"],
  [ROLE.leadAtPartner, "Leitung beim Partner", "Lead at the partner", "project_person"],
  [ROLE.head, "Leitung", "Head", "institution_person"],
  [ROLE.institutionContact, "Ansprechperson", "Contact", "institution_person", "zustaendig"],
  [ROLE.staff, "Mitarbeit", "Staff", "institution_person"],
];

/** The kind of file that says that a contract is on file. */
export const SIGNED_CONTRACT = 1;
export const DRAFT = 2;
export const AMENDMENT = 3;
const ANNEX = 4;
const NOTICE = 6;
const REPORT = 7;

const FILE_KINDS: readonly Names[] = [
  [SIGNED_CONTRACT, "Vertrag (unterzeichnet)", "Contract (signed)"],
  [DRAFT, "Entwurf", "Draft"],
  [AMENDMENT, "Nachtrag", "Amendment"],
  [ANNEX, "Anlage", "Annex"],
  [5, "Beschluss", "Resolution"],
  [NOTICE, "Kündigung", "Notice"],
  [REPORT, "Bericht", "Report"],
  [referenceLists.dateiarten.rules.other, "Sonstiges", "Other"],
];

/** The kinds of files from which nothing is proposed for projects (contract §18). */
const WITHOUT_PROPOSALS: readonly number[] = [DRAFT, ANNEX, NOTICE, REPORT];

/** Every reference list by its name in the API, each entry as a row of its table. */
export const REFERENCE_DATA = {
  titel: TITLES.map(([titel_id, titel_de, titel_en]) => ({ titel_id, titel_de, titel_en })),
  fakultaeten: FACULTIES.map(([fakultaet_id, fakultaet_name_de, fakultaet_name_en]) => ({
    fakultaet_id,
    fakultaet_name_de,
    fakultaet_name_en,
  })),
  institute: INSTITUTES.map(([institut_id, institut_name_de, institut_name_en]) => ({
    institut_id,
    institut_name_de,
    institut_name_en,
  })),
  einrichtungen: FACILITIES.map(([einrichtung_id, einrichtung_name_de, einrichtung_name_en]) => ({
    einrichtung_id,
    einrichtung_name_de,
    einrichtung_name_en,
  })),
  personenstatus: PERSON_STATUSES.map(([status_id, status_de, status_en]) => ({ status_id, status_de, status_en })),
  vertragsgrundlagen: CONTRACTS.map(([grundlage_id, grundlage_de, grundlage_en]) => ({
    grundlage_id,
    grundlage_de,
    grundlage_en,
  })),
  projekt_status: PROJECT_STATUSES.map(([projektstatus_id, projektstatus_de, projektstatus_en, farbe]) => ({
    beendet: FINISHED.includes(projektstatus_id),
    nie_aktiv: projektstatus_id === PROJECT_STATUS.appliedFor,
    projektstatus_id,
    projektstatus_de,
    projektstatus_en,
    farbe,
  })),
  zusammenarbeit: COLLABORATIONS.map(([zusammenarbeit_id, zusammenarbeit_de, zusammenarbeit_en]) => ({
    zusammenarbeit_id,
    zusammenarbeit_de,
    zusammenarbeit_en,
  })),
  organisationsformen: ORGANISATIONS.map(([ogf_id, organisationsform_de, organisationsform_en]) => ({
    ogf_id,
    organisationsform_de,
    organisationsform_en,
  })),
  verknuepfungsrollen: ROLES.map(([rolle_id, rolle_de, rolle_en, relation, ...flags]) => ({
    rolle_id,
    rolle_de,
    rolle_en,
    relation,
    eindeutig: flags.includes("eindeutig"),
    zustaendig: flags.includes("zustaendig"),
  })),
  laender: COUNTRY_NAMES.map(([alpha2, land_de, land_en]) => ({
    land_id: countryIdOf(alpha2),
    alpha2,
    land_de,
    land_en,
  })),
  dateiarten: FILE_KINDS.map(([dateiart_id, dateiart_de, dateiart_en]) => ({
    dateiart_id,
    dateiart_de,
    dateiart_en,
    unterzeichnet: dateiart_id === SIGNED_CONTRACT,
    schlaegt_vor: !WITHOUT_PROPOSALS.includes(dateiart_id),
  })),
};
