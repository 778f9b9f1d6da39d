import { ALIASES } from "../../records/kinds/aliases";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import { confirmsName, type PersonIdentity } from "../../records/accounts/erasure";
import type { ProposalRow } from "../../records/proposals/proposal";
import type { Change } from "../../records/history/history-query";
import { inBoundedTime, inTransaction, type Context } from "../database/transaction";
import { AppError, invalid } from "../errors/errors";
import { findAliases, findRecord, notFoundOrMerged } from "../records/find-records";
import { eraseChangesOf, eraseMergesOf, lastKnown, lockChangesOf } from "../history/erase-changes";
import { eraseConfirmer } from "../history/erase-confirmer";
import { listChanges } from "../history/history";
import { withConcurrencyLimit } from "../limits/concurrency";
import { authorize } from "../access/permissions";
import { editRecord } from "../records/edit-records";
import { logSecurity } from "../observability/security-log";
import { dropRowsOfRecord } from "../imports/imports-sql";
import { findProposalsOf } from "../proposals/find-proposals";
import { eraseProposals } from "../proposals/person-proposals-sql";
import { linkedRecords, type LinkedRecord } from "../records/sql/linked-records";
import { mentionsOf, type Mention } from "./mentions-sql";
import { mergedIds } from "../records/sql/merged-records";
import { lockOpenProposals } from "../records/sql/open-proposals";
import { lockRecords } from "../records/sql/write-records";
import { eraseRecipients } from "../rounds/erase-recipients";
import { recipientsOfPerson, type PersonalAnswer, type PersonalRecipient } from "../rounds/recipients-of-person";

/*
 * Export and erasure of a person's data (contract §9). Only admins may use it, and only for kinds
 * whose records are persons.
 */

/** Everything stored about a person. */
export type PersonalData = {
  kind: string;
  id: number;
  /** The name that must be typed to confirm an erasure. */
  label: string;
  /** Whether the record was deleted and is known only from the history. */
  deleted: boolean;
  record: AnyRow;
  links: LinkedRecord[];
  changes: Change[];
  changes_total: number;
  mentions: Mention[];
  /** False when there are more mentions than are listed. */
  mentions_complete: boolean;
  /** The person in confirmation rounds: as a recipient, and answers that name the person (contract §15). */
  rounds: { recipients: PersonalRecipient[]; answers: PersonalAnswer[] };
  /** Proposals that name the person (contract §14). */
  proposals: ProposalRow[];
};

/** Limit of returned changes; the history's own pages show the rest. */
const MAX_CHANGES = 1_000;
/** Timeout for searching all texts and the whole history, in milliseconds. */
const TIMEOUT_MS = 30_000;

/**
 * Returns a person's record, or its last state before it was deleted.
 * @throws AppError data_not_found
 */
async function knownPerson(context: Context, definition: AnyDefinition, id: number) {
  const { apiPath, key, name } = definition;
  const loaded = await findRecord(context, definition, id);
  if (loaded) {
    const links = (await linkedRecords(context.connection, name, [id])).get(id) ?? [];
    const record = { ...loaded.data, [ALIASES]: (await findAliases(context, definition, id))?.aliases ?? [] };
    return { label: definition.label(loaded.data, "de"), deleted: false, record, links };
  }
  const last = await lastKnown(context.connection, apiPath, id);
  if (!last) throw new AppError("data_not_found");
  const values = Object.fromEntries(last.fields.map((field) => [field.name, field.old]));
  return { label: last.label, deleted: true, record: { [key]: id, ...values }, links: last.links ?? [] };
}

/** Returns all present and past values of fields of a person. */
function valuesOf(names: readonly string[], record: AnyRow, changes: readonly Change[]): string[] {
  const past = changes.flatMap(({ fields }) => fields.filter(({ name }) => names.includes(name)));
  const all = [...names.map((name) => record[name]), ...past.flatMap(({ old, new: now }) => [old, now])];
  return [...new Set(all.filter((word): word is string => typeof word === "string" && word.trim() !== ""))];
}

/**
 * Returns all present and past surnames and email addresses of a person, by which `mentionsOf`
 * finds mentions.
 */
const wordsOf = ({ person }: AnyDefinition, record: AnyRow, changes: readonly Change[]): string[] =>
  valuesOf(person ? [person.surname, person.email] : [], record, changes);

/**
 * Returns all present and past names and addresses of a person.
 * @param changes the changes of the person's own records
 */
function identityOf(
  { apiPath, person }: AnyDefinition,
  ids: readonly number[],
  { label, record }: { label: string; record: AnyRow },
  changes: readonly Change[],
): PersonIdentity {
  const aliases = (record[ALIASES] ?? []) as string[];
  const names = [label, ...aliases, ...changes.map((change) => change.label)].filter((name) => name.trim() !== "");
  const emails = valuesOf(person ? [person.email] : [], record, changes);
  return { kind: apiPath, ids, names: [...new Set(names)], emails };
}

/**
 * Returns the newest changes that involve any of the records, and the total number of such changes.
 */
async function changesOf(context: Context, kind: string, ids: readonly number[]) {
  const lists = [];
  for (const id of ids) lists.push(await listChanges(context, { kind, id, pageNo: 0, pageSize: MAX_CHANGES }));
  const found = lists.flatMap(({ rows }) => rows);
  const rows = [...new Map(found.map((change) => [change.change_id, change])).values()];
  const total = lists.reduce((sum, list) => sum + list.total, 0) - (found.length - rows.length);
  return { rows: rows.sort((one, other) => other.change_id - one.change_id).slice(0, MAX_CHANGES), total };
}

const ownChanges = (kind: string, ids: readonly number[], changes: readonly Change[]) =>
  changes.filter((change) => change.kind === kind && ids.includes(change.id));

/**
 * Returns everything stored about a person.
 * @throws AppError forbidden, data_not_found, too_many_requests
 */
export async function findPersonalData(context: Context, definition: AnyDefinition, id: number): Promise<PersonalData> {
  const { actor } = context;
  authorize(actor, "read", "personalData");
  const look = () => readPersonalData(context, definition, id);
  const found = await (actor ? withConcurrencyLimit("reading", actor.id, look) : look());
  logSecurity("personal_data_read", { by: actor?.id, reason: `${definition.apiPath}/${id}` });
  return found;
}

function readPersonalData(context: Context, definition: AnyDefinition, id: number): Promise<PersonalData> {
  const { apiPath } = definition;
  return inBoundedTime(
    context,
    async (connection) => {
      const unit = { ...context, connection };
      const known = await knownPerson(unit, definition, id);
      // Records that were merged into this one described the same person.
      const ids = [id, ...(await mergedIds(connection, definition, id))];
      const { rows, total } = await changesOf(unit, apiPath, ids);
      const own = ownChanges(apiPath, ids, rows);
      const words = wordsOf(definition, known.record, own);
      const { mentions, isComplete } = await mentionsOf(connection, definition, ids, words);
      const person = identityOf(definition, ids, known, own);
      const rounds = await recipientsOfPerson(connection, person, words);
      const proposals = await findProposalsOf(connection, person, words);
      const told = { changes: rows, changes_total: total, mentions, mentions_complete: isComplete, rounds, proposals };
      return { kind: apiPath, id, ...known, ...told };
    },
    TIMEOUT_MS,
  );
}

/**
 * Deletes a person's record, its links, its values in the history, the rows of imports that refer to
 * it or list it as similar, and the person's answers, proposals and confirmations. Cannot be undone.
 * Also works for a record that is already deleted.
 * Texts of other records that mention the person stay.
 * @param confirm the person's name
 * @throws AppError forbidden, data_not_found, validation_failed when `confirm` is another name
 */
export async function erasePerson(
  context: Context,
  definition: AnyDefinition,
  id: number,
  confirm: string,
): Promise<void> {
  authorize(context.actor, "write", "personalData");
  const { apiPath } = definition;
  await inTransaction(context, async (unit) => {
    // Locks the changes before the record, in the same order as a revert, so that this waits for a
    // concurrent revert of the deletion.
    await lockChangesOf(unit.connection, apiPath, id);
    await lockOpenProposals(unit.connection, definition, [id]);
    const isThere = (await lockRecords(unit.connection, definition, [id])) > 0;
    // A merged record's data is in the record it was merged into, which must be erased instead.
    const gone = isThere ? null : await notFoundOrMerged(unit.connection, definition, id);
    if (gone?.details.body) throw gone;
    const known = await knownPerson(unit, definition, id);
    if (!confirmsName(confirm, known.label)) throw invalid({ confirm: ["mismatch"] });
    // Records that were merged into this one described the same person.
    const ids = [id, ...(await mergedIds(unit.connection, definition, id))];
    const { rows } = await changesOf(unit, apiPath, ids);
    const person = identityOf(definition, ids, known, ownChanges(apiPath, ids, rows));
    if (isThere) await editRecord(unit, definition, { id, remove: true });
    await eraseProposals(unit.connection, person);
    const recipientNames = await eraseRecipients(unit.connection, person);
    await eraseConfirmer(unit.connection, [...person.names, ...recipientNames]);
    for (const each of ids) {
      await eraseChangesOf(unit.connection, apiPath, each);
      await eraseMergesOf(unit.connection, apiPath, each);
      await dropRowsOfRecord(unit.connection, apiPath, each);
    }
  });
}
