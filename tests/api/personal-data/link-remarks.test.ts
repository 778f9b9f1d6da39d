import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import type { PersonalData } from "@/lib/features/personal-data/personal-data-answers";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createMember, createPerson, createProject } from "../../support/factories";
import { rowsWith } from "../../support/every-text";
import { historyCalls } from "../../support/records/history";

/* Contract §§9, 13: remarks of links are texts that mention people, and are erased with either end. */

let admin: Client;
let person: number, surname: string, remark: string;
let count = 0;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
});
beforeEach(async () => {
  const letter = "abcdefghij"[count++] ?? "";
  surname = `Quittenpflücker${letter}`;
  remark = `Geheimnotiz-${letter}`;
  person = await createPerson(db(), { vorname: "Ottilie", nachname: surname });
});

const mentions = async () =>
  (await admin.get<PersonalData>(`/api/persons/${person}/personal-data`)).json.mentions.map(
    ({ kind, id, fields, past_fields }) => [kind, id, fields, past_fields],
  );
const erase = async () => {
  const answer = await admin.post(`/api/persons/${person}/erase`, { confirm: `Ottilie ${surname}` });
  expect(answer).toMatchObject({ status: 200 });
};
const ofMember = (ph_id: number, projekt_id: number) => `/api/projects/member/${ph_id}/${projekt_id}`;
const ofPerson = (projekt_id: number, person_id = person) => `/api/projects/persons/${person_id}/${projekt_id}`;

describe("remarks that mention a person", () => {
  it("remarks that mention a person are found in links of others, at one end of each", async () => {
    const [project, member] = [await createProject(db()), await createMember(db())];
    const [other, institution] = [await createPerson(db()), await createInstitution(db())];
    await admin.post(ofMember(member, project), { bemerkung: `Vertritt Frau ${surname.toUpperCase()}` });
    const path = `/api/institutions/persons/${other}/${institution}`;
    await admin.post(path, { bemerkung: `Nachfolge von ${surname}` });
    expect(await mentions()).toEqual([
      ["projects", project, ["hochschulmitglieder.bemerkung"], ["hochschulmitglieder.bemerkung"]],
      ["institutions", institution, ["personen.bemerkung"], ["personen.bemerkung"]],
    ]);
  });

  it("remarks that mention a person are named beside the texts of the same record", async () => {
    const project = await createProject(db(), { kommentare: `Mit ${surname} abgestimmt` });
    for (const member of [await createMember(db()), await createMember(db())]) {
      await admin.post(ofMember(member, project), { bemerkung: `Vertritt ${surname}` });
    }
    expect(await mentions()).toMatchObject([
      ["projects", project, ["kommentare", "hochschulmitglieder.bemerkung"], expect.anything()],
    ]);
  });

  it("remarks that mention a person are found in the history of links and of deleted records", async () => {
    const [project, deletedProject, member] = [
      await createProject(db()),
      await createProject(db()),
      await createMember(db()),
    ];
    const path = `/api/members/project/${member}/${project}`;
    await admin.post(path, { bemerkung: `Vertritt ${surname}` });
    await admin.put(path, { bemerkung: "" });
    await admin.post(ofMember(member, deletedProject));
    // Bypasses the history, so that only the change of the deletion contains the remark.
    await db().$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT set_config('cooperation.recorder', 'app', true)`;
      await transaction.$executeRaw`UPDATE member_projects SET bemerkung = ${`Für ${surname}`} WHERE projekt_id = ${deletedProject}`;
    });
    await admin.delete(`/api/projects/${deletedProject}`);
    expect(await mentions()).toEqual([
      ["members", member, [], ["kooperationsprojekte.bemerkung"]],
      ["projects", deletedProject, [], ["hochschulmitglieder.bemerkung"]],
    ]);
  });

  it("remarks in the person's own links are no mentions, but part of the report", async () => {
    const project = await createProject(db());
    await admin.post(ofPerson(project), { bemerkung: `${surname} ist nur dienstags da` });
    const { json } = await admin.get<PersonalData>(`/api/persons/${person}/personal-data`);
    expect(json.mentions).toEqual([]);
    expect(json.links).toMatchObject([{ id: project, values: { bemerkung: `${surname} ist nur dienstags da` } }]);
  });
});

describe("erasing a person", () => {
  it("erasing a person removes the remarks of the person's links from the history of both ends", async () => {
    const [project, deletedProject, former] = [
      await createProject(db()),
      await createProject(db()),
      await createProject(db()),
    ];
    await admin.post(ofPerson(project), { bemerkung: remark, seit: "2021-01-01" });
    await admin.put(`/api/persons/project/${person}/${project}`, { bemerkung: `${remark} neu` });
    await admin.post(`/api/persons/project/${person}/${former}`, { bemerkung: remark });
    await admin.delete(ofPerson(former));
    await admin.post(ofPerson(deletedProject), { bemerkung: remark });
    await admin.delete(`/api/projects/${deletedProject}`);
    expect((await rowsWith(remark)).length).toBeGreaterThan(5);
    await erase();
    expect(await rowsWith(remark)).toEqual([]);
    const ofLinks = (await historyCalls(admin).changes(`kind=projects&id=${project}`)).filter(({ related }) => related);
    expect(ofLinks.map(({ action }) => action)).toEqual(["update", "link"]);
    for (const { fields, revertible } of ofLinks) {
      expect(revertible).toBe(false);
      for (const { old, new: now } of fields) expect([old, now]).toEqual([null, null]);
    }
  });

  it("erasing a person keeps the remarks of links of others", async () => {
    const [project, other] = [await createProject(db()), await createPerson(db())];
    await admin.post(ofPerson(project, other), { bemerkung: remark });
    await admin.post(ofPerson(project), { bemerkung: "eigene" });
    const before = await rowsWith(remark);
    await erase();
    expect(await rowsWith(remark)).toEqual(before);
  });

  it("erasing a person removes the copies of the person's links that a reverted merge had made", async () => {
    const [project, keep] = [await createProject(db()), await createPerson(db())];
    const shared = await createProject(db());
    await admin.post(ofPerson(project), { bemerkung: remark });
    await admin.post(ofPerson(shared), { bemerkung: remark });
    await admin.post(ofPerson(shared, keep), { bemerkung: "bleibt" });
    const { json } = await admin.post<{ batch: string }>(`/api/persons/${keep}/merge`, { drop: person });
    expect((await admin.post(`/api/history/batches/${json.batch}/revert`)).status).toBe(200);
    await erase();
    expect(await rowsWith(remark)).toEqual([]);
    expect(await rowsWith("bleibt")).not.toEqual([]);
  });
});
