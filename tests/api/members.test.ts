import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/server/db";
import { createMember, createProject, createThematicField, memberValues } from "../factories";
import { loggedIn, type Client } from "../setup/api";

type Row = { ph_id: number; nachname: string };
type List = { total: number; data: Row[]; [name: string]: unknown };
type Refusal = { success: boolean; message: string; errors: Record<string, string[]> };
type Saved = { success: boolean; message: string; data: { university_members_count: number; lastId: number } };
type Found = { success: boolean; data: Record<string, unknown> };

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

/** Surnames that a filter finds among members whose comments carry a mark of the test's own. */
const found = async (filter: string) => {
  const { json } = await api.get<List>(`/api/members?pageSize=100&filter=${encodeURIComponent(filter)}`);
  return json.data.map(({ nachname }) => nachname);
};

describe("creating a member", () => {
  it("answers 201 with the count and the key, and stores what was sent but for trimming", async () => {
    const values = memberValues({ vorname: "  Zoë ", telefon: " 07171 1 ", einrichtungen: [-1, 1, 1], status: [1] });
    const { status, json } = await api.post<Saved>("/api/members/new", values);
    expect(status).toBe(201);
    expect(json).toMatchObject({ success: true, message: "data_saved" });
    expect(json.data.university_members_count).toBe(await db().member.count());

    const { json: loaded } = await api.get<Found>(`/api/members/${json.data.lastId}`);
    expect(loaded).toEqual({
      success: true,
      data: {
        ...values,
        ph_id: json.data.lastId,
        vorname: "Zoë",
        telefon: "07171 1",
        einrichtungen: [-1, 1],
        kooperationsprojekte: [],
        themenfelder: [],
      },
    });
  });

  it("fills in what may be left out", async () => {
    const { vorname, nachname, email, fakultaet, institut, einrichtungen, status } = memberValues();
    const { json } = await api.post<Saved>("/api/members/new", {
      vorname,
      nachname,
      email,
      fakultaet,
      institut,
      einrichtungen,
      status,
    });
    const { json: loaded } = await api.get<Found>(`/api/members/${json.data.lastId}`);
    expect(loaded.data).toMatchObject({ titel: -1, telefon: "", adresse: "", ph_webseite: "", kommentare: "" });
  });

  it("names every wrong field and stores nothing", async () => {
    const before = await db().member.count();
    const { status, json } = await api.post<Refusal>("/api/members/new", {
      ...memberValues(),
      vorname: " ",
      nachname: "x".repeat(101),
      email: "nobody",
      telefon: 7,
      ph_webseite: "javascript:alert(1)",
      fakultaet: null,
      institut: "1",
      einrichtungen: [],
      status: [1, "x"],
      titel: 999,
      adresse: "a\0b",
      haarfarbe: "blau",
    });
    expect(status).toBe(422);
    expect(json).toEqual({
      success: false,
      message: "validation_failed",
      errors: {
        vorname: ["required"],
        nachname: ["max"],
        email: ["email"],
        telefon: ["type"],
        ph_webseite: ["url"],
        fakultaet: ["required"],
        institut: ["type"],
        einrichtungen: ["required"],
        status: ["type"],
        adresse: ["type"],
        haarfarbe: ["unknown"],
      },
    });
    expect(await db().member.count()).toBe(before);
  });

  it("names the ids that no entry has", async () => {
    const { status, json } = await api.post<Refusal>(
      "/api/members/new",
      memberValues({
        titel: 999,
        institut: 2_147_483_647,
        einrichtungen: [-1, 998],
        status: [997],
        themenfelder: [996],
      }),
    );
    expect(status).toBe(422);
    expect(json.errors).toEqual({
      titel: ["exists"],
      institut: ["exists"],
      einrichtungen: ["exists"],
      status: ["exists"],
      themenfelder: ["exists"],
    });
  });

  it("counts lengths in UTF-16 units, after trimming", async () => {
    const { status } = await api.post("/api/members/new", memberValues({ adresse: `  ${"😀".repeat(50)}  ` }));
    expect(status).toBe(201);
    const tooLong = await api.post<Refusal>("/api/members/new", memberValues({ adresse: "😀".repeat(51) }));
    expect(tooLong.json.errors).toEqual({ adresse: ["max"] });
  });

  it("refuses text that has no UTF-8 form", async () => {
    const { json } = await api.post<Refusal>("/api/members/new", memberValues({ vorname: "\ud800" }));
    expect(json.errors).toEqual({ vorname: ["type"] });
  });

  it("survives a field called __proto__", async () => {
    const raw = JSON.stringify(memberValues()).replace("{", '{"__proto__": {"x": 1}, "constructor": 1,');
    const { status } = await api.post("/api/members/new", undefined, {
      raw,
      headers: { "content-type": "application/json" },
    });
    expect(status).toBe(422);
  });
});

describe("changing a member", () => {
  it("keeps what the body leaves out", async () => {
    const id = await createMember(db(), { telefon: "1", kommentare: "bleibt" });
    const { status, json } = await api.put(`/api/members/${id}`, { telefon: "2" });
    expect(status).toBe(200);
    expect(json).toEqual({ success: true, message: "data_updated" });
    const { json: loaded } = await api.get<Found>(`/api/members/${id}`);
    expect(loaded.data).toMatchObject({ telefon: "2", kommentare: "bleibt" });
  });

  it("takes a loaded record back, links and all", async () => {
    const topic = await createThematicField(db());
    const project = await createProject(db());
    const id = await createMember(db(), { themenfelder: [topic] });
    await api.post(`/api/members/project/${id}/${project}`);
    const { json: loaded } = await api.get<Found>(`/api/members/${id}`);
    const { status } = await api.put(`/api/members/${id}`, loaded.data);
    expect(status).toBe(200);
    const { json: again } = await api.get<Found>(`/api/members/${id}`);
    expect(again).toEqual(loaded);
  });

  it("replaces the thematic fields that are named", async () => {
    const [first, second] = [await createThematicField(db()), await createThematicField(db())];
    const id = await createMember(db(), { themenfelder: [first] });
    await api.put(`/api/members/${id}`, { themenfelder: [{ themenfeld_id: second }] });
    const { json } = await api.get<{ data: { themenfelder: { themenfeld_id: number }[] } }>(`/api/members/${id}`);
    expect(json.data.themenfelder.map(({ themenfeld_id }) => themenfeld_id)).toEqual([second]);
  });

  it("changes nothing for {}", async () => {
    const id = await createMember(db());
    expect((await api.put(`/api/members/${id}`, {})).status).toBe(200);
  });

  it("refuses a change that would leave the record invalid", async () => {
    const id = await createMember(db(), { nachname: "Bleibt" });
    const { status, json } = await api.put<Refusal>(`/api/members/${id}`, { nachname: "", telefon: "neu" });
    expect(status).toBe(422);
    expect(json.errors).toEqual({ nachname: ["required"] });
    const { json: loaded } = await api.get<Found>(`/api/members/${id}`);
    expect(loaded.data).toMatchObject({ nachname: "Bleibt", telefon: "" });
  });

  it("answers 422 before 404", async () => {
    expect((await api.put("/api/members/999999", { email: "x" })).status).toBe(422);
    expect((await api.put("/api/members/999999", { telefon: "1" })).status).toBe(404);
  });
});

describe("deleting a member", () => {
  it("takes its links along and answers the count", async () => {
    const project = await createProject(db());
    const id = await createMember(db(), { themenfelder: [await createThematicField(db())] });
    await api.post(`/api/members/project/${id}/${project}`);
    const { status, json } = await api.delete(`/api/members/${id}`);
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      message: "data_deleted",
      data: { university_members_count: await db().member.count() },
    });
    expect((await api.get(`/api/members/${id}`)).status).toBe(404);
    expect((await api.delete(`/api/members/${id}`)).json).toEqual({ success: false, message: "data_not_found" });
  });

  it.each(["0", "-1", "abc", "2147483648", "1.5", "01", "%31x"])("answers 404 for the id %s", async (id) => {
    const answer = await api.delete(`/api/members/${id}`);
    expect(answer.status).toBe(404);
  });
});

describe("the list of members", () => {
  it("puts rows into the pagination envelope, counting pages and rows from 1", async () => {
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

  it("carries names and lists in its rows", async () => {
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
    // The record's own scalar fields and these, no other lists (contract §2).
    for (const name of ["suche", "suche_kompakt", "status"]) expect(json.data[0]).not.toHaveProperty(name);
  });

  it("finds umlauts however they are typed", async () => {
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

  it("searches every field that the contract names, also after names change", async () => {
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

  it("combines filter and topics, and takes any of several topics", async () => {
    const [one, two] = [await createThematicField(db()), await createThematicField(db())];
    await createMember(db(), { nachname: "Topicone", themenfelder: [one] });
    await createMember(db(), { nachname: "Topictwo", themenfelder: [two] });
    const names = async (query: string) =>
      (await api.get<List>(`/api/members?${query}`)).json.data.map(({ nachname }) => nachname);
    expect(await names(`topics=${one},${two}`)).toEqual(["Topicone", "Topictwo"]);
    expect(await names(`topics=${one}&topics=${two}&filter=topictwo`)).toEqual(["Topictwo"]);
    expect(await names("topics=2147483647")).toEqual([]);
  });

  it("sorts in German order, ties by the key", async () => {
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
  ])("refuses %s", async (query, field) => {
    const { status, json } = await api.get<Refusal>(`/api/members?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(json.errors)).toEqual([field]);
  });
});
