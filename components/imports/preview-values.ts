import type { DecidedNames, ImportColumn, PreviewRow } from "@/lib/features/imports/import-answers";
import type { ImportField } from "./import-state";
import { ownValue } from "@/lib/model/pure/own-value";

/** A field that columns of the file fill; `places` are the indexes of these columns. */
export type FilledField = Omit<ImportField, "entries"> & {
  headers: readonly string[];
  places: readonly number[];
  /** Whether its values are names of entries or records. */
  hasNames: boolean;
  /** The names for which the user has decided to create entries or records. */
  createdNames: ReadonlySet<string>;
};

/**
 * A value as the preview shows it.
 * @property text what the record will contain; for rows that change nothing, the cell
 * @property tone whether the value is set, stays as it is, or is not written
 * @property old what the record contains now, if that changes
 * @property cell the cell, if it differs from the text
 * @property note what else happens with the value
 */
export type PreviewValue = {
  text: string;
  tone: "set" | "changed" | "muted";
  old?: string;
  cell?: string;
  note?: "created" | "unchanged_or_dropped";
};

/** Separators of several cells that fill one field, and of several names in one cell. */
const CELLS_SEPARATOR = " · ";
const NAMES_SEPARATOR = /[|;]/;

const namesToCreate = (decided: DecidedNames[string] = {}): string[] =>
  Object.entries(decided).flatMap(([text, decision]) => (decision === "create" ? [text.trim()] : []));

/**
 * Returns the fields that the columns of a file fill, in the order of their first columns.
 * @param names the user's decisions about names that do not exist yet
 */
export function filledFields(
  columns: readonly ImportColumn[],
  fields: readonly ImportField[],
  names: DecidedNames,
): FilledField[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  const filled = new Map<string, FilledField>();
  for (const [at, { header, field: name }] of columns.entries()) {
    const importField = name === null ? undefined : known.get(name);
    if (!importField) continue;
    const { entries, ...field } = importField;
    const { headers = [], places = [], createdNames = [] } = filled.get(field.name) ?? {};
    filled.set(field.name, {
      ...field,
      headers: [...headers, header],
      places: [...places, at],
      hasNames: entries !== undefined || field.linked !== undefined,
      createdNames: new Set([...createdNames, ...namesToCreate(ownValue(names, header))]),
    });
  }
  return [...filled.values()];
}

const filledCells = ({ cells }: PreviewRow, { places }: FilledField): string[] =>
  places.map((at) => cells[at]?.trim() ?? "").filter(Boolean);

/** Returns what the file contains for a field of a row; several cells are separated by a dot. */
export const previewText = (row: PreviewRow, field: FilledField): string =>
  filledCells(row, field).join(CELLS_SEPARATOR);

/** Splits a list of names and joins it with commas, whichever separator the text has. */
const namesText = (text: string) =>
  text
    .split(NAMES_SEPARATOR)
    .map((name) => name.trim())
    .filter(Boolean)
    .join(", ");

/** Returns whether a stored text reads like the cells that it comes from. */
function hasSameText(text: string, row: PreviewRow, field: FilledField): boolean {
  const cells = filledCells(row, field);
  if (cells.length > 1) {
    // The texts of several columns are joined with blanks and commas.
    const withoutSeparators = (joined: string) => joined.replace(/[\s,]/g, "");
    return withoutSeparators(text) === withoutSeparators(cells.join(""));
  }
  const [cell = ""] = cells;
  return text.trim() === cell || (field.hasNames && text.trim() === namesText(cell));
}

/** Returns whether a cell refers to a name for which an entry or record is to be created. */
function isCreatingNames(row: PreviewRow, field: FilledField): boolean {
  if (field.createdNames.size === 0) return false;
  const cell = previewText(row, field);
  return [cell, ...cell.split(NAMES_SEPARATOR)].some((name) => field.createdNames.has(name.trim()));
}

/**
 * Returns what the preview shows for a field of a row.
 * @param action what the row does, after the user's choices
 * @param isDropping whether the import may leave out the value because the record would not have it
 */
export function previewValue(
  row: PreviewRow,
  field: FilledField,
  action: PreviewRow["action"],
  isDropping: boolean,
): PreviewValue {
  const cell = previewText(row, field);
  if (action === "refused") return { text: cell, tone: "set" };
  if (action !== "create" && action !== "update") return { text: cell, tone: "muted" };
  const change = row.texts[field.name];
  if (!change) {
    if (isCreatingNames(row, field)) return { text: cell, tone: "set", note: "created" };
    if (row.action === "create") return { text: cell, tone: "set" };
    const isUncertain = isDropping && cell !== "";
    return { text: cell, tone: "muted", ...(isUncertain && { note: "unchanged_or_dropped" }) };
  }
  const isSame = hasSameText(change.new, row, field);
  return {
    text: change.new,
    tone: row.action === "update" ? "changed" : "set",
    ...(row.action === "update" && { old: change.old }),
    ...(!isSame && { cell }),
  };
}

/**
 * Returns the fields that an update changes although no column of the file fills them, such as an end
 * that the record can no longer have. Links that a column gives a role are shown in this column.
 */
export function otherChanges({ action, texts }: PreviewRow, filled: readonly FilledField[]): string[] {
  if (action !== "update") return [];
  const shown = new Set(filled.flatMap(({ name }) => [name, name.split(":")[0] ?? name]));
  return Object.keys(texts).filter((name) => !shown.has(name));
}
