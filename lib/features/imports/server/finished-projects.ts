import { activeDays } from "@/lib/model/deadlines/active-days";
import { contractOf } from "@/lib/model/deadlines/deadline-contract";
import { isCalendarDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import type { Connection } from "@/lib/store/database/client";
import { referenceListsByName } from "@/lib/store/sql/reference-list-rows";
import { storedFinishes } from "@/lib/store/sql/stored-deadlines";

const { fixedTerm } = referenceLists.vertragsgrundlagen.rules;

/** What tells whether a row leaves a finished project without a known end (contract §17). */
export type ProjectFinishes = {
  today: string;
  /** The statuses of finished projects, except for those with which a project is never active. */
  statuses: ReadonlySet<unknown>;
  /** Of the finished projects that rows update: when they were finished, null if that is unknown. */
  finishedOn: ReadonlyMap<number, string | null>;
};

/** Loads what tells when finished projects ended; null for other kinds than projects. */
export async function loadFinishes(
  connection: Connection,
  { name }: AnyDefinition,
  ids: readonly number[],
): Promise<ProjectFinishes | null> {
  if (name !== "project") return null;
  const { key } = referenceLists.projekt_status;
  const { projekt_status } = await referenceListsByName(connection, ["projekt_status"], ["beendet", "nie_aktiv"]);
  const finished = projekt_status.filter(({ beendet, nie_aktiv }) => beendet === true && nie_aktiv === false);
  const statuses = new Set(finished.map((entry) => entry[key]));
  return { today: dayOf(new Date()), statuses, finishedOn: await storedFinishes(connection, ids) };
}

const isDay = (value: unknown): value is string => typeof value === "string" && isCalendarDate(value);

/** Returns whether a project that a row creates or updates is finished afterwards, and its end unknown. */
export function lacksEnd({ statuses, finishedOn, today }: ProjectFinishes, id: number | null, after: AnyRow): boolean {
  if (!statuses.has(after.status)) return false;
  // A project that the row finishes is finished today.
  const finished = id !== null && !finishedOn.has(id) ? today : finishedOn.get(id ?? 0);
  const contract = { ...contractOf(after), projektbeginn: null, isFinished: true, isNeverActive: false };
  return activeDays({ ...contract, finishedOn: finished ?? null }).last === null;
}

/**
 * Returns the values of a row as those of a fixed term, if its project is finished and has a begin, and
 * the row an end that the contractual basis does not take; otherwise null.
 */
export function asFixedTerm({ statuses }: ProjectFinishes, before: AnyRow | null, values: AnyRow): AnyRow | null {
  const after: AnyRow = { ...before, ...values };
  if (!statuses.has(after.status) || after.vertragsgrundlage === fixedTerm) return null;
  return isDay(values.projektende) && isDay(after.projektbeginn) ? { ...values, vertragsgrundlage: fixedTerm } : null;
}
