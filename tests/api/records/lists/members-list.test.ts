import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createMember, createThematicField } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

type Row = { ph_id: number; nachname: string };
type List = { total: number; data: Row[]; [name: string]: unknown };
type Refusal = { errors: Record<string, string[]> };

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

/** Returns the surnames of the members that a text filter finds. */
const found = async (filter: string) => {
  const { json } = await api.get<List>(`/api/members?pageSize=100&filter=${encodeURIComponent(filter)}`);
  return json.data.map(({ nachname }) => nachname);
};

describe("the list of members", () => {
  it("the list of members has the pagination envelope, counting pages and rows from 1", async () => {
    const topic = await createThematicField(db());
    for (const nachname of ["Ähre", "Zander", "Aal"]) await createMember(db(), { nachname, themenfelder: [topic] });
    const { json } = await api.get<List>(`/api/members?topics=${topic}&pageSize=2&x=1`);
    expect(json).toMatchObject({
      total: 3,
      per_page: 2,
      current_page: 1,
      last_page: 2,
      next_page_url: `/api/members?topics=${topic}&pageSize=2&x=1&pageNo=1`,
      prev_page_url: null,
      from: 1,
      to: 2,
    });
    expect(json.data.map(({ nachname }) => nachname)).toEqual(["Aal", "Ähre"]);
    const { json: second } = await api.get<List>(`/api/members?topics=${topic}&pageSize=2&pageNo=1`);
    expect(second).toMatchObject({ current_page: 2, next_page_url: null, from: 3, to: 3 });
    expect(second.prev_page_url).toContain("pageNo=0");
    const { json: past } = await api.get<List>(`/api/members?topics=${topic}&pageNo=2147483647`);
    expect(past).toMatchObject({ total: 3, from: null, to: null, data: [], last_page: 1, next_page_url: null });
  });

  it("the list of members has entry names and lists in its rows", async () => {
    const topic = await createThematicField(db(), { themenfeld_de: "Zahlen", themenfeld_en: "Numbers" });
    const id = await createMember(db(), { institut: -1, einrichtungen: [-1], themenfelder: [topic] });
    const { json } = await api.get<List>(`/api/members?topics[]=${topic}`);
    expect(json.data).toEqual([
      expect.objectContaining({
        ph_id: id,
        institut_name_de: "k. A.",
        institut_name_en: "n/a",
        einrichtungen: [{ einrichtung_id: -1, einrichtung_name_de: "k. A.", einrichtung_name_en: "n/a" }],
        themenfelder: [{ themenfeld_id: topic, themenfeld_de: "Zahlen", themenfeld_en: "Numbers" }],
      }),
    ]);
    // Contract §2: rows contain the record's scalar fields and the lists above, but no other lists
    // and no internal columns.
    for (const name of ["suche", "suche_kompakt", "namen", "status"]) expect(json.data[0]).not.toHaveProperty(name);
  });

  it("the filter of members finds umlauts in every spelling", async () => {
    const mark = "zqfilter";
    for (const nachname of ["Müller", "Mueller", "Muller", "Miller"]) {
      await createMember(db(), { nachname, kommentare: mark });
    }
    for (const typed of ["müller", "MUELLER", "muller", "Mu\u0308ller"]) {
      expect(await found(`${mark} ${typed}`), typed).toEqual(["Mueller", "Muller", "Müller"]);
    }
    await createMember(db(), { nachname: "Bauelemente", kommentare: mark });
    expect(await found(`${mark} element`)).toEqual(["Bauelemente"]);
    await createMember(db(), { nachname: "Weiß", kommentare: `${mark} 100%_\\ sicher` });
    expect(await found(`${mark} WEISS`)).toEqual(["Weiß"]);
    expect(await found(`${mark} 0%_\\`)).toEqual(["Weiß"]);
    expect(await found(`${mark} %`)).toEqual(["Weiß"]);
    expect(await found(`${mark} _iller`)).toEqual([]);
  });

  it("the filter of members searches every field of the contract, also after an entry is renamed", async () => {
    const einrichtung = await db().einrichtung.create({
      data: { einrichtung_name_de: "Sternwarte", einrichtung_name_en: "Observatory" },
    });
    const institut = await db().institut.create({
      data: { institut_name_de: "Fischkunde", institut_name_en: "Ichthyology" },
    });
    await createMember(db(), {
      vorname: "Quirin",
      nachname: "Feldsuche",
      email: "quirin.feld@example.org",
      telefon: "07171-4711",
      kommentare: "Ameisenbär",
      institut: institut.institut_id,
      einrichtungen: [einrichtung.einrichtung_id],
    });
    for (const word of [
      "quirin",
      "feldsuche",
      "quirin.feld@",
      "4711",
      "ameisenbaer",
      "fischkunde",
      "ichthyo",
      "sternw",
      "observatory",
    ]) {
      expect(await found(word), word).toEqual(["Feldsuche"]);
    }
    await db().institut.update({
      where: { institut_id: institut.institut_id },
      data: { institut_name_de: "Vogelkunde" },
    });
    await db().einrichtung.update({
      where: { einrichtung_id: einrichtung.einrichtung_id },
      data: { einrichtung_name_de: "Planetarium" },
    });
    expect(await found("fischkunde")).toEqual([]);
    expect(await found("vogelkunde planetarium")).toEqual(["Feldsuche"]);
  });

  it("the list of members combines filter and topics, and matches any of several topics", async () => {
    const [one, two] = [await createThematicField(db()), await createThematicField(db())];
    await createMember(db(), { nachname: "Topicone", themenfelder: [one] });
    await createMember(db(), { nachname: "Topictwo", themenfelder: [two] });
    const names = async (query: string) =>
      (await api.get<List>(`/api/members?${query}`)).json.data.map(({ nachname }) => nachname);
    expect(await names(`topics=${one},${two}`)).toEqual(["Topicone", "Topictwo"]);
    expect(await names(`topics=${one}&topics=${two}&filter=topictwo`)).toEqual(["Topictwo"]);
    expect(await names("topics=2147483647")).toEqual([]);
  });

  it("the list of members is sorted by German collation, with ties by key", async () => {
    const topic = await createThematicField(db());
    const ids: number[] = [];
    for (const nachname of ["Zebra", "Österreich", "Oster", "Straße", "Strasse", "Oster"]) {
      ids.push(await createMember(db(), { nachname, themenfelder: [topic] }));
    }
    const sorted = async (order: string) =>
      (await api.get<List>(`/api/members?topics=${topic}&sortBy=surname&sortOrder=${order}`)).json.data;
    const ascending = await sorted("ASC");
    expect(ascending.map(({ nachname }) => nachname)).toEqual([
      "Oster",
      "Oster",
      "Österreich",
      "Strasse",
      "Straße",
      "Zebra",
    ]);
    const descending = await sorted("desc");
    expect(descending.slice(-2).map(({ ph_id }) => ph_id)).toEqual([ids[2], ids[5]]);
    const byInstitute = await api.get<List>(`/api/members?topics=${topic}&sortBy=institut_name_en`);
    expect(byInstitute.status).toBe(200);
  });

  it.each([
    ["pageNo=-1", "pageNo"],
    ["pageNo=2147483648", "pageNo"],
    ["pageNo=1&pageNo=2", "pageNo"],
    ["pageSize=0", "pageSize"],
    ["pageSize=101", "pageSize"],
    ["pageSize=ten", "pageSize"],
    ["sortBy=telefon", "sortBy"],
    ["sortBy=constructor", "sortBy"],
    ["sortBy=nachname,vorname", "sortBy"],
    ["sortOrder=up", "sortOrder"],
    [`filter=${"x".repeat(201)}`, "filter"],
    ["filter=a%00b", "filter"],
    ["topics=1,x", "topics"],
    ["topics=99999999999", "topics"],
  ])("the list of members refuses %s", async (query, field) => {
    const { status, json } = await api.get<Refusal>(`/api/members?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(json.errors)).toEqual([field]);
  });
});
