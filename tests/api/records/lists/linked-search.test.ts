import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const NAMES = { members: "nachname", projects: "projekt_titel", institutions: "name", persons: "nachname" };
type Path = keyof typeof NAMES;
type List = { total: number; last_page: number; data: Record<string, unknown>[] };

/** Returns the names of the records that a text filter finds, in alphabetical order. */
async function found(path: Path, filter: string, more = ""): Promise<unknown[]> {
  const { json } = await api.get<List>(`/api/${path}?filter=${encodeURIComponent(filter)}${more}`);
  expect(json.total).toBe(json.data.length);
  return json.data.map((row) => row[NAMES[path]]);
}

/* Words that begin with zq occur nowhere else. */
describe("the text filter", () => {
  let [member, project, institution, person] = [0, 0, 0, 0];
  beforeEach(async () => {
    await db().project.deleteMany();
    await db().person.deleteMany();
    await db().institution.deleteMany();
    await db().member.deleteMany();
    institution = await createInstitution(db(), { name: "Zqhaus", adresse: "Zqgasse 1, 1010 Zqwien", email: "" });
    person = await createPerson(db(), { vorname: "Zqeva", nachname: "Zqröder", email: "zqmail@example.org" });
    member = await createMember(db(), { vorname: "Zqjan", nachname: "Zqritter", email: "zqpost@example.org" });
    project = await createProject(db(), { projekt_titel: "Zqvorhaben", foerderer: "Zqbund" });
    await api.post(`/api/members/project/${member}/${project}`);
    await api.post(`/api/projects/institution/${institution}/${project}`);
    await api.post(`/api/projects/persons/${person}/${project}`);
    await api.post(`/api/institutions/persons/${institution}/${person}`);
    await createProject(db(), { projekt_titel: "Zqanderes" });
  });

  it("the text filter finds a record by the label of a linked record", async () => {
    expect(await found("members", "zqvorhaben")).toEqual(["Zqritter"]);
    for (const word of ["zqritter", "ZQJAN", "zqhaus", "zqroeder", "zqroder"])
      expect(await found("projects", word), word).toEqual(["Zqvorhaben"]);
    for (const word of ["zqvorhaben", "zqeva"]) expect(await found("institutions", word), word).toEqual(["Zqhaus"]);
    for (const word of ["zqvorhaben", "zqhaus"]) expect(await found("persons", word), word).toEqual(["Zqröder"]);
  });

  it("the text filter finds projects and persons by the address of an institution", async () => {
    expect(await found("projects", "zqwien")).toEqual(["Zqvorhaben"]);
    expect(await found("persons", "zqgasse")).toEqual(["Zqröder"]);
  });

  it("the text filter finds records by an alias of a linked record", async () => {
    const { headers } = await api.get(`/api/institutions/${institution}/aliases`);
    const match = { headers: { "if-match": headers.get("etag") ?? "" } };
    const aliasUpdate = await api.put(`/api/institutions/${institution}/aliases`, { aliases: ["Zqkürzel"] }, match);
    expect(aliasUpdate.status).toBe(200);
    expect(await found("projects", "zqkuerzel")).toEqual(["Zqvorhaben"]);
  });

  it("the text filter searches nothing else of a linked record, and only direct links", async () => {
    for (const word of ["zqpost", "zqmail"]) expect(await found("projects", word), word).toEqual([]);
    expect(await found("members", "zqbund")).toEqual([]);
    expect(await found("members", "zqhaus")).toEqual([]);
  });

  it("the text filter ignores linked thematic fields, and records linked to a thematic field", async () => {
    const topic = await createThematicField(db(), { themenfeld_de: "Zqfeld", themenfeld_en: "Zqfield" });
    expect((await api.post(`/api/projects/thematicfield/${project}/${topic}`)).status).toBe(200);
    expect(await found("projects", "zqfeld")).toEqual([]);
    expect((await api.get<List>("/api/thematicfields?filter=zqvorhaben")).json.total).toBe(0);
  });

  it("the text filter finds words in different places, but only if all of them occur", async () => {
    for (const words of ["zqvorhaben zqritter", "zqritter zqwien", "zqritter zqroeder zqbund zqhaus zqwien"])
      expect(await found("projects", words), words).toEqual(["Zqvorhaben"]);
    expect(await found("projects", "zqritter zqnirgends")).toEqual([]);
    expect(await found("projects", "zqanderes zqritter")).toEqual([]);
  });

  it("the text filter returns a record once that matches itself and through several links", async () => {
    const other = await createMember(db(), { nachname: "Zqvorhaben" });
    await api.post(`/api/members/project/${other}/${project}`);
    expect(await found("projects", "zqvorhaben")).toEqual(["Zqvorhaben"]);
    expect(await found("projects", "zq zqvorhaben")).toEqual(["Zqvorhaben"]);
  });

  it("the text filter combines with other filters, in every order and on every page", async () => {
    const second = await createProject(db(), { projekt_titel: "Zqzweites", status: 2 });
    await api.post(`/api/members/project/${member}/${second}`);
    expect(await found("projects", "zqritter", "&sortBy=projekt_titel&sortOrder=desc")).toEqual([
      "Zqzweites",
      "Zqvorhaben",
    ]);
    expect(await found("projects", "zqritter", "&where[status][in]=2")).toEqual(["Zqzweites"]);
    expect(await found("projects", "zqritter", "&where[projekt_titel][contains]=zweites")).toEqual(["Zqzweites"]);
    expect(await found("projects", "zqritter", "&topics=999999")).toEqual([]);
    const { json } = await api.get<List>("/api/projects?filter=zqritter&pageSize=1&pageNo=1");
    expect(json).toMatchObject({ total: 2, last_page: 2, data: [{ projekt_titel: "Zqzweites" }] });
  });

  it("the text filter sees a renaming, an unlinking, a new link and a merge immediately", async () => {
    await api.put(`/api/institutions/${institution}`, { name: "Zqneu" });
    expect([await found("projects", "zqhaus"), await found("projects", "zqneu")]).toEqual([[], ["Zqvorhaben"]]);
    await api.delete(`/api/projects/institution/${institution}/${project}`);
    expect(await found("projects", "zqneu")).toEqual([]);
    await api.post(`/api/projects/institution/${institution}/${project}`);
    expect(await found("projects", "zqneu")).toEqual(["Zqvorhaben"]);
    const keep = await createInstitution(db(), { name: "Zqbleibt" });
    expect((await api.post(`/api/institutions/${keep}/merge`, { drop: institution })).status).toBe(200);
    // The name of the merged institution is an alias of the other one.
    for (const word of ["zqbleibt", "zqneu"]) expect(await found("projects", word), word).toEqual(["Zqvorhaben"]);
  });

  it("the text filter selects the same records for an export and a bulk change", async () => {
    const exported = await api.get("/api/projects/export?format=csv&columns=projekt_titel&filter=zqritter%20zqwien");
    expect(new TextDecoder().decode(exported.bytes).split("\r\n").slice(1, -1)).toEqual(["Zqvorhaben"]);
    const set = { query: "filter=zqwien", set: { foerderer: "Neu" }, dry_run: true };
    expect((await api.post("/api/projects/bulk", set)).json).toMatchObject({ matched: 1, changed: 1 });
  });
});
