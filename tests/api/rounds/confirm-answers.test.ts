import { expect, it, describe, beforeAll } from "vitest";
import { db } from "@/lib/store/database/client";
import { definitionOf } from "@/lib/model/kinds/registry";
import { commandContext } from "@/lib/store/database/transaction";
import { editRecord } from "@/lib/store/records/edit-records";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { CONTRACT } from "@/prisma/reference-data";
import { call } from "../../support/api";
import { createRecipient } from "../../support/records/confirmations";
import { createInstitution, createMember, createProject } from "../../support/factories";

type RecipientAnswer = Record<string, unknown>;
const post = (path: string, ...answers: RecipientAnswer[]) => call("POST", path, { body: { answers } });
const proposals = (recipient_id: number) =>
  db().proposal.findMany({ where: { recipient_id }, orderBy: { proposal_id: "asc" } });
const open = (recipient_id: number) => db().proposal.findMany({ where: { recipient_id, state: "open" } });
const stateOf = async (recipient_id: number) =>
  (await db().roundRecipient.findUniqueOrThrow({ where: { recipient_id } })).state;

const FELDER = ["vorname", "nachname", "telefon", "email", "titel", "einrichtungen"];

async function createMemberRecipient(values: Parameters<typeof createMember>[1] = {}) {
  const id = await createMember(db(), { telefon: "07171 1", ...values });
  return { id, ...(await createRecipient({ kind: "members", ids: [id], felder: FELDER })) };
}

async function createProjectRecipient(felder: string[], values: Parameters<typeof createProject>[1] = {}) {
  const id = await createProject(db(), values);
  return { id, ...(await createRecipient({ kind: "projects", ids: [id], felder })) };
}

describe("recipient views", () => {
  it("the recipient view has pages of 100 records, with their total and the options once", async () => {
    const ids = await Promise.all(Array.from({ length: 101 }, () => createMember(db())));
    const { path } = await createRecipient({ kind: "members", ids, felder: ["titel"] });
    const pages = await Promise.all(
      ["", "?page=1", "?page=2", "?page=3"].map(async (query) => {
        const { json } = await call<{ records: { id: number }[]; options: object }>("GET", path + query);
        expect(json).toMatchObject({ total: 101, last_page: 2, options: { titel: expect.any(Array) as [] } });
        return json.records.map(({ id }) => id);
      }),
    );
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 1, 0]);
    expect(
      pages
        .slice(1)
        .flat()
        .toSorted((a, b) => a - b),
    ).toEqual(ids.toSorted((a, b) => a - b));
  });

  it.each(["0", "x", "-1", "1.5", "9".repeat(30)])("the recipient view has no page %s", async (page) => {
    const { path } = await createMemberRecipient();
    expect(await call("GET", `${path}?page=${page}`)).toMatchObject({
      status: 422,
      json: { errors: { page: ["type"] } },
    });
  });

  it("the recipient view has the title in the language of the request", async () => {
    const { path, runde_id } = await createMemberRecipient();
    await db().round.update({ where: { runde_id }, data: { titel_en: "Cooperations 2026" } });
    const { json } = await call("GET", path, { headers: { "accept-language": "en" } });
    expect(json).toMatchObject({ titel: "Cooperations 2026" });
  });

  it("the recipient view has the round, its texts and the fields of the round with texts and options", async () => {
    const { id, path } = await createMemberRecipient({ vorname: "Zoë", nachname: "Müller" });
    const { status, json } = await call<{ records: RecipientAnswer[] } & RecipientAnswer>("GET", path);
    expect(status).toBe(200);
    expect(json).toMatchObject({ success: true, titel: "Kooperationen 2026" });
    expect(json.text).toBe("Guten Tag Prof. Dr. Ada Muster,\n\nstimmen diese 1 Angaben noch?");
    expect(json.records).toHaveLength(1);
    const [record] = json.records as { fields: RecipientAnswer[] }[];
    expect(record).toMatchObject({ kind: "members", id, label: "Zoë Müller", answer: null });
    expect(record?.fields.map(({ name }) => name)).toEqual(FELDER);
    expect(record?.fields[2]).toEqual({
      ...{ name: "telefon", label: "Telefon", type: "phone", value: "07171 1", text: "07171 1" },
    });
    expect(record?.fields[4]).toEqual({ name: "titel", label: "Titel", type: "select", value: -1, text: "k. A." });
    expect(json.options).toMatchObject({ titel: expect.arrayContaining([{ id: -1, label: "k. A." }]) });
  });

  it("the recipient view is in the language of the request", async () => {
    const { path } = await createMemberRecipient();
    const { json } = await call("GET", path, { headers: { "accept-language": "en-GB" } });
    expect(json.text).toMatch(/^Dear Prof/);
    expect(JSON.stringify(json.records)).toContain('"label":"Phone"');
  });

  it("the recipient view shows linked records of the round's fields", async () => {
    const { path } = await createProjectRecipient(["themenfelder", "projekt_titel"], { themenfelder: [] });
    const { json } = await call<{ records: { fields: RecipientAnswer[] }[] }>("GET", path);
    expect(json.records[0]?.fields[0]).toMatchObject({ name: "themenfelder", value: [], type: "multiselect" });
  });

  it("the recipient view says that a record is deleted", async () => {
    const { id, path } = await createMemberRecipient();
    await editRecord(commandContext(), definitionOf("member"), { id, remove: true });
    const { json } = await call<{ records: RecipientAnswer[] }>("GET", path);
    expect(json.records[0]).toMatchObject({ id, gone: true, fields: [] });
  });

  it("the recipient view omits fields that the record lacks, unless a shown selection can change that", async () => {
    const values = { vertragsgrundlage: CONTRACT.openEnded, projektbeginn: "2025-10-01", projektende: null };
    const namesIn = async (felder: string[]) => {
      const { path } = await createProjectRecipient(felder, values);
      const { json } = await call<{ records: { fields: RecipientAnswer[] }[] }>("GET", path);
      return json.records[0]?.fields.map(({ name }) => name);
    };
    expect(await namesIn(["projektbeginn", "projektende"])).toEqual(["projektbeginn"]);
    expect(await namesIn(["vertragsgrundlage", "projektende"])).toEqual(["vertragsgrundlage", "projektende"]);
  });

  it("the recipient view omits fields that the kind no longer has", async () => {
    const id = await createMember(db());
    const { path } = await createRecipient({ kind: "members", ids: [id], felder: ["telefon", "fax", "kommentare"] });
    const { json } = await call<{ records: { fields: RecipientAnswer[] }[] }>("GET", path);
    expect(json.records[0]?.fields.map(({ name }) => name)).toEqual(["telefon"]);
    expect((await post(path, { kind: "members", id, answer: "confirmed" })).status).toBe(200);
  });
});

describe("answers", () => {
  it("answers are refused, not lost, where the record would not have the changed field", async () => {
    const values = { vertragsgrundlage: CONTRACT.openEnded, projektbeginn: "2025-10-01", projektende: null };
    const { id, path, recipient_id } = await createProjectRecipient(["vertragsgrundlage", "projektende"], values);
    const answer = { kind: "projects", id, answer: "changed" };
    const refused = await post(path, { ...answer, changes: { projektende: "2027-12-31" } });
    expect([refused.status, refused.json.errors]).toEqual([
      422,
      { "answers.0.changes.projektende": ["not_applicable"] },
    ]);
    const changes = { vertragsgrundlage: CONTRACT.fixedTerm, projektende: "2027-12-31" };
    expect((await post(path, { ...answer, changes })).status).toBe(200);
    expect((await open(recipient_id)).map(({ field }) => field)).toEqual(Object.keys(changes));
  });

  it("answers confirm a record with the recipient's name and without a new version", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    const { status, json } = await post(path, { kind: "members", id, answer: "confirmed" });
    expect([status, json]).toEqual([200, { success: true, message: "thanks" }]);
    const member = await db().member.findUniqueOrThrow({ where: { ph_id: id } });
    expect(member.bestaetigt_von).toBe("Prof. Dr. Ada Muster");
    expect(member.version).toBe(1);
    expect(await proposals(recipient_id)).toEqual([]);
    expect(await stateOf(recipient_id)).toBe("answered");
  });

  it("answers propose each changed field and write nothing to the record", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    const changes = { telefon: " 07171 2 ", nachname: "Meier", titel: -1, vorname: "Ada" };
    const answer = { kind: "members", id, answer: "changed", changes, comment: "  seit Mai " };
    expect((await post(path, answer)).status).toBe(200);
    const saved = await proposals(recipient_id);
    expect(saved.map(({ field, value, now, comment }) => ({ field, value, now, comment }))).toEqual([
      { field: "telefon", value: "07171 2", now: "07171 1", comment: "seit Mai" },
      { field: "nachname", value: "Meier", now: expect.any(String), comment: "seit Mai" },
    ]);
    const member = await db().member.findUniqueOrThrow({ where: { ph_id: id } });
    expect([member.telefon, member.bestaetigt_am]).toEqual(["07171 1", null]);
  });

  it("answers confirm a record with an empty object or null as changes", async () => {
    const { id, path } = await createMemberRecipient();
    for (const changes of [{}, null])
      expect((await post(path, { kind: "members", id, answer: "confirmed", changes })).status).toBe(200);
  });

  it("answers confirm a record if the changed values are the stored ones", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    await post(path, { kind: "members", id, answer: "changed", changes: { telefon: "07171 1" } });
    expect(await proposals(recipient_id)).toEqual([]);
    const { json } = await call<{ records: RecipientAnswer[] }>("GET", path);
    expect(json.records[0]?.answer).toBe("confirmed");
  });

  it("answers propose no value that differs from the stored one only in invisible characters", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    const comment = "\u00adseit\u200b Mai";
    await post(path, { kind: "members", id, answer: "changed", changes: { telefon: "07171\u200b 1" }, comment });
    expect(await proposals(recipient_id)).toMatchObject([{ field: null, comment: "seit Mai" }]);
  });

  it("answers propose nothing but the comment of a confirmed record", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    await post(path, { kind: "members", id, answer: "confirmed", comment: "Bitte künftig per Post" });
    expect(await proposals(recipient_id)).toMatchObject([
      { field: null, answer: "confirmed", comment: "Bitte künftig per Post" },
    ]);
    expect((await db().member.findUniqueOrThrow({ where: { ph_id: id } })).bestaetigt_am).not.toBeNull();
  });

  it("answers propose the first status that ends a project", async () => {
    const { id, path, recipient_id } = await createProjectRecipient(["projekt_titel"], {
      status: PROJECT_STATUS.ongoing,
    });
    await post(path, { kind: "projects", id, answer: "ended" });
    expect(await proposals(recipient_id)).toMatchObject([
      { field: "status", value: PROJECT_STATUS.completed, now: PROJECT_STATUS.ongoing, answer: "ended" },
    ]);
  });

  it("answers propose no value where no field says that a record has ended", async () => {
    const id = await createInstitution(db());
    const { path, recipient_id } = await createRecipient({ kind: "institutions", ids: [id], felder: ["name"] });
    await post(path, { kind: "institutions", id, answer: "ended" });
    const finished = await createProjectRecipient(["projekt_titel"], { status: PROJECT_STATUS.completed });
    await post(finished.path, { kind: "projects", id: finished.id, answer: "ended" });
    expect(await proposals(recipient_id)).toMatchObject([{ field: null, answer: "ended" }]);
    expect(await proposals(finished.recipient_id)).toMatchObject([{ field: null, answer: "ended" }]);
  });

  it("answers can name a successor", async () => {
    const { id, path, recipient_id } = await createProjectRecipient(["projekt_titel"]);
    const successor = { vorname: "Eva", nachname: "Neu", email: "eva.neu@ph.example" };
    await post(path, { kind: "projects", id, answer: "not_mine", successor });
    expect(await proposals(recipient_id)).toMatchObject([{ field: null, answer: "not_mine", successor }]);
  });

  it("answers replace earlier ones about the same record", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    await post(path, { kind: "members", id, answer: "changed", changes: { telefon: "2" } });
    await post(path, { kind: "members", id, answer: "changed", changes: { telefon: "3" } });
    expect(await open(recipient_id)).toMatchObject([{ field: "telefon", value: "3" }]);
    await post(path, { kind: "members", id, answer: "confirmed" });
    expect(await open(recipient_id)).toEqual([]);
  });

  it("answers count once per record in one call: the last one", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    const answerWith = (telefon: string) => ({ kind: "members", id, answer: "changed", changes: { telefon } });
    await post(path, answerWith("2"), answerWith("3"));
    expect(await proposals(recipient_id)).toMatchObject([{ value: "3" }]);
  });

  it("answers of concurrent calls with one token are saved one after the other", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    const answerWith = (telefon: string) =>
      post(path, { kind: "members", id, answer: "changed", changes: { telefon } });
    const answers = await Promise.all(["1", "2", "3", "4", "5", "6"].map(answerWith));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const [first, ...more] = await open(recipient_id);
    expect(more).toEqual([]);
    const { changes } = await db().roundRecord.findFirstOrThrow({ where: { recipient_id } });
    expect(changes).toEqual({ telefon: first?.value });
  });

  it("answers can decline further mails, and answering again withdraws that", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    expect((await call("POST", path, { body: { declined: true } })).status).toBe(200);
    expect(await stateOf(recipient_id)).toBe("declined");
    await post(path, { kind: "members", id, answer: "confirmed" });
    expect(await stateOf(recipient_id)).toBe("answered");
  });

  it("answers stop mails that are still due", async () => {
    const { id, path, recipient_id } = await createMemberRecipient();
    await db().roundRecipient.update({ where: { recipient_id }, data: { mail: "reminder", mail_due: new Date() } });
    await post(path, { kind: "members", id, answer: "confirmed" });
    const { mail, mail_due } = await db().roundRecipient.findUniqueOrThrow({ where: { recipient_id } });
    expect([mail, mail_due]).toEqual([null, null]);
  });

  it("answers require neither the own origin nor a session", async () => {
    const { id, path } = await createMemberRecipient();
    const headers = { origin: "null", "sec-fetch-site": "cross-site", cookie: "session=session_unknown" };
    const body = { answers: [{ kind: "members", id, answer: "confirmed" }] };
    expect((await call("POST", path, { body, headers })).status).toBe(200);
  });
});

describe("refused answers", () => {
  let recipient: Awaited<ReturnType<typeof createMemberRecipient>>;
  beforeAll(async () => {
    recipient = await createMemberRecipient();
  });
  const errorsOf = async (...answers: RecipientAnswer[]) => {
    const { status, json } = await post(recipient.path, ...answers);
    expect(status).toBe(422);
    return json.errors;
  };
  const member = (more: RecipientAnswer) => ({ kind: "members", id: recipient.id, answer: "confirmed", ...more });
  const changed = (changes: RecipientAnswer) => member({ answer: "changed", changes });

  it("errors name the invalid fields by the answer's position", async () => {
    expect(await errorsOf(member({}), changed({ email: "keine Adresse", vorname: "", titel: 4711 }))).toEqual({
      "answers.1.changes.email": ["email"],
      "answers.1.changes.vorname": ["required"],
      "answers.1.changes.titel": ["exists"],
    });
  });

  it("errors name records and fields that the token does not include", async () => {
    const otherMember = await createMember(db());
    expect(await errorsOf(member({ id: otherMember }))).toEqual({ "answers.0.id": ["exists"] });
    expect(await errorsOf(member({ kind: "persons" }))).toEqual({ "answers.0.kind": ["exists"] });
    expect(await errorsOf(changed({ adresse: "Weg 1", kommentare: "x", bestaetigt_von: "ich" }))).toEqual({
      "answers.0.changes.adresse": ["exists"],
      "answers.0.changes.kommentare": ["exists"],
      "answers.0.changes.bestaetigt_von": ["exists"],
    });
  });

  it("errors name records that are deleted meanwhile", async () => {
    const other = await createMemberRecipient();
    await editRecord(commandContext(), definitionOf("member"), { id: other.id, remove: true });
    const { status, json } = await post(other.path, { kind: "members", id: other.id, answer: "confirmed" });
    expect([status, json.errors]).toEqual([422, { "answers.0.id": ["exists"] }]);
  });

  it("errors name invalid successors, comments and answers", async () => {
    expect(await errorsOf(member({ successor: { vorname: "", nachname: "N", email: "x" } }))).toEqual({
      "answers.0.successor.email": ["email"],
    });
    expect(await errorsOf(member({ comment: "x".repeat(2_001) }))).toEqual({ "answers.0.comment": ["max"] });
    expect(await errorsOf(member({ comment: "\0" }))).toEqual({ "answers.0.comment": ["type"] });
    expect(await errorsOf(member({ answer: "maybe" }))).toEqual({ "answers.0.answer": ["type"] });
    expect(await errorsOf(member({ more: 1 }))).toEqual({ "answers.0.more": ["unknown"] });
    expect(await errorsOf(member({ changes: { telefon: "1" } }))).toEqual({ "answers.0.changes": ["unknown"] });
    expect((await call("POST", recipient.path, { body: {} })).json.errors).toEqual({ answers: ["required"] });
  });

  it("refused answers save nothing at all", async () => {
    const two = [await createMember(db()), await createMember(db())];
    const { path, recipient_id } = await createRecipient({ kind: "members", ids: two, felder: FELDER });
    const bad = { kind: "members", id: two[1], answer: "changed", changes: { email: "" } };
    expect((await post(path, { kind: "members", id: two[0], answer: "confirmed" }, bad)).status).toBe(422);
    expect(await db().roundRecord.count({ where: { recipient_id, answer: { not: null } } })).toBe(0);
    expect(await stateOf(recipient_id)).toBe("sent");
  });

  it("answers are refused by the rules of the whole form for the fields that are shown", async () => {
    const dates = { vertragsgrundlage: CONTRACT.fixedTerm, projektbeginn: "2026-01-01", projektende: "2027-01-01" };
    const { id, path } = await createProjectRecipient(["projektbeginn", "projektende"], dates);
    const { json } = await post(path, {
      ...{ kind: "projects", id, answer: "changed", changes: { projektende: "2025-01-01" } },
    });
    expect(json.errors).toEqual({ "answers.0.changes.projektende": ["date_order"] });
  });

  it("answers are accepted although a field that is not shown has an error", async () => {
    const { id, path, recipient_id } = await createProjectRecipient(["vertragsgrundlage"], {
      vertragsgrundlage: CONTRACT.none,
    });
    const changes = { vertragsgrundlage: CONTRACT.fixedTerm };
    expect((await post(path, { kind: "projects", id, answer: "changed", changes })).status).toBe(200);
    expect(await proposals(recipient_id)).toMatchObject([{ field: "vertragsgrundlage" }]);
  });

  it("answers are not refused for errors that the record had before", async () => {
    const { id, path } = await createMemberRecipient();
    await db().member.update({ where: { ph_id: id }, data: { email: "no address" } });
    const { status } = await post(path, { kind: "members", id, answer: "changed", changes: { telefon: "9" } });
    expect(status).toBe(200);
  });
});
