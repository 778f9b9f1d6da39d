import { beforeEach, expect, it, vi } from "vitest";
import { forgetRecord, forgetRecords, recentRecords, rememberRecord } from "./recent-records";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

const record = (id: number, label = `Nr. ${id}`) => ({ kind: "members", id, label, detail: "" });
const ids = (account: number) => recentRecords(account).map(({ id }) => id);

it("returns the twelve last viewed records without duplicates, newest first, with their latest labels", () => {
  for (let id = 1; id <= 13; id++) rememberRecord(1, record(id));
  rememberRecord(1, record(5, "Neuer Name"));
  expect(ids(1)).toEqual([5, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 2]);
  expect(recentRecords(1)[0]?.label).toBe("Neuer Name");
  forgetRecord(1, { kind: "members", id: 13 });
  forgetRecord(1, { kind: "projects", id: 12 });
  expect(ids(1).slice(0, 3)).toEqual([5, 12, 11]);
});

it("shows no recent records to another account and drops the previous account's records", () => {
  rememberRecord(1, record(1));
  expect(ids(2)).toEqual([]);
  rememberRecord(2, record(2));
  expect([ids(1), ids(2)]).toEqual([[], [2]]);
  forgetRecords();
  expect(stored.size).toBe(0);
});

it("recent records ignore malformed stored data and work without storage", () => {
  for (const text of ["nonsense", "[]", '{"account":1}', '{"account":1,"records":[{"id":"1"},null]}']) {
    stored.set("recent records", text);
    expect(recentRecords(1), text).toEqual([]);
  }
  vi.stubGlobal("localStorage", undefined);
  rememberRecord(1, record(1));
  forgetRecords();
  expect(recentRecords(1)).toEqual([]);
});
