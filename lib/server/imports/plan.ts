import { schemaOf } from "../../records/values/schemas";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import { isSameValue } from "../../records/values/form-values";
import type { FieldErrors } from "../../records/lists/list-query";
import { importColumnsOf } from "../../records/spreadsheets/spreadsheet-columns";
import { definitionOf } from "../../records/kinds/registry";
import type { SpreadsheetColumn } from "../../records/spreadsheets/spreadsheet-columns";
import { validate, validFields } from "../../records/values/validation";
import { inBoundedTime, type Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { mapYielding } from "../web/timeout";
import { linkedIdsOf } from "../records/sql/linked-ids";
import { idsByName, nameSourceOf } from "../records/sql/named-ids";
import { differences, snapshotFields } from "../records/field-changes";
import { storedRecords, type Stored } from "../records/sql/stored-records";
import type { StoredImport, StoredRow, Verdict } from "./imports-sql";
import { matchRows, type Mapped, type Row } from "./match-rows";
import { namesIn, readCell, type KnownNames } from "./row-values";

/** The context in which rows are validated. */
type ValidationContext = {
  definition: AnyDefinition;
  columns: readonly Mapped[];
  names: KnownNames;
  stored: ReadonlyMap<number, Stored>;
  /** For each link list, the ids of the records to which each matched record is linked. */
  linked: ReadonlyMap<string, ReadonlyMap<number, number[]>>;
  /** Whether to create records for unknown names, if their kind requires nothing but a name. */
  creates: boolean;
};

/** Timeout in milliseconds of a statement that compares all records with all rows. */
const TIMEOUT_MS = 60_000;

/**
 * Returns whether a record of a kind can be created from a name alone, because the kind has no
 * other required fields.
 */
function isMadeOfName({ fields, labelFields }: AnyDefinition): boolean {
  const names = new Set([...labelFields("de"), ...labelFields("en")]);
  const required = Object.entries(fields).filter(([, field]) => field.required);
  return labelFields("de").length === 1 && required.every(([name]) => names.has(name));
}

/** Returns whether records could be created for unknown names in a column. */
export const canMakeNames = (column: SpreadsheetColumn): boolean =>
  column.by === "links" && isMadeOfName(definitionOf(column.linkList.other.kind));

/** The unknown names for which records could be created, by kind, as written in the table. */
export type MissingNames = Map<string, Set<string>>;

const mappedColumns = (definition: AnyDefinition, { headers, mapping }: StoredImport): Mapped[] =>
  headers.flatMap((header, at) => {
    const column = importColumnsOf(definition).find(({ name }) => name === mapping[header]);
    return column ? [{ column, at, source: nameSourceOf(column)?.table ?? null }] : [];
  });

async function knownNames(connection: Connection, columns: readonly Mapped[], rows: readonly Row[]) {
  const wanted = new Map<string, Set<string>>();
  for (const { column, at, source } of columns) {
    if (source === null) continue;
    const names = wanted.get(source) ?? new Set();
    // Yields to the event loop: parsing a cell full of separators takes 0.1 s, and a table may have
    // thousands of such cells.
    await mapYielding(rows, Infinity, ({ cells }) => {
      for (const name of namesIn(column, cells.at(at) ?? "")) names.add(name);
    });
    wanted.set(source, names);
  }
  const known: [string, Awaited<ReturnType<typeof idsByName>>][] = [];
  for (const [table, names] of wanted) {
    const source = columns.map(({ column }) => nameSourceOf(column)).find((each) => each?.table === table);
    if (source) known.push([table, await idsByName(connection, source.rows, [...names])]);
  }
  return new Map(known);
}

const refusedRow = (row: number, id: number | null, errors: FieldErrors): Verdict => ({
  row,
  action: "refused",
  record_id: id,
  errors,
  changes: [],
  body: {},
  links: {},
});

const sameRow = (row: number, id: number | null): Verdict => ({ ...refusedRow(row, id, {}), action: "same" });

/** Returns the value that a record currently has in a column; undefined for a new record. */
function carriedIn({ stored, linked }: ValidationContext, { column }: Mapped, id: number | null): unknown {
  if (id === null) return undefined;
  if (column.by === "links") return linked.get(column.name)?.get(id) ?? [];
  return stored.get(id)?.values[column.name];
}

const withoutStrangers = (value: unknown, unknown: readonly string[]) =>
  Array.isArray(value) && unknown.length > 0 ? (value as unknown[]).filter((one) => typeof one !== "string") : value;

/**
 * Parses the cells of a row into values and errors by column. Adds unknown names for which records
 * are to be created to `missing`.
 */
function readRow(ground: ValidationContext, { cells }: Row, id: number | null, missing: MissingNames) {
  const values: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  let makesNames = false;
  for (const mapped of ground.columns) {
    const { column, at, source } = mapped;
    if (column.by === "key") continue;
    const cell = cells.at(at) ?? "";
    if (id === null && cell === "") continue;
    const { value, error, unknown } = readCell(column, cell, ground.names, {
      source,
      carried: carriedIn(ground, mapped, id),
    });
    if (error === "unknown_name" && ground.creates && column.by === "links" && canMakeNames(column)) {
      const { kind } = column.linkList.other;
      missing.set(kind, new Set([...(missing.get(kind) ?? []), ...unknown]));
      makesNames = true;
    } else if (error) errors[column.name] = [error];
    values[column.name] = withoutStrangers(value, unknown);
  }
  return { values, errors, makesNames };
}

/** Validates a row by the same rules as the edit form and returns its verdict. */
function judge(ground: ValidationContext, row: Row, id: number | null, missing: MissingNames): Verdict {
  const { definition, stored } = ground;
  const before = id === null ? null : (stored.get(id)?.values ?? null);
  const key = ground.columns.find(({ column }) => column.by === "key")?.column.name ?? definition.key;
  if (id !== null && !before) return refusedRow(row.row, null, { [key]: ["exists"] });
  const { values, errors, makesNames } = readRow(ground, row, id, missing);
  const isField = (name: string) => Object.hasOwn(definition.fields, name);
  const body = Object.fromEntries(Object.entries(values).filter(([name]) => isField(name)));
  const links = Object.fromEntries(Object.entries(values).filter(([name]) => !isField(name))) as Record<
    string,
    number[]
  >;
  const linkChanges = ground.columns
    .filter(({ column }) => column.by === "links" && Object.hasOwn(values, column.name))
    .map((mapped) => ({
      name: mapped.column.name,
      old: carriedIn(ground, mapped, id) ?? [],
      new: values[mapped.column.name],
    }))
    .filter((change) => !isSameValue(change.old, change.new));
  // A row that changes nothing is not validated: its record may be older than a rule that it
  // breaks.
  const saysNothing = linkChanges.length === 0 && Object.keys(errors).length === 0 && !makesNames;
  const said = { ...before, ...body, ...validFields(definition, body) };
  if (before && saysNothing && differences(definition, before, said).length === 0) return sameRow(row.row, id);
  const checked = validate(schemaOf(definition), { ...before, ...body });
  const wrong = { ...checked.errors, ...errors };
  if (Object.keys(wrong).length > 0 || !checked.values) return refusedRow(row.row, id, wrong);
  const own = before
    ? differences(definition, before, checked.values)
    : snapshotFields(definition, { old: null, new: checked.values });
  const changes = [...own, ...linkChanges];
  if (before && changes.length === 0 && !makesNames) return sameRow(row.row, id);
  const isChanged = (name: string) => !before || makesNames || changes.some((change) => change.name === name);
  const changed = <Values extends AnyRow>(all: Values) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => isChanged(name))) as Values;
  const action = before ? "update" : "create";
  return { row: row.row, action, record_id: id, errors: {}, changes, body: changed(body), links: changed(links) };
}

/** Loads the context for validating rows: the matched records and their links. */
async function groundOf(
  connection: Connection,
  definition: AnyDefinition,
  asked: StoredImport,
  { columns, names, ids }: Pick<ValidationContext, "columns" | "names"> & { ids: readonly number[] },
): Promise<ValidationContext> {
  const stored = await storedRecords(connection, definition, [...new Set(ids)]);
  const lists = columns.flatMap(({ column }) => (column.by === "links" ? [column] : []));
  const linked = new Map<string, Map<number, number[]>>();
  for (const { name, linkList } of lists) linked.set(name, await linkedIdsOf(connection, linkList, ids));
  return { definition, columns, names, stored, linked, creates: asked.unknown === "create" };
}

/** A row with the choice that the user may have made because the row is a likely duplicate. */
type ChosenRow = Row & Partial<Pick<StoredRow, "choice" | "choice_id">>;

async function planRows(
  connection: Connection,
  definition: AnyDefinition,
  asked: StoredImport,
  rows: readonly ChosenRow[],
): Promise<{ verdicts: Verdict[]; missing: MissingNames }> {
  const columns = mappedColumns(definition, asked);
  const names = await knownNames(connection, columns, rows);
  const { match } = asked;
  const meant = await matchRows(connection, definition, { columns, names, match }, rows);
  // A record that the user has chosen for a row takes precedence over the matched record.
  for (const { row, choice, choice_id } of rows) if (choice === "update") meant.set(row, { id: choice_id ?? null });
  const ids = [...meant.values()].flatMap((one) => ("id" in one && one.id !== null ? [one.id] : []));
  const ground = await groundOf(connection, definition, asked, { columns, names, ids });
  const missing: MissingNames = new Map();
  const taken = new Set<number>();
  const verdicts = await mapYielding(rows, Infinity, (row): Verdict => {
    if (row.choice === "skip") return { ...sameRow(row.row, null), action: "skip" };
    const record = meant.get(row.row) ?? { id: null };
    if ("errors" in record) return refusedRow(row.row, null, record.errors);
    const isRepeated = record.id !== null && taken.has(record.id);
    if (record.id !== null) taken.add(record.id);
    if (isRepeated) return refusedRow(row.row, record.id, { [match[0] ?? definition.key]: ["repeated"] });
    return judge(ground, row, record.id, missing);
  });
  return { verdicts, missing };
}

/**
 * Plans the action for each row of a table without writing (contract §10). Looks up names and
 * matched records once for all rows.
 * @returns the verdicts, and the missing names for which records would have to be created first
 */
export const plan = (context: Context, definition: AnyDefinition, asked: StoredImport, rows: readonly ChosenRow[]) =>
  inBoundedTime(context, (connection) => planRows(connection, definition, asked, rows), TIMEOUT_MS);

/**
 * Plans, without writing, what each row would change if it updated the given record. Each row is
 * planned independently of the others.
 */
export const planUpdates = (
  context: Context,
  definition: AnyDefinition,
  asked: StoredImport,
  wanted: readonly { row: Row; id: number }[],
): Promise<Verdict[]> =>
  inBoundedTime(
    context,
    async (connection) => {
      const columns = mappedColumns(definition, asked);
      const names = await knownNames(
        connection,
        columns,
        wanted.map(({ row }) => row),
      );
      const ids = wanted.map(({ id }) => id);
      const ground = await groundOf(connection, definition, asked, { columns, names, ids });
      return wanted.map(({ row, id }) => judge(ground, row, id, new Map()));
    },
    TIMEOUT_MS,
  );
