import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createMember, createProject, createThematicField, memberValues } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

type Refusal = { success: boolean; message: string; errors: Record<string, string[]> };
type Saved = { success: boolean; message: string; data: { university_members_count: number; lastId: number } };
type Loaded = { success: boolean; data: Record<string, unknown> };

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

describe("creating a member", () => {
  it("creating a member returns 201 with the count and the key, and stores the trimmed values", async () => {
    const values = memberValues({ vorname: "  Zoë ", telefon: " 07171 1 ", einrichtungen: [-1, 1, 1], status: [1] });
    const { status, json } = await api.post<Saved>("/api/members/new", values);
    expect(status).toBe(201);
    expect(json).toMatchObject({ success: true, message: "data_saved" });
    expect(json.data.university_members_count).toBe(await db().member.count());

    const { json: loaded } = await api.get<Loaded>(`/api/members/${json.data.lastId}`);
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
        bestaetigt_am: null,
        bestaetigt_von: null,
      },
    });
  });

  it("creating a member fills in defaults for omitted fields", async () => {
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
    const { json: loaded } = await api.get<Loaded>(`/api/members/${json.data.lastId}`);
    expect(loaded.data).toMatchObject({ titel: -1, telefon: "", adresse: "", ph_webseite: "", kommentare: "" });
  });

  it("creating a member reports every invalid field and stores nothing", async () => {
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
        titel: ["exists"],
        adresse: ["type"],
        haarfarbe: ["unknown"],
      },
    });
    expect(await db().member.count()).toBe(before);
  });

  it("creating a member reports unknown entry ids", async () => {
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

  it("creating a member reports unknown ids together with other errors", async () => {
    const body = {
      ...memberValues(),
      nachname: "",
      titel: 999,
      einrichtungen: ["x"],
      themenfelder: [{ themenfeld_id: 996 }],
    };
    const { json } = await api.post<Refusal>("/api/members/new", body);
    expect(json.errors).toEqual({
      nachname: ["required"],
      titel: ["exists"],
      einrichtungen: ["type"],
      themenfelder: ["exists"],
    });
  });

  it("creating a member counts lengths in UTF-16 units, after trimming", async () => {
    const { status } = await api.post("/api/members/new", memberValues({ adresse: `  ${"😀".repeat(50)}  ` }));
    expect(status).toBe(201);
    const tooLong = await api.post<Refusal>("/api/members/new", memberValues({ adresse: "😀".repeat(51) }));
    expect(tooLong.json.errors).toEqual({ adresse: ["max"] });
  });

  it("creating a member refuses text that has no UTF-8 form", async () => {
    const { json } = await api.post<Refusal>("/api/members/new", memberValues({ vorname: "\ud800" }));
    expect(json.errors).toEqual({ vorname: ["type"] });
  });

  it("creating a member refuses a field called __proto__", async () => {
    const raw = JSON.stringify(memberValues()).replace("{", '{"__proto__": {"x": 1}, "constructor": 1,');
    const { status } = await api.post("/api/members/new", undefined, {
      raw,
      headers: { "content-type": "application/json" },
    });
    expect(status).toBe(422);
  });
});

describe("changing a member", () => {
  it("changing a member keeps fields that the body omits", async () => {
    const id = await createMember(db(), { telefon: "1", kommentare: "bleibt" });
    const { status, json } = await api.put(`/api/members/${id}`, { telefon: "2" });
    expect(status).toBe(200);
    expect(json).toEqual({ success: true, message: "data_updated" });
    const { json: loaded } = await api.get<Loaded>(`/api/members/${id}`);
    expect(loaded.data).toMatchObject({ telefon: "2", kommentare: "bleibt" });
  });

  it("changing a member accepts a loaded record including its links", async () => {
    const topic = await createThematicField(db());
    const project = await createProject(db());
    const id = await createMember(db(), { themenfelder: [topic] });
    await api.post(`/api/members/project/${id}/${project}`);
    const { json: loaded } = await api.get<Loaded>(`/api/members/${id}`);
    const { status } = await api.put(`/api/members/${id}`, loaded.data);
    expect(status).toBe(200);
    const { json: again } = await api.get<Loaded>(`/api/members/${id}`);
    expect(again).toEqual(loaded);
  });

  it("changing a member replaces the thematic fields with the given ones", async () => {
    const [first, second] = [await createThematicField(db()), await createThematicField(db())];
    const id = await createMember(db(), { themenfelder: [first] });
    await api.put(`/api/members/${id}`, { themenfelder: [{ themenfeld_id: second }] });
    const { json } = await api.get<{ data: { themenfelder: { themenfeld_id: number }[] } }>(`/api/members/${id}`);
    expect(json.data.themenfelder.map(({ themenfeld_id }) => themenfeld_id)).toEqual([second]);
  });

  it("changing a member refuses a change that would leave the record invalid", async () => {
    const id = await createMember(db(), { nachname: "Bleibt" });
    const { status, json } = await api.put<Refusal>(`/api/members/${id}`, { nachname: "", telefon: "neu" });
    expect(status).toBe(422);
    expect(json.errors).toEqual({ nachname: ["required"] });
    const { json: loaded } = await api.get<Loaded>(`/api/members/${id}`);
    expect(loaded.data).toMatchObject({ nachname: "Bleibt", telefon: "" });
  });

  it("changing a member returns 422 before 404", async () => {
    const errorsOf = async (path: string, body: Record<string, unknown>) =>
      (await api.put<Refusal>(path, body)).json.errors;
    expect(await errorsOf("/api/members/999999", { email: "x", institut: 998 })).toEqual({
      email: ["email"],
      institut: ["exists"],
    });
    expect(await errorsOf("/api/members/999999", { nope: 1 })).toEqual({ nope: ["unknown"] });
    const dates = { vertragsgrundlage: 1, projektbeginn: "2026-02-01", projektende: "2026-01-01" };
    expect(await errorsOf("/api/projects/999999", dates)).toEqual({ projektende: ["date_order"] });
    expect((await api.put("/api/members/999999", { telefon: "1" })).status).toBe(404);
  });
});

describe("deleting a member", () => {
  it("deleting a member deletes its links and returns the count", async () => {
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

  it.each(["0", "-1", "abc", "2147483648", "1.5", "01", "%31x"])(
    "deleting a member returns 404 for the id %s",
    async (id) => {
      const answer = await api.delete(`/api/members/${id}`);
      expect(answer.status).toBe(404);
    },
  );
});
