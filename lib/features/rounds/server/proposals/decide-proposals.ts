import { randomUUID } from "node:crypto";
import { groupBy } from "@/lib/model/pure/group-by";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { allDefinitions } from "@/lib/model/kinds/registry";
import type { AcceptResult } from "../../proposal-answers";
import { isSameValue } from "@/lib/model/values/form-values";
import { validFields } from "@/lib/model/values/validation";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { authorize } from "@/lib/base/access/permissions";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import type { Transaction } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { getAt } from "@/lib/model/pure/get-at";
import { applyPlans } from "@/lib/store/records/apply-plans";
import { confirmRecords } from "@/lib/store/records/confirm-records";
import { isChange, type Edit, type Plan } from "@/lib/store/records/edit";
import { planEdits } from "@/lib/store/records/plan-edits";
import { inRetriedTransaction } from "@/lib/store/records/retried-transaction";
import type { Stored } from "@/lib/store/sql/stored-records";
import { lockLinksOf } from "@/lib/store/sql/write-links";
import { lockRecords } from "@/lib/store/sql/write-records";
import { storedWithLinks } from "@/lib/store/records/stored-with-links";
import { acceptedAnswers, decideProposals, lockedProposals, type StoredProposal } from "./proposals-sql";

/** Timeout of accepting many proposals in milliseconds; two thousand take a few seconds. */
const TIMEOUT_MS = 60_000;

/** A proposal of a value. */
type FieldProposal = StoredProposal & { field: string };

const isOfField = (proposal: StoredProposal): proposal is FieldProposal => proposal.field !== null;

/** Why proposals are not accepted, rejected or reopened, by their keys. */
export type Refusals = Map<number, AppError>;

/** Returns refusals as the API lists them, in the order of the keys. */
export const listRefusals = (refusals: Refusals) =>
  [...refusals]
    .map(([id, { code, details }]) => ({ id, message: code, ...(details.errors && { errors: details.errors }) }))
    .sort((one, other) => one.id - other.id);

/** Returns when a proposal was answered, or read from a file. */
const momentOf = ({ answered_at, created_at }: StoredProposal) => (answered_at ?? created_at).getTime();

/** Orders proposals by their moments, the latest first. */
const byLatest = (one: StoredProposal, other: StoredProposal) =>
  momentOf(other) - momentOf(one) || other.proposal_id - one.proposal_id;

const changedSince = (field: string) => new AppError("changed_since", { body: { fields: [field] } });

/** Whether a form of the kind has a field: a field may have been removed since it was proposed. */
const hasField = ({ form }: AnyDefinition, field: string) => form.some(({ fields }) => fields.includes(field));

/**
 * Returns why a proposal cannot be accepted, whatever else is accepted with it; null if it can. A
 * record that has the proposed value already has not been changed to something else.
 */
function obstacleTo(
  definition: AnyDefinition,
  { field, value, now }: FieldProposal,
  stored: Stored | undefined,
  force: boolean,
): AppError | null {
  if (!stored) return new AppError("data_not_found");
  if (!hasField(definition, field)) return invalid({ [field]: ["unknown"] });
  const current = stored.values[field] ?? null;
  return force || isSameValue(current, now) || isSameValue(current, value) ? null : changedSince(field);
}

/**
 * Returns the proposals of one record that are accepted together, at most one value for each field:
 * of two values, the one answered later; the other one is refused with changed_since, and stays open.
 */
function withoutConflicts(proposals: readonly FieldProposal[], refusals: Refusals): FieldProposal[] {
  return [...groupBy(proposals, ({ field }) => field).values()].flatMap((ofField) => {
    const latest = getAt(ofField.toSorted(byLatest), 0);
    return ofField.filter((proposal) => {
      const isAccepted = isSameValue(proposal.value, latest.value);
      if (!isAccepted) refusals.set(proposal.proposal_id, changedSince(proposal.field));
      return isAccepted;
    });
  });
}

const editOf = (id: number, proposals: readonly FieldProposal[]): Edit => ({
  id,
  set: Object.fromEntries(proposals.map(({ field, value }): [string, unknown] => [field, value])) as AnyRow,
});

/**
 * Returns the proposals whose values a plan does not write, because the record has no such field with
 * its other values: an open-ended project has no end.
 */
const droppedBy = ({ values }: Plan, definition: AnyDefinition, proposals: readonly FieldProposal[]) =>
  proposals.filter(({ field, value }) => {
    const valid = validFields(definition, { [field]: value });
    return !isSameValue(values[field] ?? null, valid[field] ?? null);
  });

/**
 * Plans the edits of one kind's records, one for each record. If an edit is invalid, the proposals of
 * the fields with errors are refused, and the record's other proposals are planned again; if the
 * errors are in other fields, all of the record's proposals are refused.
 */
async function planFields(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  proposals: readonly FieldProposal[],
  refusals: Refusals,
): Promise<Plan[]> {
  const plans: Plan[] = [];
  let byRecord = groupBy(proposals, ({ id }) => id);
  // Each further pass plans fewer proposals; a record has few fields with errors that others hide.
  while (byRecord.size > 0) {
    const edits = [...byRecord].map(([id, ofRecord]) => editOf(id, ofRecord));
    const planned = await planEdits(unit, definition, edits);
    for (const plan of planned.plans) {
      plans.push(plan);
      for (const { proposal_id, field } of droppedBy(plan, definition, byRecord.get(Number(plan.edit.id)) ?? [])) {
        refusals.set(proposal_id, invalid({ [field]: ["not_applicable"] }));
      }
    }
    const retries = new Map<number, FieldProposal[]>();
    for (const { edit, error } of planned.refusals) {
      const id = Number(edit.id);
      const ofRecord = byRecord.get(id) ?? [];
      const { errors = {} } = error.details;
      const faulty = ofRecord.filter(({ field }) => Object.hasOwn(errors, field));
      const refused = faulty.length > 0 ? faulty : ofRecord;
      for (const { proposal_id } of refused) refusals.set(proposal_id, error);
      const rest = ofRecord.filter((proposal) => !refused.includes(proposal));
      if (rest.length > 0) retries.set(id, rest);
    }
    byRecord = retries;
  }
  return plans;
}

/**
 * Locks the records of proposals, which nothing can be linked to from then on, and the links of
 * those whose proposals are of links: others may remove links without locking the record.
 */
async function lockForSaving(connection: Transaction, definition: AnyDefinition, proposals: readonly FieldProposal[]) {
  const isOfLinks = ({ field }: FieldProposal) => definition.fields[field]?.storage.in === "links";
  const idsOf = (subset: readonly FieldProposal[]) => [...new Set(subset.map(({ id }) => id))];
  await lockRecords(connection, definition, idsOf(proposals), "link");
  await lockLinksOf(connection, definition.name, idsOf(proposals.filter(isOfLinks)));
}

/**
 * Saves proposed values of one kind's records.
 * @returns whether any record was changed
 */
async function saveFields(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  proposals: readonly FieldProposal[],
  { force, refusals }: { force: boolean; refusals: Refusals },
): Promise<boolean> {
  const { connection } = unit;
  const ids = [...new Set(proposals.map(({ id }) => id))];
  await lockForSaving(connection, definition, proposals);
  const fields = proposals.map(({ field }) => field);
  const records = await storedWithLinks(connection, definition, ids, fields);
  const acceptable = proposals.filter((proposal) => {
    const obstacle = obstacleTo(definition, proposal, records.get(proposal.id), force);
    if (obstacle) refusals.set(proposal.proposal_id, obstacle);
    return obstacle === null;
  });
  const consistent = [...groupBy(acceptable, ({ id }) => id).values()].flatMap((ofRecord) =>
    withoutConflicts(ofRecord, refusals),
  );
  const plans = await planFields(unit, definition, consistent, refusals);
  const fromRounds = new Set(consistent.filter(({ type }) => type === "round").map(({ id }) => id));
  const isFromRound = ({ edit }: Plan) => fromRounds.has(Number(edit.id));
  await applyPlans({ ...unit, source: "round" }, definition, plans.filter(isFromRound));
  const fromFiles = plans.filter((plan) => !isFromRound(plan));
  await applyPlans({ ...unit, source: "file" }, definition, fromFiles);
  return plans.some(isChange);
}

/**
 * Confirms records of which all values that a recipient proposed in one answer are accepted now, by
 * the recipient's name at the moment of the answer (contract §15). Is no part of the editor's batch.
 */
async function confirmAccepted(unit: Context<Transaction>, accepted: readonly StoredProposal[]): Promise<void> {
  const ids = accepted.filter(isOfField).map(({ proposal_id }) => proposal_id);
  if (ids.length === 0) return;
  const answers = groupBy(await acceptedAnswers(unit.connection, ids), ({ kind }) => kind);
  const withoutBatch = { ...unit, source: "round" as const, batch: undefined };
  for (const definition of allDefinitions) {
    const ofKind = answers.get(definition.apiPath) ?? [];
    if (!definition.confirmation || ofKind.length === 0) continue;
    const confirmed = ofKind.map(({ id, name, answered_at, ...round }) => ({ id, at: answered_at, by: name, round }));
    await confirmRecords(withoutBatch, definition, confirmed);
  }
}

/** Locks proposals that the actor sees. @returns them; the others are refused with data_not_found */
export async function lockVisible({ connection, actor }: Context<Transaction>, ids: readonly number[]) {
  const refusals: Refusals = new Map();
  const proposals = await lockedProposals(connection, ids, visibilitiesOf(actor));
  const known = new Set(proposals.map(({ proposal_id }) => proposal_id));
  for (const id of ids) if (!known.has(id)) refusals.set(id, new AppError("data_not_found"));
  return { proposals, refusals };
}

/** Locks proposals like `lockVisible`. @returns the open ones; closed ones are refused with not_open */
async function lockOpen(unit: Context<Transaction>, ids: readonly number[]) {
  const { proposals, refusals } = await lockVisible(unit, ids);
  const open = proposals.filter(({ state }) => state === "open");
  for (const { proposal_id, state } of proposals) {
    if (state !== "open") refusals.set(proposal_id, new AppError("not_open"));
  }
  return { open, refusals };
}

/**
 * Accepts proposals. @returns the accepted ones, why others are refused, and whether any record changed
 */
async function accept(unit: Context<Transaction>, ids: readonly number[], force: boolean) {
  const { open, refusals } = await lockOpen(unit, ids);
  let hasChanged = false;
  const byKind = groupBy(open.filter(isOfField), ({ kind }) => kind);
  for (const definition of allDefinitions) {
    const ofKind = byKind.get(definition.apiPath) ?? [];
    byKind.delete(definition.apiPath);
    if (ofKind.length > 0) hasChanged = (await saveFields(unit, definition, ofKind, { force, refusals })) || hasChanged;
  }
  // Proposals about a kind that has been removed since.
  for (const { proposal_id } of [...byKind.values()].flat()) refusals.set(proposal_id, new AppError("data_not_found"));
  const accepted = open.filter(({ proposal_id }) => !refusals.has(proposal_id));
  await decideProposals(
    unit.connection,
    accepted.map(({ proposal_id }) => proposal_id),
    "accepted",
    unit.actor,
  );
  await confirmAccepted(unit, accepted);
  return { accepted, refusals, hasChanged };
}

/**
 * Accepts one proposal: its value is saved by the rules of the record's form (contract §14). A
 * proposal without a field is marked as done.
 * @param force saves the value even if the field has changed since it was proposed
 * @throws AppError forbidden; data_not_found, also where the record is gone; not_open; changed_since
 * with the field; validation_failed
 */
export async function acceptProposal(context: Context, proposal_id: number, force: boolean): Promise<void> {
  authorize(context.actor, "write", "proposals");
  await inRetriedTransaction(context, async (unit) => {
    const { refusals } = await accept(unit, [proposal_id], force);
    const refusal = refusals.get(proposal_id);
    if (refusal) throw refusal;
  });
}

/**
 * Accepts several proposals as one batch of the history (contract §14): all that are not refused.
 * Those of one record are saved as one change. An id that is given twice counts once.
 * @throws AppError forbidden or unauthenticated, also where the account has lost its rights before
 * the commit
 */
export async function acceptProposals(context: Context, ids: readonly number[], force: boolean): Promise<AcceptResult> {
  authorize(context.actor, "write", "proposals");
  const batch = randomUUID();
  return inRetriedTransaction(
    { ...context, batch },
    async (unit) => {
      const { accepted, refusals, hasChanged } = await accept(unit, [...new Set(ids)], force);
      await recheckPermission(unit, "write", "proposals");
      return {
        accepted: accepted.length,
        refused: listRefusals(refusals),
        batch: hasChanged ? batch : null,
      };
    },
    TIMEOUT_MS,
  );
}

/** Rejects proposals. @returns the number of rejected ones, and why others are refused */
async function reject(unit: Context<Transaction>, ids: readonly number[]) {
  const { open, refusals } = await lockOpen(unit, ids);
  const openIds = open.map(({ proposal_id }) => proposal_id);
  await decideProposals(unit.connection, openIds, "rejected", unit.actor);
  return { rejected: openIds.length, refusals };
}

/**
 * Rejects a proposal (contract §14).
 * @throws AppError forbidden, data_not_found, not_open
 */
export async function rejectProposal(context: Context, proposal_id: number): Promise<void> {
  authorize(context.actor, "write", "proposals");
  await inTransaction(context, async (unit) => {
    const { refusals } = await reject(unit, [proposal_id]);
    const refusal = refusals.get(proposal_id);
    if (refusal) throw refusal;
  });
}

/**
 * Rejects several proposals (contract §14): all that are not refused.
 * @throws AppError forbidden or unauthenticated, also where the account has lost its rights before
 * the commit
 */
export async function rejectProposals(context: Context, ids: readonly number[]) {
  authorize(context.actor, "write", "proposals");
  return inTransaction(
    context,
    async (unit) => {
      const { rejected, refusals } = await reject(unit, [...new Set(ids)]);
      await recheckPermission(unit, "write", "proposals");
      return { rejected, refused: listRefusals(refusals) };
    },
    TIMEOUT_MS,
  );
}
