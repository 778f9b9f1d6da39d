import { expect } from "vitest";
import {
  entryGroups,
  nameColumns,
  referenceLists,
  type EntryListName,
} from "@/lib/model/reference-lists/reference-lists";
import type { Client } from "../api";

export type Row = Record<string, unknown> & { active: boolean; used: number; protected: boolean };
type Refused = { errors: Record<string, string[]>; used: number; message: string };
type Replaced = Refused & { changed: number; batch: string };

/** Returns the key column of a list's entries. */
export const keyOf = (list: EntryListName) => referenceLists[list].key;

let number = 0;
/** Returns a German and an English name that no entry has yet. */
export function names(list: EntryListName, name = "Eintrag") {
  number += 1;
  const [german = "", english = ""] = nameColumns(list);
  return { [german]: `${name} ${number}`, [english]: `${name} ${number} (en)` };
}

/** Returns the group to which `add` adds entries by default: the last one, if the list has groups. */
export function lastGroup(list: EntryListName) {
  const groups = entryGroups(list);
  return groups ? { [groups.column]: groups.values.at(-1) } : {};
}

/** Returns the expected response to invalid values. */
export const errors = (fields: object) => ({
  status: 422,
  json: { success: false, message: "validation_failed", errors: fields },
});
export const FORBIDDEN = { status: 403, json: { success: false, message: "forbidden" } };
export const PROTECTED = { status: 200, json: { success: false, message: "reference_protected" } };

/** API calls that the tests of the reference lists share (contract §9). */
export function referenceCalls(api: Client) {
  const entriesOf = async (list: string) => (await api.get<Row[]>(`/api/reference/${list}`)).json;
  return {
    entriesOf,
    idsOf: async (list: EntryListName) => (await entriesOf(list)).map((row) => Number(row[keyOf(list)])),
    entry: async (list: EntryListName, id: number) => (await entriesOf(list)).find((row) => row[keyOf(list)] === id),
    /** Adds an entry. @returns the entry's key */
    add: async (list: EntryListName, more: object = {}): Promise<number> => {
      const body = { ...names(list), ...lastGroup(list), ...more };
      const { status, json } = await api.post<{ data: { lastId: number } }>(`/api/reference/${list}/new`, body);
      expect(status).toBe(201);
      return json.data.lastId;
    },
    change: (list: string, id: number, body: object) => api.put<Refused>(`/api/reference/${list}/${id}`, body),
    remove: (list: string, id: number) => api.delete<Refused>(`/api/reference/${list}/${id}`),
    replace: (list: string, id: number, body: object) =>
      api.post<Replaced>(`/api/reference/${list}/${id}/replace`, body),
  };
}
