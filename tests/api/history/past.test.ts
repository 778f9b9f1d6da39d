import { beforeAll, describe, expect, it, vi } from "vitest";
import { linkCallNames, linkListOfCall, linkListOf } from "@/lib/model/kinds/relations";
import { definitionOf, kinds } from "@/lib/model/kinds/registry";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { editRecord } from "@/lib/store/records/edit-records";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls, KINDS, NAME_FIELD, type Body } from "../../support/records/history";

/*
 * Contract §8: records are shown as they were at a time in the past.
 */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

/** Returns the time of a record's newest change. */
const lastChangeTime = async (path: string, id: number) => (await calls.changes(`kind=${path}&id=${id}`))[0]?.at ?? "";
const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();
const loadAt = (path: string, at: string) => api.get<{ data: Body }>(`/api/${path}?at=${encodeURIComponent(at)}`);

/**
 * Records the states of a record over time, to compare them later with the past states that the API
 * returns.
 */
function recordTimeline(path: string, id: number) {
  const states: { at: string; data: Body | null }[] = [];
  return {
    async record() {
      const { status, json } = await api.get<{ data: Body }>(`/api/${path}/${id}`);
      states.push({ at: await lastChangeTime(path, id), data: status === 200 ? json.data : null });
    },
    async compare() {
      for (const { at, data } of states) {
        const answer = await loadAt(`${path}/${id}`, at);
        if (data) expect([answer.status, answer.json.data], at).toEqual([200, data]);
        else expect(answer, at).toMatchObject({ status: 404, json: { message: "data_not_found" } });
        expect(answer.headers.get("etag")).toBeNull();
      }
    },
  };
}

describe.each(KINDS)("%s", (path, definition) => {
  const field = NAME_FIELD[path] ?? "";
  const list = Object.keys(definition.fields).find((name) => definition.fields[name]?.storage.in === "list");

  it("records are shown as of any time, across changes, deletion and restoration", async () => {
    const id = await calls.create(path);
    const timeline = recordTimeline(path, id);
    await timeline.record();
    const begin = await lastChangeTime(path, id);
    await api.put(`/api/${path}/${id}`, { [field]: "Ärger" });
    await timeline.record();
    await api.put(`/api/${path}/${id}`, { [field]: "Zorn", ...(list && { [list]: [3, 1] }) });
    await timeline.record();
    await api.delete(`/api/${path}/${id}`);
    await timeline.record();
    await calls.revert((await calls.changes(`kind=${path}&id=${id}`))[0]);
    await timeline.record();
    await api.put(`/api/${path}/${id}`, { [field]: "Zuletzt" });
    await timeline.record();
    await timeline.compare();
    expect((await loadAt(`${path}/${id}`, justBefore(begin))).status).toBe(404);
    expect((await loadAt(`${path}/${id}`, "2099-01-01T00:00:00Z")).json.data).toEqual(
      await calls.load(`${path}/${id}`),
    );
    expect((await loadAt(`${path}/2147483647`, begin)).status).toBe(404);
  });
});

const makers = {
  member: createMember,
  project: createProject,
  institution: createInstitution,
  person: createPerson,
  thematicField: createThematicField,
};

describe.each(linkCallNames())("the list of %s", (name) => {
  it("a list of linked records is shown as of any time, with the names of that time", async () => {
    const { own, other, path: order } = linkListOfCall(name);
    const [parent, child] = [definitionOf(own.kind), definitionOf(other.kind)];
    const id = await makers[own.kind as keyof typeof makers](db());
    const ends = [
      await makers[other.kind as keyof typeof makers](db()),
      await makers[other.kind as keyof typeof makers](db()),
    ];
    const link = (end = 0) => `/api/${name}/${order.map((column) => (column === own.column ? id : end)).join("/")}`;
    const rename = (newName: string) =>
      api.put(`/api/${child.apiPath}/${ends[0]}`, { [NAME_FIELD[child.apiPath] ?? ""]: newName });
    const timeline = recordTimeline(parent.apiPath, id);
    await timeline.record();
    await api.post(link(ends[0]));
    await timeline.record();
    await rename("Zweiter Name");
    await api.post(link(ends[1]));
    await timeline.record();
    await api.delete(link(ends[0]));
    await timeline.record();
    await rename("Dritter Name");
    await api.post(link(ends[0]));
    await timeline.record();
    // The record is deleted with its links. Then a linked record is deleted, so the restored record
    // lacks this link.
    await api.delete(`/api/${parent.apiPath}/${id}`);
    const refused = (await api.get(`/api/${parent.apiPath}/${id}`)).status === 200;
    if (refused) for (const end of ends) await api.delete(link(end));
    if (refused) await api.delete(`/api/${parent.apiPath}/${id}`);
    await timeline.record();
    const deletion = (await calls.changes(`kind=${parent.apiPath}&id=${id}&action=delete`))[0];
    await api.delete(`/api/${child.apiPath}/${ends[1]}`);
    expect((await calls.revert(deletion)).status).toBe(200);
    await timeline.record();
    await timeline.compare();
  });
});

describe("deleted and restored ends of links", () => {
  it("links disappear from their lists when an end is deleted, and reappear when it is restored", async () => {
    const [project, member] = [await createProject(db()), await createMember(db(), { nachname: "Öhm" })];
    const others = [
      await createMember(db(), { nachname: "Ohm" }),
      await createMember(db(), { nachname: "Oz" }),
      await createMember(db(), { nachname: "de Oz" }),
    ];
    for (const id of [member, ...others]) await api.post(`/api/projects/member/${id}/${project}`);
    const timeline = recordTimeline("projects", project);
    await timeline.record();
    await api.put(`/api/members/${member}`, { nachname: "Aal" });
    await api.delete(`/api/members/${member}`);
    await timeline.record();
    await calls.revert((await calls.changes(`kind=members&id=${member}`))[0]);
    await timeline.record();
    await api.delete(`/api/members/${member}`);
    await timeline.compare();
  });

  it("the deletion of a record does not record a link that is removed concurrently", async () => {
    const [person, project] = [await createPerson(db()), await createProject(db())];
    await api.post(`/api/persons/project/${person}/${project}`);
    const linkList = linkListOf(kinds.person.name, "kooperationsprojekte");
    let deleting: Promise<unknown> = Promise.resolve();
    await inTransaction(commandContext(), async (unit) => {
      await editRecord(unit, definitionOf("person"), { id: person, links: [{ sides: linkList, remove: [project] }] });
      deleting = api.delete(`/api/persons/${person}`);
      await vi.waitFor(async () => {
        const [{ n }] = await db().$queryRaw<[{ n: number }]>`
          SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        expect(n).toBe(1);
      });
    });
    await deleting;
    const changes = await calls.changes(`kind=persons&id=${person}`);
    expect(changes.map(({ action }) => action)).toEqual(["delete", "unlink", "link", "create"]);
    expect((await calls.changes(`kind=projects&id=${project}`))[0]?.action, "it was no link any more").toBe("unlink");
    await calls.revert(changes[0]);
    expect(await calls.load(`persons/${person}`)).toMatchObject({ kooperationsprojekte: [] });
  });
});

describe("the at parameter", () => {
  it.each([
    ..."2026-11-21 2026-11-21T17:03 2026-11-21T17:03:11 17:03 now 1795276991000 x 2026-02-30T00:00:00Z 2026-13-01T00:00:00Z".split(
      " ",
    ),
    ..."2026-11-21T25:00:00Z 2026-11-21T17:60:00Z 2026-11-21T17:03:61Z 2026-11-21T17:03:11+ 2026-11-21T17:03:11Z+01:00".split(
      " ",
    ),
    ..."0000-01-01T00:00:00Z 12026-01-01T00:00:00Z +002026-01-01T00:00:00Z 2026-W47-6T00:00Z 2026-11-21T17:03:11.Z".split(
      " ",
    ),
    ...["", "2026-11-21T17Z", " 2026-11-21T17:03:11Z", "2026-11-21 17:03:11Z", "2026-11-21T17:03:11Z\0"],
  ])("the at parameter refuses %j", async (at) => {
    const id = await createMember(db());
    const answer = await loadAt(`members/${id}`, at);
    expect(answer).toMatchObject({ status: 422, json: { message: "validation_failed", errors: { at: ["type"] } } });
    expect((await loadAt("members/2147483647", at)).status, "before the record is looked for").toBe(422);
  });

  it("the at parameter refuses two values", async () => {
    const id = await createMember(db());
    const at = "2099-01-01T00:00:00Z";
    expect((await api.get(`/api/members/${id}?at=${at}&at=${at}`)).status).toBe(422);
  });

  it.each(["0001-01-01T00:00:00+23:59", "0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"])(
    "the at parameter accepts %s, before all records",
    async (at) => {
      expect((await loadAt(`members/${await createMember(db())}`, at)).status).toBe(404);
    },
  );

  it("the at parameter accepts any offset and any precision", async () => {
    const id = await createMember(db(), { telefon: "alt" });
    const at = await lastChangeTime("members", id);
    await api.put(`/api/members/${id}`, { telefon: "neu" });
    const phoneAt = async (text: string) =>
      (await api.get<{ data: Body }>(`/api/members/${id}?at=${text}`)).json.data.telefon;
    const localTime = (hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString().slice(0, -1);
    const unencoded = [
      `${localTime(1)}+01:00`,
      `${localTime(1)}+0100`,
      `${localTime(-3)}-03:00`,
      `${localTime(0)}Z`,
      `${localTime(0)}z`,
    ];
    for (const text of unencoded) expect(await phoneAt(text), text).toBe("alt");
    for (const text of unencoded) expect(await phoneAt(encodeURIComponent(text)), text).toBe("alt");
    expect(await phoneAt(`${localTime(0)}999Z`), "microseconds").toBe("alt");
    expect(await phoneAt(`${localTime(0)}000000001Z`)).toBe("alt");
    expect(await phoneAt("9999-12-31T23:59:59-23:59")).toBe("neu");
    expect(await phoneAt(`${await lastChangeTime("members", id)}`)).toBe("neu");
  });
});
