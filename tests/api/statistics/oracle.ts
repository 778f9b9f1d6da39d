import { addYears, formatISO, parseISO } from "date-fns";
import type { Counted, StatisticField } from "@/lib/features/statistics/statistic-fields";

/* Counts what was active on a day by plain loops, from the words of contract §17. */

type Project = {
  id: number;
  status: number;
  vertragsgrundlage: number;
  projektbeginn: string | null;
  projektende: string | null;
  kuendigungsfrist: string;
  finishedOn: string | null;
  themenfelder: number[];
  einrichtungen: number[];
};
type Link = {
  project: number;
  other: number;
  to: "institutions" | "members";
  seit: string | null;
  bis: string | null;
  rollen: number[];
};
export type World = {
  projects: Project[];
  institutions: { id: number; land: number; organisationsform: number }[];
  members: { id: number; fakultaet: number; institut: number }[];
  links: Link[];
};

const FINISHED = 3;
const APPLIED_FOR = 6;
const FIXED_TERM = 1;

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const yearsLater = (day: string, years: number) =>
  formatISO(addYears(parseISO(day), years), { representation: "date" });

/** Returns the last end of yearly renewals before a day. */
function lastRenewedEnd(end: string, day: string): string | null {
  let last: string | null = null;
  for (let years = 0; yearsLater(end, years) < day; years += 1) last = yearsLater(end, years);
  return last;
}

/** Returns the last active day of a project; undefined for none, null for an open end. */
function lastDay({ status, vertragsgrundlage, projektende, kuendigungsfrist, finishedOn }: Project) {
  const isFixed = vertragsgrundlage === FIXED_TERM;
  const renews = kuendigungsfrist !== "";
  if (status !== FINISHED) return isFixed && !renews ? projektende : null;
  if (finishedOn === null) return isFixed ? projektende : undefined;
  const before = dayBefore(finishedOn);
  if (!isFixed || projektende === null) return before;
  if (renews) return lastRenewedEnd(projektende, finishedOn) ?? before;
  return projektende < before ? projektende : before;
}

export function activeOn(project: Project, day: string): boolean {
  if (project.status === APPLIED_FOR) return false;
  const last = lastDay(project);
  if (last === undefined) return false;
  return (project.projektbeginn === null || project.projektbeginn <= day) && (last === null || last >= day);
}

const stateOn = ({ seit, bis }: Link, day: string) =>
  bis !== null && bis < day ? "former" : seit !== null && seit > day ? "future" : "current";

type Question = { by: readonly StatisticField[]; count: Counted; filter: string };

/** Whether a project meets one of the filters that the test asks with. */
function isFound(world: World, { id, status }: Project, day: string, filter: string): boolean {
  const links = world.links.filter((link) => link.project === id);
  if (filter.includes("where[status]")) return status === 2;
  if (filter.includes("institutionen"))
    return links.some(
      (link) =>
        link.to === "institutions" &&
        stateOn(link, day) === "current" &&
        world.institutions.find((one) => one.id === link.other)?.land === 276,
    );
  if (filter.includes("hochschulmitglieder"))
    return links.some((link) => link.to === "members" && stateOn(link, day) !== "current");
  return true;
}

type Id = number | null;

const GROUPS: Partial<Record<StatisticField, "institutions" | "members">> = {
  fakultaet: "members",
  institut: "members",
  land: "institutions",
  organisationsform: "institutions",
  rolle: "institutions",
};

function ownIds(project: Project, field: StatisticField): Id[] {
  if (field === "status" || field === "vertragsgrundlage") return [project[field]];
  if (field === "beginn_jahr")
    return [project.projektbeginn === null ? null : Number(project.projektbeginn.slice(0, 4))];
  const ids = field === "themenfelder" ? project.themenfelder : project.einrichtungen;
  return ids.length > 0 ? ids : [null];
}

/** Returns the ids of fields of one linked kind in a link. */
function idsOfLink(world: World, link: Link, fields: readonly StatisticField[]): Id[][] {
  const record: Readonly<Record<string, number>> | undefined = world[link.to].find(({ id }) => id === link.other);
  return fields.reduce<Id[][]>(
    (rows, field) => {
      const values = field === "rolle" ? (link.rollen.length > 0 ? link.rollen : [null]) : [record?.[field] ?? null];
      return rows.flatMap((row) => values.map((value) => [...row, value]));
    },
    [[]],
  );
}

/** Returns all combinations of ids under which a project counts on a day, for `record` if that is what is counted. */
function combinations(
  world: World,
  project: Project,
  links: readonly Link[],
  question: Question,
  record: Link | null,
): string[] {
  const { by, count } = question;
  const parts: { fields: StatisticField[]; rows: Id[][] }[] = [];
  for (const field of by) {
    const group = GROUPS[field];
    if (!group) parts.push({ fields: [field], rows: ownIds(project, field).map((id) => [id]) });
    else if (!parts.some(({ fields }) => fields.some((one) => GROUPS[one] === group))) {
      const fields = by.filter((one) => GROUPS[one] === group);
      const own = record && count === group ? [record] : links.filter(({ to }) => to === group);
      let rows = own.flatMap((link) => idsOfLink(world, link, fields));
      if (!(record && count === group)) {
        if (fields.join() === "rolle") rows = rows.filter(([id]) => id !== null);
        if (rows.length === 0) rows = [fields.map(() => null)];
      }
      parts.push({ fields, rows });
    }
  }
  const all = parts.reduce<Map<StatisticField, Id>[]>(
    (rows, { fields, rows: more }) =>
      rows.flatMap((row) =>
        more.map(
          (ids) => new Map([...row, ...fields.map((field, at): [StatisticField, Id] => [field, ids[at] ?? null])]),
        ),
      ),
    [new Map()],
  );
  return all.map((row) => by.map((field) => String(row.get(field) ?? null)).join());
}

/** Counts the records of a question on a day: all, and those under each combination of ids. */
export function countedOn(world: World, day: string, question: Question) {
  const projects = world.projects.filter(
    (project) => activeOn(project, day) && isFound(world, project, day, question.filter),
  );
  const all = new Set<number>();
  const cells = new Map<string, Set<number>>();
  const count = (record: number, keys: readonly string[]) => {
    all.add(record);
    if (question.by.length === 0) return;
    for (const key of keys) cells.set(key, (cells.get(key) ?? new Set()).add(record));
  };
  for (const project of projects) {
    const links = world.links.filter((link) => link.project === project.id && stateOn(link, day) === "current");
    if (question.count === "projects") count(project.id, combinations(world, project, links, question, null));
    else
      for (const link of links)
        if (link.to === question.count) count(link.other, combinations(world, project, links, question, link));
  }
  return {
    all: all.size,
    cells: new Map([...cells].map(([key, records]) => [key, records.size])),
    projects: new Set(projects.map(({ id }) => id)),
  };
}
