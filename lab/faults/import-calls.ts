import { poll } from "@/scripts/process/poll";
import { send } from "./app";

const DEADLINE_MS = 60_000;

/** The state of an import, as the API returns it. */
export type Import = { state: string; done: number; batch: string | null };
type Uploaded = { id?: number; columns: { header: string; field: string | null }[] };

/**
 * Uploads a table of new institutions and maps its columns. @returns the key of the import, ready
 * to run
 */
export async function prepareImport(url: string, token: string, name: string, rows: number): Promise<number> {
  const lines = Array.from({ length: rows }, (_, index) => `${name} ${index};Hochschule`);
  const form = new FormData();
  form.append("file", new File([["Name;Branchen", ...lines].join("\r\n")], "tabelle.csv"));
  const uploaded = await send(`${url}/api/imports?kind=institutions`, "POST", { token, form });
  const { id, columns } = uploaded.json as unknown as Uploaded;
  if (!id) throw new Error(`Not uploaded: ${uploaded.status} ${uploaded.text}`);
  const mapping = Object.fromEntries(columns.map(({ header, field }) => [header, field]));
  const { json, text } = await send(`${url}/api/imports/${id}`, "PUT", { token, body: { mapping } });
  if (json.create !== rows) throw new Error(`Not all rows are new: ${text.slice(0, 300)}`);
  return id;
}

/** Returns the state of an import. */
export const readImport = async (url: string, token: string, id: number) =>
  (await send(`${url}/api/imports/${id}`, "GET", { token })).json as unknown as Import;

/** Waits until an import has ended. */
export async function waitForImport(url: string, token: string, id: number): Promise<Import> {
  const ended = await poll(async () => {
    const current = await readImport(url, token, id);
    return current.state !== "running" && current;
  }, DEADLINE_MS);
  if (!ended) throw new Error("The import does not end");
  return ended;
}
