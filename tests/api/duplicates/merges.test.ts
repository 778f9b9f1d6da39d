import { beforeAll, describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { relationSidesOf, type RelationSides } from "@/lib/model/kinds/relations";
import { db } from "@/lib/store/database/client";
import { listNameOf } from "@/lib/features/duplicates/server/merge-records";
import { createInstitution, createMember, createPerson, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls, KINDS, NAME_FIELD, type Body } from "../../support/records/history";

/* Contract §12, "Merge". */

type Merged = {
  success: boolean;
  message: string;
  moved: Record<string, number>;
  joined: Record<string, number>;
  batch: string | null;
  errors?: Record<string, string[]>;
  merged_into?: number;
};

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

const merge = (path: string, keep: number, body: Body, headers = {}) =>
  api.post<Merged>(`/api/${path}/${keep}/merge`, body, { headers });
const revertBatch = (batch: string | null, body?: Body) => api.post<Body>(`/api/history/batches/${batch}/revert`, body);
const aliasesOf = async (path: string, id: number) =>
  (await api.get<{ aliases: string[] }>(`/api/${path}/${id}/aliases`)).json.aliases;
/** Loads a record with its aliases. */
const loadWithAliases = async (path: string, id: number) => ({
  ...(await calls.load(`${path}/${id}`)),
  aliases: await aliasesOf(path, id),
});

const pathOf = (kind: string) => definitionOf(kind).apiPath;

/** Links two records with the link call of the relation. */
async function link({ relation, own, other }: RelationSides, id: number, otherId: number) {
  const call = relation.ends.find((end) => end.call);
  const columns = call?.path ?? relation.ends.map(({ column }) => column);
  const ids = columns.map((column) => (column === own.column ? id : otherId));
  expect(columns).toEqual(expect.arrayContaining([own.column, other.column]));
  const { json } = await api.post<{ success: boolean }>(`/api/${call?.call}/${ids.join("/")}`);
  expect(json.success).toBe(true);
}

/**
 * Creates two records of a kind. By every relation each is linked to a record that only it is
 * linked to, and to a record that both are linked to.
 */
async function linkedPair(path: string, kind: string) {
  const [keep, drop] = [await calls.create(path), await calls.create(path)];
  for (const sides of relationSidesOf(kind)) {
    const other = pathOf(sides.other.kind);
    const [ofKeep, ofDrop, ofBoth] = [await calls.create(other), await calls.create(other), await calls.create(other)];
    await link(sides, keep, ofKeep);
    await link(sides, drop, ofDrop);
    await link(sides, keep, ofBoth);
    await link(sides, drop, ofBoth);
  }
  return { keep, drop };
}

/**
 * Counts the linked records of each relation. Counts rows of the relation's table if the record has
 * no link list for it.
 */
async function linkCounts(path: string, kind: string, id: number) {
  const record = await calls.load(`${path}/${id}`);
  const counts: Record<string, number> = {};
  for (const sides of relationSidesOf(kind)) {
    const { list } = sides.own;
    const column = sides.own.column;
    counts[listNameOf(sides)] = list
      ? (record[list] as unknown[]).length
      : Number(
          (
            await db().$queryRawUnsafe<[{ count: number }]>(
              `SELECT count(*)::int AS count FROM ${sides.relation.table} WHERE ${column} = ${id}`,
            )
          )[0].count,
        );
  }
  return counts;
}

describe.each(KINDS)("merges of %s", (path, definition) => {
  const kind = definition.name;
  const lists = relationSidesOf(kind).map(listNameOf);
  const countsPerList = (count: number) => Object.fromEntries(lists.map((name) => [name, count]));

  it("a merge unites the links and names of both records, and a revert restores them", async () => {
    const { keep, drop } = await linkedPair(path, kind);
    await api.put(`/api/${path}/${drop}/aliases`, { aliases: ["Früher"] });
    const before = [await loadWithAliases(path, keep), await loadWithAliases(path, drop)];
    const label = definition.label(before[1] ?? {}, "de");

    const preview = await merge(path, keep, { drop, dry_run: true });
    expect(preview.json).toEqual({
      success: true,
      message: "merged",
      moved: countsPerList(1),
      joined: countsPerList(1),
      batch: null,
    });
    expect([await loadWithAliases(path, keep), await loadWithAliases(path, drop)]).toEqual(before);

    const { status, json } = await merge(path, keep, { drop });
    expect(status).toBe(200);
    expect(json).toEqual({ ...preview.json, batch: json.batch });
    expect(json.batch).toMatch(/^[0-9a-f-]{36}$/);
    expect(await linkCounts(path, kind, keep)).toEqual(countsPerList(3));
    expect(await aliasesOf(path, keep)).toEqual(expect.arrayContaining([label, "Früher"]));
    const deleted = await api.get<Merged>(`/api/${path}/${drop}`);
    expect([deleted.status, deleted.json]).toEqual([
      404,
      { success: false, message: "data_not_found", merged_into: keep },
    ]);

    const changes = await calls.changes(`batch=${json.batch}`);
    expect(new Set(changes.map(({ action, id }) => `${action} ${id}`))).toEqual(
      new Set([`delete ${drop}`, `link ${keep}`, `update ${keep}`]),
    );
    expect(changes.filter(({ action }) => action === "link")).toHaveLength(lists.length);

    expect((await revertBatch(json.batch)).status).toBe(200);
    expect([await loadWithAliases(path, keep), await loadWithAliases(path, drop)]).toEqual(before);
    expect([await linkCounts(path, kind, keep), await linkCounts(path, kind, drop)]).toEqual([
      countsPerList(2),
      countsPerList(2),
    ]);
  });

  it("a merge keeps the values of one record, except those taken from the other", async () => {
    const name = NAME_FIELD[path] ?? "";
    const [keep, drop] = [
      await calls.create(path, { [name]: "Bleibt" }),
      await calls.create(path, { [name]: "Kommt" }),
    ];
    const oldLabel = definition.label(await calls.load(`${path}/${keep}`), "de");
    const { status } = await merge(path, keep, { drop, take: [name] });
    expect(status).toBe(200);
    expect((await calls.load(`${path}/${keep}`))[name]).toBe("Kommt");
    expect(await aliasesOf(path, keep)).toContain(oldLabel);
    // The name after the merge is not an alias.
    expect(await aliasesOf(path, keep)).not.toContain(definition.label(await calls.load(`${path}/${keep}`), "de"));
  });
});

describe("merges", () => {
  it("an invalid merge is refused with validation errors, and changes nothing", async () => {
    const [keep, drop] = [await createInstitution(db()), await createInstitution(db())];
    const invalid: [Body, number, object][] = [
      [{}, 422, { errors: { drop: ["required"] } }],
      [{ drop: keep }, 422, { errors: { drop: ["same"] } }],
      [{ drop: "x" }, 422, { errors: { drop: ["type"] } }],
      [{ drop, take: ["gibtesnicht"] }, 422, { errors: { take: ["unknown"] } }],
      [{ drop, take: ["aliases"] }, 422, { errors: { take: ["unknown"] } }],
      [{ drop, more: 1 }, 422, { errors: { more: ["unknown"] } }],
      [{ drop: 2_147_483_647 }, 404, { message: "data_not_found" }],
    ];
    for (const [body, status, answer] of invalid) {
      const { status: actualStatus, json } = await merge("institutions", keep, body);
      expect(actualStatus, JSON.stringify(body)).toBe(status);
      expect(json).toMatchObject(answer);
    }
    expect((await merge("institutions", 2_147_483_647, { drop })).status).toBe(404);
    expect((await merge("institutions", keep, { drop }, { "if-match": '"9"' })).status).toBe(412);
    expect((await api.get(`/api/institutions/${drop}`)).status).toBe(200);
    expect(await calls.changes(`kind=institutions&id=${keep}&action=update`)).toEqual([]);
  });

  it("a merge unites list entries, dropping n/a when there are others", async () => {
    const create = (einrichtungen: number[]) => createMember(db(), { einrichtungen });
    const mergedEntries = async (ofKeep: number[], ofDrop: number[]) => {
      const [keep, drop] = [await create(ofKeep), await create(ofDrop)];
      expect((await merge("members", keep, { drop })).status).toBe(200);
      return (await calls.load(`members/${keep}`)).einrichtungen;
    };
    expect(await mergedEntries([1, 2], [2, 3])).toEqual([1, 2, 3]);
    expect(await mergedEntries([-1], [2])).toEqual([2]);
    expect(await mergedEntries([1], [-1])).toEqual([1]);
  });

  it("a merge is validated like the form, also in the preview", async () => {
    const values = { vertragsgrundlage: 1, projektbeginn: "2026-05-01", projektende: "2026-06-01" };
    const keep = await createProject(db(), values);
    const drop = await createProject(db(), { ...values, projektbeginn: "2025-01-01", projektende: "2025-02-01" });
    const body = { drop, take: ["projektende"] };
    const preview = await merge("projects", keep, { ...body, dry_run: true });
    const refused = await merge("projects", keep, body);
    for (const { status, json } of [preview, refused]) {
      expect([status, json.errors]).toEqual([422, { projektende: ["date_order"] }]);
    }
    expect((await api.get(`/api/projects/${drop}`)).status).toBe(200);
  });

  it("a merge redirects through chains in every call, until it is reverted", async () => {
    const [a, b, c] = [await createPerson(db()), await createPerson(db()), await createPerson(db())];
    await merge("persons", b, { drop: a });
    const second = await merge("persons", c, { drop: b });
    for (const answer of [
      await api.get<Merged>(`/api/persons/${a}`),
      await api.put<Merged>(`/api/persons/${a}`, { position: "x" }),
      await api.delete<Merged>(`/api/persons/${a}`),
      await api.get<Merged>(`/api/persons/${a}/aliases`),
      await merge("persons", c, { drop: a }),
      await merge("persons", a, { drop: c }),
    ]) {
      expect([answer.status, answer.json.merged_into]).toEqual([404, c]);
    }
    expect((await revertBatch(second.json.batch)).status).toBe(200);
    expect((await api.get<Merged>(`/api/persons/${a}`)).json.merged_into).toBe(b);
    await api.delete(`/api/persons/${b}`);
    expect((await api.get<Merged>(`/api/persons/${a}`)).json).not.toHaveProperty("merged_into");
  });

  it("a merge cannot be reverted while a later merge depends on it", async () => {
    const [a, b, x, y] = [
      await createInstitution(db(), { name: "Gleich" }),
      await createInstitution(db(), { name: "Gleich" }),
      await createProject(db()),
      await createProject(db()),
    ];
    await api.post(`/api/institutions/project/${a}/${x}`);
    const first = await merge("institutions", b, { drop: a });
    const second = await merge("projects", y, { drop: x });
    expect((await revertBatch(first.json.batch, { force: true })).status).toBe(409);
    expect((await api.get(`/api/institutions/${a}`)).status).toBe(404);
    expect((await revertBatch(second.json.batch)).status).toBe(200);
    expect((await revertBatch(first.json.batch)).status).toBe(200);
    expect(await linkCounts("institutions", "institution", a)).toMatchObject({ kooperationsprojekte: 1 });
    expect(await linkCounts("institutions", "institution", b)).toMatchObject({ kooperationsprojekte: 0 });
  });

  it("a merge cannot be reverted while a later merge contributed the same link", async () => {
    const [a, b, c] = [0, 1, 2].map(() => createInstitution(db(), { name: "Dreimal" }));
    const [first, kept, third] = [await a, await b, await c] as [number, number, number];
    const project = await createProject(db());
    await api.post(`/api/institutions/project/${first}/${project}`);
    await api.post(`/api/institutions/project/${third}/${project}`);
    const firstMerge = await merge("institutions", kept, { drop: first });
    const secondMerge = await merge("institutions", kept, { drop: third });
    expect((await revertBatch(firstMerge.json.batch)).status).toBe(409);
    expect((await revertBatch(secondMerge.json.batch)).status).toBe(200);
    expect((await revertBatch(firstMerge.json.batch)).status).toBe(200);
    for (const [id, count] of [
      [first, 1],
      [kept, 0],
      [third, 1],
    ] as const) {
      expect(await linkCounts("institutions", "institution", id)).toMatchObject({ kooperationsprojekte: count });
    }
  });

  it("a merge redirects restored links to the surviving record", async () => {
    const [x, y] = [await createProject(db()), await createProject(db())];
    const member = await createMember(db());
    await api.post(`/api/members/project/${member}/${x}`);
    await api.delete(`/api/members/${member}`);
    await merge("projects", y, { drop: x });
    const [deletion] = await calls.changes(`kind=members&id=${member}&action=delete`);
    const { status, json } = await calls.revert(deletion);
    expect([status, json.skipped]).toEqual([200, []]);
    const { kooperationsprojekte } = await calls.load(`members/${member}`);
    expect(kooperationsprojekte).toMatchObject([{ projekt_id: y }]);
  });

  it("a merged person is erased together with the surviving person", async () => {
    const admin = await loggedIn({ role: "admin" });
    const [keep, drop] = [
      await createPerson(db(), { vorname: "Ida", nachname: "Bleibend" }),
      await createPerson(db(), { vorname: "Ida", nachname: "Gegangen" }),
    ];
    await merge("persons", keep, { drop });
    const refused = await admin.post<Merged>(`/api/persons/${drop}/erase`, { confirm: "Ida Gegangen" });
    expect([refused.status, refused.json.merged_into]).toEqual([404, keep]);
    const { status } = await admin.post(`/api/persons/${keep}/erase`, { confirm: "Ida Bleibend" });
    expect(status).toBe(200);
    const history = await admin.get<{ data: Body[] }>(`/api/history?kind=persons&id=${drop}&pageSize=100`);
    expect(history.json.data.length).toBeGreaterThan(0);
    expect(JSON.stringify(history.json)).not.toContain("Gegangen");
  });
});
