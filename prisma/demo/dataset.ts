import { placeInParts, readAddress } from "@/lib/model/places/address";
import { countryIdOf } from "@/lib/model/places/country-names";
import { NOT_APPLICABLE } from "@/lib/model/reference-lists/reference-lists";
import { institutionValues, projectValues, thematicFieldValues } from "../builders";
import type { InstitutionValues, MemberValues, PersonValues, ProjectValues, ThematicFieldValues } from "../builders";
import { ORGANISATION } from "../reference-data";
import institutionFile from "./institutions.json";
import inventedProjectFile from "./invented-projects.json";
import { demoPeople, type Workplace } from "./people";
import { institutionContacts, projectLinks, type LinkValues, type ProjectLinks } from "./links";
import projectFile from "./projects.json";
import { choices, type Choices } from "./random";
import type { InstitutionRecord, InventedProjectRecord, ProjectRecord, ThematicFieldRecord } from "./records";
import thematicFieldFile from "./thematic-fields.json";

const SEED = 20_261_120;
/** A seed of their own, so that the values of links do not change the records. */
const LINK_SEED = 20_261_125;
const INVENTED = "Erfundenes Beispiel für die Vorführung.";
/**
 * Codes of the subjects from which universities of education get some at random, because the data
 * sources do not list their projects.
 */
const EDUCATION = ["320", "1801", "1802", "1803", "1806", "1827", "1829"];
const SUBJECTS_PER_INSTITUTION = 3;
const FACILITIES = [1, 3, 4, 5, 12];

const INSTITUTIONS: readonly InstitutionRecord[] = institutionFile;
const PROJECTS: readonly ProjectRecord[] = projectFile;
const INVENTED_PROJECTS: readonly InventedProjectRecord[] = inventedProjectFile;
const SUBJECTS: readonly ThematicFieldRecord[] = thematicFieldFile;

/** A project with the positions (from 1) of the records that it is linked to. */
type DemoProject = ProjectValues & { mitglieder: number[]; institutionen: number[]; personen: number[] };

/** The demo data; the record with position n is entry n - 1 of its list. */
export type DemoData = {
  thematicFields: ThematicFieldValues[];
  institutions: InstitutionValues[];
  members: MemberValues[];
  persons: PersonValues[];
  projects: DemoProject[];
  /** The values of the links of each project, and of each person to the institutions. */
  projectLinks: ProjectLinks[];
  personLinks: LinkValues[];
};

/** Every so many institutions have neither country nor place, so that both can be suggested. */
const UNLOCATED = 20;

/** Returns country and place of an institution, as its address names them. */
function locationOf(address: string): Pick<InstitutionValues, "land" | "ort"> {
  const { parts, country } = readAddress(address);
  return { land: countryIdOf(country?.code ?? "") ?? NOT_APPLICABLE, ort: placeInParts(parts) };
}

/** Builds the demo data from the shipped records and invented people; the same in every run. */
export function demoData(): DemoData {
  const random = choices(SEED);
  const subject = subjectNumbers();
  const projects = [
    ...PROJECTS.map((record) => realProject(record, random, subject)),
    ...INVENTED_PROJECTS.map((record) => inventedProject(record, subject)),
  ];
  const workplaces = INSTITUTIONS.map((record) => workplace(record, projects, random, subject));
  const { members, persons } = demoPeople(random, workplaces.filter(employs), subject);
  const linkedProjects = projects.map((project) => withPeople(project, members, persons, random));
  const linkChoices = choices(LINK_SEED);
  const contacts = institutionContacts(
    INSTITUTIONS.map(({ name, organisationsform, branchen, adresse, webseite }, position) =>
      institutionValues({
        ...{ name, organisationsform, branchen, adresse, webseite },
        ...(position % UNLOCATED !== 0 && locationOf(adresse)),
        themenfelder: [...(workplaces[position]?.themen ?? [])],
      }),
    ),
    persons,
    linkChoices,
  );
  return {
    thematicFields: SUBJECTS.map(({ themenfeld_de, themenfeld_en }) =>
      thematicFieldValues({ themenfeld_de, themenfeld_en }),
    ),
    institutions: contacts.institutions,
    members,
    persons,
    projects: linkedProjects,
    projectLinks: projectLinks(linkedProjects, PROJECTS, linkChoices),
    personLinks: contacts.links,
  };
}

function subjectNumbers(): (code: string) => number {
  const numbers = new Map(SUBJECTS.map(({ code }, position) => [code, position + 1]));
  return (code) => {
    const number = numbers.get(code);
    if (number === undefined) throw new Error(`No thematic field has the code ${code}`);
    return number;
  };
}

function realProject(record: ProjectRecord, random: Choices, subject: (code: string) => number): DemoProject {
  const { themen, partner, koordination: _, assoziiert: __, beteiligte, quelle, ...fields } = record;
  return {
    ...projectValues({
      ...fields,
      einrichtungen: random.chance(0.5) ? random.some(FACILITIES, 1) : [NOT_APPLICABLE],
      kommentare: [fields.kommentare, `${beteiligte} Beteiligte laut CORDIS (${quelle.split(":")[1]}).`]
        .filter(Boolean)
        .join("\n"),
      themenfelder: themen.map(subject),
    }),
    institutionen: [...partner],
    mitglieder: [],
    personen: [],
  };
}

function inventedProject(record: InventedProjectRecord, subject: (code: string) => number): DemoProject {
  const { themen, zusammenarbeit, einrichtungen, ...fields } = record;
  return {
    ...projectValues({
      ...fields,
      einrichtungen: [...einrichtungen],
      zusammenarbeit_ende_nach_vertrag: zusammenarbeit,
      kommentare: INVENTED,
      themenfelder: themen.map(subject),
    }),
    institutionen: [],
    mitglieder: [],
    personen: [],
  };
}

/**
 * Takes an institution's thematic fields from its projects, or at random for universities of
 * education.
 */
function workplace(
  { id, organisationsform, quelle }: InstitutionRecord,
  projects: readonly DemoProject[],
  random: Choices,
  subject: (code: string) => number,
): Workplace {
  const own = projects.filter(({ institutionen }) => institutionen.includes(id));
  const themen = quelle.startsWith("hipo:")
    ? random.some(EDUCATION, random.between(1, SUBJECTS_PER_INSTITUTION)).map(subject)
    : [...new Set(own.flatMap(({ themenfelder = [] }) => themenfelder))].slice(0, SUBJECTS_PER_INSTITUTION);
  return { id, organisationsform, themen };
}

/**
 * Whether invented people may work here: universities and research institutions with known
 * subjects.
 */
function employs({ organisationsform, themen }: Workplace): boolean {
  const kinds: readonly number[] = [ORGANISATION.higherEducation, ORGANISATION.research];
  return kinds.includes(organisationsform) && themen.length > 0;
}

/**
 * Links a project with members who share one of its subjects (with random members if there are
 * none), and with persons of its institutions; an invented project with persons who share a
 * subject.
 */
function withPeople(
  project: DemoProject,
  members: readonly MemberValues[],
  persons: readonly PersonValues[],
  random: Choices,
): DemoProject {
  const themen = project.themenfelder ?? [];
  const invented = project.institutionen.length === 0;
  const shares = ({ themenfelder = [] }: { themenfelder?: number[] }) => themenfelder.some((id) => themen.includes(id));
  const expert = numbersOf(members, shares);
  const colleague = numbersOf(persons, (person) =>
    invented
      ? shares(person)
      : (person.institution ?? []).some((institution) => project.institutionen.includes(institution)),
  );
  const memberCount = random.between(invented ? 1 : 0, 3);
  const candidates = expert.length > 0 ? expert : numbersOf(members, () => true);
  return {
    ...project,
    mitglieder: random.some(candidates, memberCount),
    personen: random.some(colleague, invented ? 2 : 4),
  };
}

function numbersOf<Entry>(records: readonly Entry[], fits: (record: Entry) => boolean): number[] {
  return records.flatMap((record, position) => (fits(record) ? [position + 1] : []));
}
