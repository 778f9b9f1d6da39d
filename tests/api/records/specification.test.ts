import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/*
 * The tables of the specification, copied by hand, to detect mistakes in the definitions in
 * lib/model.
 */

type Body = Record<string, unknown>;
type Saved = { success: boolean; message: string; data: Body };
type Loaded = { success: boolean; data: Body };
type List = Body & { data: Body[] };

const PAGINATION = "total per_page current_page last_page next_page_url prev_page_url from to data".split(" ");

/** Returns the names of the columns with an entry's German and English name. */
const nameColumnsOf = (stem: string) => [`${stem}_de`, `${stem}_en`];

const kinds = {
  members: {
    key: "ph_id",
    fields:
      "titel vorname nachname email telefon adresse ph_webseite kommentare institut fakultaet einrichtungen status " +
      "themenfelder kooperationsprojekte",
    row: [...nameColumnsOf("institut_name"), "einrichtungen", "themenfelder"],
    sort: "nachname",
    create: ["university_members_count", "lastId"],
    update: null,
    remove: ["university_members_count"],
    values: memberValues,
    add: () => createMember(db()),
  },
  projects: {
    key: "projekt_id",
    fields:
      "projekt_titel projektbeginn projektende status vertragsgrundlage kuendigungsfrist foerderer foerderer_link " +
      "mittelvolumen drittelmittelanteil projektwebsite einrichtungen themenfelder zusammenarbeit_ende_nach_vertrag " +
      "kommentare hochschulmitglieder institutionen personen",
    row: [...nameColumnsOf("projektstatus"), "themenfelder"],
    sort: "title",
    create: ["cooperation_projects_count", "lastId"],
    update: ["cooperation_projects_count", "lastId"],
    remove: ["cooperation_projects_count"],
    values: projectValues,
    add: () => createProject(db()),
  },
  institutions: {
    key: "partner_institution_id",
    fields:
      "name organisationsform branchen abteilung kontaktperson email telefon adresse ort land webseite kommentare " +
      "kooperationsprojekte personen themenfelder",
    row: [...nameColumnsOf("organisationsform"), "themenfelder"],
    sort: "name",
    create: ["partner_institution_count", "partner_institutionen", "lastId"],
    update: ["partner_institution_count", "partner_institutionen", "lastId"],
    remove: ["partner_institution_count", "partner_institutionen"],
    values: institutionValues,
    add: () => createInstitution(db()),
  },
  persons: {
    key: "person_id",
    fields:
      "titel vorname nachname email telefon adresse abteilung position kommentare ph_webseite institution " +
      "kooperationsprojekte institutionen themenfelder",
    row: ["themenfelder"],
    sort: "surname",
    create: ["kooperationspartner_personen_count", "lastId"],
    update: ["kooperationspartner_personen_count", "lastId"],
    remove: ["kooperationspartner_personen_count"],
    values: personValues,
    add: () => createPerson(db()),
  },
  thematicfields: {
    key: "themenfeld_id",
    fields: "themenfeld_de themenfeld_en",
    row: nameColumnsOf("themenfeld"),
    sort: "themenfeld_de",
    // Contract §3 adds lastId to every create.
    create: ["thematic_fields_count", "themenfelder", "lastId"],
    update: null,
    remove: ["thematic_fields_count", "themenfelder"],
    values: thematicFieldValues,
    add: () => createThematicField(db()),
  },
} as const;

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])("%s", (path) => {
  const kind = kinds[path];

  it("creating, changing and deleting return the properties in the table of calls", async () => {
    const created = await api.post<Saved>(`/api/${path}/new`, kind.values());
    expect(created.json).toMatchObject({ success: true, message: "data_saved" });
    expect(Object.keys(created.json.data).sort()).toEqual([...kind.create].sort());

    const { lastId } = created.json.data;
    const updated = await api.put<Saved>(`/api/${path}/${String(lastId)}`, {});
    expect(updated.json).toMatchObject({ success: true, message: "data_updated" });
    const updatedRecord = updated.json.data as Body | undefined;
    expect(updatedRecord ? Object.keys(updatedRecord).sort() : null).toEqual(
      kind.update ? [...kind.update].sort() : null,
    );

    const deleted = await api.delete<Saved>(`/api/${path}/${String(lastId)}`);
    expect(deleted.json).toMatchObject({ success: true, message: "data_deleted" });
    expect(Object.keys(deleted.json.data).sort()).toEqual([...kind.remove].sort());
  });

  it("loading returns a record with the fields of its entity", async () => {
    const { json } = await api.get<Loaded>(`/api/${path}/${await kind.add()}`);
    expect(json.success).toBe(true);
    const managed = path === "thematicfields" ? [] : ["bestaetigt_am", "bestaetigt_von"];
    expect(Object.keys(json.data).sort()).toEqual([kind.key, ...kind.fields.split(" "), ...managed].sort());
  });

  it("listing returns ten rows from page 0 in the pagination envelope, with the names of references", async () => {
    for (let number = 0; number < 11; number++) await kind.add();
    const { json } = await api.get<List>(`/api/${path}`);
    expect(Object.keys(json).sort()).toEqual([...PAGINATION].sort());
    expect(json).toMatchObject({ per_page: 10, current_page: 1, from: 1, to: 10, prev_page_url: null });
    expect(json.data).toHaveLength(10);
    expect(Object.keys(json.data[0] ?? {})).toEqual(expect.arrayContaining([kind.key, ...kind.row]));
    expect((await api.get(`/api/${path}?pageNo=0&pageSize=10`)).json.data).toEqual(json.data);
    expect((await api.get<List>(`/api/${path}?pageNo=1`)).json.data).not.toEqual(json.data);
  });

  it("lists are sorted by their default column, ascending", async () => {
    const { json } = await api.get<List>(`/api/${path}?pageSize=50`);
    const { json: byName } = await api.get<List>(`/api/${path}?pageSize=50&sortBy=${kind.sort}&sortOrder=asc`);
    const { json: backwards } = await api.get<List>(`/api/${path}?pageSize=50&sortBy=${kind.sort}&sortOrder=desc`);
    expect(json.data).toEqual(byName.data);
    expect(json.data).not.toEqual(backwards.data);
  });
});

describe("thematic fields of list rows", () => {
  it.each([
    ["members", createMember],
    ["projects", createProject],
    ["institutions", createInstitution],
    ["persons", createPerson],
  ] as const)("thematic fields in list rows of %s have both names", async (path, create) => {
    const topic = await createThematicField(db(), { themenfeld_de: `Karten ${path}`, themenfeld_en: `Maps ${path}` });
    await create(db(), { themenfelder: [topic] });
    const { json } = await api.get<List>(`/api/${path}?topics=${topic}`);
    expect(json.data).toHaveLength(1);
    expect(json.data[0]?.themenfelder).toEqual([
      { themenfeld_id: topic, themenfeld_de: `Karten ${path}`, themenfeld_en: `Maps ${path}` },
    ]);
  });
});

describe("the global data", () => {
  const lists = {
    titel: ["titel_id", ...nameColumnsOf("titel")],
    fakultaeten: ["fakultaet_id", ...nameColumnsOf("fakultaet_name")],
    institute: ["institut_id", ...nameColumnsOf("institut_name")],
    einrichtungen: ["einrichtung_id", ...nameColumnsOf("einrichtung_name")],
    personenstatus: ["status_id", ...nameColumnsOf("status")],
    vertragsgrundlagen: ["grundlage_id", ...nameColumnsOf("grundlage")],
    projekt_status: ["projektstatus_id", ...nameColumnsOf("projektstatus")],
    zusammenarbeit: ["zusammenarbeit_id", ...nameColumnsOf("zusammenarbeit")],
    organisationsformen: ["ogf_id", ...nameColumnsOf("organisationsform")],
    // Contract §13 adds this list.
    verknuepfungsrollen: ["rolle_id", ...nameColumnsOf("rolle"), "relation", "eindeutig", "zustaendig"],
    // Contract §16 adds this one.
    laender: ["land_id", ...nameColumnsOf("land"), "alpha2"],
    // Contract §18 adds this one.
    dateiarten: ["dateiart_id", ...nameColumnsOf("dateiart")],
    themenfelder: ["themenfeld_id", ...nameColumnsOf("themenfeld")],
    partner_institutionen: ["partner_institution_id", "name"],
  };
  const counts = {
    university_members_count: () => db().member.count(),
    partner_institution_count: () => db().institution.count(),
    kooperationspartner_personen_count: () => db().person.count(),
    cooperation_projects_count: () => db().project.count(),
    thematic_fields_count: () => db().thematicField.count(),
  };

  it("the global data contain every reference list with its fields, the user, and the five counts", async () => {
    for (const { add } of Object.values(kinds)) await add();
    const { json } = await api.get<Body>("/api/global");
    expect(Object.keys(json).sort()).toEqual([...Object.keys(lists), ...Object.keys(counts), "user"].sort());
    for (const [list, fields] of Object.entries(lists)) {
      const entries = json[list] as Body[];
      expect(entries.length, list).toBeGreaterThan(0);
      for (const entry of entries) expect(Object.keys(entry).sort(), list).toEqual([...fields].sort());
    }
    for (const [name, count] of Object.entries(counts)) expect(json[name], name).toBe(await count());
    const { email, role } = (await api.get<{ email: string; role: string }>("/api/user")).json;
    // Contract §9 adds the role to the properties of the specification.
    expect(json.user).toEqual({ email, role });
  });

  it("the global data contain the entries of the default values", async () => {
    const { json } = await api.get<Record<string, Body[]>>("/api/global");
    const notApplicable = (stem: string) => ({ [`${stem}_de`]: "k. A.", [`${stem}_en`]: "n/a" });
    for (const [list, key, stem] of [
      ["titel", "titel_id", "titel"],
      ["fakultaeten", "fakultaet_id", "fakultaet_name"],
      ["institute", "institut_id", "institut_name"],
      ["einrichtungen", "einrichtung_id", "einrichtung_name"],
      ["vertragsgrundlagen", "grundlage_id", "grundlage"],
      ["zusammenarbeit", "zusammenarbeit_id", "zusammenarbeit"],
      ["organisationsformen", "ogf_id", "organisationsform"],
    ] as const) {
      expect(json[list], list).toContainEqual({ [key]: -1, ...notApplicable(stem) });
    }
    expect(json.projekt_status?.[0]).toMatchObject({ projektstatus_id: 1 });
    expect(json.zusammenarbeit).toContainEqual(expect.objectContaining({ zusammenarbeit_id: 0 }));
  });
});
