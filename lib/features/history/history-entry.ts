import type { BatchPart, BatchSummary, NamedRecord } from "./history-answers";
import { RECORD_ACTIONS, type ChangeSource, type RecordAction } from "@/lib/model/change";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { isAdminKind, isRecordKind } from "./history-query";

/** The kinds of batches that the history distinguishes (contract §8). */
export const BATCH_STORIES = ["merge", "import", "replacement", "record", "records", "links"] as const;

/** The maximum number of changes that an entry lists. */
export const ENTRY_MAX_CHANGES = 20;

/** What a batch did to records of one kind by one action. */
export type BatchFact = NamedRecord & {
  source: ChangeSource;
  action: RecordAction;
  /** Whether links were changed. */
  ofLinks: boolean;
  /** Whether records were confirmed (`isConfirmation`). */
  isConfirmation?: boolean;
  /** The number of changes. */
  changes: number;
  /** The number of records. */
  records: number;
  /** The id of the newest change, whose record is named. */
  last: number;
  /** The number of records of the kind that the batch changed in any way. */
  ofKind: number;
  /** The record of the named file; of confirmations, their round if they have only one. */
  record?: NamedRecord | null;
};

const namedIn = ({ kind, id, label }: BatchFact): NamedRecord => ({ kind, id, label });

/** Returns the record that got the files of a deleted one. */
function recordOfMovedFiles(facts: readonly BatchFact[], deleted: BatchFact): NamedRecord | null {
  const moved = facts.find(({ kind, action }) => kind === FILE_KIND && action === "update");
  const record = moved?.record;
  return record && record.kind === deleted.kind && record.id !== deleted.id ? record : null;
}

/** Returns the two records of a merge: one was deleted, and everything else changed the other one. */
function findMerge(all: readonly BatchFact[]): { subject: NamedRecord; other: NamedRecord } | null {
  // The files of the records move with them.
  const facts = all.filter(({ kind }) => kind !== FILE_KIND);
  const [deleted, ...more] = facts.filter(({ action }) => action === "delete");
  const [survivor, ...others] = facts.filter(({ action }) => action !== "delete");
  if (!deleted || more.length > 0 || deleted.records !== 1 || !isRecordKind(deleted.kind)) return null;
  if (!survivor) {
    const subject = recordOfMovedFiles(all, deleted);
    return subject && { subject, other: namedIn(deleted) };
  }
  const isOfKept = ({ kind, id, records, action }: BatchFact) =>
    kind === deleted.kind && records === 1 && id === survivor.id && action !== "create";
  if (survivor.id === deleted.id || ![survivor, ...others].every(isOfKept)) return null;
  return { subject: namedIn(survivor), other: namedIn(deleted) };
}

/**
 * Returns the most significant part of a batch: records before files, both before links, changes before
 * confirmations.
 */
export function findMainFact<Fact extends Pick<BatchFact, "kind" | "ofLinks" | "isConfirmation" | "last">>(
  facts: readonly Fact[],
): Fact | undefined {
  const rank = ({ kind, ofLinks, isConfirmation = false }: Fact) =>
    Number(ofLinks) * 4 + Number(kind === FILE_KIND) * 2 + Number(isConfirmation);
  return [...facts].sort((one, other) => rank(one) - rank(other) || other.last - one.last)[0];
}

/** Summarizes a batch. @throws Error without facts */
export function summaryOf(facts: readonly BatchFact[]): BatchSummary {
  const mainFact = findMainFact(facts);
  const [newest] = [...facts].sort((one, other) => other.last - one.last);
  if (!mainFact || !newest) throw new Error("A batch without changes");
  const kinds = new Set(facts.map(({ kind }) => kind));
  const isOfLinks = facts.every(({ ofLinks }) => ofLinks);
  const actions = new Set(facts.filter(({ ofLinks }) => isOfLinks || !ofLinks).map(({ action }) => action));
  const [only] = actions;
  const action = actions.size === 1 && only ? only : "update";
  const records = [...kinds].reduce((sum, kind) => sum + (facts.find((fact) => fact.kind === kind)?.ofKind ?? 0), 0);
  const parts = facts
    .map(({ kind, action: factAction, ofLinks, isConfirmation, changes, records: count }): BatchPart => ({
      ...{ kind, action: factAction, count: ofLinks ? changes : count },
      ...(ofLinks && factAction === "update" && { ofLinks }),
      ...(isConfirmation && { isConfirmation }),
    }))
    .sort((one, other) => RECORD_ACTIONS.indexOf(one.action) - RECORD_ACTIONS.indexOf(other.action));
  const isConfirmed = facts.every(({ isConfirmation }) => isConfirmation);
  const all = {
    action,
    ...(isConfirmed && { isConfirmation: true as const }),
    kind: kinds.size === 1 ? mainFact.kind : null,
    records,
    subject: null,
    other: isConfirmed ? (mainFact.record ?? null) : null,
    parts,
  };
  // The rows of an import are written after the records that it creates because rows name them.
  if (mainFact.source === "import") return { ...all, story: "import", kind: newest.kind, records: newest.ofKind };
  const merged = findMerge(facts);
  if (merged) return { ...all, ...merged, story: "merge" };
  const replaced = facts.find((fact) => fact.action === "delete" && isAdminKind(fact.kind));
  if (replaced && facts.length > 1) return { ...all, story: "replacement", subject: namedIn(replaced) };
  if (isOfLinks && records > 1) {
    return { ...all, story: "links", records: facts.reduce((sum, { changes }) => sum + changes, 0) };
  }
  return records === 1 ? { ...all, story: "record", subject: namedIn(mainFact) } : { ...all, story: "records" };
}
