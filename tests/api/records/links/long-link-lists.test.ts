import { beforeAll, describe, expect, it } from "vitest";
import { LINK_TABLE_PAGE_SIZE, LINK_PREVIEW_SIZE } from "@/lib/model/limits";
import type { AnyRow } from "@/lib/model/kinds/define";
import { linkedFilter, linkedIn, linkedTotal } from "@/lib/model/kinds/linked-lists";
import type { RecordPage } from "@/lib/features/records/record-answers";
import { defaultListQuery, listSearchParams, type ListQuery } from "@/lib/model/lists/list-query";
import { definitionOf, type kinds } from "@/lib/model/kinds/registry";
import { linkCallNames, linkListOf, linkListOfCall } from "@/lib/model/kinds/relations";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { findRecordForPage } from "@/lib/store/records/find-records";
import {
  createAny,
  createInstitution,
  createPerson,
  createProject,
  createThematicField,
} from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";
import { insertMany } from "../../../support/databases/insert-many";

/*
 * Link lists of any length: a record's page contains short link lists completely; the further rows
 * of long ones are loaded through the list of the other kind.
 */

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

/** Requests a page of a link list, as the tab of a record does. */
async function pageOf(kind: string, list: string, id: number, overrides: Partial<ListQuery> = {}) {
  const tab = linkListOf(kind, list);
  const child = definitionOf(tab.other.kind);
  const filter = linkedFilter(tab, id);
  if (!filter) throw new Error(`${kind} ${list} cannot be read by pages`);
  const link = tab.relation.fields && tab.other.list;
  const query = { ...defaultListQuery(child), where: [filter], ...overrides, link };
  const { json } = await api.get<RecordPage>(`/api/${child.apiPath}?${listSearchParams(child, query)}`);
  return { ...json, keys: json.data.map((row) => Number(row[child.key])) };
}

const loadForPage = async (kind: keyof typeof kinds, id: number) =>
  (await findRecordForPage(commandContext(db()), definitionOf(kind), id))?.data ?? {};

/** Creates an institution with `count` numbered persons. */
async function institutionWithPersons(count: number): Promise<number> {
  const id = await createInstitution(db());
  await insertMany`
    WITH made AS (
      INSERT INTO persons (titel, vorname, nachname, email)
      SELECT -1, 'Kim', 'Person ' || lpad(n::text, 4, '0'), 'p' || n || '@example.org'
      FROM generate_series(1, ${count}::int) AS n RETURNING person_id)
    INSERT INTO institution_persons (partner_institution_id, person_id) SELECT ${id}, person_id FROM made`;
  return id;
}

describe.each(
  linkCallNames()
    .map(linkListOfCall)
    .map((tab) => [tab.own.kind, tab.list, tab] as const),
)("%s: %s", (kind, list, tab) => {
  it("a link list equals the list of the other kind, filtered by the record", async () => {
    const [parent, child] = [definitionOf(kind), definitionOf(tab.other.kind)];
    const [id, unlinked] = [await createAny(db(), parent), await createAny(db(), parent)];
    const children = [await createAny(db(), child), await createAny(db(), child), await createAny(db(), child)];
    const add = { [list]: children.slice(0, 2) };
    await api.post(`/api/${parent.apiPath}/bulk`, { ids: [id], add });
    await api.post(`/api/${parent.apiPath}/bulk`, { ids: [unlinked], add: { [list]: children.slice(1) } });
    const { json } = await api.get<{ data: AnyRow }>(`/api/${parent.apiPath}/${id}`);
    const whole = linkedIn(json.data, list);
    expect(whole).toHaveLength(2);
    expect(linkedIn(await loadForPage(kind as keyof typeof kinds, id), list), "what is few is at hand").toEqual(whole);
    if (!linkedFilter(tab, id)) return expect(child.name, "these have no lists of their own").toBe("thematicField");
    const page = await pageOf(kind, list, id);
    expect(page.keys).toEqual(whole.map((row) => Number(row[child.key])));
    expect(page.total).toBe(2);
    // The rows contain everything that the tab shows.
    expect(page.data).toMatchObject(whole);
  });
});

describe("records with long link lists", () => {
  it("a long link list has its first page and total on the record's page, and is whole in the API", async () => {
    const count = LINK_PREVIEW_SIZE + 100;
    const id = await institutionWithPersons(count);
    const topic = await createThematicField(db());
    await api.post(`/api/institutions/thematicfield/${id}/${topic}`);
    const { json } = await api.get<{ data: AnyRow }>(`/api/institutions/${id}`);
    const whole = linkedIn(json.data, "personen");
    expect(whole).toHaveLength(count);
    expect(Object.keys(json.data).filter((name) => name.includes("."))).toEqual([]);

    const data = await loadForPage("institution", id);
    expect(linkedIn(data, "personen")).toEqual(whole.slice(0, LINK_TABLE_PAGE_SIZE));
    expect(linkedTotal(data, "personen")).toBe(count);
    expect(linkedIn(data, "themenfelder")).toEqual(json.data.themenfelder);

    const pages = await Promise.all(
      [0, 1, 2, 3].map((pageNo) => pageOf("institution", "personen", id, { pageNo, pageSize: 100 })),
    );
    expect(pages.flatMap(({ data: rows }) => rows)).toMatchObject(whole);
    const found = await pageOf("institution", "personen", id, { filter: "person 0399" });
    expect(found).toMatchObject({ total: 1, data: [{ nachname: "Person 0399" }] });
  });

  it("a link list is truncated only above the limit", async () => {
    const id = await institutionWithPersons(LINK_PREVIEW_SIZE);
    expect(linkedIn(await loadForPage("institution", id), "personen")).toHaveLength(LINK_PREVIEW_SIZE);
    await createPerson(db(), { institution: [id] });
    const data = await loadForPage("institution", id);
    expect(linkedIn(data, "personen")).toHaveLength(LINK_TABLE_PAGE_SIZE);
    expect(linkedTotal(data, "personen")).toBe(LINK_PREVIEW_SIZE + 1);
  });

  it("a link list that the record's form edits is not truncated", async () => {
    const topics = await Promise.all(Array.from({ length: 12 }, () => createThematicField(db())));
    const id = await createProject(db(), { themenfelder: topics });
    expect(linkedIn(await loadForPage("project", id), "themenfelder")).toHaveLength(topics.length);
  });
});

describe("Prefer: return=minimal", () => {
  it("link calls with Prefer: return=minimal respond without the list", async () => {
    const [project, person] = [await createProject(db()), await createPerson(db())];
    const path = `/api/projects/persons/${person}/${project}`;
    const headers = { Prefer: "return=minimal" };
    const added = await api.post(path, undefined, { headers });
    expect(added.json).toEqual({ success: true, message: "data_saved" });
    expect(added.headers.get("preference-applied")).toBe("return=minimal");
    expect((await api.post(path, undefined, { headers })).json).toEqual({ success: false, message: "already_exists" });
    expect((await api.delete(path, { headers })).json).toEqual({ success: true, message: "data_deleted" });
  });
});
