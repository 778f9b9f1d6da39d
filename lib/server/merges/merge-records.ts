import { randomUUID } from "node:crypto";
import type { AnyDefinition } from "../../records/kinds/define";
import { mergedValues } from "../../records/values/merged-values";
import { definitionOf } from "../../records/kinds/registry";
import { relationSidesOf, type RelationSides } from "../../records/kinds/relations";
import { inTransaction, type Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { applyPlans } from "../records/apply-plans";
import { notFoundOrMerged } from "../records/find-records";
import { planEdits } from "../records/plan-edits";
import { linkedIdsOf } from "../records/sql/links";
import { saveRedirect, lockMerges } from "../records/sql/merged-records";
import { storedRecords, type Stored } from "../records/sql/stored-records";
import { lockLinksOf } from "../records/sql/write-links";
import { lockRecords } from "../records/sql/write-records";

/** A merge: `drop` is merged into `keep`, and the fields in `take` get their values from `drop`. */
export type MergeRequest = { keep: number; drop: number; take: readonly string[]; ifMatch?: string };

/** The result or preview of a merge (contract §12): numbers of links, keyed by `listNameOf`. */
export type MergeResult = {
  moved: Record<string, number>;
  joined: Record<string, number>;
  /** The batch in the history, by which the merge can be reverted; null for a preview. */
  batch: string | null;
};

/** Timeout of a merge in milliseconds; thousands of links take about a second. */
const TIMEOUT_MS = 30_000;

/**
 * The links of one relation in a merge, as ids of the records at the other end: `moved` to the kept
 * record, and `joined` (both records have them). `kept` is the number of links that the kept record
 * has.
 */
type MovingLinks = { sides: RelationSides; moved: number[]; joined: number[]; kept: number };

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
    const linked = await linkedIdsOf(connection, sides, [keep, drop]);
    const [ofKept, gone] = [new Set(linked.get(keep)), linked.get(drop) ?? []];
    // A link between the two records would become a link of the kept record to itself.
    const others = sides.other.kind === definition.name ? gone.filter((id) => id !== keep) : gone;
    const joined = others.filter((id) => ofKept.has(id));
    all.push({ sides, moved: others.filter((id) => !ofKept.has(id)), joined, kept: ofKept.size });
  }
  return all;
}

const counted = (links: readonly MovingLinks[], part: "moved" | "joined") =>
  Object.fromEntries(links.map((each) => [listNameOf(each.sides), each[part].length]));

/** Counts, for each relation, the links that the kept record would have after the merge. */
export async function linksOfMerge(
  connection: Connection,
  definition: AnyDefinition,
  request: Pick<MergeRequest, "keep" | "drop">,
) {
  const links = await movingLinks(connection, definition, request);
  return links.map(({ sides, kept, moved, joined }) => ({
    name: listNameOf(sides),
    kind: sides.other.kind,
    total: kept + moved.length,
    moved: moved.length,
    joined: joined.length,
  }));
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
      links: links.map(({ sides, moved }) => ({ sides, add: moved })),
      ifMatch,
      acceptsInactive: true,
    },
    { id: drop, remove: "and links" },
  ]);
  if (refusals[0]) throw refusals[0].error;
  return { plans, moved: counted(links, "moved"), joined: counted(links, "joined") };
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
  return inTransaction(
    { ...context, batch },
    async (unit) => {
      const { connection } = unit;
      // Serializes merges: two concurrent merges at opposite ends of the same links would deadlock.
      await lockMerges(connection);
      // Locks both records, so that no links can be added to either from here on.
      await lockRecords(connection, definition, [keep, drop]);
      await lockLinksOf(connection, definition.name, [keep, drop]);
      const { plans, moved, joined } = await planMerge(unit, definition, request);
      await applyPlans(unit, definition, plans);
      await saveRedirect(connection, definition, drop, keep);
      return { moved, joined, batch };
    },
    TIMEOUT_MS,
  );
}
