import type { FieldErrors } from "@/lib/api-client";
import type { Option } from "@/lib/records/reference-lists/reference-lists";
import type { KindName } from "@/lib/records/kinds/define";
import type { SimilarRecord } from "@/lib/records/kinds/duplicate-fields";
import type { ChosenEncoding, Encoding } from "@/lib/records/spreadsheets/encodings";

/** A column of an uploaded table. */
export type ImportColumn = { header: string; field: string | null; samples: string[] };
type Counts = { create: number; update: number; same: number; refused: number; skip: number };
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
  /** Number of the row with the headers, 0 for none, and the rows of the file that may be it. */
  header_row: number;
  first_rows: { row: number; cells: string[] }[];
  /** The encoding of a csv file, and those that can be chosen for it. */
  encoding: Encoding | null;
  encodings: readonly ChosenEncoding[] | null;
  /** The sheet of a workbook that was read, and all of its sheets. */
  sheet: string | null;
  sheets: { name: string; hidden: boolean; rows: number }[] | null;
  columns: ImportColumn[];
  match: string[];
  names: DecidedNames;
  create_with: Record<string, string>;
  /** What happens to rows with values that their records would not have. */
  not_applicable: "refuse" | "drop";
};
/** A record of which a new row may be a duplicate, and what the row would change in it. */
export type SimilarOfRow = SimilarRecord & { changes: { name: string; new: unknown }[]; errors: FieldErrors };
/** A row of the preview, with what the import would do with it. */
export type PreviewRow = {
  row: number;
  action: keyof Counts;
  id: number | null;
  /** The present label of the record that an update changes. */
  label?: string;
  errors: FieldErrors;
  /** The changes as people read them, by field. */
  texts: Record<string, { old: string; new: string }>;
  cells: string[];
  similar: SimilarOfRow[];
  /** The earlier row that probably becomes the same new record. */
  repeats: number | null;
};
/** The number of records that would get another name, and the first ones. */
export type Renames = { renames: number; pairs: { id: number; old: string; new: string }[] };
export type Preview = Counts &
  Renames & {
    /**
     * Number of new rows that are probably duplicates; `uncompared` counts rows that were not
     * compared.
     */
    similar: number;
    uncompared: number;
    /** Number of new rows that probably become the same record as an earlier one. */
    repeated: number;
    /** Number of rows without values that their records would not have. */
    dropped: number;
    unknown_names: UnknownName[];
    rows: PreviewRow[];
  };
/** What the user decides about an import; the request body of the call that previews it. */
export type Decision = { mapping: Record<string, string | null> } & Pick<
  ImportState,
  "match" | "names" | "create_with" | "not_applicable"
>;
/** How else a file is to be read. */
export type ReadingChoice = { encoding: string } | { sheet: string };
/** A field that a column can fill. */
export type ImportField = {
  name: string;
  label: string;
  max?: number;
  /** Whether several columns can fill it together. */
  joins: boolean;
  /** Whether only some records have it, depending on their other fields. */
  conditional: boolean;
  /** Whether rows can be matched to records by it. */
  matches: boolean;
  /** The entries of its reference list; undefined for other fields. */
  entries?: readonly Option[];
  /** The kind of the records that it links. */
  linked?: KindName;
  /** The fields needed to create a record for a name in it; undefined if the user cannot do that. */
  creates?: string[];
  /** Whether the linked records can keep names as aliases. */
  aliases: boolean;
};
