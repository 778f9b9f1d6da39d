import type { FieldErrors } from "@/lib/api-client";
import type { SimilarRecord } from "@/lib/records/kinds/duplicate-fields";

/** A column of an uploaded table. */
export type ImportColumn = { header: string; field: string | null; samples: string[] };
export type Counts = { create: number; update: number; same: number; refused: number; skip: number };
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
  columns: ImportColumn[];
  match: string[];
  unknown: "refuse" | "create";
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
};
export type Preview = Counts & {
  /**
   * Number of new rows that are probably duplicates; `uncompared` counts rows that were not
   * compared.
   */
  similar: number;
  uncompared: number;
  rows: PreviewRow[];
};
/** The user's settings of an import. */
export type Decision = { mapping: Record<string, string | null> } & Pick<ImportState, "match" | "unknown">;
/**
 * A field that a column can fill. `matches`: rows can be matched to records by it; `makesNames`:
 * records can be created for unknown names in it.
 */
export type ImportField = { name: string; label: string; max?: number; matches: boolean; makesNames: boolean };
