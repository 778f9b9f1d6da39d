import type { Mention, PersonalData } from "../personal-data-answers";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { confirmsName } from "../erasure";
import { db, type Transaction } from "@/lib/store/database/client";
import { inBoundedTime, inTransaction, type Context } from "@/lib/store/database/transaction";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { findAliases, findRecord, notFoundOrMerged } from "@/lib/store/records/find-records";
import { eraseChangesOf, eraseMergesOf, lastKnown, lockChangesOf } from "@/lib/features/history/server/erase-changes";
import { eraseConfirmer } from "@/lib/features/rounds/server/erase-confirmer";
import { listChanges } from "@/lib/features/history/server/history";
import { pastValues } from "@/lib/features/history/server/past-values";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { authorize } from "@/lib/base/access/permissions";
import { editRecord } from "@/lib/store/records/edit-records";
import { logSecurity } from "@/lib/base/observability/security-log";
import { dropRowsOfRecord } from "@/lib/features/imports/server/imports-sql";
import { findProposalsOf } from "@/lib/features/rounds/server/proposals/find-proposals";
import { eraseProposals, lockProposalsOfPerson } from "@/lib/features/rounds/server/proposals/person-proposals-sql";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { eraseFiles, findPersonFiles, ownFileIds } from "@/lib/features/files/server/person-files";
import { purgeContents } from "@/lib/features/files/server/purge-files";
import { isFileLink } from "@/lib/store/sql/record-files";
import { linkedRecords } from "@/lib/store/sql/linked-records";
import { mentionsOf } from "./mentions-sql";
import { mergedIds } from "@/lib/store/sql/merged-records";
import { lockRecords } from "@/lib/store/sql/write-records";
import { eraseRecipients, lockRecipientsOfPerson } from "@/lib/features/rounds/server/erase-recipients";
import {
  namesakeAnswers,
  recipientsOfPerson,
  type PersonIdentity,
} from "@/lib/features/rounds/server/recipients-of-person";

/*
 * Export and erasure of a person's data (contract §9). Only admins may use it, and only for kinds
 * whose records are persons.
 */

/** Limit of returned changes; the history's own pages show the rest. */
const MAX_CHANGES = 1_000;
/** Timeout for searching all texts and the whole history, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Returns a person's record, or its last state before its deletion; null if neither is stored. */
async function findPerson(context: Context, definition: AnyDefinition, id: number) {
  const { apiPath, key, name } = definition;
  const loaded = await findRecord(context, definition, id);
  if (loaded) {
    const links = (await linkedRecords(context.connection, name, [id])).get(id) ?? [];
    const record = { ...loaded.data, [ALIASES]: (await findAliases(context, definition, id))?.aliases ?? [] };
    return { label: definition.label(loaded.data, "de"), deleted: false, record, links };
  }
  const last = await lastKnown(context.connection, apiPath, id);
  if (!last) return null;
  const values = Object.fromEntries(last.fields.map((field) => [field.name, field.old]));
  const links = (last.links ?? []).filter((link) => !isFileLink(link));
  return { label: last.label, deleted: true, record: { [key]: id, ...values }, links };
}

const distinct = (texts: readonly unknown[]): string[] => [
  ...new Set(texts.filter((text): text is string => typeof text === "string" && text.trim() !== "")),
];

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

/**
 * Reads a person's record, and what identifies the person.
 * @returns also `words`: all present and past surnames and addresses, by which `mentionsOf` searches
 * @throws AppError data_not_found
 */
async function identify(context: Context, definition: AnyDefinition, id: number) {
  const { apiPath, person } = definition;
  const known = await findPerson(context, definition, id);
  if (!known) throw new AppError("data_not_found");
  // Records that were merged into this one described the same person.
  const ids = [id, ...(await mergedIds(context.connection, definition, id))];
  const past = await pastValues(context.connection, apiPath, ids, person ? [person.surname, person.email] : []);
  const valuesOf = (name: string | undefined) =>
    name === undefined ? [] : distinct([(known.record as AnyRow)[name], ...(past.values.get(name) ?? [])]);
  const emails = valuesOf(person?.email);
  // Not the aliases: they may be names of other persons, too.
  const names = distinct([known.label, ...past.labels]);
  const identity: PersonIdentity = { kind: apiPath, ids, names, emails };
  return { known, identity, words: distinct([...valuesOf(person?.surname), ...emails]) };
}

/**
 * Returns everything stored about a person.
 * @throws AppError forbidden, data_not_found, too_many_requests
 */
export async function findPersonalData(context: Context, definition: AnyDefinition, id: number): Promise<PersonalData> {
  const { actor } = context;
  authorize(actor, "read", "personalData");
  const read = () => readPersonalData(context, definition, id);
  const found = await (actor ? withConcurrencyLimit("reading", actor.id, read) : read());
  logSecurity("personal_data_read", { by: actor?.id, reason: `${definition.apiPath}/${id}` });
  return found;
}

function readPersonalData(context: Context, definition: AnyDefinition, id: number): Promise<PersonalData> {
  const { apiPath } = definition;
  return inBoundedTime(
    context,
    async (connection) => {
      const unit = { ...context, connection };
      const { known, words, identity } = await identify(unit, definition, id);
      const changes = await changesOf(unit, apiPath, identity.ids);
      const { mentions: found, isComplete } = await mentionsOf(connection, definition, identity.ids, words);
      const rounds = await recipientsOfPerson(connection, identity, words);
      const proposals = await findProposalsOf(connection, identity, words);
      const files = await findPersonFiles(connection, identity, words);
      // Listed as files, so that their history is no further mention.
      const isListed = ({ kind, id }: Mention) => kind === FILE_KIND && files.some(({ datei_id }) => datei_id === id);
      const mentions = found.filter((mention) => !isListed(mention));
      const data = {
        ...{ changes: changes.rows, changes_total: changes.total },
        ...{ mentions, mentions_complete: isComplete, files, rounds, proposals },
      };
      return { kind: apiPath, id, ...known, ...data };
    },
    TIMEOUT_MS,
  );
}

/**
 * Refuses the erasure of a merged record: its data is in the record it was merged into, which must be
 * erased instead.
 * @throws AppError data_not_found
 */
async function refuseMerged({ connection }: Context, definition: AnyDefinition, id: number): Promise<void> {
  const error = await notFoundOrMerged(connection, definition, id);
  if (error.details.body) throw error;
}

/**
 * Locks what an erasure changes, in the order of an answer: rounds, recipients, proposals, records.
 * Otherwise the answer of a person who is being erased would deadlock.
 * @returns whether the person's record exists
 * @throws AppError data_not_found
 */
async function lockPerson(unit: Context<Transaction>, definition: AnyDefinition, id: number): Promise<boolean> {
  const { connection } = unit;
  await refuseMerged(unit, definition, id);
  const { identity } = await identify(unit, definition, id);
  await lockRecipientsOfPerson(connection, identity);
  // The changes come before the record, as in a revert, so that this waits for a concurrent revert
  // of the deletion.
  await lockChangesOf(connection, definition.apiPath, id);
  await lockProposalsOfPerson(connection, identity);
  const exists = (await lockRecords(connection, definition, [id], "link")) > 0;
  if (!exists) await refuseMerged(unit, definition, id);
  return exists;
}

/**
 * Returns the files to erase: those that the person's records have or had, and chosen ones that concern
 * the person.
 * @throws AppError validation_failed for files that do not concern the person
 */
async function filesToErase(
  connection: Transaction,
  identity: PersonIdentity,
  words: readonly string[],
  chosen: readonly number[],
): Promise<number[]> {
  const found = chosen.length > 0 ? await findPersonFiles(connection, identity, words) : [];
  if (!chosen.every((id) => found.some(({ datei_id }) => datei_id === id))) throw invalid({ files: ["exists"] });
  return [...new Set([...(await ownFileIds(connection, identity)), ...chosen])];
}

/**
 * Erases a person for good: the record with its links and files, all values in the history, rows of
 * imports, and the person's answers, proposals and confirmations. Works for a deleted record, too.
 * Texts and files of other records that mention the person stay, unless they are chosen.
 * @param request the person's name, and the ids of files of other records that are to go as well
 * @throws AppError forbidden, data_not_found, validation_failed when `confirm` is another name, or a file
 * does not concern the person
 */
export async function erasePerson(
  context: Context,
  definition: AnyDefinition,
  id: number,
  { confirm, files = [] }: { confirm: string; files?: readonly number[] },
): Promise<void> {
  authorize(context.actor, "write", "personalData");
  const { apiPath } = definition;
  await inTransaction(context, async (unit) => {
    const { connection } = unit;
    const exists = await lockPerson(unit, definition, id);
    // Read again, because the person may have changed while this waited for the locks.
    const { known, identity, words } = await identify(unit, definition, id);
    if (!confirmsName(confirm, known.label)) throw invalid({ confirm: ["mismatch"] });
    const fileIds = await filesToErase(connection, identity, words, files);
    if (exists) await editRecord(unit, definition, { id, remove: true });
    await eraseFiles(connection, fileIds);
    for (const fileId of fileIds) await eraseChangesOf(connection, FILE_KIND, fileId);
    await eraseProposals(connection, identity);
    const names = [...identity.names, ...(await eraseRecipients(connection, identity))];
    await eraseConfirmer(connection, names, await namesakeAnswers(connection, identity, names));
    for (const each of identity.ids) {
      await eraseChangesOf(connection, apiPath, each);
      await eraseMergesOf(connection, apiPath, each);
      await dropRowsOfRecord(connection, apiPath, each);
    }
  });
  await purgeContents(db());
}
