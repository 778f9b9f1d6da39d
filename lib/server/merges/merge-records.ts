import { randomUUID } from "node:crypto";
import type { AnyDefinition } from "../../records/kinds/define";
import { mergedValues } from "../../records/values/merged-values";
import { definitionOf } from "../../records/kinds/registry";
import { relationSidesOf, type RelationSides } from "../../records/kinds/relations";
import { inTransaction, type Context } from "../database/transaction";
import type { Connection, Transaction } from "../database/client";
import { recordChanges, type NewChange } from "../records/record-change";
import { authorize } from "../access/permissions";
import {
  changeHeader,
  checkRecord,
  deleteRecord,
  notFoundOrMerged,
  refuseOutdated,
  saveRecord,
} from "../records/records";
import { linkedRecords, type LinkedRecord } from "../records/sql/link-records";
import { changePairs, linkPairs, lockLinksOf, lockRecords } from "../records/sql/many-records";
import { saveRedirect, lockMerges } from "../records/sql/merged-records";
import { storedRecords, type Stored } from "../records/sql/record-store";

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
 * record, `joined` (both records have them), and `gone` (all of the dropped record). `kept` is the
 * number of links that the kept record has.
 */
type MovingLinks = { sides: RelationSides; moved: number[]; joined: number[]; gone: number[]; kept: number };

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
    const pairs = await linkPairs(connection, sides, [keep, drop]);
    const ofKept = new Set(pairs.filter(({ own }) => own === keep).map(({ other }) => other));
    const gone = pairs.filter(({ own }) => own === drop).map(({ other }) => other);
    // A link between the two records would become a link of the kept record to itself.
    const others = sides.other.kind === definition.name ? gone.filter((id) => id !== keep) : gone;
    const joined = others.filter((id) => ofKept.has(id));
    all.push({ sides, moved: others.filter((id) => !ofKept.has(id)), joined, gone, kept: ofKept.size });
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
 * Previews a merge without writing.
 * @throws AppError like `mergeRecords`
 */
export async function previewMerge(
  context: Context,
  definition: AnyDefinition,
  request: MergeRequest,
): Promise<MergeResult> {
  const { connection } = context;
  const { kept, dropped } = await bothRecords(connection, definition, request);
  await refuseOutdated(context, definition, { id: request.keep, version: kept.version }, request.ifMatch);
  const body = mergedValues(definition, kept.values, dropped.values, request.take);
  await checkRecord(context, definition, request.keep, body, "accepted");
  const links = await movingLinks(connection, definition, request);
  return { moved: counted(links, "moved"), joined: counted(links, "joined"), batch: null };
}

/**
 * Moves the links of the dropped record to the kept record.
 * @returns the link changes to record for the kept record
 */
async function moveLinks(
  { connection }: Context<Transaction>,
  { keep, drop }: MergeRequest,
  { links, takenAlong }: { links: readonly MovingLinks[]; takenAlong: readonly LinkedRecord[] },
  change: ReturnType<typeof changeHeader>,
): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const { sides, moved, gone } of links) {
    const { relation, own, other } = sides;
    const pairsOf = (id: number, others: number[]) => ({ own: others.map(() => id), other: others });
    await changePairs(
      connection,
      { table: relation.table, own: own.column, other: other.column },
      { gone: pairsOf(drop, gone), added: pairsOf(keep, moved) },
    );
    const kind = definitionOf(other.kind).apiPath;
    const ids = new Set(moved);
    const related = takenAlong.filter(
      (link) => link.relation === relation.name && link.kind === kind && ids.has(link.id),
    );
    changes.push(...related.map((link): NewChange => ({ ...change, action: "link", related: link })));
  }
  return changes;
}

/**
 * Merges two records into one (contract §12): the kept record gets the requested values and all
 * links and names of the other record, which is deleted. All changes form one batch of the history;
 * reverting the batch restores both records.
 * @throws AppError data_not_found, validation_failed, edit_conflict
 */
export function mergeRecords(context: Context, definition: AnyDefinition, request: MergeRequest): Promise<MergeResult> {
  authorize(context.actor, "write", definition.name);
  const batch = context.batch ?? randomUUID();
  const { keep, drop, take, ifMatch } = request;
  return inTransaction(
    { ...context, batch },
    async (unit) => {
      const { connection } = unit;
      // Serializes merges: two concurrent merges at opposite ends of the same links would deadlock.
      await lockMerges(connection);
      // Locks both records, so that no links can be added to either from here on.
      await lockRecords(connection, definition, [keep, drop]);
      await lockLinksOf(connection, definition.name, [keep, drop]);
      const { kept, dropped } = await bothRecords(connection, definition, request);
      const links = await movingLinks(connection, definition, request);
      const body = mergedValues(definition, kept.values, dropped.values, take);
      const saved = await saveRecord(unit, definition, keep, body, { ifMatch, inactive: "accepted" });
      const takenAlong = await linkedRecords(connection, definition.name, drop);
      const change = changeHeader(definition, saved, { ...kept.values, ...body });
      await recordChanges(unit, await moveLinks(unit, request, { links, takenAlong }, change));
      await deleteRecord(unit, definition, drop, { takenAlong });
      await saveRedirect(connection, definition, drop, keep);
      return { moved: counted(links, "moved"), joined: counted(links, "joined"), batch };
    },
    TIMEOUT_MS,
  );
}
