import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { kinds } from "@/lib/model/kinds/registry";
import { commandContext } from "@/lib/store/database/transaction";
import { deleteExpired } from "@/lib/features/operations/server/housekeeping";
import { db } from "@/lib/store/database/client";
import { dropOldChanges } from "@/lib/features/history/server/history";
import { summariseCounts } from "@/lib/features/history/server/stored-changes";
import { editRecord } from "@/lib/store/records/edit-records";
import { createMember, createProject, createUser, memberValues, TEST_PASSWORD } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";
import { historyCalls, KINDS, type Page } from "../../support/records/history";

/* Contract §8: GET /api/history, its permissions and the retention of changes. */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
let me: { id: number; name: string };
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
  me = (await api.get<typeof me>("/api/user")).json;
});

const history = (query: string) => api.get<Page>(`/api/history?${query}`);
const idsOf = async (query: string) => (await calls.changes(query)).map(({ change_id }) => change_id);

/** Inserts a change with a given time. @returns the id of the change */
async function writtenAt(at: string, id: number): Promise<number> {
  const [row] = await db().$queryRaw<[{ change_id: number }]>`
    INSERT INTO changes (at, source, action, kind, id, label, fields)
    VALUES (${at}::timestamptz, 'app', 'update', 'members', ${id}, 'Früher', '[]') RETURNING change_id`;
  return row.change_id;
}

describe("the list of changes", () => {
  it("the list of changes has the common pagination envelope, newest first, without gaps between pages", async () => {
    const id = await createMember(db());
    for (const telefon of ["1", "2", "3", "4"]) await api.put(`/api/members/${id}`, { telefon });
    const one = `kind=members&id=${id}`;
    const first = (await history(`${one}&pageSize=2`)).json;
    expect(Object.keys(first)).toEqual([
      ...["total", "per_page", "current_page", "last_page", "next_page_url", "prev_page_url", "from", "to", "data"],
    ]);
    expect(first).toMatchObject({
      total: 5,
      per_page: 2,
      current_page: 1,
      last_page: 3,
      prev_page_url: null,
      from: 1,
      to: 2,
    });
    const next = new URL(first.next_page_url ?? "", "http://localhost");
    expect(Object.fromEntries(next.searchParams)).toMatchObject({
      kind: "members",
      id: String(id),
      pageSize: "2",
      pageNo: "1",
    });
    const pages = [
      first,
      (await history(`${one}&pageSize=2&pageNo=1`)).json,
      (await history(`${one}&pageSize=2&pageNo=2`)).json,
    ];
    const changes = pages.flatMap(({ data }) => data);
    expect(changes.map(({ fields, action }) => (action === "update" ? fields[0]?.new : action))).toEqual([
      "4",
      "3",
      "2",
      "1",
      "create",
    ]);
    expect((await history(`${one}&pageSize=2&pageNo=3`)).json).toMatchObject({
      total: 5,
      from: null,
      to: null,
      data: [],
    });
    expect((await history("")).json).toMatchObject({ per_page: 10, current_page: 1 });
    expect((await history("nonsense=1&sortBy=x")).status, "unknown parameters are ignored").toBe(200);
  });

  it.each([
    ..."pageNo=-1 pageNo=x pageSize=0 pageSize=101 kind=member kind= kind=MEMBERS id=1 kind=members&id=0 kind=members&id=x".split(
      " ",
    ),
    ..."kind=members&id=2147483648 action=revert action= user= from=2026-02-30 from=01.02.2026 to=x to= batch=x batch=".split(
      " ",
    ),
    ..."from=2026-01-01T00:00:00Z kind=members&kind=projects action=link&action=link from=2026-01-01&from=2026-01-01 from=0000-01-01".split(
      " ",
    ),
  ])("the list of changes returns 422 for %s", async (query) => {
    // Allows the filter by person; without this setting the response would be 403.
    configure({ HISTORY_PERSON_FILTER: true });
    expect(await history(query)).toMatchObject({ status: 422, json: { message: "validation_failed" } });
  });

  it("the history requires a login", async () => {
    expect((await call("GET", "/api/history")).status).toBe(401);
    expect((await call("POST", "/api/history/1/revert")).status).toBe(401);
    expect((await call("POST", `/api/history/batches/${randomUUID()}/revert`)).status).toBe(401);
  });

  it("the list of changes can be filtered by each parameter and by all together", async () => {
    const batch = randomUUID();
    const [member, project] = [await createMember(db()), await createProject(db())];
    const definition = kinds.member as unknown as AnyDefinition;
    await editRecord({ ...commandContext(), batch }, definition, { id: member, set: { telefon: "1" } });
    await api.put(`/api/members/${member}`, { telefon: "2" });
    await api.post(`/api/members/project/${member}/${project}`);
    const [link, update, batched, creation] = await idsOf(`kind=members&id=${member}`);
    expect(await idsOf(`batch=${batch}`)).toEqual([batched]);
    expect(await idsOf(`batch=${batch.toUpperCase()}`)).toEqual([batched]);
    expect(await idsOf(`batch=${randomUUID()}`)).toEqual([]);
    expect(await idsOf(`kind=members&id=${member}&action=update`)).toEqual([update, batched]);
    expect(await idsOf(`kind=projects&id=${project}&action=link`)).toEqual([link]);
    const all = await idsOf("");
    expect(all.slice(0, 3)).toEqual([link, update, batched]);
    expect(await idsOf("kind=members&action=create")).toContain(creation);
    for (const { kind, related } of await calls.changes("kind=projects")) {
      expect([kind, related?.kind]).toContain("projects");
    }
    const today = new Date().toLocaleDateString("sv", { timeZone: "Europe/Berlin" });
    const whole = `kind=members&id=${member}&from=${today}&to=${today}&pageSize=1&pageNo=0`;
    expect((await history(`${whole}&action=update`)).json).toMatchObject({ total: 2, data: [{ change_id: update }] });
    configure({ HISTORY_PERSON_FILTER: true });
    expect(await idsOf(`user=${me.id}&kind=members&id=${member}`)).toEqual([link, update]);
    expect(await idsOf(`user=2147483647`)).toEqual([]);
    expect((await history(`${whole}&user=${me.id}&action=update&batch=${batch}`)).json.total).toBe(0);
  });

  it("the list of changes uses calendar days in Berlin time, including those of 23 and 25 hours", async () => {
    const id = 2_000_000_000;
    const moments = {
      "2026-03-28": ["2026-03-27T23:00:00Z", "2026-03-28T22:59:59.999Z"],
      "2026-03-29": ["2026-03-28T23:00:00Z", "2026-03-29T21:59:59.999Z"],
      "2026-03-30": ["2026-03-29T22:00:00Z", "2026-03-30T21:59:59.999Z"],
      "2026-10-25": ["2026-10-24T22:00:00Z", "2026-10-25T22:59:59.999Z"],
      "2026-10-26": ["2026-10-25T23:00:00Z"],
    };
    const written: Record<string, number[]> = {};
    for (const [day, times] of Object.entries(moments)) {
      written[day] = [];
      for (const at of times) written[day].unshift(await writtenAt(at, id));
    }
    for (const day of Object.keys(moments)) {
      expect(await idsOf(`kind=members&id=${id}&from=${day}&to=${day}`), day).toEqual(written[day]);
    }
    const bothDays = [...(written["2026-03-30"] ?? []), ...(written["2026-03-29"] ?? [])];
    expect(await idsOf(`kind=members&id=${id}&from=2026-03-29&to=2026-03-30`)).toEqual(bothDays);
    expect(await idsOf(`kind=members&id=${id}&from=2026-03-30&to=2026-03-29`), "no day at all").toEqual([]);
    expect(await idsOf(`kind=members&id=${id}&from=2026-10-26`)).toEqual(written["2026-10-26"]);
    expect(await idsOf(`kind=members&id=${id}&to=2026-03-28`)).toEqual(written["2026-03-28"]);
    expect(await idsOf(`kind=members&id=${id}&from=0001-01-01&to=9999-12-31`)).toHaveLength(9);
  });
});

describe("history for admins only", () => {
  const hidden =
    "titel fakultaeten institute einrichtungen personenstatus vertragsgrundlagen projekt_status zusammenarbeit organisationsformen users";

  it.each(hidden.split(" "))("the history of %s is forbidden to other users", async (kind) => {
    for (const query of [`kind=${kind}`, `kind=${kind}&id=1`, `kind=${kind}&pageNo=x`]) {
      expect(await history(query), query).toMatchObject({ status: 403, json: { message: "forbidden" } });
    }
  });

  it("changes of entries and accounts are hidden from other users, who cannot revert them", async () => {
    const [{ n: before }] = await db().$queryRaw<
      [{ n: number }]
    >`SELECT count(*)::int AS n FROM changes WHERE kind IN ('institute', 'users')`;
    await db().$executeRaw`UPDATE institute SET institut_name_en = institut_name_en || '!' WHERE institut_id = 1`;
    await createUser(db());
    const rows = await db().$queryRaw<
      { change_id: number }[]
    >`SELECT change_id FROM changes WHERE kind IN ('institute', 'users') ORDER BY 1`;
    expect(rows.length).toBe(before + 2);
    const shownIds = await idsOf("");
    const { total } = (await history("")).json;
    const shown = KINDS.map(([path]) => path);
    const [{ n }] = await db().$queryRaw<[{ n: number }]>`
      SELECT count(*)::int AS n FROM changes WHERE kind = ANY(${shown})`;
    expect(total).toBe(n);
    for (const change of rows.slice(-2)) {
      expect(shownIds).not.toContain(change.change_id);
      expect((await calls.revert(change)).status).toBe(404);
    }
  });

  it("the filter by person is forbidden unless HISTORY_PERSON_FILTER allows it", async () => {
    for (const query of [`user=${me.id}`, `user=${me.id}&kind=members`, "user=x", `user=${me.id}&pageNo=x`]) {
      expect(await history(query), query).toMatchObject({ status: 403, json: { message: "forbidden" } });
    }
    configure({ HISTORY_PERSON_FILTER: true });
    const id = await calls.create("members", memberValues());
    const found = await calls.changes(`user=${me.id}`);
    expect(found[0]).toMatchObject({ kind: "members", id });
    for (const { user } of found) expect(user?.id).toBe(me.id);
  });
});

describe("the total of the history", () => {
  const OLD_DAY = "2020-02-29";
  const today = new Date().toLocaleDateString("sv", { timeZone: "Europe/Berlin" });
  const filterQueries = () =>
    ["", "kind=members", "kind=projects", "kind=thematicfields"].flatMap((kind) =>
      ["", "action=update", "action=link"].flatMap((action) =>
        ["", `user=${me.id}`].flatMap((user) =>
          ["", `from=${today}`, `to=${OLD_DAY}`, `from=${OLD_DAY}&to=${OLD_DAY}`].map((days) =>
            [kind, action, user, days].filter(Boolean).join("&"),
          ),
        ),
      ),
    );

  /**
   * Returns the total that the API reports, and the number of changes on all pages (`listed`).
   */
  async function countChanges(query: string): Promise<{ total: number; listed: number }> {
    const first = (await history(`${query}&pageSize=100`)).json;
    let listed = first.data.length;
    for (let page = 1; page < first.last_page; page += 1) {
      listed += (await history(`${query}&pageSize=100&pageNo=${page}`)).json.data.length;
    }
    return { total: first.total, listed };
  }

  async function everyTotal(): Promise<Map<string, number>> {
    const totals = new Map<string, number>();
    for (const query of filterQueries()) {
      const { total, listed } = await countChanges(query);
      expect(total, query).toBe(listed);
      totals.set(query, total);
    }
    return totals;
  }

  it("the total is exact for every filter, also after counts are compacted and old changes purged", async () => {
    configure({ HISTORY_PERSON_FILTER: true });
    const [member, other] = [await createMember(db()), await createMember(db())];
    const project = await createProject(db());
    for (const id of [member, other]) {
      await api.put(`/api/members/${id}`, { telefon: "1" });
      await api.post(`/api/members/project/${id}/${project}`);
      await writtenAt(`${OLD_DAY}T12:00:00Z`, id);
    }
    const before = await everyTotal();
    expect(before.get("kind=projects&action=link"), "from either end").toBeGreaterThanOrEqual(2);
    expect(before.get(`kind=members&action=update&from=${OLD_DAY}&to=${OLD_DAY}`)).toBe(2);

    const rows = () => db().changeCount.count();
    const rowsBefore = await rows();
    await Promise.all([summariseCounts(db()), summariseCounts(db())]);
    expect(await rows()).toBeLessThan(rowsBefore);
    expect(await everyTotal()).toEqual(before);

    configure({ HISTORY_PERSON_FILTER: true, HISTORY_MONTHS: 6 });
    await dropOldChanges();
    await summariseCounts(db());
    const after = await everyTotal();
    expect(after.get(`to=${OLD_DAY}`)).toBe(0);
    expect(after.get(`from=${today}`)).toBe(before.get(`from=${today}`));
  });
});

describe("HISTORY_MONTHS", () => {
  const old = async () => {
    const id = await createMember(db());
    const months = (count: string) =>
      new Date(new Date().setMonth(new Date().getMonth() - Number(count))).toISOString();
    return { id, ages: [await writtenAt(months("7"), id), await writtenAt(months("5"), id)] };
  };
  const login = async () => {
    const { email } = await createUser(db());
    return call("POST", "/api/auth/login", { body: { email, password: TEST_PASSWORD } });
  };

  it("housekeeping keeps all changes when HISTORY_MONTHS is not set", async () => {
    const { id, ages } = await old();
    expect((await login()).status).toBe(200);
    await dropOldChanges();
    expect(await idsOf(`kind=members&id=${id}`)).toEqual(expect.arrayContaining(ages));
  });

  it("housekeeping purges changes that are older than HISTORY_MONTHS", async () => {
    const { id, ages } = await old();
    configure({ HISTORY_MONTHS: 6 });
    await deleteExpired();
    const remainingIds = await idsOf(`kind=members&id=${id}`);
    expect(remainingIds).toHaveLength(2);
    expect(remainingIds).toContain(ages[1]);
    await expect(db().$executeRaw`DELETE FROM changes`, "the rule is over").rejects.toThrow("kept as it was written");
  });
});
