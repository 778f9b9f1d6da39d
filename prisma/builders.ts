import type { AnyDefinition, AnyRow } from "../lib/records/define";
import type { Field } from "../lib/records/field-types/field";
import type * as institution from "../lib/records/institution";
import type * as member from "../lib/records/member";
import type * as person from "../lib/records/person";
import type * as project from "../lib/records/project";
import type { ThematicFieldValues } from "../lib/records/thematic-field";
import { CONTRACT, COLLABORATION, NOT_APPLICABLE, ORGANISATION, PERSON_STATUS, PROJECT_STATUS } from "./reference-data";

/** Links that a body may leave out: absent means "leave the links alone" (contract §3). */
type WithoutLinks<Values, Links extends keyof Values> = Omit<Values, Links> & Partial<Pick<Values, Links>>;

export type MemberValues = WithoutLinks<member.MemberValues, "themenfelder">;
export type ProjectValues = WithoutLinks<project.ProjectValues, "themenfelder">;
export type InstitutionValues = WithoutLinks<institution.InstitutionValues, "themenfelder">;
export type PersonValues = WithoutLinks<person.PersonValues, "institution" | "themenfelder">;
export type { ThematicFieldValues };

let calls = 0;

/** A number that no earlier call of this process got: it keeps the built records apart. */
export function nextNumber(): number {
  calls += 1;
  return calls;
}

/** A member that every rule accepts, with its required entries taken from the reference data. */
export function memberValues(overrides: Partial<MemberValues> = {}): MemberValues {
  const number = nextNumber();
  return {
    titel: NOT_APPLICABLE,
    vorname: "Ada",
    nachname: `Musterfrau ${number}`,
    email: `ada.musterfrau.${number}@example.org`,
    telefon: "",
    adresse: "",
    ph_webseite: "",
    fakultaet: 1,
    institut: 1,
    einrichtungen: [NOT_APPLICABLE],
    status: [PERSON_STATUS.active],
    kommentare: "",
    ...overrides,
  };
}

/** A project that every rule accepts: without a contract, hence without dates. */
export function projectValues(overrides: Partial<ProjectValues> = {}): ProjectValues {
  return {
    projekt_titel: `Beispielprojekt ${nextNumber()}`,
    projektbeginn: null,
    projektende: null,
    status: PROJECT_STATUS.planned,
    vertragsgrundlage: CONTRACT.none,
    kuendigungsfrist: "",
    foerderer: "",
    foerderer_link: "",
    mittelvolumen: "",
    drittelmittelanteil: "",
    projektwebsite: "",
    einrichtungen: [NOT_APPLICABLE],
    zusammenarbeit_ende_nach_vertrag: COLLABORATION.undecided,
    kommentare: "",
    ...overrides,
  };
}

/** A partner institution that every rule accepts. */
export function institutionValues(overrides: Partial<InstitutionValues> = {}): InstitutionValues {
  return {
    name: `Beispielhochschule ${nextNumber()}`,
    organisationsform: ORGANISATION.higherEducation,
    branchen: "Hochschule",
    abteilung: "",
    kontaktperson: "",
    email: "",
    telefon: "",
    adresse: "",
    webseite: "",
    kommentare: "",
    ...overrides,
  };
}

/** A partner person that every rule accepts. */
export function personValues(overrides: Partial<PersonValues> = {}): PersonValues {
  const number = nextNumber();
  return {
    titel: NOT_APPLICABLE,
    vorname: "Emil",
    nachname: `Beispiel ${number}`,
    email: `emil.beispiel.${number}@example.org`,
    telefon: "",
    adresse: "",
    abteilung: "",
    position: "",
    ph_webseite: "",
    kommentare: "",
    ...overrides,
  };
}

/** A thematic field that every rule accepts. */
export function thematicFieldValues(overrides: Partial<ThematicFieldValues> = {}): ThematicFieldValues {
  const number = nextNumber();
  return { themenfeld_de: `Themenfeld ${number}`, themenfeld_en: `Thematic field ${number}`, ...overrides };
}

/** What a required field of any kind holds when nothing special is asked for. */
function requiredValue(name: string, { control, storage }: Field): unknown {
  if (storage.in === "list") return [PERSON_STATUS.active];
  if (storage.in === "column" && storage.type === "integer") return NOT_APPLICABLE;
  const number = nextNumber();
  return control === "email" ? `${name}.${number}@example.org` : `${name} ${number}`;
}

/** A record of any kind that every rule accepts: what is required and shown, and nothing more. */
export function anyValues({ fields }: AnyDefinition, overrides: AnyRow = {}): Record<string, unknown> {
  const required = Object.entries(fields).filter(([, field]) => field.required && !field.visibleWhen);
  return { ...Object.fromEntries(required.map(([name, field]) => [name, requiredValue(name, field)])), ...overrides };
}
