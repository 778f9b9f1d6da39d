import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import { definitionOfPath } from "../../records/kinds/registry";
import type { FieldChange } from "../../records/history/history-query";
import { linkListOf, relationSidesOf, type RelationSides } from "../../records/kinds/relations";
import type { FieldErrors } from "../../records/lists/list-query";
import { schemaOf } from "../../records/values/schemas";
import { pickEditable, validate, validFields } from "../../records/values/validation";
import { authorize } from "../access/permissions";
import type { Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { AppError, invalid } from "../errors/errors";
import { etagOf, isCurrent } from "../web/etag";
import { differences, snapshotFields } from "./field-changes";
import { findRecord } from "./find-records";
import { linksFields } from "./sql/fragments";
import { linkedIdsOf } from "./sql/linked-ids";
import { heldRecords, HISTORY_LOCALE, linkedRecords, type LinkedRecord } from "./sql/linked-records";
import { recordLabels } from "./sql/list-records";
import { mergedLinks } from "./sql/merged-records";
import { idsIn, knownEntries } from "./sql/reference-list-rows";
import { storedRecords, type Stored } from "./sql/stored-records";

/** A change of a record's links in one relation. */
export type LinkEdit = {
  sides: RelationSides;
  /** The only records to be linked: links to all others are removed. */
  only?: readonly number[];
  add?: readonly number[];
  remove?: readonly number[];
  /**
   * Whether every link must really be added or removed: an existing link is refused with
   * already_exists, a missing one with data_not_found. By default, such links stay as they are.
   */
  mustChange?: true;
  /** The id of the change that this one reverts. */
  reverts?: number;
};

/** A deleted record as the history holds it. */
export type DeletedRecord = { version: number; values: AnyRow; links: readonly LinkedRecord[] };

/** A requested change of one record. */
export type Edit = {
  /** The record's key; null for a new record. */
  id: number | null;
  /**
   * The fields to write, or a function that derives them from the stored values. Other fields stay
   * as they are; the whole record must be valid (contract §3).
   */
  set?: AnyRow | ((stored: AnyRow) => AnyRow);
  links?: readonly LinkEdit[];
  /**
   * Deletes the record with its links. Links of a relation that `holds` refuse this, unless the
   * links are removed as well ("and links"), because a merge has added them to another record.
   */
  remove?: true | "and links";
  /** Recreates a deleted record under its former key. */
  restore?: DeletedRecord;
  /** The request's `If-Match` (contract §8). */
  ifMatch?: string;
  /** The id of the change that this one reverts. */
  reverts?: number;
  /** Accepts inactive reference entries that the record does not have yet. */
  acceptsInactive?: true;
  /** Accepts errors that the record had before. */
  acceptsStoredErrors?: true;
};

/** The links of a record to remove and to add in one relation. */
export type LinkChange = Pick<LinkEdit, "sides" | "mustChange" | "reverts"> & { gone: number[]; added: number[] };

/** What an edit will write. */
export type Plan = {
  edit: Edit;
  action: "create" | "update" | "delete";
  /** The version after the change; of a deleted record its last version. */
  version: number;
  /** The record's values after the change; of a deleted record its last values. */
  values: AnyRow;
  fields: FieldChange[];
  links: LinkChange[];
  /** The links that are deleted or restored together with the record. */
  linked: LinkedRecord[];
  /** The links that cannot be restored, because their records no longer exist. */
  lost: LinkedRecord[];
};

/** An edit that cannot be made, with the reason; `stored` is null where the record does not exist. */
export type Refusal = { edit: Edit; stored: Stored | null; error: AppError };

export type Planned = { plans: Plan[]; refusals: Refusal[] };

/** Whether a plan would change anything. */
export const isChange = ({ action, fields, links }: Plan): boolean =>
  action !== "update" || fields.length > 0 || links.some(({ gone, added }) => gone.length + added.length > 0);

/** Names a relation as seen from one end: a relation may link records of one kind. */
export const sideName = ({ relation, own }: RelationSides) => `${relation.name} ${own.column}`;

/** An edit with the stored record, and with the fields that it writes. */
type Request = { edit: Edit; stored: Stored | null; set: AnyRow };

function requestOf(definition: AnyDefinition, edit: Edit, records: ReadonlyMap<number, Stored>): Request {
  const stored = edit.id === null ? null : (records.get(edit.id) ?? null);
  if (edit.restore) return { edit, stored, set: edit.restore.values };
  const set = typeof edit.set === "function" ? (stored ? edit.set(stored.values) : {}) : (edit.set ?? {});
  return { edit, stored, set: pickEditable(definition, set) };
}

/** Returns the valid fields that refer to entries or records, and differ from the stored ones. */
function newReferences(definition: AnyDefinition, { stored, set }: Request): [field: string, ids: number[]][] {
  const named = Object.entries(set).filter(([name]) => definition.fields[name]?.reference);
  const valid = Object.entries(validFields(definition, Object.fromEntries(named)));
  return valid.flatMap(([name, value]): [string, number[]][] => {
    const carried = new Set(idsIn(stored?.values[name]));
    const ids = idsIn(value).filter((id) => !carried.has(id));
    return ids.length > 0 ? [[name, ids]] : [];
  });
}

/** Returns a function that finds references to entries or records that must not be used. */
async function referenceCheck(connection: Connection, definition: AnyDefinition, requests: readonly Request[]) {
  const named = new Map<Request, [string, number[]][]>();
  const wanted: Record<string, Set<number>> = {};
  for (const request of requests) {
    const references = newReferences(definition, request);
    named.set(request, references);
    for (const [name, ids] of references) {
      const all = (wanted[name] ??= new Set());
      for (const id of ids) all.add(id);
    }
  }
  const known = await knownEntries(connection, definition, wanted);
  return (request: Request, acceptsInactive: boolean): FieldErrors => {
    const isKnown = acceptsInactive ? known.has : known.isActive;
    const unknown = (named.get(request) ?? []).filter(([name, ids]) => !ids.every((id) => isKnown(name, id)));
    return Object.fromEntries(unknown.map(([name]) => [name, ["exists"]]));
  };
}

type ReferenceCheck = Awaited<ReturnType<typeof referenceCheck>>;

const isEmpty = (errors: object) => Object.keys(errors).length === 0;

/** Whether each error was there before. */
const areAllIn = (errors: FieldErrors, before: FieldErrors | null) =>
  Object.entries(errors).every(([name, codes]) => codes.every((code) => before?.[name]?.includes(code)));

/** Validates the whole record as it would be after an edit. */
function checkValues(
  definition: AnyDefinition,
  request: Request,
  unknownReferences: ReferenceCheck,
): { values: AnyRow; error: null } | { values: null; error: AppError } {
  const { edit, stored, set } = request;
  const schema = schemaOf(definition);
  const wanted = { ...stored?.values, ...set };
  const result = validate(schema, wanted);
  const unknown = unknownReferences(request, edit.acceptsInactive === true);
  if (result.values && isEmpty(unknown)) return { values: result.values, error: null };
  const isAccepted =
    edit.acceptsStoredErrors &&
    stored &&
    isEmpty(unknown) &&
    areAllIn(result.errors ?? {}, validate(schema, stored.values).errors);
  return isAccepted
    ? { values: wanted, error: null }
    : { values: null, error: invalid({ ...result.errors, ...unknown }) };
}

/**
 * Creates the error for a change of a record that does not exist. By the order of errors in
 * contract §1 it is validation_failed if the change is invalid for any record.
 */
function missingRecord(definition: AnyDefinition, request: Request, unknownReferences: ReferenceCheck): AppError {
  const { errors } = validate(schemaOf(definition), request.set);
  const named = Object.entries(errors ?? {}).filter(([name]) => Object.hasOwn(request.set, name));
  const all = { ...Object.fromEntries(named), ...unknownReferences(request, true) };
  return isEmpty(all) ? new AppError("data_not_found") : invalid(all);
}

/** Enforces optimistic locking: returns edit_conflict, with the current record, for an outdated `If-Match`. */
async function editConflict(context: Context, definition: AnyDefinition, { edit, stored }: Request) {
  const { id, ifMatch } = edit;
  if (id === null || !stored || ifMatch === undefined || isCurrent(ifMatch, stored.version)) return null;
  const now = await findRecord(context, definition, id);
  return new AppError("edit_conflict", { body: { data: now?.data }, headers: { etag: etagOf(stored.version) } });
}

/**
 * Combines the links that an edit names with the fields of `set` that represent links. A field
 * names all links of its relation; further additions and removals apply to these.
 */
function linkEditsOf(definition: AnyDefinition, { edit: { links = [] }, set }: Request, values: AnyRow): LinkEdit[] {
  const named = linksFields(definition).flatMap(([name, { storage }]): LinkEdit[] => {
    const only = values[name];
    if (!Object.hasOwn(set, name) || !Array.isArray(only)) return [];
    const sides = linkListOf(definition.name, storage.list);
    const besides = links.filter((one) => sideName(one.sides) === sideName(sides));
    const [add, remove] = [besides.flatMap((one) => one.add ?? []), besides.flatMap((one) => one.remove ?? [])];
    return [{ sides, only: only as number[], add, remove }];
  });
  const isNamed = ({ sides }: LinkEdit) => named.some((one) => sideName(one.sides) === sideName(sides));
  return [...named, ...links.filter((one) => !isNamed(one))];
}

type LinkRequest = { id: number | null; links: readonly LinkEdit[] };

/** Reads the current links of records, as far as link edits depend on them: one statement a relation. */
async function currentLinks(connection: Connection, requests: readonly LinkRequest[]) {
  const sought = new Map<string, { sides: RelationSides; ids: number[]; others: Set<number>; isWhole: boolean }>();
  for (const { id, links } of requests) {
    for (const { sides, only, add = [], remove = [], mustChange } of links) {
      if (id === null || mustChange) continue;
      const side = sought.get(sideName(sides)) ?? { sides, ids: [], others: new Set(), isWhole: false };
      side.ids.push(id);
      for (const other of [...add, ...remove]) side.others.add(other);
      side.isWhole ||= only !== undefined;
      sought.set(sideName(sides), side);
    }
  }
  const current = new Map<string, Map<number, number[]>>();
  for (const [name, { sides, ids, others, isWhole }] of sought) {
    current.set(name, await linkedIdsOf(connection, sides, ids, isWhole ? undefined : [...others]));
  }
  return (sides: RelationSides, id: number | null) => (id === null ? undefined : current.get(sideName(sides))?.get(id));
}

function linkChange({ sides, only, add = [], remove = [], mustChange, reverts }: LinkEdit, current: readonly number[]) {
  if (mustChange) return { sides, mustChange, reverts, gone: [...remove], added: [...add] };
  const before = new Set(current);
  const after = new Set([...(only ?? current), ...add]);
  for (const id of remove) after.delete(id);
  const gone = [...before].filter((id) => !after.has(id));
  return { sides, reverts, gone, added: [...after].filter((id) => !before.has(id)) };
}

/** Plans creations and updates. */
async function planSaves(context: Context, definition: AnyDefinition, requests: readonly Request[]): Promise<Planned> {
  const { connection } = context;
  const unknownReferences = await referenceCheck(connection, definition, requests);
  const refusals: Refusal[] = [];
  const valid: (Request & { values: AnyRow; links: LinkEdit[] })[] = [];
  for (const request of requests) {
    const { edit, stored, set } = request;
    const isMissing = edit.id !== null && !stored;
    // An edit of links alone does not require the rest of the record to be valid.
    const checked = isMissing
      ? { values: null, error: missingRecord(definition, request, unknownReferences) }
      : stored && isEmpty(set)
        ? { values: stored.values, error: null }
        : checkValues(definition, request, unknownReferences);
    const error = checked.error ?? (await editConflict(context, definition, request));
    if (error) refusals.push({ edit, stored, error });
    else if (checked.values) {
      valid.push({ ...request, values: checked.values, links: linkEditsOf(definition, request, checked.values) });
    }
  }
  const current = await currentLinks(
    connection,
    valid.map(({ edit, links }) => ({ id: edit.id, links })),
  );
  const plans = valid.map(({ edit, stored, values, links }): Plan => {
    const fields = stored
      ? differences(definition, stored.values, values)
      : snapshotFields(definition, { old: null, new: values });
    const changes = links.map((link) => linkChange(link, current(link.sides, edit.id) ?? []));
    const version = stored ? stored.version + (fields.length > 0 ? 1 : 0) : 1;
    return {
      edit,
      action: stored ? "update" : "create",
      version,
      values,
      fields,
      links: changes,
      linked: [],
      lost: [],
    };
  });
  return { plans, refusals };
}

/** Plans deletions. */
async function planRemovals(context: Context, definition: AnyDefinition, requests: readonly Request[]) {
  const { connection } = context;
  const idsOf = (all: readonly Request[]) => all.flatMap(({ edit, stored }) => (stored ? idsIn(edit.id) : []));
  const held = definition.inUse
    ? await heldRecords(connection, definition.name, idsOf(requests.filter(({ edit }) => edit.remove === true)))
    : new Set<number>();
  const refusals: Refusal[] = [];
  const going: Request[] = [];
  for (const request of requests) {
    const { edit, stored } = request;
    const isHeld = edit.id !== null && held.has(edit.id);
    const error = !stored
      ? new AppError("data_not_found")
      : ((await editConflict(context, definition, request)) ??
        (definition.inUse && isHeld ? new AppError(definition.inUse) : null));
    if (error) refusals.push({ edit, stored, error });
    else going.push(request);
  }
  const linked = await linkedRecords(connection, definition.name, idsOf(going));
  const plans = going.flatMap(({ edit, stored }): Plan[] => {
    if (edit.id === null || !stored) return [];
    const { version, values } = stored;
    const fields = snapshotFields(definition, { old: values, new: null });
    const links = linked.get(edit.id) ?? [];
    return [{ edit, action: "delete", version, values, fields, links: [], linked: links, lost: [] }];
  });
  return { plans, refusals };
}

const linkName = ({ kind, id }: { kind: string; id: number }) => `${kind}/${id}`;

/**
 * Decides which links of restored records can be restored. A link to a merged record goes to the
 * record that it was merged into.
 */
async function restorableLinks(connection: Connection, { apiPath }: AnyDefinition, restored: readonly Request[]) {
  const all = restored.flatMap(({ edit }) => edit.restore?.links ?? []);
  // Records that are restored together may be linked to each other.
  const existing = new Set(restored.flatMap(({ edit }) => idsIn(edit.id).map((id) => linkName({ kind: apiPath, id }))));
  for (const kind of new Set(all.map((link) => link.kind))) {
    const other = definitionOfPath(kind);
    const ids = [...new Set(all.filter((link) => link.kind === kind).map(({ id }) => id))];
    const found = other ? await recordLabels(connection, other, ids, HISTORY_LOCALE) : [];
    for (const { id } of found) existing.add(linkName({ kind, id }));
  }
  const merged = await mergedLinks(
    connection,
    all.filter((link) => !existing.has(linkName(link))),
  );
  return (links: readonly LinkedRecord[]) => {
    const kept = links.filter((link) => existing.has(linkName(link)));
    const gone = links.filter((link) => !existing.has(linkName(link)));
    const targets = gone.flatMap((link) => merged.get(link) ?? []);
    const isNew = (link: LinkedRecord) => !kept.some((one) => isSameLink(one, link));
    return { linked: [...kept, ...targets.filter(isNew)], lost: gone.filter((link) => !merged.has(link)) };
  };
}

const isSameLink = (one: LinkedRecord, other: LinkedRecord) =>
  one.relation === other.relation && one.kind === other.kind && one.id === other.id;

/** Finds the relation of a link in the history, as seen from the record. */
const sidesOfLink = (definition: AnyDefinition, { relation, kind }: LinkedRecord) =>
  relationSidesOf(definition.name).find(
    (sides) => sides.relation.name === relation && definitionOfPath(kind)?.name === sides.other.kind,
  );

/**
 * Plans the restoration of deleted records. Their version numbers continue, so that no client
 * mistakes a record for an earlier state of it. Refuses with not_revertible where the record
 * exists, or its values are no longer valid, for example because an entry was deleted.
 */
async function planRestorations({ connection }: Context, definition: AnyDefinition, requests: readonly Request[]) {
  const unknownReferences = await referenceCheck(connection, definition, requests);
  const refusals: Refusal[] = [];
  const plans: Plan[] = [];
  const linksOf = await restorableLinks(connection, definition, requests);
  for (const request of requests) {
    const { edit, stored } = request;
    const { values } = checkValues(
      definition,
      { ...request, edit: { ...edit, acceptsInactive: true } },
      unknownReferences,
    );
    if (!edit.restore || stored || !values) {
      refusals.push({ edit, stored, error: new AppError("not_revertible") });
      continue;
    }
    const { linked, lost } = linksOf(edit.restore.links);
    const links = linked.flatMap((link): LinkChange[] => {
      const sides = sidesOfLink(definition, link);
      return sides ? [{ sides, gone: [], added: [link.id] }] : [];
    });
    const fields = snapshotFields(definition, { old: null, new: values });
    plans.push({ edit, action: "create", version: edit.restore.version + 1, values, fields, links, linked, lost });
  }
  return { plans, refusals };
}

/**
 * Decides what edits would change or why they are refused, without writing anything. Forms, API,
 * bulk changes, imports, merges, undo and the seed all change records by these rules. Uses a fixed
 * number of statements, however many edits there are.
 * @param edits at most one for each record; to be applied, their records must be locked
 * @returns a plan or a refusal for each edit, both in the order of the edits
 * @throws AppError forbidden
 */
export async function planEdits(context: Context, definition: AnyDefinition, edits: readonly Edit[]): Promise<Planned> {
  authorize(context.actor, "write", definition.name);
  const ids = edits.flatMap(({ id }) => idsIn(id));
  if (new Set(ids).size < ids.length) throw new Error("Two edits of the same record");
  const records = await storedRecords(context.connection, definition, ids);
  const requests = edits.map((edit) => requestOf(definition, edit, records));
  const planned: Planned = { plans: [], refusals: [] };
  for (const [plan, isMeant] of PLANNERS) {
    const meant = requests.filter(({ edit }) => isMeant(edit));
    if (meant.length === 0) continue;
    const { plans, refusals } = await plan(context, definition, meant);
    planned.plans.push(...plans);
    planned.refusals.push(...refusals);
  }
  const places = new Map(edits.map((edit, at) => [edit, at]));
  const byPlace = (one: { edit: Edit }, other: { edit: Edit }) =>
    (places.get(one.edit) ?? 0) - (places.get(other.edit) ?? 0);
  return { plans: planned.plans.sort(byPlace), refusals: planned.refusals.sort(byPlace) };
}

const PLANNERS = [
  [planSaves, ({ remove, restore }: Edit) => !remove && !restore],
  [planRestorations, ({ restore }: Edit) => restore !== undefined],
  [planRemovals, ({ remove }: Edit) => remove !== undefined],
] as const;
