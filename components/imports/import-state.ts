import type { FieldErrors } from "@/lib/api-client";
import type { Option } from "@/lib/records/reference-lists/reference-lists";
import type { SimilarRecord } from "@/lib/records/kinds/duplicate-fields";

/** A column of an uploaded table. */
export type ImportColumn = { header: string; field: string | null; samples: string[] };
export type Counts = { create: number; update: number; same: number; refused: number; skip: number };
/**
 * What the user has decided about a name that no entry or record has: the entry or record that it
 * means, which may keep it as an alias, a new one, or nothing.
 */
export type DecidedName = { id: number; alias?: boolean } | "create" | "leave";
/** Decisions by header and name. */
export type DecidedNames = Record<string, Record<string, DecidedName>>;
/** A name in a column that no entry or record has, the number of its rows, and similar ones. */
export type UnknownName = { header: string; text: string; rows: number; similar: Option[] };
/** Response of `GET /api/imports/{id}`. */
export type ImportState = {
  id: number;
  kind: string;
  file_name: string;
  state: "uploaded" | "mapped" | "running" | "done" | "failed";
  done: number;
  total: number;
  batch: string | null;
  result: Counts | null;
  rows: number;
  /** Number of the row with the headers, and the rows of the file that may be it. */
  header_row: number;
  first_rows: { row: number; cells: string[] }[];
  columns: ImportColumn[];
  match: string[];
  names: DecidedNames;
  create_with: Record<string, string>;
};
/** A record of which a new row may be a duplicate, and what the row would change in it. */
export type SimilarOfRow = SimilarRecord & { changes: { name: string; new: unknown }[]; errors: FieldErrors };
/** A row of the preview, with what the import would do with it. */
export type PreviewRow = {
  row: number;
  action: keyof Counts;
  id: number | null;
  errors: FieldErrors;
  cells: string[];
  similar: SimilarOfRow[];
  /** The earlier row that probably becomes the same new record. */
  repeats: number | null;
};
export type Preview = Counts & {
  /**
   * Number of new rows that are probably duplicates; `uncompared` counts rows that were not
   * compared.
   */
  similar: number;
  uncompared: number;
  /** Number of new rows that probably become the same record as an earlier one. */
  repeated: number;
  unknown_names: UnknownName[];
  rows: PreviewRow[];
};
/** The user's settings of an import. */
export type Decision = { mapping: Record<string, string | null> } & Pick<ImportState, "match">;
/** A field that a column can fill. */
export type ImportField = {
  name: string;
  label: string;
  max?: number;
  /** Whether rows can be matched to records by it. */
  matches: boolean;
  /** The entries of its reference list; undefined for other fields. */
  entries?: readonly Option[];
  /** The kind of the records that it links. */
  linked?: string;
  /** The fields needed to create a record for a name in it; undefined if the user cannot do that. */
  creates?: string[];
  /** Whether the linked records can keep names as aliases. */
  aliases: boolean;
};
