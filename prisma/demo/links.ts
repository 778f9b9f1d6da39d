import { daysLater } from "@/lib/model/fields/day";
import type { AnyRow } from "@/lib/model/fields/field";
import type { InstitutionValues, PersonValues } from "../builders";
import { FINISHED, ROLE } from "../reference-data";
import { PARTNER_DOMAIN } from "./people";
import { addressPart } from "./people-names";
import type { Choices } from "./random";
import type { ProjectRecord } from "./records";

/** The values of a record's links in one list, by the positions (from 1) of the linked records. */
export type LinkValues = ReadonlyMap<number, AnyRow>;
/** The values of a project's links, by link list. */
export type ProjectLinks = Record<"hochschulmitglieder" | "institutionen" | "personen", LinkValues>;

type LinkedProject = {
  status: number;
  projektbeginn: string | null;
  projektende: string | null;
  mitglieder: readonly number[];
  institutionen: readonly number[];
  personen: readonly number[];
};

/** The days on which leads and employers of people changed. */
const CHANGES = ["2023-03-31", "2023-06-30", "2023-09-30", "2023-12-31"];
/** The day on which some members will join a project. */
const JOINS = "2028-04-01";
const REMARKS = [
  "Vertretung im Forschungssemester",
  "Nur für Rückfragen zum Vertrag",
  "Erreichbar über das Sekretariat",
];

const withRoles = (...rollen: number[]): AnyRow => ({ rollen: rollen.sort((a, b) => a - b) });

/** Returns the first day after which another lead can follow during a project, if there is one. */
const changeOf = ({ projektbeginn, projektende }: LinkedProject, { pick }: Choices) => {
  const day = pick(CHANGES);
  return projektbeginn !== null && projektbeginn < "2023-01-01" && (projektende ?? "9999") > "2024-12-31" ? day : null;
};

/** Most projects have a lead, some a former one, and a few nobody who is responsible. */
function memberLinks(project: LinkedProject, random: Choices): LinkValues {
  const { chance, pick } = random;
  const [first, second, ...others] = project.mitglieder;
  const links = new Map<number, AnyRow>();
  const helper = () =>
    chance(0.3) ? withRoles(ROLE.cooperationOfficer) : chance(0.85) ? withRoles(ROLE.contributor) : {};
  if (first === undefined) return links;
  const day = changeOf(project, random);
  const hasLead = chance(FINISHED.includes(project.status) ? 0.9 : 0.7);
  if (hasLead && day !== null && second !== undefined) {
    links.set(first, { ...withRoles(ROLE.projectLead), seit: project.projektbeginn, bis: day });
    links.set(second, { ...withRoles(ROLE.projectLead), seit: daysLater(day, 1), hauptkontakt: true });
  } else {
    const since = chance(0.4) ? { seit: project.projektbeginn } : {};
    const lead = {
      ...withRoles(ROLE.projectLead, ...(chance(0.1) ? [ROLE.contributor] : [])),
      ...since,
      hauptkontakt: true,
    };
    links.set(first, hasLead ? lead : withRoles(ROLE.contributor));
    if (second !== undefined) links.set(second, helper());
  }
  const joins = project.projektende === null && chance(0.5);
  for (const [at, other] of others.entries()) {
    const remark = chance(0.15) ? { bemerkung: pick(REMARKS) } : {};
    const since = joins && at === 0 ? { seit: JOINS } : {};
    links.set(other, { ...(hasLead ? helper() : withRoles(ROLE.contributor)), ...remark, ...since });
  }
  return links;
}

/** Real projects have the roles of their source; the links of people to them are invented. */
function institutionLinks(project: LinkedProject, record: ProjectRecord | undefined): LinkValues {
  const { koordination, assoziiert = [] } = record ?? {};
  return new Map(
    project.institutionen.map((id) => {
      if (id === koordination) return [id, { ...withRoles(ROLE.coordinator), hauptkontakt: true }];
      return [id, withRoles(assoziiert.includes(id) ? ROLE.associatedPartner : ROLE.partner)];
    }),
  );
}

function personLinks(project: LinkedProject, { chance, pick }: Choices): LinkValues {
  return new Map(
    project.personen.map((id, at) => {
      if (at === 0 && chance(0.85)) return [id, { ...withRoles(ROLE.projectContact), hauptkontakt: true }];
      const role = pick([ROLE.projectContact, ROLE.signatory, ROLE.leadAtPartner, ROLE.leadAtPartner, null]);
      return [id, role === null ? {} : withRoles(role)];
    }),
  );
}

/** Returns the values of the links of each project, in the order of the projects. */
export const projectLinks = (
  projects: readonly LinkedProject[],
  records: readonly ProjectRecord[],
  random: Choices,
): ProjectLinks[] =>
  projects.map((project, position) => ({
    hochschulmitglieder: memberLinks(project, random),
    institutionen: institutionLinks(project, records[position]),
    personen: personLinks(project, random),
  }));

/** Number of institutions that name a linked person, and of those that name somebody else, in free text. */
const [LINKED_CONTACTS, OTHER_CONTACTS] = [8, 5];

/** Names that a search for spelling variants finds; contact persons in free text have others. */
const VARIANTS = /^(M[uü]|Schr|Wei)/;

/** How free texts write a name. */
const SPELLINGS: readonly ((name: Pick<PersonValues, "vorname" | "nachname">) => string)[] = [
  ({ vorname, nachname }) => `${vorname} ${nachname}`,
  ({ vorname, nachname }) => `Prof. Dr. ${vorname} ${nachname}`,
  ({ vorname, nachname }) => `${nachname}, ${vorname}`,
  ({ vorname, nachname }) => `Dr. ${vorname} ${nachname.toUpperCase()}`,
];

/** The links of the persons to their institutions, and the institutions with contact persons in free text. */
export type InstitutionContacts = { links: LinkValues[]; institutions: InstitutionValues[] };

/**
 * Gives persons roles at their institutions. Some institutions name their contact person only in
 * free text: a linked person without the role, or somebody who is not there.
 */
export function institutionContacts(
  institutions: readonly InstitutionValues[],
  persons: readonly PersonValues[],
  random: Choices,
): InstitutionContacts {
  const { chance, pick } = random;
  const named = new Map<number, Partial<InstitutionValues>>();
  const employed = new Set<number>();
  const links = persons.map((person): LinkValues => {
    const [from, to] = person.institution ?? [];
    const change = to !== undefined && chance(0.6) ? pick(CHANGES) : null;
    return new Map(
      (person.institution ?? []).map((id) => {
        const period = change === null ? {} : id === from ? { bis: change } : { seit: daysLater(change, 1) };
        const isFirst = !employed.has(id) && !("bis" in period);
        if (isFirst) employed.add(id);
        if (isFirst && named.size < LINKED_CONTACTS && !VARIANTS.test(person.nachname) && chance(0.4)) {
          const formatName = SPELLINGS[named.size % SPELLINGS.length];
          named.set(id, { kontaktperson: formatName?.(person) ?? "" });
          return [id, { ...withRoles(...(chance(0.5) ? [ROLE.staff] : [])), ...period }];
        }
        if (isFirst && chance(0.6))
          return [id, { ...withRoles(ROLE.institutionContact), ...period, hauptkontakt: true }];
        const role = pick([ROLE.head, ROLE.institutionContact, ROLE.staff, ROLE.staff, null]);
        return [id, { ...(role === null ? {} : withRoles(role)), ...period }];
      }),
    );
  });
  const others = persons.filter(({ nachname }) => !VARIANTS.test(nachname));
  const unnamed = institutions.flatMap((_, at) => (employed.has(at + 1) && !named.has(at + 1) ? [at + 1] : []));
  for (const id of random.some(unnamed, OTHER_CONTACTS)) {
    // A name of nobody: the given name of one person and the surname of another.
    const name = { vorname: pick(others).vorname, nachname: pick(others).nachname };
    if (persons.some(({ vorname, nachname }) => vorname === name.vorname && nachname === name.nachname)) continue;
    const email = `${addressPart(name.vorname)}.${addressPart(name.nachname)}@${PARTNER_DOMAIN}`;
    named.set(id, { kontaktperson: pick(SPELLINGS)(name), email });
  }
  return { links, institutions: institutions.map((values, at) => ({ ...values, ...named.get(at + 1) })) };
}
