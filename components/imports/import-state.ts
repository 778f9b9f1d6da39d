import type { FieldErrors } from "@/lib/api-client";

/** A column of an uploaded table. */
export type ImportColumn = { header: string; field: string | null; samples: string[] };
export type Counts = { create: number; update: number; same: number; refused: number };
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
/** A row of the preview. */
export type PreviewRow = {
  row: number;
  action: keyof Counts;
  id: number | null;
  errors: FieldErrors;
  cells: string[];
};
export type Preview = Counts & { rows: PreviewRow[] };
/** What is decided about an import. */
export type Decision = { mapping: Record<string, string | null> } & Pick<ImportState, "match" | "unknown">;
/** What a column can fill, as the screen names it, whether rows can be matched by it, and whether names in it can be made. */
export type ImportField = { name: string; label: string; max?: number; matches: boolean; makesNames: boolean };
