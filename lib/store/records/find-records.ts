import { ALIASES } from "@/lib/model/kinds/aliases";
import { responseValues, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import { filterFieldOf } from "@/lib/model/lists/linked-filters";
import { isListParameter, parseKindQuery } from "@/lib/model/lists/kind-query";
import { filterParameter } from "@/lib/model/lists/filter-parameters";
import { comparedField } from "@/lib/model/lists/filters";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { dayOf } from "@/lib/model/fields/moments";
import {
  referenceOptions,
  type EntryOptions,
  type ReferenceListName,
} from "@/lib/model/reference-lists/reference-lists";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import type { LinkList } from "@/lib/model/kinds/relations";
import { inBoundedTime, type Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { refreshFiltered } from "./refresh-derived";
import { AppError, invalid, isAppError } from "@/lib/base/errors/errors";
import { withConcurrencyLimit } from "../limits/concurrency";
import { countRows, linkedRows, listRows } from "../sql/list-records";
import { linkPreview } from "../sql/link-preview";
import { mergedInto } from "../sql/merged-records";
import { overviewSections } from "../sql/overview-rows";
import { recordCounts, storedRecord } from "../sql/stored-records";
import { deletedEntries, idsIn, knownEntries, referenceListsByName } from "../sql/reference-list-rows";

/* Reads records for pages, the API and commands. Lists on screens add columns (`list-with-columns.ts`). */

/** Limits an expensive read in concurrency and time; commands and jobs have no such limits. */
export const readLong = <Result>(
  context: Context,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> =>
  context.actor
    ? withConcurrencyLimit("reading", context.actor.id, () => inBoundedTime(context, work))
    : work(context.connection);

/** Returns one page of a kind's rows and the total number of matches. */
export const listRecords = (context: Context, definition: AnyDefinition, query: ListQuery) =>
  readLong(context, (connection) => listRows(connection, definition, query));

/** Like `listRecords`, but the linked records in the rows have the values of their links. */
export const listRecordsForScreen = (context: Context, definition: AnyDefinition, query: ListQuery) =>
  readLong(context, (connection) => listRows(connection, definition, query, true));

/** Returns the total of `listRecords` without reading rows. */
export const countListed = (context: Context, definition: AnyDefinition, query: ListQuery): Promise<number> =>
  readLong(context, (connection) => countRows(connection, definition, query));

/**
 * Parses a call's parameters into a list query (contract §§2, 10); refreshes derived facts, such as
 * deadlines, if a filter uses them.
 * @throws AppError validation_failed for invalid parameters, and for entries that the reference
 * lists do not contain
 */
export async function readListQuery(context: Context, definition: AnyDefinition, parameters: URLSearchParams) {
  const { query, errors } = parseKindQuery(definition, parameters);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const filters = query.where.flatMap((filter) => {
    const filtered = filterFieldOf(definition, filter.field);
    // A role that the links cannot have matches nothing (contract §13).
    if (filtered.by === "linked" && filtered.isOfLink) return [];
    const kind = filtered.by === "linked" ? definitionOf(filtered.linkList.other.kind) : definition;
    return [{ filter, kind, compared: comparedField(filtered) }];
  });
  await refreshFiltered(context, definition, query);
  for (const { filter, kind, compared } of filters) {
    if (filter.operator !== "in" || compared.by !== "field" || !compared.field.reference) continue;
    const ids = idsIn(filter.value);
    const known = await knownEntries(context.connection, kind, { [compared.name]: ids });
    if (!ids.every((id) => known.has(compared.name, id))) errors[filterParameter(filter.field, "in")] = ["exists"];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return query;
}

/**
 * Reads parameters that a request body contains as a text. Refuses unknown ones: in a bulk change, a
 * mistyped filter that is ignored would select every record.
 * @param field the field of the body under which all errors are reported
 * @throws AppError validation_failed
 */
export async function readParameterText<Result>(
  field: string,
  parameters: URLSearchParams,
  isKnown: (name: string) => boolean,
  read: () => Promise<Result>,
): Promise<Result> {
  if (![...parameters.keys()].every(isKnown)) throw invalid({ [field]: ["unknown"] });
  return read().catch((error: unknown) => {
    if (!isAppError(error, "validation_failed")) throw error;
    throw invalid({ [field]: [...new Set(Object.values(error.details.errors ?? {}).flat())] });
  });
}

/** Reads the parameters of a kind's list likewise. @throws AppError validation_failed */
export const readQueryText = (
  context: Context,
  definition: AnyDefinition,
  field: string,
  parameters: URLSearchParams,
): Promise<ListQuery> =>
  readParameterText(
    field,
    parameters,
    (name) => isListParameter(definition, name),
    () => readListQuery(context, definition, parameters),
  );

/** A record as the API returns it (contract §3), and its version, sent as ETag (contract §8). */
export type LoadedRecord = { version: number; data: AnyRow };

/** Returns a record with its link lists, or null if it does not exist. */
export async function findRecord(
  { connection }: Context,
  definition: AnyDefinition,
  id: number,
): Promise<LoadedRecord | null> {
  const stored = await storedRecord(connection, definition, id, definition.tabs);
  return (
    stored && { version: stored.version, data: { [definition.key]: id, ...responseValues(definition, stored.values) } }
  );
}

/**
 * Creates a data_not_found error. If the record was merged, the error names the record that it was
 * merged into (contract §12).
 */
export async function notFoundOrMerged(
  connection: Connection,
  definition: AnyDefinition,
  id: number,
): Promise<AppError> {
  const into = await mergedInto(connection, definition, id);
  return new AppError("data_not_found", into === null ? {} : { body: { merged_into: into } });
}

/** Returns a record's aliases (contract §12) and version, or null when it does not exist. */
export async function findAliases({ connection }: Context, definition: AnyDefinition, id: number) {
  const stored = await storedRecord(connection, definition, id);
  return stored && { version: stored.version, aliases: (stored.values[ALIASES] ?? []) as string[] };
}

/**
 * Returns the data of a record's page, with the aliases, which its form edits; null if the record
 * does not exist. Long link lists are truncated to the first page (`linked-lists.ts`), so that a
 * record with thousands of links opens as quickly as one with few.
 */
export async function findRecordForPage(
  { connection }: Context,
  definition: AnyDefinition,
  id: number,
): Promise<LoadedRecord | null> {
  const { fields, form, key, tabs } = definition;
  const formFields = new Set(form.flatMap((group) => group.fields));
  // Link lists that the form edits must be complete.
  const isPreviewed = ({ list, other }: LinkList) => other.list !== undefined && !formFields.has(list);
  const [stored, links] = await Promise.all([
    storedRecord(
      connection,
      definition,
      id,
      tabs.filter((tab) => !isPreviewed(tab)),
    ),
    linkPreview(connection, tabs.filter(isPreviewed), id),
  ]);
  if (!stored) return null;
  const isNeeded = ([name]: [string, unknown]) => fields[name]?.storage.in !== "links" || formFields.has(name);
  const own = Object.fromEntries(
    Object.entries(stored.values).filter((entry) => isNeeded(entry) || tabs.some(({ list }) => list === entry[0])),
  );
  return { version: stored.version, data: { [key]: id, ...own, ...links } };
}

/** Returns the rows of one link list of a record. */
export const findLinked = ({ connection }: Context, linkList: LinkList, id: number) =>
  linkedRows(connection, linkList, id);

/** Returns the linked records that a record's overview shows, by relation name. */
export const findOverviewSections = ({ connection, locale }: Context, definition: AnyDefinition, id: number) =>
  overviewSections(connection, definition, { id, locale, today: dayOf(new Date()) });

/** Returns the number of records of each kind, under the names of spec §3. */
export const countRecords = ({ connection }: Context, definitions: readonly AnyDefinition[] = allDefinitions) =>
  recordCounts(connection, definitions);

/** Returns reference lists by name. */
export const findReferenceLists = <Name extends ReferenceListName>({ connection }: Context, names: readonly Name[]) =>
  referenceListsByName(connection, names);

/** Returns reference lists as options with labels in the language of the context. */
export async function findOptions(context: Context, names: readonly ReferenceListName[]): Promise<EntryOptions> {
  const lists = await referenceListsByName(context.connection, names, ["active"]);
  return Object.fromEntries(names.map((name) => [name, referenceOptions(name, lists[name], context.locale)]));
}

/**
 * Like `findOptions`, but also returns deleted entries, marked as inactive, to display past values.
 */
export async function findOptionsWithDeleted(
  context: Context,
  names: readonly ReferenceListName[],
): Promise<EntryOptions> {
  const [currentOptions, deleted] = await Promise.all([
    findOptions(context, names),
    deletedEntries(context.connection, names),
  ]);
  const all = names.map((name) => {
    const current = currentOptions[name] ?? [];
    const ids = new Set(current.map(({ id }) => id));
    const missing = referenceOptions(name, deleted[name] ?? [], context.locale).filter(({ id }) => !ids.has(id));
    return [name, [...current, ...missing]];
  });
  return Object.fromEntries(all);
}
