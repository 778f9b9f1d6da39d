import { beforeAll, describe, expect, it } from "vitest";
import { writableFields, type AnyDefinition } from "@/lib/model/kinds/define";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import {
  createThematicField,
  institutionValues,
  memberValues,
  anyValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

type Body = Record<string, unknown>;
type Saved = { success: boolean; message: string; data: Body & { lastId: number }; errors?: Record<string, string[]> };
type List = { total: number; data: Body[] };

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const create = async (definition: AnyDefinition, overrides: Body = {}) =>
  (await api.post<Saved>(`/api/${definition.apiPath}/new`, anyValues(definition, overrides))).json.data.lastId;

describe.each(allDefinitions.map((definition) => [definition.apiPath, definition] as const))(
  "%s",
  (path, definition) => {
    it("records can be created, read, listed, changed and deleted", async () => {
      const values = anyValues(definition);
      const created = await api.post<Saved>(`/api/${path}/new`, values);
      expect(created.status).toBe(201);
      const { lastId, [definition.countName]: count } = created.json.data;
      expect(count).toBeGreaterThan(0);
      if (definition.answerList) expect(created.json.data[definition.answerList]).toBeInstanceOf(Array);

      const { json } = await api.get<{ data: Body }>(`/api/${path}/${lastId}`);
      expect(json.data).toMatchObject({ ...values, [definition.key]: lastId });
      for (const { list } of definition.tabs) expect(json.data[list], list).toEqual([]);

      const listed = await api.get<List>(`/api/${path}?pageSize=100`);
      const row = listed.json.data.find((candidate) => candidate[definition.key] === lastId);
      expect(row).toBeDefined();
      expect(row).not.toHaveProperty("suche");
      for (const column of definition.columns)
        expect(column.text(row ?? {}, { locale: "de", words: String, today: "2026-06-15" })).not.toBe("undefined");

      const [textField] = Object.keys(values).filter((name) => typeof values[name] === "string" && values[name] !== "");
      const changed = await api.put<Saved>(`/api/${path}/${lastId}`, { [String(textField)]: "geändert@example.org" });
      expect(changed.json.success).toBe(true);
      if (definition.countsAfterUpdate)
        expect(changed.json.data).toMatchObject({ lastId, [definition.countName]: count });
      else expect(changed.json).toEqual({ success: true, message: "data_updated" });

      const deleted = await api.delete<Saved>(`/api/${path}/${lastId}`);
      expect(deleted.json).toMatchObject({ success: true, message: "data_deleted" });
      expect(deleted.json.data[definition.countName]).toBe(Number(count) - 1);
      expect((await api.get(`/api/${path}/${lastId}`)).status).toBe(404);
    });

    it("accepts a loaded record and leaves it unchanged", async () => {
      const id = await create(definition);
      const { json } = await api.get<{ data: Body }>(`/api/${path}/${id}`);
      expect((await api.put(`/api/${path}/${id}`, json.data)).status).toBe(200);
      expect((await api.get(`/api/${path}/${id}`)).json).toEqual(json);
    });

    it("changes nothing for the body {}", async () => {
      const topic = await createThematicField(db());
      const dates = { vertragsgrundlage: 1, projektbeginn: "2026-01-31", projektende: "2026-12-31" };
      const links = definition.topicsList ? { themenfelder: [topic] } : {};
      const id = await create(definition, { ...links, ...(definition.name === "project" && dates) });
      const stored = () =>
        db().$queryRawUnsafe(`SELECT * FROM ${definition.table} WHERE ${definition.key} = ${Number(id)}`);
      const before = [await stored(), (await api.get(`/api/${path}/${id}`)).json];
      expect((await api.put(`/api/${path}/${id}`, {})).status).toBe(200);
      expect([await stored(), (await api.get(`/api/${path}/${id}`)).json]).toEqual(before);
    });

    it("sorts by every sort field and alias of the kind's definition", async () => {
      for (const field of [...definition.sortFields, ...Object.keys(definition.sortAliases ?? {})]) {
        const { status } = await api.get(`/api/${path}?sortBy=${field}&sortOrder=desc`);
        expect(status, field).toBe(200);
      }
    });

    it("omits lists from responses with Prefer: return=minimal", async () => {
      const headers = { prefer: "return=minimal" };
      const answer = await api.post<Saved>(`/api/${path}/new`, anyValues(definition), { headers });
      expect(Object.keys(answer.json.data).sort()).toEqual([definition.countName, "lastId"].sort());
      expect(answer.headers.get("preference-applied")).toBe(definition.answerList ? "return=minimal" : null);
    });

    it("a missing optional text is stored as empty", async () => {
      const optional = writableFields(definition).filter(([, field]) => field.max && !field.required);
      const values = anyValues(definition, Object.fromEntries(optional.map(([name]) => [name, undefined])));
      const { json } = await api.post<Saved>(`/api/${path}/new`, values);
      const { json: loaded } = await api.get<{ data: Body }>(`/api/${path}/${json.data.lastId}`);
      for (const [name] of optional) expect(loaded.data[name], name).toBe("");
    });

    it("every text is limited to its maximum length", async () => {
      for (const [name, field] of writableFields(definition)) {
        if (!field.max) continue;
        const start =
          field.control === "email" ? "a@example.org" : field.control === "web_address" ? "https://example.org/" : "";
        const fill = (length: number) =>
          field.control === "email" ? start.padStart(length, "a") : start.padEnd(length, "a");
        const fits = await api.post(`/api/${path}/new`, anyValues(definition, { [name]: fill(field.max) }));
        expect(fits.status, name).toBe(201);
        const { json } = await api.post(`/api/${path}/new`, anyValues(definition, { [name]: fill(field.max + 1) }));
        expect(json, name).toMatchObject({ message: "validation_failed", errors: { [name]: ["max"] } });
      }
    });

    it("typeahead finds records of the kind", async () => {
      const labelField = definition.linkFields.at(1);
      const field = definition.linkFields.includes("nachname") ? "nachname" : String(labelField);
      for (const name of ["Suchübung", "Alte Suchübung", "Besuchübung"]) await create(definition, { [field]: name });
      const { json } = await api.get<{ id: number; label: string }[]>(`/api/${path}_search?search=SUCHUEB`);
      expect(json).toHaveLength(3);
      expect(json[0]).toMatchObject({ id: expect.any(Number), label: expect.stringContaining("Suchübung") });
      expect(Object.keys(json[0] ?? {}).sort()).toEqual(["id", "label", ...definition.linkFields].sort());
      expect(json.at(-1)?.label).toContain("Besuchübung");
      for (const text of ["su", " su ", "", "a%00bc", "x".repeat(201), `such${"%20such".repeat(40)}`]) {
        expect((await api.get(`/api/${path}_search?search=${text}`)).json, text).toEqual([]);
      }
      expect((await api.get(`/api/${path}_search`)).json).toEqual([]);
      for (let number = 0; number < 4; number++) await create(definition, { [field]: `Suchübung ${number}` });
      const hits = await api.get<unknown[]>(`/api/${path}_search?search=suchuebung`);
      expect(hits.json).toHaveLength(5);
      expect(hits.headers.get("x-total-count"), "only where it was asked for").toBeNull();
      const counted = await api.get<unknown[]>(`/api/${path}_search?search=suchuebung&detail=1`);
      expect(counted.json).toHaveLength(5);
      expect(counted.headers.get("x-total-count")).toBe("7");
      expect((await api.get(`/api/${path}_search?search=su&detail=1`)).headers.get("x-total-count")).toBe("0");
    });
  },
);

describe("details of search hits", () => {
  const detailsOf = async (path: string, text: string, headers = {}) => {
    const { json } = await api.get<{ detail: string }[]>(`/api/${path}_search?detail=1&search=${text}`, { headers });
    return json.map(({ detail }) => detail);
  };

  it("the detail of a search hit distinguishes records with the same name", async () => {
    const saved = async (path: string, body: Body) =>
      (await api.post<Saved>(`/api/${path}/new`, body)).json.data.lastId;
    const institution = await saved("institutions", institutionValues({ name: "Namensgleich", adresse: "Weg 1" }));
    await saved(
      "institutions",
      institutionValues({ name: "Namensgleich", branchen: "Hochschule", abteilung: "Forst" }),
    );
    await saved(
      "persons",
      personValues({ nachname: "Doppelgang", email: "d@example.org", institution: [institution] }),
    );
    const dates = { vertragsgrundlage: 1, projektbeginn: "2026-01-31", projektende: "2027-02-01" };
    await saved("projects", projectValues({ projekt_titel: "Zweitprojekt", ...dates }));
    await saved("thematicfields", thematicFieldValues({ themenfeld_de: "Wiesengrund", themenfeld_en: "Meadow" }));
    await saved("members", memberValues({ nachname: "Ebenbild", email: "e@example.org", institut: 20 }));
    await saved("members", memberValues({ nachname: "Einzelbild", email: "n@example.org", institut: -1 }));
    const english = { "accept-language": "en" };
    expect(await detailsOf("members", "ebenbild")).toEqual(["Institut für Geographie · e@example.org"]);
    expect(await detailsOf("members", "ebenbild", english)).toEqual(["Institute of Geography · e@example.org"]);
    expect(await detailsOf("members", "einzelbild"), "that there is none tells nothing").toEqual(["n@example.org"]);
    expect((await detailsOf("institutions", "namensgleich")).sort()).toEqual(["Forst · Hochschule", "Weg 1"]);
    expect(await detailsOf("persons", "doppelgang")).toEqual(["d@example.org · Namensgleich"]);
    expect(await detailsOf("projects", "zweitprojekt")).toEqual(["31.01.2026 – 01.02.2027"]);
    expect(await detailsOf("thematicfields", "wiesengrund")).toEqual(["Meadow"]);
    expect(await detailsOf("thematicfields", "meadow", english)).toEqual(["Wiesengrund"]);
  });
});

describe("project dates", () => {
  const project = (overrides: Body) => api.post<Saved>("/api/projects/new", projectValues(overrides));
  const errorsOf = async (overrides: Body) => (await project(overrides)).json;
  const [start, end] = ["2026-01-31", "2026-12-31"];

  it("dates of a project are stored depending on the contract basis, and hidden ones are ignored", async () => {
    const stored = async (overrides: Body) => {
      const { json } = await project(overrides);
      const { projektbeginn, projektende } = await db().project.findUniqueOrThrow({
        where: { projekt_id: json.data.lastId },
      });
      return [projektbeginn?.toISOString().slice(0, 10), projektende?.toISOString().slice(0, 10)];
    };
    expect(await stored({ vertragsgrundlage: -1, projektbeginn: "rubbish", projektende: 7 })).toEqual([
      undefined,
      undefined,
    ]);
    expect(await stored({ vertragsgrundlage: 0, projektbeginn: start, projektende: "x" })).toEqual([start, undefined]);
    expect(await stored({ vertragsgrundlage: 1, projektbeginn: start, projektende: end })).toEqual([start, end]);
    expect(await stored({ vertragsgrundlage: 1, projektbeginn: "0001-01-01", projektende: "9999-12-31" })).toEqual([
      "0001-01-01",
      "9999-12-31",
    ]);
  });

  it("dates of a project are required while visible, and must be in order", async () => {
    expect(await errorsOf({ vertragsgrundlage: 0 })).toMatchObject({ errors: { projektbeginn: ["required"] } });
    expect(await errorsOf({ vertragsgrundlage: 1, projektbeginn: start })).toMatchObject({
      errors: { projektende: ["required"] },
    });
    expect(
      await errorsOf({ projekt_titel: "", vertragsgrundlage: 1, projektbeginn: end, projektende: start }),
    ).toMatchObject({ errors: { projektende: ["date_order"], projekt_titel: ["required"] } });
    for (const wrong of ["2026-02-30", "31.01.2026", "0000-01-01", "2026-1-1", 20260101, "12026-01-01"]) {
      expect(await errorsOf({ vertragsgrundlage: 0, projektbeginn: wrong }), String(wrong)).toMatchObject({
        errors: { projektbeginn: ["date"] },
      });
    }
    expect((await errorsOf({ vertragsgrundlage: 1, projektbeginn: "x", projektende: end })).errors).toEqual({
      projektbeginn: ["date"],
    });
  });

  it("dates of a project follow a change of the contract basis", async () => {
    const { json } = await project({ vertragsgrundlage: 1, projektbeginn: start, projektende: end });
    const path = `/api/projects/${json.data.lastId}`;
    await api.put(path, { vertragsgrundlage: 0 });
    expect((await api.get(path)).json).toMatchObject({ data: { projektbeginn: start, projektende: null } });
    expect((await api.put(path, { vertragsgrundlage: 1 })).json).toMatchObject({
      errors: { projektende: ["required"] },
    });
  });

  it("empty project dates are sorted last in both orders", async () => {
    const mark = "zqdates";
    await project({ projekt_titel: `${mark} ohne` });
    await project({ projekt_titel: `${mark} früh`, vertragsgrundlage: 0, projektbeginn: "2001-01-01" });
    await project({ projekt_titel: `${mark} spät`, vertragsgrundlage: 0, projektbeginn: "2002-01-01" });
    const titles = async (order: string) =>
      (await api.get<List>(`/api/projects?filter=${mark}&sortBy=projektbeginn&sortOrder=${order}`)).json.data.map(
        (row) => String(row.projekt_titel).replace(`${mark} `, ""),
      );
    expect(await titles("asc")).toEqual(["früh", "spät", "ohne"]);
    expect(await titles("desc")).toEqual(["spät", "früh", "ohne"]);
  });
});

describe("several sort columns of thematic fields", () => {
  it("several sort columns of thematic fields are accepted as comma-separated lists", async () => {
    const mark = "Zqmulti";
    for (const [de, en] of [
      [`${mark} A`, "Y"],
      [`${mark} A`, "Z"],
      [`${mark} B`, "X"],
    ]) {
      await api.post("/api/thematicfields/new", { themenfeld_de: de, themenfeld_en: en });
    }
    const { json } = await api.get<List>(
      `/api/thematicfields?filter=${mark}&sortBy=themenfeld_de,themenfeld_en&sortOrder=asc,desc`,
    );
    expect(json.data.map((row) => row.themenfeld_en)).toEqual(["Z", "Y", "X"]);
  });
});
