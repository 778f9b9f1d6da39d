import { vi } from "vitest";
import type { SimilarRecord } from "@/lib/features/duplicates/duplicate-answers";
import type { Answer, Client } from "../api";

type Row = {
  row: number;
  action: string;
  id: number | null;
  errors: Record<string, string[]>;
  changes: { name: string; old: unknown; new: unknown }[];
  cells: string[];
  similar: (SimilarRecord & Pick<Row, "changes" | "errors">)[];
  repeats: number | null;
  label?: string;
  texts: Record<string, { old: string; new: string }>;
};
export type Uploaded = {
  id: number;
  columns: { header: string; field: string | null; samples: string[] }[];
  header_row: number;
  rows: number;
  encoding: string | null;
  encodings: string[] | null;
  sheet: string | null;
  sheets: { name: string; hidden: boolean; rows: number }[] | null;
};
type Count =
  | ("create" | "update" | "same" | "refused" | "skip")
  | ("similar" | "uncompared" | "repeated" | "renames" | "dropped")
  | ("no_end" | "with_end" | "fixed_term");
export type Preview = Record<Count, number> & {
  pairs: { id: number; old: string; new: string }[];
  unknown_names: { header: string; text: string; rows: number; similar: { id: number; label: string }[] }[];
  rows: Row[];
};
export type Import = { state: string; done: number; total: number; batch: string; result: Omit<Preview, "rows"> };

/** Returns form data with a file, as a browser sends it. */
export function fileForm(content: BlobPart, name = "tabelle.csv"): FormData {
  const form = new FormData();
  form.append("file", new File([content], name));
  return form;
}

/** Functions that call the import API as the user of `api`. */
export const importCalls = (api: Client) => ({
  upload: (
    kind: string,
    content: BlobPart,
    name?: string,
    options: { encoding?: string; sheet?: string } = {},
  ): Promise<Answer<Uploaded & { errors?: Record<string, string[]>; line?: number }>> => {
    const query = new URLSearchParams({ kind, ...options });
    return api.post(`/api/imports?${query}`, undefined, { raw: fileForm(content, name) });
  },
  /**
   * Uploads a table and requests its preview. Uses the inferred mapping unless `decided` overrides
   * it.
   */
  async preview(
    kind: string,
    content: BlobPart,
    settings: {
      mapping?: Record<string, string | null>;
      match?: string[];
      unknown?: string;
      names?: object;
      not_applicable?: string;
      finished?: string;
    } = {},
  ) {
    const { json } = await this.upload(kind, content);
    const inferred = Object.fromEntries(json.columns.map(({ header, field }) => [header, field]));
    const body = { ...settings, mapping: { ...inferred, ...settings.mapping } };
    return { id: json.id, ...(await api.put<Preview>(`/api/imports/${json.id}`, body)) };
  },
  read: async (id: number) => (await api.get<Import>(`/api/imports/${id}`)).json,
  /** Runs an import and waits until it has ended. */
  async run(id: number, chosen?: object): Promise<Import> {
    const { status } = await api.post(`/api/imports/${id}/run`, chosen);
    if (status !== 202) throw new Error(`The import was not started: ${status}`);
    return vi.waitFor(
      async () => {
        const now = await this.read(id);
        if (now.state === "running") throw new Error("The import is still running");
        return now;
      },
      { timeout: 50_000, interval: 50 },
    );
  },
});

/** Formats rows as the app's CSV export does. */
export const csvOf = (...rows: (string | number)[][]) =>
  rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(";")).join("\r\n");
