import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import type { PersonalData } from "@/lib/features/personal-data/personal-data-answers";
import { createPerson, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { rowsWith } from "../../support/every-text";
import { fileCalls, pdf } from "../../support/records/files";

let admin: Client;
let files: ReturnType<typeof fileCalls>;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin", name: "Ada Admin" });
  files = fileCalls(admin);
});

/** A surname that no other test uses. */
let surname: string;
let count = 0;
let person: number;
let project: number;
beforeEach(async () => {
  surname = `Zwetschgenreiter${"abcdefghij"[count++]}`;
  person = await createPerson(db(), { vorname: "Ottilie", nachname: surname });
  project = await createProject(db());
});

const report = async () => (await admin.get<PersonalData>(`/api/persons/${person}/personal-data`)).json;
const erase = (body: object = {}) =>
  admin.post(`/api/persons/${person}/erase`, { confirm: `Ottilie ${surname}`, ...body });
const listed = async () => (await report()).files.map(({ datei_id }) => datei_id);

describe("the personal data report", () => {
  it("lists the files of the person's record, with its label", async () => {
    const id = await files.add(`persons/${person}`, pdf(), "Lebenslauf.pdf");
    expect((await report()).files).toEqual([
      { datei_id: id, name: "Lebenslauf.pdf", kind: "persons", id: person, label: `Ottilie ${surname}` },
    ]);
  });

  it("lists files of other records whose name, former name or description contains the surname", async () => {
    const named = await files.add(`projects/${project}`, pdf(), `Vertrag ${surname}.pdf`);
    const described = await files.add(`projects/${project}`, pdf(), "a.pdf", { bezeichnung: `für ${surname}` });
    const renamed = await files.add(`projects/${project}`, pdf(), `${surname}.pdf`);
    await files.addVersion(renamed, pdf(), "Neu.pdf");
    await files.add(`projects/${project}`, pdf(), "Anderes.pdf");
    expect(await listed()).toEqual([named, described, renamed]);
  });

  it("does not list a file as a mention, too", async () => {
    await files.add(`projects/${project}`, pdf(), `${surname}.pdf`);
    expect((await report()).mentions).toEqual([]);
  });

  it("lists files that were deleted but are still stored", async () => {
    const id = await files.add(`persons/${person}`);
    await admin.delete(`/api/files/${id}`);
    expect(await listed()).toEqual([id]);
  });

  it("lists the files, and no links to them, of a person that was deleted", async () => {
    const id = await files.add(`persons/${person}`);
    await admin.delete(`/api/persons/${person}`);
    const { files: found, links } = await report();
    expect({ found: found.map(({ datei_id }) => datei_id), links }).toEqual({ found: [id], links: [] });
  });
});

describe("the erasure of a person", () => {
  it("erases the files of the record with all versions, their bytes and their history", async () => {
    const id = await files.add(`persons/${person}`, pdf(surname), `${surname}.pdf`);
    await files.addVersion(id, pdf(), `${surname} neu.pdf`);
    const before = await db().fileContent.count();
    expect((await erase()).status).toBe(200);
    expect({
      contents: before - (await db().fileContent.count()),
      status: (await admin.get(`/api/files/${id}`)).status,
      texts: await rowsWith(surname),
    }).toEqual({ contents: 2, status: 404, texts: [] });
  });

  it("erases files that were deleted before", async () => {
    const id = await files.add(`persons/${person}`, pdf(), `${surname}.pdf`);
    await admin.delete(`/api/files/${id}`);
    await erase();
    expect({ file: await db().file.findUnique({ where: { datei_id: id } }), texts: await rowsWith(surname) }).toEqual({
      file: null,
      texts: [],
    });
  });

  it("cannot be undone for its files", async () => {
    const id = await files.add(`persons/${person}`);
    await admin.delete(`/api/files/${id}`);
    const { change_id } = await files.newestChange(id);
    await erase();
    expect((await files.revert(change_id)).status).toBe(409);
  });

  it("keeps files of other records that are not named", async () => {
    const id = await files.add(`projects/${project}`, pdf(), `${surname}.pdf`);
    await erase();
    expect((await admin.get(`/api/files/${id}`)).status).toBe(200);
  });

  it("erases files of other records that are named", async () => {
    const id = await files.add(`projects/${project}`, pdf(), `${surname}.pdf`);
    await erase({ files: [id] });
    expect({ status: (await admin.get(`/api/files/${id}`)).status, texts: await rowsWith(surname) }).toEqual({
      status: 404,
      texts: [],
    });
  });

  it("keeps bytes that another file has", async () => {
    const bytes = pdf();
    await files.add(`persons/${person}`, bytes);
    const other = await files.add(`projects/${project}`, bytes);
    await erase();
    expect((await files.content(other)).bytes).toEqual(bytes);
  });

  it.each([
    ["of others", async () => files.add(`projects/${project}`)],
    ["that do not exist", async () => 2_000_000_000],
  ])("refuses files %s", async (_name, fileOf) => {
    const { status, json } = await erase({ files: [await fileOf()] });
    expect({ status, errors: json.errors }).toEqual({ status: 422, errors: { files: ["exists"] } });
    expect((await admin.get(`/api/persons/${person}`)).status).toBe(200);
  });

  it.each([
    [{ files: "1" }, ["type"]],
    [{ files: Array.from({ length: 1_001 }, () => 1) }, ["max"]],
  ])("refuses a list of files that is none, or too long", async (body, errors) => {
    expect((await erase(body)).json.errors).toEqual({ files: errors });
  });
});
