import { isDeepStrictEqual } from "node:util";
import { isEmptyValue, type FieldErrorCode, type FieldErrors } from "@/lib/model/fields/field";
import { dropHidden, isHidden, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import { isSameValue } from "@/lib/model/values/form-values";
import { schemaOf } from "@/lib/model/values/schemas";
import { validate, validFields } from "@/lib/model/values/validation";
import type { Database, Transaction } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { expectDefined } from "@/lib/base/errors/invariant";
import { getAt } from "@/lib/model/pure/get-at";
import { saveProposals, type NewProposals } from "./proposals/save-proposals";
import { confirmRecords } from "@/lib/store/records/confirm-records";
import { planEdits } from "@/lib/store/records/plan-edits";
import { referenceListsByName } from "@/lib/store/sql/reference-list-rows";
import { findAskedRecords, storeAnswers, storeReaction, type AskedRecord, type StoredAnswer } from "./confirm-sql";
import { invalidAnswers, type ConfirmBody, type SentAnswer } from "./confirm-body";
import { definitionOfRound, digestOf, fieldsOfRound, findAskedValues } from "./recipient-view";
import { lockRecipient } from "./recipient-of-token";

/** Maximum duration of saving: a recipient may confirm thousands of records at once. */
const TIMEOUT_MS = 20_000;

/** A valid answer, with the record that it is about and the digest of what is shown of it. */
type CheckedAnswer = SentAnswer & { stored: AnyRow; digest: string; fields: NewProposals["fields"] };

/** The data that answers are checked against. */
type AnswerContext = {
  unit: Context<Transaction>;
  definition: AnyDefinition;
  /** The fields that the recipient sees and may change, and their names. */
  fields: ReturnType<typeof fieldsOfRound>;
  shownFields: ReadonlySet<string>;
  /** The values of the records that exist, by key. */
  values: ReadonlyMap<number, AnyRow>;
};

/** Returns the answers that count, with their positions: the last one about each record. */
function latestAnswers(answers: readonly SentAnswer[]): [at: number, answer: SentAnswer][] {
  const latest = new Map<number, [number, SentAnswer]>();
  for (const [at, answer] of answers.entries()) latest.set(answer.id, [at, answer]);
  return [...latest.values()];
}

/** Finds answers about records and fields that the recipient was not asked about. */
function findUnknownTargets(
  { definition, shownFields, values }: AnswerContext,
  answers: readonly SentAnswer[],
): FieldErrors {
  const errors = answers.flatMap((answer, at): [string, FieldErrorCode[]][] => {
    if (answer.kind !== definition.apiPath) return [[`answers.${at}.kind`, ["exists"]]];
    if (!values.has(answer.id)) return [[`answers.${at}.id`, ["exists"]]];
    const unknown = Object.keys(answer.changes).filter((name) => !shownFields.has(name));
    return unknown.map((name) => [`answers.${at}.changes.${name}`, ["exists"]]);
  });
  return Object.fromEntries(errors);
}

/**
 * Finds changes that the form of the record would refuse. Errors that the recipient has not made and
 * cannot fix, such as that of a field that is not shown, are left to the editor who accepts the change.
 */
async function findRefusedChanges(
  { unit, definition, shownFields, values }: AnswerContext,
  answers: readonly [at: number, answer: SentAnswer][],
): Promise<FieldErrors> {
  const changing = answers.filter(([, { changes }]) => Object.keys(changes).length > 0);
  const edits = changing.map(([, { id, changes: set }]) => ({ id, set, acceptsStoredErrors: true as const }));
  const { refusals } = await planEdits(unit, definition, edits);
  const errors = refusals.flatMap(({ edit, error }): [string, FieldErrorCode[]][] => {
    const [at, { id, changes }] = getAt(changing, edits.indexOf(edit as (typeof edits)[number]));
    const before = validate(schemaOf(definition), values.get(id)).errors ?? {};
    const isAnswerable = (name: string) => Object.hasOwn(changes, name) || (shownFields.has(name) && !before[name]);
    if (error.code !== "validation_failed") return [[`answers.${at}.id`, ["exists"]]];
    const all = Object.entries(error.details.errors ?? {});
    return all.flatMap(([name, codes]) => (isAnswerable(name) ? [[`answers.${at}.changes.${name}`, codes]] : []));
  });
  return Object.fromEntries(errors);
}

/** Finds new values of fields that the record would not have; its form would drop them silently. */
function findInapplicableChanges(
  { definition: { fields }, values }: AnswerContext,
  answers: readonly [at: number, answer: SentAnswer][],
): FieldErrors {
  const errors = answers.flatMap(([at, { id, changes }]) => {
    const stored = values.get(id) ?? {};
    const inapplicable = Object.entries(changes).filter(([name, value]) => {
      const field = fields[name];
      const isInapplicable = field && isHidden(field, { ...stored, ...changes }) && !isEmptyValue(value);
      return isInapplicable && !isSameValue(stored[name] ?? null, value);
    });
    return inapplicable.map(([name]): [string, FieldErrorCode[]] => [
      `answers.${at}.changes.${name}`,
      ["not_applicable"],
    ]);
  });
  return Object.fromEntries(errors);
}

/** Returns the fields in which an answer differs from the stored record, as the form would save them. */
function listDifferences(
  { fields }: AnyDefinition,
  stored: AnyRow,
  changes: AnyRow,
  valid: AnyRow,
): NewProposals["fields"] {
  const after = dropHidden(fields, { ...stored, ...valid });
  const names = Object.keys(changes).filter((name) => !isSameValue(stored[name] ?? null, after[name] ?? null));
  return names.map((name) => ({ name, now: stored[name] ?? null, value: after[name] ?? null }));
}

/** Finds the change by which a record of the kind ends; null if the kind has no field for it. */
async function findEnding({ unit, definition }: AnswerContext) {
  const { past, fields } = definition;
  const list = past && fields[past.field]?.reference;
  if (!past || !list) return null;
  const { [list]: entries } = await referenceListsByName(unit.connection, [list], ["active", past.flag]);
  const ended = entries.filter((entry) => entry[past.flag] === true);
  const ids = ended.map((entry) => Number(Object.values(entry)[0]));
  const first = ended.findIndex((entry) => entry.active === true);
  return first < 0 ? null : { field: past.field, value: getAt(ids, first), past: new Set<unknown>(ids) };
}

/**
 * Validates the answers of a recipient.
 * @returns one answer for each record
 * @throws AppError validation_failed
 */
async function checkAnswers(validation: AnswerContext, answers: readonly SentAnswer[]): Promise<CheckedAnswer[]> {
  const { definition, values } = validation;
  const unknown = findUnknownTargets(validation, answers);
  if (Object.keys(unknown).length > 0) throw invalidAnswers(unknown);
  const latest = latestAnswers(answers);
  const refused = { ...(await findRefusedChanges(validation, latest)), ...findInapplicableChanges(validation, latest) };
  if (Object.keys(refused).length > 0) throw invalidAnswers(refused);
  const ending = latest.some(([, { answer }]) => answer === "ended") ? await findEnding(validation) : null;
  return latest.map(([, sent]): CheckedAnswer => {
    const stored = values.get(sent.id) ?? {};
    const digest = digestOf(validation.fields, stored);
    const fields = listDifferences(definition, stored, sent.changes, validFields(definition, sent.changes));
    if (sent.answer === "ended" && ending && !ending.past.has(stored[ending.field])) {
      const change = { name: ending.field, now: stored[ending.field] ?? null, value: ending.value };
      return { ...sent, stored, digest, fields: [change] };
    }
    // An answer without changes confirms the record (contract §15).
    const isConfirmation = sent.answer === "changed" && fields.length === 0 && !sent.comment && !sent.successor;
    return { ...sent, stored, digest, fields, ...(isConfirmation && { answer: "confirmed" }) };
  });
}

const toStoredAnswer = ({ id, answer, fields, successor, comment, digest }: CheckedAnswer): StoredAnswer => ({
  ...{ record_id: id, answer, successor, comment, shown_digest: digest },
  changes: answer === "changed" ? Object.fromEntries(fields.map(({ name, value }) => [name, value])) : null,
});

/** Returns whether the same answer about the same shown values is stored: it is not stored again (contract §15). */
function isStored(checked: CheckedAnswer, { label: _, confirmed_digest: __, ...known }: AskedRecord): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(toStoredAnswer(checked))), known);
}

/** Returns whether an answer becomes a proposal: it is more than a confirmation. */
const isProposal = ({ answer, comment, successor }: CheckedAnswer) =>
  answer !== "confirmed" || comment !== null || successor !== null;

/** Confirms the existing records without an answer, except those in `namedIds`. */
const confirmRemaining = (
  { definition, values }: AnswerContext,
  askedRecords: readonly AskedRecord[],
  namedIds: ReadonlySet<number>,
): SentAnswer[] =>
  askedRecords
    .filter(({ record_id, answer }) => answer === null && values.has(record_id) && !namedIds.has(record_id))
    .map(({ record_id: id }) => ({
      ...{ kind: definition.apiPath, id, answer: "confirmed", changes: {}, comment: null, successor: null },
    }));

/**
 * Saves a recipient's call: confirms records, proposes changes, and stops further mails. The
 * latest answer about a record wins; one that is stored already changes nothing. Calls with one token
 * are executed one after the other.
 * @returns the ids of the records that are not confirmed, because they have changed since they were shown
 * @throws AppError token_invalid, or validation_failed with errors such as `answers.0.changes.telefon`
 */
export function saveAnswers(context: Context<Database>, token: string, body: ConfirmBody): Promise<number[]> {
  const save = async (unit: Context<Transaction>) => {
    const { connection, locale } = unit;
    const recipient = await lockRecipient(connection, token);
    const definition = definitionOfRound(recipient);
    const askedRecords = await findAskedRecords(connection, recipient.recipient_id);
    const namedIds = new Set(body.answers.map(({ id }) => id));
    const affected = askedRecords.filter(({ record_id }) => namedIds.has(record_id) || body.confirmsRest);
    const ids = affected.map(({ record_id }) => record_id);
    const values = await findAskedValues(connection, definition, recipient.felder, ids);
    const fields = fieldsOfRound(definition, recipient.felder);
    const shownFields = new Set(fields.map(([name]) => name));
    const validation: AnswerContext = { unit, definition, fields, shownFields, values };
    const remaining = body.confirmsRest ? confirmRemaining(validation, askedRecords, namedIds) : [];
    const valid = await checkAnswers(validation, [...body.answers, ...remaining]);
    const { seenDigests } = body;
    const isOutdated = ({ id, answer, digest }: CheckedAnswer) =>
      seenDigests !== null && answer === "confirmed" && seenDigests.get(id) !== digest;
    const current = valid.filter((answer) => !isOutdated(answer));
    const known = new Map(affected.map((record) => [record.record_id, record]));
    const checked = current.filter(
      (answer) => !isStored(answer, expectDefined(known.get(answer.id), "an asked record")),
    );

    const at = new Date();
    const { runde_id, recipient_id, name, email } = recipient;
    const round = { runde_id, titel_de: recipient.titel_de };
    const kind = definition.apiPath;
    const proposals = checked.filter(isProposal).map(({ stored, ...answer }): NewProposals => ({
      ...{ kind, id: answer.id, label: definition.label(stored, locale), answer: answer.answer },
      ...{ fields: answer.fields, comment: answer.comment, successor: answer.successor },
    }));
    const answeredRecords = { kind, ids: checked.map(({ id }) => id) };
    // Alternating answers must not fill the history: what was confirmed once is confirmed until it changes.
    const isNew = ({ id, digest }: CheckedAnswer) => known.get(id)?.confirmed_digest !== digest;
    const confirmed = checked
      .filter((answer) => answer.answer === "confirmed" && isNew(answer))
      .map(({ id }) => ({ id, at, by: name, round }));
    if (checked.length > 0) {
      await saveProposals(unit, { runde_id, recipient_id, name, email, answered_at: at }, answeredRecords, proposals);
      await storeAnswers(connection, recipient_id, checked.map(toStoredAnswer), at);
    }
    if (current.length > 0 || body.declined)
      await storeReaction(connection, recipient_id, {
        answered: current.length > 0,
        declined: body.declined,
        at,
      });
    // Last, because accepting proposals locks them before the records.
    if (confirmed.length > 0) await confirmRecords(unit, definition, confirmed);
    return valid.filter(isOutdated).map(({ id }) => id);
  };
  return inTransaction({ ...context, source: "round" }, save, TIMEOUT_MS);
}
