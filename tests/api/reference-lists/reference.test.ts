import { beforeAll, describe, expect, it } from "vitest";
import {
  entryChoices,
  entryFlags,
  entryLists,
  entryProperties,
  globalProperties,
  isProtected,
  nameColumns,
} from "@/lib/model/reference-lists/reference-lists";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { createEntry, deleteEntry } from "@/lib/features/reference-lists/server/entries";
import { replaceEntry } from "@/lib/features/reference-lists/server/replace-entry";
import { createMember, createPerson, createProject, createUser } from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";
import { historyCalls } from "../../support/records/history";
import {
  errors,
  FORBIDDEN,
  keyOf,
  lastGroup,
  names,
  PROTECTED,
  referenceCalls,
  type Row,
} from "../../support/records/reference";

/* Contract §9, "Reference lists": entries, names, order and permissions. */

let admin: Client;
let editor: Client;
let reader: Client;
let calls: ReturnType<typeof historyCalls>;
let lists: ReturnType<typeof referenceCalls>;
beforeAll(async () => {
  [admin, editor, reader] = [
    await loggedIn({ role: "admin" }),
    await loggedIn({ role: "editor" }),
    await loggedIn({ role: "reader" }),
  ];
  calls = historyCalls(admin);
  lists = referenceCalls(admin);
});

describe("reference lists", () => {
  it.each(entryLists)(
    "a reference list can be read by every user, with usage counts and protected entries: %s",
    async (list) => {
      const rows = await lists.entriesOf(list);
      const { json } = await reader.get<Record<string, object[]>>("/api/global");
      const ofGlobal = globalProperties(list);
      const excluded = [...entryProperties(list).filter((name) => !ofGlobal.includes(name)), "used", "protected"];
      const entries = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !excluded.includes(name))),
      );
      expect(entries).toEqual(json[list]);
      for (const row of rows) {
        expect(row).toMatchObject({ active: true, protected: isProtected(list, Number(row[keyOf(list)])) });
      }
      expect((await call("GET", `/api/reference/${list}`)).status).toBe(401);
    },
  );

  it("reference lists protect exactly the entries that the contract names", async () => {
    const protectedIds: Record<string, number[]> = {};
    for (const list of entryLists) {
      protectedIds[list] = (await lists.entriesOf(list))
        .filter((row) => row.protected)
        .map((row) => Number(row[keyOf(list)]));
    }
    expect(protectedIds).toEqual({
      titel: [-1],
      fakultaeten: [-1],
      institute: [-1],
      einrichtungen: [-1],
      personenstatus: [],
      vertragsgrundlagen: [-1, 0, 1],
      projekt_status: [1],
      zusammenarbeit: [-1, 0],
      organisationsformen: [-1],
      verknuepfungsrollen: [],
      laender: await lists.idsOf("laender"),
      dateiarten: [-1],
    });
  });

  it.each(entryLists.filter((list) => list !== "laender"))(
    "a reference list can be extended, changed and reduced by admins: %s",
    async (list) => {
      const before = await lists.idsOf(list);
      const id = await lists.add(list);
      expect(await lists.idsOf(list), "at the end").toEqual([...before, id]);
      const renamed = names(list, "Umbenannt");
      expect(await lists.change(list, id, { ...renamed, active: false })).toMatchObject({
        status: 200,
        json: { success: true, message: "data_updated" },
      });
      expect(await lists.entry(list, id)).toEqual({
        [keyOf(list)]: id,
        ...renamed,
        ...lastGroup(list),
        // Unless it says otherwise, a new kind of file proposes values of projects.
        ...Object.fromEntries(entryFlags(list).map((flag) => [flag, flag === "schlaegt_vor"])),
        ...Object.fromEntries(Object.entries(entryChoices(list)).map(([name, [first]]) => [name, first])),
        used: 0,
        protected: false,
      });
      expect((await lists.remove(list, id)).json).toEqual({
        success: true,
        message: "data_deleted",
      });
      expect(await lists.idsOf(list)).toEqual(before);
      expect(await lists.add(list), "keys are never given twice").toBeGreaterThan(id);
    },
  );

  it("returns 404 for unknown lists and entries", async () => {
    for (const list of ["themenfelder", "partner_institutionen", "nichts", "toString"]) {
      expect(await admin.get(`/api/reference/${list}`)).toMatchObject({ status: 404, json: { message: "not_found" } });
      expect((await admin.post(`/api/reference/${list}/new`, {})).status).toBe(404);
    }
    for (const id of ["999999", "-2", "00", "1.5", "99999999999", "x"]) {
      const notFound = { status: 404, json: { success: false, message: "data_not_found" } };
      expect(await admin.put(`/api/reference/titel/${id}`, {}), id).toMatchObject(notFound);
      expect(await admin.delete(`/api/reference/titel/${id}`), id).toMatchObject(notFound);
      expect(await admin.post(`/api/reference/titel/${id}/replace`, { by: 1 }), id).toMatchObject(notFound);
    }
  });

  it("reference lists can be changed by admins only, independently of the route", async () => {
    const id = await lists.add("titel");
    for (const client of [reader, editor]) {
      expect(await client.post("/api/reference/titel/new", names("titel"))).toMatchObject(FORBIDDEN);
      expect(await referenceCalls(client).change("titel", id, { active: false })).toMatchObject(FORBIDDEN);
      expect(await referenceCalls(client).remove("titel", id)).toMatchObject(FORBIDDEN);
      expect(await referenceCalls(client).replace("titel", id, { by: 1 })).toMatchObject(FORBIDDEN);
    }
    const user = await createUser(db(), { role: "editor" });
    const context = { ...commandContext(), actor: { id: user.id, name: user.email, role: "editor" as const } };
    await expect(createEntry(context, "titel", names("titel"))).rejects.toMatchObject({ code: "forbidden" });
    await expect(deleteEntry(context, "titel", id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(replaceEntry(context, "titel", id, 1)).rejects.toMatchObject({ code: "forbidden" });
    expect(await lists.entry("titel", id)).toMatchObject({ active: true });
  });
});

describe("entry names", () => {
  it("entry names are required in both languages, with the length limits of their columns", async () => {
    const { status, json } = await admin.post<{ errors: object }>("/api/reference/titel/new", {
      titel_de: " ",
      extra: 1,
    });
    expect([status, json.errors]).toEqual([
      422,
      { titel_de: ["required"], titel_en: ["required"], extra: ["unknown"] },
    ]);
    const invalid = { titel_de: "x".repeat(101), titel_en: 7, active: "yes", position: 0 };
    expect(await admin.post("/api/reference/titel/new", invalid)).toMatchObject(
      errors({ titel_de: ["max"], titel_en: ["type"], active: ["type"], position: ["min"] }),
    );
    expect(await lists.change("titel", 1, { titel_de: "", position: 1.5 })).toMatchObject(
      errors({ titel_de: ["required"], position: ["type"] }),
    );
    expect(await lists.change("titel", 999_999, { titel_de: "" }), "422 before 404").toMatchObject({ status: 422 });
    await lists.add("institute", { institut_name_de: "x".repeat(255) });
  });

  it("entry names are unique, ignoring case and umlaut spelling", async () => {
    const id = await lists.add("institute", { institut_name_de: "Größenlehre", institut_name_en: "Theory of Size" });
    const nameExists = { institut_name_de: ["exists_already"] };
    for (const institut_name_de of ["größenlehre", "  GROESSENLEHRE ", "Grossenlehre", "theory of size"]) {
      const body = { institut_name_de, institut_name_en: "Something else" };
      expect(await admin.post("/api/reference/institute/new", body), institut_name_de).toMatchObject(
        errors(nameExists),
      );
    }
    const other = await lists.add("institute");
    expect(await lists.change("institute", other, { institut_name_en: "THEORY of size" })).toMatchObject(
      errors({ institut_name_en: ["exists_already"] }),
    );
    expect((await lists.change("institute", id, { institut_name_de: "GRÖSSENLEHRE" })).status, "its own").toBe(200);
    expect(await lists.entry("institute", id)).toMatchObject({ institut_name_de: "GRÖSSENLEHRE" });
    expect((await lists.add("fakultaeten", { fakultaet_name_de: "Größenlehre" })) > 0, "another list").toBe(true);
  });

  it("entry names are trimmed, and other properties of a loaded entry are ignored", async () => {
    const id = await lists.add("titel");
    const loaded = await lists.entry("titel", id);
    expect((await lists.change("titel", id, { ...loaded, titel_de: "  Geändert " })).status).toBe(200);
    expect(await lists.entry("titel", id)).toEqual({ ...loaded, titel_de: "Geändert" });
    const entries = await calls.changes(`kind=titel&id=${id}`);
    expect((await lists.change("titel", id, {})).status).toBe(200);
    expect(await calls.changes(`kind=titel&id=${id}`), "nothing changed, nothing told").toEqual(entries);
  });

  it("entry names are searchable immediately after renaming", async () => {
    const institut = await lists.add("institute");
    const id = await createMember(db(), { institut });
    await lists.change("institute", institut, { institut_name_de: "Quastenflosserkunde" });
    const { json } = await reader.get<{ data: { ph_id: number }[] }>("/api/members?filter=quastenflosser");
    expect(json.data.map(({ ph_id }) => ph_id)).toEqual([id]);
  });
});

describe("the order of entries", () => {
  it("the order of entries is set by admins and used everywhere", async () => {
    const before = await lists.idsOf("zusammenarbeit");
    const [first = 0, second = 0, ...rest] = before;
    expect((await lists.change("zusammenarbeit", first, { position: 2 })).status).toBe(200);
    expect(await lists.idsOf("zusammenarbeit")).toEqual([second, first, ...rest]);
    const { json } = await reader.get<{ zusammenarbeit: Row[] }>("/api/global");
    expect(json.zusammenarbeit.map((row) => row.zusammenarbeit_id)).toEqual([second, first, ...rest]);
    await lists.change("zusammenarbeit", first, { position: 99 });
    expect(await lists.idsOf("zusammenarbeit"), "past the end is the end").toEqual([second, ...rest, first]);
    await lists.change("zusammenarbeit", first, { position: 1 });
    expect(await lists.idsOf("zusammenarbeit")).toEqual(before);
    const inserted = await lists.add("zusammenarbeit", { position: 1 });
    expect(await lists.idsOf("zusammenarbeit")).toEqual([inserted, ...before]);
  });

  it("the order of entries stays consistent under concurrent moves", async () => {
    const before = await lists.idsOf("einrichtungen");
    const moves = before
      .slice(0, 8)
      .flatMap((id, index) => [
        lists.change("einrichtungen", id, { position: before.length - index }),
        lists.change("einrichtungen", before.at(-1 - index) ?? 0, { position: index + 1 }),
      ]);
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200);
    expect((await lists.idsOf("einrichtungen")).toSorted((a, b) => a - b)).toEqual(before.toSorted((a, b) => a - b));
    const rows = await db().einrichtung.findMany({ orderBy: { position: "asc" } });
    expect(rows.map(({ position }) => position)).toEqual(before.map((_, index) => index + 1));
  });

  it("a move is recorded for the moved entry only, not for shifted ones", async () => {
    const [one, other] = [await lists.add("organisationsformen"), await lists.add("organisationsformen")];
    const position = (await lists.idsOf("organisationsformen")).indexOf(one) + 1;
    await lists.change("organisationsformen", other, { position: position });
    const [moved] = await calls.changes(`kind=organisationsformen&id=${other}`);
    expect(moved).toMatchObject({ action: "update", fields: [{ name: "position", old: position + 1, new: position }] });
    expect(moved?.user).not.toBeNull();
    expect((await calls.changes(`kind=organisationsformen&id=${one}`)).map(({ action }) => action)).toEqual(["create"]);
    expect((await calls.revert(moved)).json).toMatchObject({ success: true, message: "reverted" });
    expect((await lists.idsOf("organisationsformen")).slice(-2)).toEqual([one, other]);
  });
});

describe("entries in use", () => {
  it("an entry in use is counted across all kinds and cannot be deleted", async () => {
    const [titel, einrichtung] = [await lists.add("titel"), await lists.add("einrichtungen")];
    await createMember(db(), { titel, einrichtungen: [einrichtung] });
    await createPerson(db(), { titel });
    await createProject(db(), { einrichtungen: [einrichtung, -1] });
    expect(await lists.entry("titel", titel)).toMatchObject({ used: 2 });
    expect(await lists.entry("einrichtungen", einrichtung)).toMatchObject({ used: 2 });
    expect(await lists.remove("titel", titel)).toMatchObject({
      status: 200,
      json: { success: false, message: "reference_in_use", used: 2 },
    });
    expect(await lists.entry("titel", titel)).toMatchObject({ used: 2 });
  });

  it.each([
    ["titel", -1],
    ["vertragsgrundlagen", 0],
    ["vertragsgrundlagen", 1],
    ["projekt_status", 1],
  ] as const)("an entry that is protected by rules cannot be removed: %s %i", async (list, id) => {
    const before = await lists.entry(list, id);
    expect(await lists.remove(list, id)).toMatchObject(PROTECTED);
    expect(await lists.change(list, id, { ...names(list), active: false })).toMatchObject(PROTECTED);
    expect(await lists.replace(list, id, { by: await lists.add(list) })).toMatchObject(PROTECTED);
    expect(await lists.entry(list, id)).toEqual(before);
    const [german = ""] = nameColumns(list);
    expect((await lists.change(list, id, { [german]: "Anders" })).status).toBe(200);
    await lists.change(list, id, { [german]: before?.[german] });
  });

  it("an entry is either kept or refused when a record starts to use it during its deletion", async () => {
    const titel = await lists.add("titel");
    const ph_id = await createMember(db());
    const [deleted, saved] = await Promise.all([
      lists.remove("titel", titel),
      editor.put(`/api/members/${ph_id}`, { titel }),
    ]);
    const isRefused = deleted.json.message === "reference_in_use";
    expect(saved.status === 200).toBe(isRefused);
    expect(((await calls.load(`members/${ph_id}`)).titel === titel).valueOf()).toBe(isRefused);
  });
});
