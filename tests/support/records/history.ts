import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Change } from "@/lib/features/history/history-answers";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { institutionValues, memberValues, personValues, projectValues, thematicFieldValues } from "../factories";
import type { Answer, Client } from "../api";

export type Body = Record<string, unknown>;
export type Loaded = { success: boolean; data: Body };
export type Page = { total: number; last_page: number; next_page_url: string | null; data: Change[] };
export type Reverted = {
  success: boolean;
  message: string;
  kind: string;
  id: number;
  skipped: Body[];
  fields?: string[];
};

const builders: Record<KindName, (overrides?: Body) => Body> = {
  member: memberValues,
  project: projectValues,
  institution: institutionValues,
  person: personValues,
  thematicField: thematicFieldValues,
};

/** Pairs of a kind's API path and its definition. */
export const KINDS = (Object.keys(builders) as KindName[]).map((name): [string, AnyDefinition] => {
  const definition: AnyDefinition = definitionOf(name);
  return [definition.apiPath, definition];
});

/** Returns valid values for a new record of a kind. */
export const valuesOf = (path: string, overrides: Body = {}): Body => {
  const [, definition] = KINDS.find(([name]) => name === path) ?? [];
  return builders[definition?.name as KindName](overrides);
};

/** For each kind by its API path, a field that is part of the label of its records. */
export const NAME_FIELD: Record<string, string> = Object.fromEntries(
  KINDS.map(([path, { labelFields }]) => [path, labelFields("de").at(-1) ?? ""]),
);

/** API calls that the tests of the history share. */
export const historyCalls = (api: Client) => ({
  create: async (path: string, overrides: Body = {}) =>
    (await api.post<{ data: { lastId: number } }>(`/api/${path}/new`, valuesOf(path, overrides))).json.data.lastId,
  load: async (path: string) => (await api.get<Loaded>(`/api/${path}`)).json.data,
  etag: async (path: string) => (await api.get(`/api/${path}`)).headers.get("etag"),
  /** Returns the changes that match a query, newest first. */
  changes: async (query = "") => (await api.get<Page>(`/api/history?pageSize=100&${query}`)).json.data,
  revert: (change: Pick<Change, "change_id"> | undefined, body?: Body): Promise<Answer<Reverted>> =>
    api.post<Reverted>(`/api/history/${change?.change_id}/revert`, body),
});
