import type { AnyDefinition, AnyRow } from "../lib/model/kinds/define";
import type { Field } from "../lib/model/fields/field";
import type * as institutionKind from "../lib/model/kinds/institution";
import type * as memberKind from "../lib/model/kinds/member";
import type * as personKind from "../lib/model/kinds/person";
import type * as projectKind from "../lib/model/kinds/project";
import type { ThematicFieldValues } from "../lib/model/kinds/thematic-field";
import { NOT_APPLICABLE } from "../lib/model/reference-lists/reference-lists";
import { kinds } from "../lib/model/kinds/registry";
import { CONTRACT, ORGANISATION, PERSON_STATUS } from "./reference-data";

/** Makes the links optional: a body that omits them leaves the links unchanged (contract §3). */
type WithoutLinks<Values, Links extends keyof Values> = Omit<Values, Links> & Partial<Pick<Values, Links>>;

export type MemberValues = WithoutLinks<memberKind.MemberValues, "themenfelder">;
export type ProjectValues = WithoutLinks<projectKind.ProjectValues, "themenfelder">;
export type InstitutionValues = WithoutLinks<institutionKind.InstitutionValues, "themenfelder">;
export type PersonValues = WithoutLinks<personKind.PersonValues, "institution" | "themenfelder">;
export type { ThematicFieldValues };

/** Returns the values that an empty form of a kind sends; callers add the required fields. */
const blank = <Values extends object>({ defaults }: { defaults: () => Values }) =>
  Object.fromEntries(Object.entries(defaults()).filter(([, value]) => value !== undefined)) as Values;

let calls = 0;

/** Returns a number that is unique in this process, so that built records differ. */
export function nextNumber(): number {
  calls += 1;
  return calls;
}

/** Builds a valid member, with its required entries from the reference data. */
export function memberValues(overrides: Partial<MemberValues> = {}): MemberValues {
  const number = nextNumber();
  return {
    ...blank(kinds.member),
    vorname: "Ada",
    nachname: `Musterfrau ${number}`,
    email: `ada.musterfrau.${number}@example.org`,
    fakultaet: 1,
    institut: 1,
    einrichtungen: [NOT_APPLICABLE],
    status: [PERSON_STATUS.active],
    ...overrides,
  };
}

/** Builds a valid project without a contract, hence without dates. */
export function projectValues(overrides: Partial<ProjectValues> = {}): ProjectValues {
  return {
    ...blank(kinds.project),
    projekt_titel: `Beispielprojekt ${nextNumber()}`,
    vertragsgrundlage: CONTRACT.none,
    einrichtungen: [NOT_APPLICABLE],
    ...overrides,
  };
}

/** Builds a valid partner institution. */
export function institutionValues(overrides: Partial<InstitutionValues> = {}): InstitutionValues {
  return {
    ...blank(kinds.institution),
    name: `Beispielhochschule ${nextNumber()}`,
    organisationsform: ORGANISATION.higherEducation,
    branchen: "Hochschule",
    ...overrides,
  };
}

/** Builds a valid partner person. */
export function personValues(overrides: Partial<PersonValues> = {}): PersonValues {
  const number = nextNumber();
  return {
    ...blank(kinds.person),
    vorname: "Emil",
    nachname: `Beispiel ${number}`,
    email: `emil.beispiel.${number}@example.org`,
    ...overrides,
  };
}

/** Builds a valid thematic field. */
export function thematicFieldValues(overrides: Partial<ThematicFieldValues> = {}): ThematicFieldValues {
  const number = nextNumber();
  return { themenfeld_de: `Themenfeld ${number}`, themenfeld_en: `Thematic field ${number}`, ...overrides };
}

/** Returns a valid value for a required field. */
function requiredValue(name: string, { control, storage }: Field): unknown {
  if (storage.in === "list") return [PERSON_STATUS.active];
  if (storage.in === "column" && storage.type === "integer") return NOT_APPLICABLE;
  const number = nextNumber();
  return control === "email" ? `${name}.${number}@example.org` : `${name} ${number}`;
}

/** Builds a valid record of any kind with only the required fields that are always shown. */
export function anyValues({ fields }: AnyDefinition, overrides: AnyRow = {}): Record<string, unknown> {
  const required = Object.entries(fields).filter(([, field]) => field.required && !field.visibleWhen);
  return { ...Object.fromEntries(required.map(([name, field]) => [name, requiredValue(name, field)])), ...overrides };
}
