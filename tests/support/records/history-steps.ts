import fc from "fast-check";
import { relations } from "@/lib/model/kinds/relations";
import { getAt } from "@/lib/model/pure/get-at";
import { ROLE } from "@/prisma/reference-data";
import { KINDS, type Body } from "./history";

/**
 * An operation on one or two records of a run. `name` identifies a record: `members/0` is the first
 * member.
 */
export type Step =
  | { do: "create"; name: string }
  | { do: "update"; name: string; values: Body }
  | { do: "delete"; name: string }
  | { do: "link" | "relink" | "unlink"; relation: number; ends: [number, number]; values: Body };

/** The first segments of the kinds' API paths. */
export const PATHS = KINDS.map(([path]) => path);
/** Returns the first segment of the API path of the record with this name. */
export const pathOf = (name: string) => name.split("/")[0] ?? "";

const text = fc.oneof(
  fc.constantFrom("Ärger", "zorn", "Über", "a  b", 'O\'Neil "x"', "{}", "1"),
  fc.string({ minLength: 1, maxLength: 8 }).filter((value) => /^[\w ]*\w$/.test(value) && value === value.trim()),
);
const entries = fc.uniqueArray(fc.constantFrom(-1, 1, 2, 3), { minLength: 1, maxLength: 3 });
const day = fc.constantFrom("2026-01-01", "2026-03-29", "2026-12-31");
const contract = fc.oneof(
  fc.constant({ vertragsgrundlage: -1, projektbeginn: null, projektende: null }),
  day.map((projektbeginn) => ({ vertragsgrundlage: 0, projektbeginn, projektende: null })),
  fc.tuple(day, day).map(([one, other]) => {
    const [projektbeginn, projektende] = [one, other].sort();
    return { vertragsgrundlage: 1, projektbeginn, projektende };
  }),
);
const anySubset = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Body> =>
  fc.record(fields, { requiredKeys: [] });
const changes: Record<string, fc.Arbitrary<Body>> = {
  members: anySubset({
    nachname: text,
    telefon: text,
    titel: fc.constantFrom(-1, 1),
    einrichtungen: entries,
    status: fc.constantFrom([1], [2], [1, 2]),
  }),
  projects: fc
    .tuple(
      anySubset({ projekt_titel: text, kommentare: text, einrichtungen: entries }),
      fc.option(contract, { nil: {} }),
    )
    .map(([own, dates]) => ({ ...own, ...dates })),
  institutions: anySubset({ name: text, adresse: text, organisationsform: fc.constantFrom(-1, 1, 2) }),
  persons: anySubset({ nachname: text, position: text, titel: fc.constantFrom(-1, 1) }),
  thematicfields: anySubset({ themenfeld_de: text, themenfeld_en: text }),
};
/** Roles that are not unique, by the relation whose links can have them. */
const ROLES: Readonly<Record<string, readonly number[]>> = {
  memberProjects: [ROLE.cooperationOfficer, ROLE.contributor],
  projectInstitutions: [ROLE.partner, ROLE.funder],
  projectPersons: [ROLE.projectContact, ROLE.signatory],
  institutionPersons: [ROLE.head, ROLE.staff],
};
const dayOrNone = fc.option(day, { nil: null });
/** Generates values of a link; of relations whose links have none, nothing. */
function linkValues(relation: number): fc.Arbitrary<Body> {
  const { name, fields } = getAt(relations, relation);
  if (!fields) return fc.constant({});
  return anySubset({
    rollen: fc.subarray([...(ROLES[name] ?? [])]),
    seit: dayOrNone,
    bis: dayOrNone,
    hauptkontakt: fc.boolean(),
    bemerkung: fc.oneof(fc.constant(""), text),
  });
}
const recordNumber = fc.constantFrom(0, 1);
const record = fc.tuple(fc.constantFrom(...PATHS), recordNumber).map(([path, number]) => `${path}/${number}`);
/** Generates steps of all types. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: record.map((name): Step => ({ do: "create", name })) },
  {
    weight: 4,
    arbitrary: record.chain((name) =>
      (changes[pathOf(name)] ?? fc.constant({})).map((values): Step => ({ do: "update", name, values })),
    ),
  },
  { weight: 2, arbitrary: record.map((name): Step => ({ do: "delete", name })) },
  {
    weight: 7,
    arbitrary: fc.nat(relations.length - 1).chain((relation) =>
      fc.record({
        do: fc.constantFrom("link" as const, "link" as const, "relink" as const, "unlink" as const),
        relation: fc.constant(relation),
        ends: fc.tuple(recordNumber, recordNumber),
        values: linkValues(relation),
      }),
    ),
  },
);
