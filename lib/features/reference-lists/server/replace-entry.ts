import { randomUUID } from "node:crypto";
import type { AnyRow } from "@/lib/model/kinds/define";
import { FILE_KIND_LIST, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { usesOf, type LinkUse, type RecordUse } from "@/lib/model/reference-lists/reference-uses";
import { groupBy } from "@/lib/model/pure/group-by";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import type { Context } from "@/lib/store/database/transaction";
import type { Transaction } from "@/lib/store/database/client";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { applyPlans } from "@/lib/store/records/apply-plans";
import type { Edit } from "@/lib/store/records/edit";
import { planEdits, planLocked } from "@/lib/store/records/plan-edits";
import { replaceFileKind } from "@/lib/features/files/server/replace-file-kind";
import { lockProposalsUsing, replaceEntryInProposals } from "@/lib/store/sql/open-proposals";
import { lockLinks, scopesOf, type LinkKeys } from "@/lib/store/sql/write-links";
import { lockInOrder } from "@/lib/store/sql/write-records";
import { inListTransaction, dropEntry, entryAmong, refuseProtected, refuseShipped } from "./entries";
import { findLinksUsing, lockRecordsUsing, lockEntry } from "./entries-sql";
import { replaceInRounds, replaceInViews } from "./replace-in-saved-queries";

/** Transaction timeout in milliseconds. */
const REPLACE_TIMEOUT_MS = 120_000;
/** Number of records or links read and written to the history at a time. */
const CHUNK = 500;

type Replacement = { id: number; by: number };

/**
 * Replaces an entry in the value of a field. A list that contains the replacement already does not
 * get it twice.
 */
const replaced = (value: unknown, id: number, by: number) =>
  Array.isArray(value) ? [...new Set(value.map((entry: number) => (entry === id ? by : entry)))] : by;

/**
 * Replaces an entry in records that use it. Their values are normalized by the rules for the
 * replacement: for example, a contract basis without an end clears the project's end date.
 * @returns the number of changed records
 * @throws AppError validation_failed when a record would lack a value that the replacement
 * requires; ignores errors that the record had before
 */
async function replaceIn(
  unit: Context<Transaction>,
  { definition, name }: RecordUse,
  ids: readonly number[],
  { id, by }: Replacement,
): Promise<number> {
  const set = (stored: AnyRow) => ({ [name]: replaced(stored[name], id, by) });
  const edits = ids.map((key): Edit => ({ id: key, set, acceptsStoredErrors: true }));
  const { plans, refusals } = await planEdits(unit, definition, edits);
  if (refusals.length > 0) throw invalid({ by: ["unfit"] });
  await applyPlans(unit, definition, plans);
  return plans.length;
}

/**
 * Replaces an entry in links that use it.
 * @returns the number of changed links
 * @throws AppError role_taken when links would have a unique role at the same time
 */
async function replaceInLinks(
  unit: Context<Transaction>,
  { definition, field, link: sides }: LinkUse,
  links: readonly LinkKeys[],
  { id, by }: Replacement,
): Promise<number> {
  const set = (stored: AnyRow) => ({ [field]: replaced(stored[field], id, by) });
  const edits = [...groupBy(links, ({ own }) => own)].map(([key, ofRecord]): Edit => {
    const sets = new Map(ofRecord.map(({ other }) => [other, set]));
    return { id: key, links: [{ sides, set: sets }] };
  });
  const { plans, refusals } = await planLocked(unit, definition, edits);
  const [refusal] = refusals;
  if (refusal) throw refusal.error.code === "role_taken" ? new AppError("role_taken") : refusal.error;
  await applyPlans(unit, definition, plans);
  return links.length;
}

/** Runs work on parts of a list, one after the other. @returns the sum of the results */
async function inChunks<Item>(items: readonly Item[], work: (part: readonly Item[]) => Promise<number>) {
  let sum = 0;
  for (let start = 0; start < items.length; start += CHUNK) sum += await work(items.slice(start, start + CHUNK));
  return sum;
}

/**
 * Locks the links that use an entry, and the records within which their roles are unique, in the
 * order in which edits of links lock them before they lock the entry.
 */
async function lockLinksUsing({ connection }: Context<Transaction>, use: LinkUse, id: number): Promise<void> {
  const links = await findLinksUsing(connection, use, id);
  await Promise.all(lockInOrder(connection, scopesOf(use.link, links)));
  await lockLinks(connection, use.link, links);
}

/**
 * Replaces an entry by another one of its group in every record, link and file that uses it, and deletes
 * the replaced entry. All changes are one batch of the history, so that they can be reverted together.
 * Proposals, and the filters of views and rounds, get the replacement, too; a revert leaves it there.
 * @param id key of the replaced entry
 * @param by key of the replacement
 * @returns the number of changed records, links and files, and the id of the batch
 * @throws AppError validation_failed, data_not_found, reference_protected, role_taken, forbidden
 */
export function replaceEntry(
  context: Context,
  list: EntryListName,
  id: number,
  by: number,
): Promise<{ changed: number; batch: string }> {
  const batch = context.batch ?? randomUUID();
  return inListTransaction(
    { ...context, batch },
    list,
    async (unit, entries) => {
      refuseShipped(list);
      // An inactive entry, which forms do not offer, cannot be a replacement either.
      const replacement = entries.find((entry) => entry.id === by && entry.id !== id && entry.flags.active);
      const found = entries.find((entry) => entry.id === id);
      if (!replacement || (found && found.group !== replacement.group)) throw invalid({ by: ["exists"] });
      const entry = entryAmong(entries, id);
      refuseProtected(entry);
      const uses = usesOf(list).filter(({ group }) => group === undefined || group === entry.group);
      const linkUses = uses.filter((use) => use.link !== undefined);
      const recordUses = uses.filter((use) => use.link === undefined);
      await replaceInRounds(unit.connection, list, { id, by });
      await lockProposalsUsing(unit.connection, recordUses, id);
      for (const use of linkUses) await lockLinksUsing(unit, use, id);
      await lockEntry(unit.connection, list, id);
      let changed = 0;
      for (const use of uses) {
        if (use.link) {
          const links = await findLinksUsing(unit.connection, use, id);
          changed += await inChunks(links, (part) => replaceInLinks(unit, use, part, { id, by }));
        } else {
          const recordIds = await lockRecordsUsing(unit.connection, use, id);
          changed += await inChunks(recordIds, (part) => replaceIn(unit, use, part, { id, by }));
        }
      }
      await replaceEntryInProposals(unit.connection, recordUses, { id, by });
      await replaceInViews(unit.connection, list, { id, by });
      if (list === FILE_KIND_LIST) changed += await replaceFileKind(unit, { id, by });
      await dropEntry(unit, list, id);
      await recheckPermission(unit, "write", "referenceLists");
      return { changed, batch };
    },
    REPLACE_TIMEOUT_MS,
  );
}
