import type { Locale } from "../i18n";
import type { AnyDefinition, AnyRow } from "../records/define";
import type { ListQuery } from "../records/list-query";
import { definitionOf } from "../records/registry";
import { linkCalls, type LinkCallName } from "../records/relations";
import { validate, validFields, withoutLoadedExtras } from "../records/validation";
import { FILTER_MAX_LENGTH, TYPEAHEAD_MIN_LENGTH } from "../limits";
import { db, type Connection, type Transaction } from "./db";
import { AppError, invalid, isForeignKeyViolation } from "./errors";
import { addLink, lockRecord, removeLink, replaceLinks } from "./stores/link-records";
import { linkedRows, listPage, searchRecords } from "./stores/list-records";
import { unknownReferences } from "./stores/reference-lists";
import { storeOf, type AnyValues } from "./stores/registry";

/** One page of a kind's rows and the number of all that match. */
export const listRecords = (definition: AnyDefinition, query: ListQuery) => listPage(db(), definition, query);

/**
 * The first hits of a typeahead, each with `id` and `label` (contract §4); none below three characters, and none for
 * a text that is longer than any filter.
 * @param wanted the text, the language of labels, and whether each hit carries `detail`, which tells namesakes apart
 */
export async function findHits(definition: AnyDefinition, wanted: { text: string; locale: Locale; detail: boolean }) {
  const text = wanted.text.trim();
  if (text.length < TYPEAHEAD_MIN_LENGTH || text.length > FILTER_MAX_LENGTH || text.includes("\0")) return [];
  const hits = await searchRecords(db(), definition, text, wanted.locale);
  return hits.map(({ label, detail, ...row }) => ({
    id: row[definition.key],
    label,
    ...row,
    ...(wanted.detail && { detail }),
  }));
}

/** A record with its link lists, or null (contract §3). */
export async function findRecord(definition: AnyDefinition, id: number): Promise<AnyRow | null> {
  const [values, ...lists] = await Promise.all([
    storeOf(definition.name).values(db(), id),
    ...definition.tabs.map((tab) => linkedRows(db(), definition, definitionOf(tab.kind), id)),
  ]);
  if (!values) return null;
  const links = Object.fromEntries(definition.tabs.map((tab, index) => [tab.list, lists[index] ?? []]));
  return { [definition.key]: id, ...values, ...links };
}

/** Replaces the links that a body names; what it leaves out stays as it is (contract §3). */
async function saveLinks(transaction: Transaction, definition: AnyDefinition, id: number, body: AnyRow) {
  for (const [name, field] of Object.entries(definition.fields)) {
    const ids = body[name];
    if (!field.linkTo || !Array.isArray(ids)) continue;
    await replaceLinks(transaction, { definition, id }, definitionOf(field.linkTo), ids);
  }
}

const unknownIds = (connection: Connection, definition: AnyDefinition, body: AnyRow) =>
  unknownReferences(connection, definition, validFields(definition, body));

/**
 * The values of a whole record, and of its references those that `named` holds looked up.
 * @throws AppError validation_failed with every mistake at once
 */
async function checked(connection: Connection, definition: AnyDefinition, record: AnyRow, named: AnyRow) {
  const { values, errors } = validate(definition.schema, record);
  const unknown = await unknownIds(connection, definition, named);
  if (errors || unknown) throw invalid({ ...errors, ...unknown });
  return values as AnyValues;
}

/**
 * Refuses a change of a record that does not exist: for what is wrong with it whatever the record, otherwise
 * because of the record, in the order of contract §1.
 */
async function missingRecord(connection: Connection, definition: AnyDefinition, changes: AnyRow): Promise<AppError> {
  const { errors } = validate(definition.schema, changes);
  const named = Object.entries(errors ?? {}).filter(([name]) => Object.hasOwn(changes, name));
  const all = { ...Object.fromEntries(named), ...(await unknownIds(connection, definition, changes)) };
  return Object.keys(all).length > 0 ? invalid(all) : new AppError("data_not_found");
}

/** Creates a record. @returns its key @throws AppError validation_failed */
export async function createRecord(definition: AnyDefinition, body: AnyRow): Promise<number> {
  const named = withoutLoadedExtras(definition, body);
  return db().$transaction(async (transaction) => {
    const values = await checked(transaction, definition, named, named);
    const id = await storeOf(definition.name).create(transaction, values);
    await saveLinks(transaction, definition, id, values);
    return id;
  });
}

/**
 * Changes the fields that a body names; the rest keeps its values, and the whole must be valid (contract §3).
 * @throws AppError validation_failed, data_not_found
 */
export async function updateRecord(definition: AnyDefinition, id: number, body: AnyRow): Promise<void> {
  const changes = withoutLoadedExtras(definition, body);
  await db().$transaction(async (transaction) => {
    const store = storeOf(definition.name);
    const isThere = await lockRecord(transaction, { definition, id });
    const stored = isThere ? await store.values(transaction, id) : null;
    if (!stored) throw await missingRecord(transaction, definition, changes);
    if (Object.keys(changes).length === 0) return;
    const values = await checked(transaction, definition, { ...stored, ...changes }, changes);
    await store.update(transaction, id, values);
    const named = Object.fromEntries(Object.keys(changes).map((name) => [name, values[name]]));
    await saveLinks(transaction, definition, id, named);
  });
}

/**
 * Deletes a record with its links, unless the definition says that links of others forbid it (contract §3). The
 * database's foreign keys decide, so that a link made in the same moment cannot slip through.
 * @throws AppError data_not_found, or the definition's own refusal
 */
export async function deleteRecord(definition: AnyDefinition, id: number): Promise<void> {
  const wasThere = await storeOf(definition.name)
    .remove(db(), id)
    .catch((error: unknown) => {
      throw definition.inUse && isForeignKeyViolation(error) ? new AppError(definition.inUse) : error;
    });
  if (!wasThere) throw new AppError("data_not_found");
}

function endsOf(call: LinkCallName, ids: Readonly<Record<string, number>>) {
  const { parent, child } = linkCalls[call];
  const end = (definition: AnyDefinition) => ({ definition, id: ids[definition.key] ?? 0 });
  return { parent: end(definitionOf(parent)), child: end(definitionOf(child)) };
}

const tableOf = ({ parent, child }: ReturnType<typeof endsOf>) =>
  linkedRows(db(), parent.definition, child.definition, parent.id);

/**
 * Makes the link of a link call.
 * @param ids the two path ids by the names of their keys
 * @returns the parent's link list afterwards
 * @throws AppError already_exists with the unchanged list; that one of the two does not exist is told by the link's
 * foreign keys (data_not_found)
 */
export async function linkRecords(call: LinkCallName, ids: Readonly<Record<string, number>>) {
  const ends = endsOf(call, ids);
  const added = await addLink(db(), ends.parent, ends.child);
  const tabledata = await tableOf(ends);
  if (!added) throw new AppError("already_exists", { body: { tabledata } });
  return tabledata;
}

/** Takes the link of a link call away. @throws AppError data_not_found when there was none */
export async function unlinkRecords(call: LinkCallName, ids: Readonly<Record<string, number>>) {
  const ends = endsOf(call, ids);
  if (!(await removeLink(db(), ends.parent, ends.child))) throw new AppError("data_not_found");
  return tableOf(ends);
}
