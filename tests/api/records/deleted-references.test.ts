import { beforeAll, describe, expect, it } from "vitest";
import { referenceLists, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { db } from "@/lib/store/database/client";
import { raw, sql, type SqlQuery } from "@/lib/store/database/sql";
import { loggedIn, type Answer, type Client } from "../../support/api";
import { overlap } from "../../support/databases/overlap";
import {
  createInstitution,
  createMember,
  createProject,
  createThematicField,
  memberValues,
  projectValues,
} from "../../support/factories";
import { createRecipient } from "../../support/records/confirmations";
import { errors, referenceCalls } from "../../support/records/reference";

/*
 * A record or entry is deleted after a call that refers to it was validated and before it is written:
 * the call is refused as if it had come later (contract §1).
 */

let admin: Client;
let lists: ReturnType<typeof referenceCalls>;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
  lists = referenceCalls(admin);
});

type Call = () => Promise<Answer<Record<string, unknown>>>;

/** Makes a call while a transaction that has deleted a row is still open. @returns the answer to the call */
async function whileDeleted(row: SqlQuery, call: Call) {
  const answers: Awaited<ReturnType<Call>>[] = [];
  await overlap(sql`DELETE FROM ${row}`, async () => {
    const answer = await call();
    answers.push(answer);
    return answer;
  });
  return answers[0];
}

/** Makes a call that refers to an entry of a list, which is deleted meanwhile. */
const withoutEntry = (list: EntryListName, id: number, call: Call) =>
  whileDeleted(sql`${raw(referenceLists[list].table)} WHERE ${raw(referenceLists[list].key)} = ${id}`, call);

describe("concurrently deleted entries", () => {
  it("creating a record with a concurrently deleted entry reports an unknown entry", async () => {
    const titel = await lists.add("titel");
    const create = () => admin.post("/api/members/new", memberValues({ titel }));
    expect(await withoutEntry("titel", titel, create)).toMatchObject(errors({ titel: ["exists"] }));
  });

  it("creating a record with a list of a concurrently deleted entry reports an unknown entry", async () => {
    const entry = await lists.add("einrichtungen");
    const create = () => admin.post("/api/projects/new", projectValues({ einrichtungen: [entry] }));
    expect(await withoutEntry("einrichtungen", entry, create)).toMatchObject(errors({ einrichtungen: ["exists"] }));
  });

  it("changing a record to a concurrently deleted entry reports an unknown entry", async () => {
    const [titel, id] = [await lists.add("titel"), await createMember(db())];
    const change = () => admin.put(`/api/members/${id}`, { titel });
    expect(await withoutEntry("titel", titel, change)).toMatchObject(errors({ titel: ["exists"] }));
  });

  it("a bulk change to a concurrently deleted entry reports an unknown entry for each record", async () => {
    const [titel, id] = [await lists.add("titel"), await createMember(db())];
    const change = () => admin.post("/api/members/bulk", { ids: [id], set: { titel } });
    expect(await withoutEntry("titel", titel, change)).toMatchObject({
      status: 200,
      json: { changed: 0, refused: [{ id, errors: { titel: ["exists"] } }] },
    });
  });

  it("linking with a concurrently deleted role reports an unknown entry", async () => {
    const role = await lists.add("verknuepfungsrollen", { relation: "project_institution" });
    const path = `/api/projects/institution/${await createInstitution(db())}/${await createProject(db())}`;
    const link = () => admin.post(path, { rollen: [role] });
    expect(await withoutEntry("verknuepfungsrollen", role, link)).toMatchObject(errors({ rollen: ["exists"] }));
  });

  it("accepting a proposal with a concurrently deleted entry reports an unknown entry", async () => {
    const [titel, id] = [await lists.add("titel"), await createMember(db())];
    const { path, recipient_id } = await createRecipient({ kind: "members", ids: [id], felder: ["titel"] });
    await admin.post(path, { answers: [{ kind: "members", id, answer: "changed", changes: { titel } }] });
    const { proposal_id } = await db().proposal.findFirstOrThrow({ where: { recipient_id } });
    const accept = () => admin.post(`/api/proposals/${proposal_id}/accept`);
    expect(await withoutEntry("titel", titel, accept)).toMatchObject(errors({ titel: ["exists"] }));
  });
});

describe("concurrently deleted records", () => {
  it("creating a record with a link to a concurrently deleted record reports an unknown record", async () => {
    const id = await createThematicField(db());
    const answer = await whileDeleted(sql`thematic_fields WHERE themenfeld_id = ${id}`, () =>
      admin.post("/api/projects/new", projectValues({ themenfelder: [id] })),
    );
    expect(answer).toMatchObject(errors({ themenfelder: ["exists"] }));
  });

  it("a link call to a concurrently deleted record returns 404", async () => {
    const [id, project] = [await createThematicField(db()), await createProject(db())];
    const answer = await whileDeleted(sql`thematic_fields WHERE themenfeld_id = ${id}`, () =>
      admin.post(`/api/projects/thematicfield/${project}/${id}`),
    );
    expect(answer).toMatchObject({ status: 404, json: { message: "data_not_found" } });
  });
});
