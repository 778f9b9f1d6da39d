import type { FieldErrors } from "@/lib/api-client";
import type { SimilarRecord } from "@/lib/records/kinds/alike";

/** A column of an uploaded table. */
export type ImportColumn = { header: string; field: string | null; samples: string[] };
export type Counts = { create: number; update: number; same: number; refused: number; skip: number };
/** An import as `GET /api/imports/{id}` answers it. */
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
/** A record that a new row may be, and what the row would change of it. */
export type SimilarOfRow = SimilarRecord & { changes: { name: string; new: unknown }[]; errors: FieldErrors };
/** A row of the preview. */
export type PreviewRow = {
  row: number;
  action: keyof Counts;
  id: number | null;
  errors: FieldErrors;
  cells: string[];
  similar: SimilarOfRow[];
};
export type Preview = Counts & {
  /** How many new rows are probably records that exist, and of how many nobody knows. */
  similar: number;
  uncompared: number;
  rows: PreviewRow[];
};
/** What is decided about an import. */
export type Decision = { mapping: Record<string, string | null> } & Pick<ImportState, "match" | "unknown">;
/** What a column can fill, as the screen names it, whether rows can be matched by it, and whether names in it can be made. */
export type ImportField = { name: string; label: string; max?: number; matches: boolean; makesNames: boolean };
