import { createHash, randomUUID } from "node:crypto";
import type { FileRow, FileVersionRow } from "@/lib/features/files/file-answers";
import { expectDefined } from "@/lib/base/errors/invariant";
import type { Client } from "../api";

/** Returns the bytes of a PDF with a text that no other one has. */
export const pdf = (text: string = randomUUID(), fillerBytes = 0): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.concat([Buffer.from(`%PDF-1.7\n% ${text}\n`), Buffer.alloc(fillerBytes, "x\n"), Buffer.from("%%EOF\n")]),
  );

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

type Fields = Readonly<Record<string, string>>;

/** Returns the form of an upload; the fields of `after` follow the file. */
export function uploadOf(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  before: Fields = {},
  after: Fields = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(before)) form.set(field, value);
  form.set("file", new Blob([bytes]), name);
  for (const [field, value] of Object.entries(after)) form.set(field, value);
  return form;
}

type Stored = {
  success: boolean;
  message: string;
  datei_id: number;
  fassung: number;
  errors?: Record<string, string[]>;
};

/** Returns functions that call the routes of files as an account. */
export const fileCalls = (api: Client) => {
  const calls = {
    /** @param record the path of a record, such as `projects/3` */
    upload: (record: string, bytes: Uint8Array<ArrayBuffer> = pdf(), name = "Vertrag.pdf", fields: Fields = {}) =>
      api.post<Stored>(`/api/${record}/files`, undefined, { raw: uploadOf(bytes, name, fields) }),
    /** Uploads a file that is not refused. @returns its id */
    async add(record: string, bytes?: Uint8Array<ArrayBuffer>, name?: string, fields?: Fields): Promise<number> {
      const { status, json } = await calls.upload(record, bytes, name, fields);
      if (status !== 201) throw new Error(`Upload refused: ${JSON.stringify(json)}`);
      return json.datei_id;
    },
    addVersion: (datei_id: number, bytes: Uint8Array<ArrayBuffer> = pdf(), name = "Vertrag.pdf", fields: Fields = {}) =>
      api.post<Stored>(`/api/files/${datei_id}/versions`, undefined, { raw: uploadOf(bytes, name, fields) }),
    async read(datei_id: number): Promise<FileRow> {
      return (await api.get<{ data: FileRow }>(`/api/files/${datei_id}`)).json.data;
    },
    async ofRecord(record: string): Promise<FileRow[]> {
      return (await api.get<{ files: FileRow[] }>(`/api/${record}/files`)).json.files;
    },
    async versions(datei_id: number): Promise<FileVersionRow[]> {
      return (await api.get<{ versions: FileVersionRow[] }>(`/api/files/${datei_id}/versions`)).json.versions;
    },
    content: (datei_id: number, query = "", headers: Record<string, string> = {}) =>
      api.get(`/api/files/${datei_id}/content${query}`, { headers }),
    /** Returns the newest change of a file in the history. */
    async newestChange(datei_id: number) {
      const { json } = await api.get<{ data: FileHistoryChange[] }>(`/api/history?kind=files&id=${datei_id}`);
      return expectDefined(json.data[0], "a change of the file");
    },
    revert: (change_id: number, body: object = {}) => api.post(`/api/history/${change_id}/revert`, body),
    revertBatch: (batch: string | null) => api.post(`/api/history/batches/${batch}/revert`, {}),
  };
  return calls;
};

type FileHistoryChange = {
  change_id: number;
  action: string;
  kind: string;
  id: number;
  label: string;
  related: { kind: string; id: number; label: string } | null;
  fields: { name: string; old: unknown; new: unknown }[];
  batch: string | null;
  revertible: boolean;
};
