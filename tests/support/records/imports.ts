import { vi } from "vitest";
import type { SimilarRecord } from "@/lib/records/kinds/duplicate-fields";
import type { Answer, Client } from "../api";

type Row = {
  row: number;
  action: string;
  id: number | null;
  errors: Record<string, string[]>;
  changes: { name: string; old: unknown; new: unknown }[];
  cells: string[];
  similar: (SimilarRecord & Pick<Row, "changes" | "errors">)[];
};
export type Uploaded = {
  id: number;
  columns: { header: string; field: string | null; samples: string[] }[];
  rows: number;
};
export type Preview = Record<"create" | "update" | "same" | "refused" | "skip" | "similar" | "uncompared", number> & {
  rows: Row[];
};
export type Import = { state: string; done: number; total: number; batch: string; result: Omit<Preview, "rows"> };

/** A form with a file, as a browser sends it. */
export function fileForm(content: BlobPart, name = "tabelle.csv"): FormData {
  const form = new FormData();
  form.append("file", new File([content], name));
  return form;
}

/** The calls of an import, as somebody who is logged in makes them. */
export const importCalls = (api: Client) => ({
  upload: (
    kind: string,
    content: BlobPart,
    name?: string,
  ): Promise<Answer<Uploaded & { errors?: Record<string, string[]> }>> =>
    api.post(`/api/imports?kind=${kind}`, undefined, { raw: fileForm(content, name) }),
  /** Uploads a table and takes the guessed columns, but for what the test says otherwise. */
  async preview(
    kind: string,
    content: BlobPart,
    decided: { mapping?: Record<string, string | null>; match?: string[]; unknown?: string } = {},
  ) {
    const { json } = await this.upload(kind, content);
    const guessed = Object.fromEntries(json.columns.map(({ header, field }) => [header, field]));
    const body = { ...decided, mapping: { ...guessed, ...decided.mapping } };
    return { id: json.id, ...(await api.put<Preview>(`/api/imports/${json.id}`, body)) };
  },
  read: async (id: number) => (await api.get<Import>(`/api/imports/${id}`)).json,
  /** Writes an import and waits for its end. */
  async run(id: number, chosen?: object): Promise<Import> {
    const { status } = await api.post(`/api/imports/${id}/run`, chosen);
    if (status !== 202) throw new Error(`Not begun: ${status}`);
    return vi.waitFor(
      async () => {
        const now = await this.read(id);
        if (now.state === "running") throw new Error("It still runs");
        return now;
      },
      { timeout: 50_000, interval: 50 },
    );
  },
});

/** Rows as a csv file of ours would have them. */
export const csvOf = (...rows: (string | number)[][]) =>
  rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(";")).join("\r\n");
