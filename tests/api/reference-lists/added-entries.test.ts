import { beforeAll, describe, expect, it } from "vitest";
import { ENTRIES_ADDED_MAX } from "@/lib/model/limits";
import { entryLists, nameColumns, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { db } from "@/lib/store/database/client";
import { createMember } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls } from "../../support/records/history";
import { errors, FORBIDDEN, keyOf, lastGroup, names, PROTECTED, referenceCalls } from "../../support/records/reference";

/* Contract §9, "Reference lists": several entries at once. */

type Added = { data: { ids: number[] }; batch: string };

let admin: Client;
let lists: ReturnType<typeof referenceCalls>;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
  lists = referenceCalls(admin);
});

const add = (list: string, entries: unknown, client = admin) =>
  client.post<Added>(`/api/reference/${list}/batch`, { entries });
const entriesFor = (list: EntryListName, count: number) =>
  Array.from({ length: count }, () => ({ ...names(list, "Mehrere"), ...lastGroup(list) }));
const title = (german: string, english: string) => ({ titel_de: german, titel_en: english });

describe("several new entries", () => {
  it.each(entryLists.filter((list) => list !== "laender"))(
    "several entries are added at the end of a list, in their order: %s",
    async (list) => {
      const before = await lists.idsOf(list);
      const entries = entriesFor(list, 3);
      const { status, json } = await add(list, entries);
      expect([status, json]).toEqual([
        201,
        { success: true, message: "data_saved", data: { ids: expect.any(Array) }, batch: expect.any(String) },
      ]);
      expect(await lists.idsOf(list)).toEqual([...before, ...json.data.ids]);
      const rows = (await lists.entriesOf(list)).slice(-3);
      expect(rows).toMatchObject(entries.map((entry) => ({ ...entry, active: true, used: 0 })));
      const one = await lists.entry(list, await lists.add(list));
      const ownValues = [keyOf(list), ...nameColumns(list)];
      const othersOf = (row: object | undefined) =>
        Object.entries(row ?? {}).filter(([name]) => !ownValues.includes(name));
      expect(othersOf(rows[0]), "flags as those of a single new entry").toEqual(othersOf(one));
    },
  );

  it("an entry that is added later comes after several new ones", async () => {
    const { json } = await add("institute", entriesFor("institute", 2));
    const last = await lists.add("institute");
    expect((await lists.idsOf("institute")).slice(-3)).toEqual([...json.data.ids, last]);
  });

  it("several new entries are one entry of the history, which is reverted at once", async () => {
    const before = await lists.entriesOf("institute");
    const { json } = await add("institute", entriesFor("institute", 3));
    const changes = await historyCalls(admin).changes(`batch=${json.batch}`);
    expect(changes).toMatchObject(json.data.ids.toReversed().map((id) => ({ id, action: "create" })));
    expect(await admin.post(`/api/history/batches/${json.batch}/revert`, {})).toMatchObject({
      status: 200,
      json: { success: true, changes: 3 },
    });
    expect(await lists.entriesOf("institute")).toEqual(before);
  });

  it("several new entries are reverted only together: not once one of them is used", async () => {
    const { json } = await add("institute", entriesFor("institute", 2));
    await createMember(db(), { institut: json.data.ids[0] });
    expect((await admin.post(`/api/history/batches/${json.batch}/revert`, {})).json).toMatchObject({ success: false });
    expect((await lists.idsOf("institute")).slice(-2)).toEqual(json.data.ids);
  });

  it("the maximum number of entries is added at once, and no more", async () => {
    expect(await add("fakultaeten", entriesFor("fakultaeten", ENTRIES_ADDED_MAX + 1))).toMatchObject(
      errors({ entries: ["max"] }),
    );
    const { status, json } = await add("fakultaeten", entriesFor("fakultaeten", ENTRIES_ADDED_MAX));
    expect([status, json.data.ids.length]).toEqual([201, ENTRIES_ADDED_MAX]);
    expect((await admin.post(`/api/history/batches/${json.batch}/revert`, {})).json).toMatchObject({
      changes: ENTRIES_ADDED_MAX,
    });
  });
});

describe("refused new entries", () => {
  it.each([
    [{}, { entries: ["required"] }],
    [{ entries: [] }, { entries: ["required"] }],
    [{ entries: "Prof." }, { entries: ["type"] }],
    [
      { entries: [], titel_de: "Prof." },
      { entries: ["required"], titel_de: ["unknown"] },
    ],
    [{ entries: [null] }, { "entries.0": ["type"] }],
  ])("refuses the body %j", async (body, refused) => {
    expect(await admin.post("/api/reference/titel/batch", body)).toMatchObject(errors(refused));
  });

  it("names the errors of all entries, and adds none", async () => {
    const before = await lists.idsOf("titel");
    const entries = [
      title("Gut", "Good"),
      title("x".repeat(101), " "),
      { ...title("Platz", "Place"), position: 1 },
      { titel_de: "Nur deutsch" },
    ];
    const { status, json } = await add("titel", entries);
    expect([status, (json as unknown as { errors: object }).errors]).toEqual([
      422,
      {
        "entries.1.titel_de": ["max"],
        "entries.1.titel_en": ["required"],
        "entries.2.position": ["unknown"],
        "entries.3.titel_en": ["required"],
      },
    ]);
    expect(await lists.idsOf("titel")).toEqual(before);
  });

  it("refuses names that an entry of the list has in either language, and adds none", async () => {
    await lists.add("titel", title("Größe", "Size"));
    const before = await lists.idsOf("titel");
    expect(
      await add("titel", [title("Frei", "Free"), title("GROESSE", "Other"), title("Andere", "size")]),
    ).toMatchObject(errors({ "entries.1.titel_de": ["exists_already"], "entries.2.titel_en": ["exists_already"] }));
    expect(await lists.idsOf("titel")).toEqual(before);
  });

  it("refuses names that an earlier one of the new entries has, and takes one name for both languages", async () => {
    expect(await add("titel", [title("Doppelt", "Double"), title("Einzeln", "doppelt")])).toMatchObject(
      errors({ "entries.1.titel_en": ["exists_already"] }),
    );
    expect((await add("titel", [title("Doppelt", "Doppelt"), title("Einzeln", "Single")])).status).toBe(201);
  });

  it("compares names within their group, which is required where the list has groups", async () => {
    const role = (relation: string | undefined, rolle_de: string) => ({ rolle_de, rolle_en: rolle_de, relation });
    expect(
      (await add("verknuepfungsrollen", [role("project_person", "Gleich"), role("project_member", "Gleich")])).status,
    ).toBe(201);
    expect(
      await add("verknuepfungsrollen", [
        role("project_person", "Neu"),
        role("project_person", "GLEICH"),
        role(undefined, "Ohne"),
      ]),
    ).toMatchObject(errors({ "entries.2.relation": ["required"] }));
    expect(await add("verknuepfungsrollen", [role("project_person", "GLEICH")])).toMatchObject(
      errors({ "entries.0.rolle_de": ["exists_already"], "entries.0.rolle_en": ["exists_already"] }),
    );
  });

  it("of two calls with the same name at the same time, one adds its entries", async () => {
    const bodies = [1, 2].map((number) => [title(`Eile ${number}`, `Rush ${number}`), title("Wettlauf", "Race")]);
    const answers = await Promise.all(bodies.map((entries) => add("titel", entries)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    const rows = await lists.entriesOf("titel");
    expect(rows.filter(({ titel_de }) => titel_de === "Wettlauf")).toHaveLength(1);
    expect(rows.filter(({ titel_de }) => String(titel_de).startsWith("Eile"))).toHaveLength(1);
  });

  it("several entries are added by admins only, and never to a list of a standard", async () => {
    for (const role of ["reader", "editor"] as const) {
      expect(await add("titel", entriesFor("titel", 2), await loggedIn({ role }))).toMatchObject(FORBIDDEN);
    }
    expect(await add("laender", [{ land_de: "Neu", land_en: "New" }])).toMatchObject(PROTECTED);
    expect((await add("nichts", [])).status).toBe(404);
  });
});
