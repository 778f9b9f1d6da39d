import { beforeAll, describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOfCall } from "@/lib/model/kinds/relations";
import { db } from "@/lib/store/database/client";
import {
  createAny,
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

type Linked = { success: boolean; message: string; tabledata: Record<string, unknown>[] };

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

/** The link calls of spec §7, copied by hand, because the table in the code is what is tested. */
const routesByName: Record<string, [string, string]> = {
  "members/project": ["ph_id", "projekt_id"],
  "members/thematicfield": ["ph_id", "themenfeld_id"],
  "projects/member": ["ph_id", "projekt_id"],
  "projects/institution": ["partner_institution_id", "projekt_id"],
  "projects/persons": ["person_id", "projekt_id"],
  "projects/thematicfield": ["projekt_id", "themenfeld_id"],
  "institutions/project": ["partner_institution_id", "projekt_id"],
  "institutions/persons": ["person_id", "partner_institution_id"],
  "institutions/thematicfield": ["partner_institution_id", "themenfeld_id"],
  "persons/project": ["person_id", "projekt_id"],
  "persons/institution": ["partner_institution_id", "person_id"],
  "persons/thematicfield": ["person_id", "themenfeld_id"],
};

async function linkable(name: string) {
  const { own, other, list, relation } = linkListOfCall(name);
  const [parentDefinition, childDefinition] = [definitionOf(own.kind), definitionOf(other.kind)];
  const ids = {
    [parentDefinition.key]: await createAny(db(), parentDefinition),
    [childDefinition.key]: await createAny(db(), childDefinition),
  };
  const pathFor = (values: Record<string, number | undefined>) =>
    `/api/${name}/${(routesByName[name] ?? []).map((key) => values[key]).join("/")}`;
  return { parentDefinition, childDefinition, list, relation, ids, pathFor, path: pathFor(ids) };
}

describe.each(Object.keys(routesByName))("%s", (name) => {
  it("link calls link, show the link from both sides, refuse a link that exists, and unlink", async () => {
    const { parentDefinition, childDefinition, list, relation, ids, path } = await linkable(name);
    const added = await api.post<Linked>(path);
    expect(added.status).toBe(200);
    expect(added.json).toMatchObject({ success: true, message: "data_saved" });
    expect(added.json.tabledata.map((row) => Object.keys(row))).toEqual([
      [...childDefinition.linkFields, ...Object.keys(relation.fields ?? {})],
    ]);
    expect(added.json.tabledata[0]).toMatchObject({ [childDefinition.key]: ids[childDefinition.key] });

    const parentPath = `/api/${parentDefinition.apiPath}/${ids[parentDefinition.key]}`;
    const { json: loaded } = await api.get<{ data: Record<string, unknown> }>(parentPath);
    expect(loaded.data[list]).toEqual(added.json.tabledata);
    const otherSide = childDefinition.tabs.find((tab) => tab.other.kind === parentDefinition.name);
    if (otherSide) {
      const { json } = await api.get<{ data: Record<string, unknown[]> }>(
        `/api/${childDefinition.apiPath}/${ids[childDefinition.key]}`,
      );
      expect(json.data[otherSide.list]).toHaveLength(1);
    }

    const again = await api.post<Linked>(path);
    expect(again.status).toBe(200);
    expect(again.json).toEqual({ success: false, message: "already_exists", tabledata: added.json.tabledata });

    const removed = await api.delete<Linked>(path);
    expect(removed.json).toEqual({ success: true, message: "data_deleted", tabledata: [] });
    expect(await api.delete(path)).toMatchObject({ status: 404, json: { message: "data_not_found" } });
    expect((await api.post(path)).json).toEqual(added.json);
  });

  it("link calls return 404 for unknown records and invalid ids", async () => {
    const { ids, pathFor } = await linkable(name);
    for (const key of Object.keys(ids)) {
      for (const wrong of [2_147_483_647, 0]) {
        const answer = await api.post(pathFor({ ...ids, [key]: wrong }));
        expect(answer, `${key} ${wrong}`).toMatchObject({ status: 404, json: { message: "data_not_found" } });
      }
    }
  });

  it("many concurrent link calls create exactly one link", async () => {
    const { path } = await linkable(name);
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.post<Linked>(path)));
    expect(answers.filter(({ json }) => json.success)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.message === "already_exists")).toHaveLength(19);
    expect((await api.delete<Linked>(path)).json.tabledata).toEqual([]);
  });
});

describe("deleting linked records", () => {
  it("deletion refuses an institution with a project or a person, but not for its thematic fields", async () => {
    const institution = await createInstitution(db(), { themenfelder: [await createThematicField(db())] });
    const [project, person] = [await createProject(db()), await createPerson(db())];
    const links = [
      `/api/institutions/project/${institution}/${project}`,
      `/api/institutions/persons/${person}/${institution}`,
    ];
    for (const link of links) {
      await api.post(link);
      expect(await api.delete(`/api/institutions/${institution}`)).toMatchObject({
        status: 200,
        json: { success: false, message: "cannotdeletecontrains" },
      });
      await api.delete(link);
    }
    expect((await api.delete(`/api/institutions/${institution}`)).json).toMatchObject({ success: true });
  });

  it("deletion refuses a thematic field that is in use", async () => {
    for (const [kind, create] of [
      ["members", createMember],
      ["projects", createProject],
      ["institutions", createInstitution],
      ["persons", createPerson],
    ] as const) {
      const topic = await createThematicField(db());
      const id = await create(db(), { themenfelder: [topic] });
      expect((await api.delete(`/api/thematicfields/${topic}`)).json, kind).toEqual({
        success: false,
        message: "thematic_field_still_in_use",
      });
      await api.delete(`/api/${kind}/thematicfield/${id}/${topic}`);
      expect((await api.delete(`/api/thematicfields/${topic}`)).json, kind).toMatchObject({ success: true });
    }
  });

  it("deletion of members, projects and persons deletes their links", async () => {
    const [project, person, member] = [await createProject(db()), await createPerson(db()), await createMember(db())];
    await api.post(`/api/projects/persons/${person}/${project}`);
    await api.post(`/api/projects/member/${member}/${project}`);
    expect((await api.delete(`/api/projects/${project}`)).json).toMatchObject({ success: true });
    expect((await api.get(`/api/persons/${person}`)).json).toMatchObject({ data: { kooperationsprojekte: [] } });
    expect((await api.delete(`/api/persons/${person}`)).json).toMatchObject({ success: true });
  });
});

describe("links in a record's own body", () => {
  it("links in a record's body are replaced when given, kept when omitted, and validated", async () => {
    const [one, two] = [await createInstitution(db()), await createInstitution(db())];
    const id = await createPerson(db());
    const path = `/api/persons/${id}`;
    const linked = async () => {
      const { json } = await api.get<{ data: { institutionen: { partner_institution_id: number }[] } }>(path);
      return json.data.institutionen.map(({ partner_institution_id }) => partner_institution_id).sort();
    };
    await api.put(path, { institution: [one, { partner_institution_id: two, name: "ignored" }] });
    expect(await linked()).toEqual([one, two].sort());
    await api.put(path, { telefon: "1" });
    expect(await linked()).toEqual([one, two].sort());
    await api.put(path, { institution: [two] });
    expect(await linked()).toEqual([two]);
    expect((await api.put(path, { institution: [999_999] })).json).toMatchObject({
      errors: { institution: ["exists"] },
    });
    expect((await api.put(path, { institution: [{}] })).json).toMatchObject({ errors: { institution: ["type"] } });
    await api.put(path, { institution: [] });
    expect(await linked()).toEqual([]);
  });
});
