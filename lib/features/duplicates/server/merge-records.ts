import { randomUUID } from "node:crypto";
import type { MergeResult } from "../merge-answers";
import { laterConfirmation } from "@/lib/model/fields/confirmation";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { MergedRoles, MergeView } from "../merge-query";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { listMergedFiles, mergeFiles } from "@/lib/features/files/server/merge-files";
import { mergedLinkValues } from "@/lib/model/values/merged-link-values";
import { mergedValues } from "@/lib/model/values/merged-values";
import { definitionOf } from "@/lib/model/kinds/registry";
import { relationSidesOf, type Relation, type RelationSides } from "@/lib/model/kinds/relations";
import type { Context } from "@/lib/store/database/transaction";
import type { Connection } from "@/lib/store/database/client";
import { expectDefined } from "@/lib/base/errors/invariant";
import { applyPlans } from "@/lib/store/records/apply-plans";
import { sideName, type LinkChange, type LinkEdit } from "@/lib/store/records/edit";
import { notFoundOrMerged } from "@/lib/store/records/find-records";
import { planEdits } from "@/lib/store/records/plan-edits";
import { HISTORY_LOCALE } from "@/lib/store/sql/linked-records";
import { linksOf } from "@/lib/store/sql/links";
import { recordLabels } from "@/lib/store/sql/list-records";
import { inRetriedTransaction } from "@/lib/store/records/retried-transaction";
import { saveRedirect, lockMerges } from "@/lib/store/sql/merged-records";
import { lockOpenProposals, moveOpenProposals } from "@/lib/store/sql/open-proposals";
import { storedRecords, type Stored } from "@/lib/store/sql/stored-records";
import { lockLinksOf } from "@/lib/store/sql/write-links";
import { lockRecords } from "@/lib/store/sql/write-records";

/** A merge: `drop` is merged into `keep`, and the fields in `take` get their values from `drop`. */
export type MergeRequest = { keep: number; drop: number; take: readonly string[]; ifMatch?: string };

/** Timeout of a merge in milliseconds; thousands of links take about a second. */
const TIMEOUT_MS = 30_000;

/**
 * The links of one relation in a merge, by the ids of the records at the other end: `moved` to the
 * kept record, and `joined` (both records have them), with the values that they then have.
 * `keptCount` is the number of links that the kept record has.
 */
type MovingLinks = {
  sides: RelationSides;
  moved: Map<number, AnyRow>;
  joined: Map<number, AnyRow>;
  keptCount: number;
};

/**
 * Returns the name under which responses report a relation's links: the name of its list or,
 * without a list, of the linked kind.
 */
export const listNameOf = ({ own, other }: RelationSides): string => own.list ?? definitionOf(other.kind).apiPath;

async function movingLinks(
  connection: Connection,
  definition: AnyDefinition,
  { keep, drop }: Pick<MergeRequest, "keep" | "drop">,
): Promise<MovingLinks[]> {
  const all: MovingLinks[] = [];
  for (const sides of relationSidesOf(definition.name)) {
    const linked = await linksOf(connection, sides, [keep, drop]);
    const ofKept = linked.get(keep) ?? new Map<number, AnyRow>();
    const [moved, joined] = [new Map<number, AnyRow>(), new Map<number, AnyRow>()];
    for (const [id, values] of linked.get(drop) ?? []) {
      // A link between the two records would become a link of the kept record to itself.
      if (sides.other.kind === definition.name && id === keep) continue;
      const keptValues = ofKept.get(id);
      if (keptValues) joined.set(id, mergedLinkValues(sides.relation, keptValues, values));
      else moved.set(id, values);
    }
    all.push({ sides, moved, joined, keptCount: ofKept.size });
  }
  return all;
}

const counted = (links: readonly MovingLinks[], part: "moved" | "joined"): Record<string, number> =>
  Object.fromEntries(links.map((each) => [listNameOf(each.sides), each[part].size]));

/**
 * Counts the links that lose a role because another link of the kept record has it at the same time,
 * by the list and the field with the roles.
 */
function droppedRoles(links: readonly MovingLinks[], planned: readonly LinkChange[]): Record<string, number> {
  const counts = links.flatMap(({ sides, moved, joined }) => {
    const { roles } = sides.relation;
    if (!roles) return [];
    const rows = planned
      .filter((change) => sideName(change.sides) === sideName(sides))
      .flatMap(({ added, changed }) => [...added, ...changed]);
    const sizeOf = (values: AnyRow | undefined) => (values ? (values[roles.field] as number[]).length : 0);
    const count = rows.filter(({ id, values }) => sizeOf(values) < sizeOf(moved.get(id) ?? joined.get(id))).length;
    return count > 0 ? [[rolesNameOf(sides, roles.field), count]] : [];
  });
  return Object.fromEntries(counts) as Record<string, number>;
}

/** Returns the name under which responses report how many links lose a role. */
export const rolesNameOf = (sides: RelationSides, field: string) => `${listNameOf(sides)}.${field}`;

/**
 * Returns the roles of links after a merge, of those links that have or lose roles; of joined links
 * only those whose roles change.
 */
async function mergedRoles(
  { connection, locale }: Context,
  { sides, moved, joined }: MovingLinks,
  planned: readonly LinkChange[],
): Promise<MergedRoles[]> {
  const { roles: ofLinks } = sides.relation;
  if (!ofLinks) return [];
  const rolesIn = (values: AnyRow | undefined) => (values?.[ofLinks.field] ?? []) as number[];
  const links = planned
    .filter((change) => sideName(change.sides) === sideName(sides))
    .flatMap(({ added, changed }) => [...added, ...changed])
    .map(({ id, values }) => {
      const roles = rolesIn(values);
      const lost = rolesIn(moved.get(id) ?? joined.get(id)).filter((role) => !roles.includes(role));
      return { id, isJoined: joined.has(id), roles, lost };
    })
    .filter(({ roles, lost }) => roles.length + lost.length > 0);
  if (links.length === 0) return [];
  const ids = links.map(({ id }) => id);
  const labels = new Map(
    (await recordLabels(connection, definitionOf(sides.other.kind), ids, locale)).map(({ id, label }) => [id, label]),
  );
  return links.map(({ id, ...link }) => ({ ...link, label: labels.get(id) ?? "" }));
}

/**
 * Counts, for each relation, the links that the kept record would have after the merge, and returns
 * the roles that a merge changes.
 */
export async function linksOfMerge(
  context: Context,
  definition: AnyDefinition,
  request: Pick<MergeRequest, "keep" | "drop">,
): Promise<MergeView["links"]> {
  const { keep, drop } = request;
  const links = await movingLinks(context.connection, definition, request);
  const { plans } = await planEdits(context, definition, [
    { id: keep, links: linkEditsOf(links) },
    { id: drop, remove: "and links" },
  ]);
  const planned = plans.find(({ edit }) => edit.id === keep)?.links ?? [];
  const counted: MergeView["links"] = [];
  for (const each of links) {
    const { sides, keptCount, moved, joined } = each;
    counted.push({
      ...{ name: listNameOf(sides), kind: sides.other.kind },
      ...{ total: keptCount + moved.size, moved: moved.size, joined: joined.size },
      roles: await mergedRoles(context, each, planned),
    });
  }
  return counted;
}

/**
 * Reads both records of a merge.
 * @throws AppError data_not_found; if the missing record was merged, with the record that it was
 * merged into
 */
async function bothRecords(connection: Connection, definition: AnyDefinition, { keep, drop }: MergeRequest) {
  const stored = await storedRecords(connection, definition, [keep, drop]);
  const find = async (id: number): Promise<Stored> => {
    const record = stored.get(id);
    if (!record) throw await notFoundOrMerged(connection, definition, id);
    return record;
  };
  return { kept: await find(keep), dropped: await find(drop) };
}

/** Returns the values of links as an edit writes them; undefined for links without fields. */
const valuesToWrite = ({ fields }: Relation, links: readonly [number, AnyRow][]): LinkEdit["set"] =>
  fields && new Map(links.map(([id, values]) => [id, () => values]));

const linkEditsOf = (links: readonly MovingLinks[]): LinkEdit[] =>
  links.map(({ sides, moved, joined }) => ({
    sides,
    add: [...moved.keys()],
    set: valuesToWrite(sides.relation, [...moved, ...joined]),
    onTakenRole: "drop",
  }));

/**
 * Plans a merge: the kept record gets the requested values and the links of the other record, which
 * is deleted.
 * @throws AppError like `mergeRecords`
 */
async function planMerge(context: Context, definition: AnyDefinition, request: MergeRequest) {
  const { connection } = context;
  const { keep, drop, take, ifMatch } = request;
  const { kept, dropped } = await bothRecords(connection, definition, request);
  const links = await movingLinks(connection, definition, request);
  const { plans, refusals } = await planEdits(context, definition, [
    {
      id: keep,
      set: mergedValues(definition, kept.values, dropped.values, take),
      managed: laterConfirmation(kept.values, dropped.values),
      links: linkEditsOf(links),
      ifMatch,
      acceptsInactive: true,
    },
    { id: drop, remove: "and links" },
  ]);
  if (refusals[0]) throw refusals[0].error;
  const lost = droppedRoles(links, plans.find(({ edit }) => edit.id === keep)?.links ?? []);
  const files = await listMergedFiles(context, definition, request);
  const countOf = (part: "moved" | "joined"): Record<string, number> =>
    files[part].length > 0 ? { [FILE_KIND]: files[part].length } : {};
  return {
    plans,
    moved: { ...counted(links, "moved"), ...countOf("moved") },
    joined: { ...counted(links, "joined"), ...lost, ...countOf("joined") },
  };
}

/**
 * Previews a merge without writing.
 * @throws AppError like `mergeRecords`
 */
export async function previewMerge(
  context: Context,
  definition: AnyDefinition,
  request: MergeRequest,
): Promise<MergeResult> {
  const { moved, joined } = await planMerge(context, definition, request);
  return { moved, joined, batch: null };
}

/**
 * Merges two records into one (contract §12). All changes form one batch of the history; reverting
 * the batch restores both records.
 * @throws AppError forbidden, data_not_found, validation_failed, edit_conflict
 */
export function mergeRecords(context: Context, definition: AnyDefinition, request: MergeRequest): Promise<MergeResult> {
  const batch = context.batch ?? randomUUID();
  const { keep, drop } = request;
  return inRetriedTransaction(
    { ...context, batch },
    async (unit) => {
      const { connection } = unit;
      // Serializes merges: two concurrent merges at opposite ends of the same links would deadlock.
      await lockMerges(connection);
      await lockOpenProposals(connection, definition, [keep, drop]);
      // Locks both records, so that no links can be added to either from here on.
      await lockRecords(connection, definition, [keep, drop], "link");
      await lockLinksOf(connection, definition.name, [keep, drop]);
      const { plans, moved, joined } = await planMerge(unit, definition, request);
      const kept = expectDefined(
        plans.find(({ edit }) => edit.id === keep),
        "the plan of the kept record",
      );
      const label = definition.label(kept.values, HISTORY_LOCALE);
      // Before the other record is deleted, which would delete them.
      await mergeFiles(unit, definition, { keep, drop });
      // Before the other record is deleted, which rejects the proposals about it.
      await moveOpenProposals(connection, definition, drop, { id: keep, label });
      await applyPlans(unit, definition, plans);
      await saveRedirect(connection, definition, drop, keep);
      return { moved, joined, batch };
    },
    TIMEOUT_MS,
  );
}
