import { schemaOf } from "@/lib/model/values/schemas";
import { writableValues, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import { isEmptyValue, type FieldErrorCode, type FieldErrors } from "@/lib/model/fields/field";
import { isSameValue } from "@/lib/model/values/form-values";
import type { SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import { listOfColumn, roleColumn, type LinksColumn, type RoleColumn } from "@/lib/features/exports/role-columns";
import { validate, validFields } from "@/lib/model/values/validation";
import { inBoundedTime, type Context } from "@/lib/store/database/transaction";
import type { Connection } from "@/lib/store/database/client";
import { mapYielding } from "@/lib/base/web/timeout";
import { linksOf } from "@/lib/store/sql/links";
import { idsByName, nameSourceOf } from "./named-ids";
import { differences, snapshotFields } from "@/lib/store/records/field-changes";
import { planEdits } from "@/lib/store/records/plan-edits";
import { storedRecords, type Stored } from "@/lib/store/sql/stored-records";
import { fieldsToCreate } from "./decided-names";
import { asFixedTerm, lacksEnd, loadFinishes, type ProjectFinishes } from "./finished-projects";
import type { StoredImport, StoredRow, Verdict } from "./imports-sql";
import { cellIn, mappedColumns, strayErrors, type Mapped, type Row } from "./mapped-columns";
import { foldName, markRepeats, matchRows } from "./match-rows";
import { editOfRow } from "./row-edits";
import { namesIn, readCell, type KnownNames } from "./row-values";
import { trimmedText, type ImportCell } from "./parsing/table-rows";

/** The context in which rows are validated. */
type ValidationContext = {
  definition: AnyDefinition;
  storedImport: StoredImport;
  columns: readonly Mapped[];
  names: KnownNames;
  stored: ReadonlyMap<number, Stored>;
  /** For each link list, the links of each matched record: values by the id of the linked record. */
  linked: ReadonlyMap<string, ReadonlyMap<number, ReadonlyMap<number, AnyRow>>>;
  /** What tells whether finished projects have a known end; null for other kinds. */
  finishes: ProjectFinishes | null;
  /** The names that no entry or record has, with the numbers of the rows that refer to them. */
  unknown: UnknownNames;
};

/** Names that no entry or record has: by header and name, the number of rows that refer to them. */
export type UnknownNames = Map<string, Map<string, number>>;

/** Timeout in milliseconds of a statement that compares all records with all rows. */
const TIMEOUT_MS = 60_000;

/** Returns whether `unknown: create` creates records for unknown names in a column (contract §10). */
const canCreateNames = (column: SpreadsheetColumn): boolean =>
  column.by === "links" && fieldsToCreate(column)?.length === 0;

/**
 * The names for which entries or records are to be created, as written in the table: by database
 * table, with a column whose names they are.
 */
export type MissingNames = Map<string, { column: SpreadsheetColumn; names: Set<string> }>;

async function knownNames(connection: Connection, columns: readonly Mapped[], rows: readonly Row[]) {
  const namesByTable = new Map<string, Set<string>>();
  for (const mapped of columns) {
    const { column, source } = mapped;
    if (source === null) continue;
    const names = namesByTable.get(source) ?? new Set();
    // Yields to the event loop: parsing a cell full of separators takes 0.1 s, and a table may have
    // thousands of such cells.
    await mapYielding(rows, Infinity, (row) => {
      for (const name of namesIn(column, cellIn(mapped, row))) names.add(name);
    });
    namesByTable.set(source, names);
  }
  const known: [string, Awaited<ReturnType<typeof idsByName>>][] = [];
  for (const [table, names] of namesByTable) {
    const source = columns.map(({ column }) => nameSourceOf(column)).find((each) => each?.table === table);
    if (source) known.push([table, await idsByName(connection, source, [...names])]);
  }
  return new Map(known);
}

/** Number of rows of which one statement checks roles. */
const ROLES_AT_ONCE = 1_000;

/**
 * Refuses, in a preview, rows that give a unique role to a link while another one has it. The run
 * checks this again for each row that it writes.
 */
export async function refuseTakenRoles(
  context: Context,
  definition: AnyDefinition,
  verdicts: readonly Verdict[],
): Promise<Verdict[]> {
  const givesRoles = ({ action, links }: Verdict) =>
    (action === "create" || action === "update") && Object.keys(links).some((name) => roleColumn(definition, name));
  const rowsWithRoles = verdicts.filter(givesRoles);
  const refused = new Map<number, Verdict>();
  for (let from = 0; from < rowsWithRoles.length; from += ROLES_AT_ONCE) {
    const edits = new Map(
      rowsWithRoles.slice(from, from + ROLES_AT_ONCE).map((row) => [editOfRow(definition, row), row]),
    );
    const { refusals } = await planEdits(context, definition, [...edits.keys()]);
    for (const { edit, error } of refusals) {
      const verdict = edits.get(edit);
      if (error.code !== "role_taken" || !verdict) continue;
      const { row, record_id } = verdict;
      refused.set(row, refusedRow(row, record_id, { "": [error.code] }));
    }
  }
  return verdicts.map((verdict) => refused.get(verdict.row) ?? verdict);
}

const refusedRow = (row: number, id: number | null, errors: FieldErrors): Verdict => ({
  row,
  action: "refused",
  record_id: id,
  errors,
  changes: [],
  body: {},
  links: {},
  repeats: null,
  label: null,
  new_label: null,
  dropped: false,
  lacks_end: false,
  fixed_term: null,
});

const sameRow = (row: number, id: number | null): Verdict => ({ ...refusedRow(row, id, {}), action: "same" });

/** Returns the value that a record currently has in a column; undefined for a new record. */
function currentValue({ stored, linked }: ValidationContext, { column }: Mapped, id: number | null): unknown {
  if (id === null) return undefined;
  if (column.by === "links") return [...(linked.get(listOfColumn(column))?.get(id)?.keys() ?? [])];
  return stored.get(id)?.values[column.name];
}

/** Returns the names in a cell that no entry or record has, decided ones included. */
function nonexistentNames(
  { names }: ValidationContext,
  { column, source, decided }: Mapped,
  cell: ImportCell,
  unknown: readonly string[],
): string[] {
  const known = source === null ? undefined : names.get(source);
  const decidedNames = decided.size === 0 ? [] : namesIn(column, cell).filter((name) => decided.has(name));
  return [...new Set([...unknown, ...decidedNames.filter((name) => !known?.has(name))])];
}

function countUnknown({ unknown }: ValidationContext, header: string, names: readonly string[]): void {
  const counts = unknown.get(header) ?? new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  if (names.length > 0) unknown.set(header, counts);
}

const withoutUnresolved = (value: unknown, unknown: readonly string[]) =>
  Array.isArray(value) && unknown.length > 0 ? (value as unknown[]).filter((one) => typeof one !== "string") : value;

/**
 * Parses the cells of a row into values and errors by column. Adds unknown names for which records
 * are to be created to `missing`.
 */
function readRow(validation: ValidationContext, row: Row, id: number | null, missing: MissingNames) {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  const newNameColumns = new Set<string>();
  for (const mapped of validation.columns) {
    const { header, column, source } = mapped;
    if (column.by === "key") continue;
    const cell = cellIn(mapped, row);
    if (id === null && trimmedText(cell) === "") continue;
    const current = currentValue(validation, mapped, id);
    const { value, error, unknown, created } = readCell(column, cell, validation.names, { ...mapped, current });
    if (source !== null) countUnknown(validation, header, nonexistentNames(validation, mapped, cell, unknown));
    const isToBeCreated =
      error === "unknown_name" && validation.storedImport.unknown === "create" && canCreateNames(column);
    const namesToCreate = isToBeCreated ? [...created, ...unknown] : created;
    if (namesToCreate.length > 0 && source !== null) {
      const { names } = missing.get(source) ?? { names: new Set<string>() };
      missing.set(source, { column, names: new Set([...names, ...namesToCreate]) });
      newNameColumns.add(column.name);
      if (column.by === "links") newNameColumns.add(listOfColumn(column));
    }
    if (error && !isToBeCreated) errors[column.name] = [error];
    values[column.name] = withoutUnresolved(value, [...unknown, ...created]);
  }
  return { values: { ...values, ...combinedLinks(validation, values, id) }, errors, newNameColumns };
}

type ParsedRow = ReturnType<typeof readRow>;

const linksColumns = (columns: readonly Mapped[]): LinksColumn[] =>
  columns.flatMap(({ column }) => (column.by === "links" ? [column] : []));
const roleColumns = (columns: readonly Mapped[]): RoleColumn[] =>
  linksColumns(columns).filter((column): column is RoleColumn => column.role !== undefined);

/**
 * Returns the links of each list for which columns name links with a role: those in all of its
 * columns. Without a column for the whole list, the links that the record has stay.
 */
function combinedLinks({ columns, linked }: ValidationContext, values: AnyRow, id: number | null): AnyRow {
  const combined = new Map<string, number[]>();
  const hasListColumn = (list: string) => linksColumns(columns).some(({ name }) => name === list);
  const linksIn = (list: string) => (id === null || hasListColumn(list) ? undefined : linked.get(list)?.get(id));
  for (const column of roleColumns(columns)) {
    const [list, ids] = [listOfColumn(column), values[column.name]];
    if (!Array.isArray(ids)) continue;
    const others = combined.get(list) ?? (values[list] as number[] | undefined) ?? [...(linksIn(list)?.keys() ?? [])];
    combined.set(list, [...new Set([...others, ...(ids as number[])])]);
  }
  return Object.fromEntries(combined);
}

type ListChange = { name: string; old: unknown; new: unknown };

/** Returns which links a row adds and removes, and for columns with a role, which links get it. */
function linkChangesOf(validation: ValidationContext, values: AnyRow, id: number | null): ListChange[] {
  const columns = linksColumns(validation.columns);
  const lists = [...new Map(columns.map((column) => [listOfColumn(column), column.linkList.list])).keys()];
  const linksIn = (list: string) => (id === null ? undefined : validation.linked.get(list)?.get(id));
  const ofLists = lists
    .filter((list) => Object.hasOwn(values, list))
    .map((list): ListChange => ({ name: list, old: [...(linksIn(list)?.keys() ?? [])], new: values[list] }));
  const ofRoles = roleColumns(validation.columns).flatMap((column): ListChange[] => {
    const [named, after] = [values[column.name], values[listOfColumn(column)]];
    if (!Array.isArray(named) || !Array.isArray(after)) return [];
    const { roles } = column.linkList.relation;
    const holds = (link: AnyRow) => roles !== undefined && (link[roles.field] as number[]).includes(column.role);
    const links = [...(linksIn(listOfColumn(column)) ?? [])];
    const old = links.flatMap(([other, link]) => (holds(link) && after.includes(other) ? [other] : []));
    return [{ name: column.name, old, new: [...new Set([...old, ...(named as number[])])] }];
  });
  const changes = [...ofLists, ...ofRoles].filter((change) => !isSameValue(change.old, change.new));
  return id === null ? changes.map((change) => ({ ...change, old: null })) : changes;
}

/**
 * Returns the fields to which a row gives values that its record would not have, such as the end of an
 * open-ended project. Forms do not show these fields.
 */
function inapplicableFields({ fields }: AnyDefinition, body: AnyRow, after: AnyRow): string[] {
  return Object.keys(body).filter((name) => {
    const field = fields[name];
    const isEmpty = isEmptyValue(body[name]) || body[name] === field?.empty;
    return field?.visibleWhen !== undefined && !isEmpty && !field.visibleWhen(after);
  });
}

const without = (values: AnyRow, names: ReadonlySet<string>): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));

/** Returns the present label of the record that a row updates, and the one that it would get if that is another. */
function labelsOf({ label }: AnyDefinition, before: AnyRow, after: AnyRow): Pick<Verdict, "label" | "new_label"> {
  const [old, now] = [label(before, "de"), label(after, "de")];
  return { label: old, new_label: foldName(old) === foldName(now) ? null : now };
}

/** Validates a row by the same rules as the edit form and returns its verdict. */
function validateRow(validation: ValidationContext, row: Row, id: number | null, missing: MissingNames): Verdict {
  const { definition, storedImport, stored, finishes } = validation;
  const record = id === null ? undefined : stored.get(id);
  const before = record ? writableValues(definition, record.values) : null;
  const key = validation.columns.find(({ column }) => column.by === "key")?.column.name ?? definition.key;
  if (id !== null && !before) return refusedRow(row.row, null, { [key]: ["exists"] });
  const parsed = readRow(validation, row, id, missing);
  const fixedTerm = finishes && asFixedTerm(finishes, before, parsed.values);
  if (!fixedTerm) return validateValues(validation, row, { id, before }, parsed);
  const isMade = storedImport.finished === "fixed_term";
  const read = isMade ? { ...parsed, values: fixedTerm } : parsed;
  return { ...validateValues(validation, row, { id, before }, read), fixed_term: isMade ? "made" : "possible" };
}

/** Validates the values that a row has for a record, or for a new one. */
function validateValues(
  validation: ValidationContext,
  row: Row,
  { id, before }: { id: number | null; before: AnyRow | null },
  { values, errors: readErrors, newNameColumns }: ParsedRow,
): Verdict {
  const { definition, storedImport, finishes } = validation;
  const errors = { ...strayErrors(storedImport, row), ...readErrors };
  const createsNames = newNameColumns.size > 0;
  const isField = (name: string) => Object.hasOwn(definition.fields, name);
  const fieldValues = Object.fromEntries(Object.entries(values).filter(([name]) => isField(name)));
  const links = Object.fromEntries(Object.entries(values).filter(([name]) => !isField(name))) as Record<
    string,
    number[]
  >;
  const linkChanges = linkChangesOf(validation, values, id);
  // A row that changes nothing is not validated: its record may be older than a rule that it
  // breaks.
  const hasOnlyFields = linkChanges.length === 0 && Object.keys(errors).length === 0 && !createsNames;
  const isSame = (body: AnyRow) => {
    const after = { ...before, ...body, ...validFields(definition, body) };
    return before !== null && hasOnlyFields && differences(definition, before, after).length === 0;
  };
  if (isSame(fieldValues)) return sameRow(row.row, id);
  const inapplicable = inapplicableFields(definition, fieldValues, { ...before, ...fieldValues });
  const dropsValues = storedImport.not_applicable === "drop" && inapplicable.length > 0;
  const body = dropsValues ? without(fieldValues, new Set(inapplicable)) : fieldValues;
  if (dropsValues && isSame(body)) return { ...sameRow(row.row, id), dropped: true };
  const checked = validate(schemaOf(definition), { ...before, ...body });
  // An entry that is to be created has no key yet. The run plans such rows again.
  const found = without({ ...checked.errors, ...errors }, newNameColumns) as FieldErrors;
  // Whether a field applies depends on entries: where these are wrong, only they need to be mended.
  const areEntriesValid = Object.keys(found).every((name) => definition.fields[name]?.reference === undefined);
  const refusedFields =
    dropsValues || !areEntriesValid ? [] : inapplicable.filter((name) => !Object.hasOwn(found, name));
  const allErrors = {
    ...found,
    ...Object.fromEntries(refusedFields.map((name) => [name, ["not_applicable"]] satisfies [string, FieldErrorCode[]])),
  };
  if (Object.keys(allErrors).length > 0) return refusedRow(row.row, id, allErrors);
  const after = { ...before, ...(checked.values ?? body) };
  const verdict: Verdict = {
    ...sameRow(row.row, id),
    action: before ? "update" : "create",
    dropped: dropsValues,
    lacks_end: finishes !== null && lacksEnd(finishes, id, after),
  };
  const labels = before ? labelsOf(definition, before, after) : {};
  if (!checked.values) return { ...verdict, ...labels, body: without(body, newNameColumns) };
  const own = before
    ? differences(definition, before, checked.values)
    : snapshotFields(definition, { old: null, new: checked.values });
  const changes = [...own, ...linkChanges];
  if (before && changes.length === 0 && !createsNames) return { ...sameRow(row.row, id), dropped: dropsValues };
  const isChanged = (name: string) => !before || createsNames || changes.some((change) => change.name === name);
  const changed = <Values extends AnyRow>(all: Values) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => isChanged(name))) as Values;
  return { ...verdict, ...labels, changes, body: changed(body), links: changed(links) };
}

/** Loads the context for validating rows: the matched records and their links. */
async function loadValidationContext(
  connection: Connection,
  definition: AnyDefinition,
  storedImport: StoredImport,
  { columns, names, ids }: Pick<ValidationContext, "columns" | "names"> & { ids: readonly number[] },
): Promise<ValidationContext> {
  const stored = await storedRecords(connection, definition, [...new Set(ids)]);
  const linked = new Map<string, Map<number, Map<number, AnyRow>>>();
  for (const column of linksColumns(columns))
    linked.set(listOfColumn(column), await linksOf(connection, column.linkList, ids));
  const finishes = await loadFinishes(connection, definition, ids);
  return { definition, storedImport, columns, names, stored, linked, finishes, unknown: new Map() };
}

/** A row with the choice that the user may have made because the row is a likely duplicate. */
type ChosenRow = Row & Partial<Pick<StoredRow, "choice" | "choice_id">>;

async function planRows(
  connection: Connection,
  definition: AnyDefinition,
  storedImport: StoredImport,
  rows: readonly ChosenRow[],
): Promise<{ verdicts: Verdict[]; missing: MissingNames; unknown: UnknownNames }> {
  const columns = mappedColumns(definition, storedImport);
  const names = await knownNames(connection, columns, rows);
  const { match } = storedImport;
  const matches = await matchRows(connection, definition, { columns, names, match }, rows);
  // A record that the user has chosen for a row takes precedence over the matched record.
  for (const { row, choice, choice_id } of rows) if (choice === "update") matches.set(row, { id: choice_id ?? null });
  const ids = [...matches.values()].flatMap((one) => ("id" in one && one.id !== null ? [one.id] : []));
  const validation = await loadValidationContext(connection, definition, storedImport, { columns, names, ids });
  const missing: MissingNames = new Map();
  const usedIds = new Set<number>();
  const verdicts = await mapYielding(rows, Infinity, (row): Verdict => {
    if (row.choice === "skip") return { ...sameRow(row.row, null), action: "skip" };
    const record = matches.get(row.row) ?? { id: null };
    if ("errors" in record) return refusedRow(row.row, null, record.errors);
    const isRepeated = record.id !== null && usedIds.has(record.id);
    if (record.id !== null) usedIds.add(record.id);
    if (isRepeated) return refusedRow(row.row, record.id, { [match[0] ?? definition.key]: ["repeated"] });
    return validateRow(validation, row, record.id, missing);
  });
  markRepeats(definition, verdicts);
  return { verdicts, missing, unknown: validation.unknown };
}

/**
 * Plans the action for each row of a table without writing (contract §10). Looks up names and
 * matched records once for all rows.
 * @returns the verdicts, the missing names for which entries or records would have to be created
 * first, and all names that do not exist
 */
export const plan = (
  context: Context,
  definition: AnyDefinition,
  storedImport: StoredImport,
  rows: readonly ChosenRow[],
) => inBoundedTime(context, (connection) => planRows(connection, definition, storedImport, rows), TIMEOUT_MS);

/**
 * Plans, without writing, what each row would change if it updated the given record. Each row is
 * planned independently of the others.
 */
export const planUpdates = (
  context: Context,
  definition: AnyDefinition,
  storedImport: StoredImport,
  updates: readonly { row: Row; id: number }[],
): Promise<Verdict[]> =>
  inBoundedTime(
    context,
    async (connection) => {
      const columns = mappedColumns(definition, storedImport);
      const names = await knownNames(
        connection,
        columns,
        updates.map(({ row }) => row),
      );
      const ids = updates.map(({ id }) => id);
      const validation = await loadValidationContext(connection, definition, storedImport, { columns, names, ids });
      return mapYielding(updates, Infinity, ({ row, id }) => validateRow(validation, row, id, new Map()));
    },
    TIMEOUT_MS,
  );
