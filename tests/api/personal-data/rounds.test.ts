import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { kinds } from "@/lib/model/kinds/registry";
import type { Change } from "@/lib/features/history/history-answers";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { db } from "@/lib/store/database/client";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import type { PersonalData } from "@/lib/features/personal-data/personal-data-answers";
import { saveProposals } from "@/lib/features/rounds/server/proposals/save-proposals";
import { confirmRecords } from "@/lib/store/records/confirm-records";
import { lockRecipient } from "@/lib/features/rounds/server/recipient-of-token";
import { loggedIn, type Client } from "../../support/api";
import { rowsWith } from "../../support/every-text";
import { createInstitution, createMember, createPerson } from "../../support/factories";
import { ANY_ROUND, createRecipient } from "../../support/records/confirmations";
import { createRound, newProposer, propose } from "../../support/records/proposals";
import { createDraft, startRound } from "../../support/records/rounds";
import { insertMany } from "../../support/databases/insert-many";

/* What rounds and proposals hold about a person: access and erasure (contract §§9, 14, 15). */

let admin: Client;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
});

let count = 0;
let [SURNAME, MAIL, NAME] = ["", "", ""];
let person = 0;
beforeEach(async () => {
  const letters = "abcdefghijklmnop"[count++];
  SURNAME = `Quittenmus${letters}`;
  MAIL = `rosa.q${letters}@partner.example`;
  NAME = `Rosa ${SURNAME}`;
  person = await createPerson(db(), { vorname: "Rosa", nachname: SURNAME, email: MAIL });
});

const kind = "institutions";
const read = async () => (await admin.get<PersonalData>(`/api/persons/${person}/personal-data`)).json;
const erase = () => admin.post(`/api/persons/${person}/erase`, { confirm: NAME });
const successor = () => ({ vorname: "Rosa", nachname: SURNAME, email: MAIL });
const proposalsLeft = (ids: readonly number[]) => db().proposal.count({ where: { proposal_id: { in: [...ids] } } });

type RecipientValues = { email: string; name: string; person_kind?: string; person_id?: number };

/** Creates a recipient of a round who has answered about a record. */
async function createAnswer(runde_id: number, record_id: number, recipient: RecipientValues, answer: object = {}) {
  const { recipient_id } = await db().roundRecipient.create({
    data: { runde_id, token_hash: `${runde_id} ${recipient.email}`, state: "answered", ...recipient },
  });
  await db().roundRecord.create({
    data: { recipient_id, record_id, label: "Eintrag", answer: "changed", answered_at: new Date(), ...answer },
  });
  return recipient_id;
}

const recipientsLeft = (recipient_id: number) => db().roundRecipient.count({ where: { recipient_id } });
const answersLeft = (recipient_id: number) => db().roundRecord.findMany({ where: { recipient_id } });

describe("erasing a person", () => {
  it("erasure removes every trace of the person's own answer", async () => {
    const [id, runde_id] = [await createInstitution(db()), await createRound()];
    const recipient = { email: MAIL.toUpperCase(), name: NAME, person_kind: "persons", person_id: person };
    const recipient_id = await createAnswer(runde_id, id, recipient, { comment: `Gruß, ${SURNAME}` });
    const proposer = newProposer({ ...{ runde_id, recipient_id, name: NAME, email: recipient.email } });
    await propose(proposer, { kind, id, values: { telefon: ["", "1"] }, comment: `Gruß, ${SURNAME}` });
    await inTransaction(commandContext(db()), (unit) =>
      confirmRecords(unit, kinds.institution as unknown as AnyDefinition, [
        { id, at: new Date(), by: NAME, round: ANY_ROUND },
      ]),
    );
    expect((await rowsWith(SURNAME)).length).toBeGreaterThan(4);
    expect(await erase()).toMatchObject({ status: 200 });
    expect([await rowsWith(SURNAME), await rowsWith(MAIL)]).toEqual([[], []]);
    const { json } = await admin.get<{ data: object }>(`/api/${kind}/${id}`);
    expect(json.data).toMatchObject({ bestaetigt_am: expect.any(String), bestaetigt_von: null });
  });

  it("erasure removes a recipient with the person's address but without a known record", async () => {
    const recipient_id = await createAnswer(await createRound(), 1, { email: MAIL, name: "Sekretariat" });
    await erase();
    expect(await recipientsLeft(recipient_id)).toBe(0);
  });

  it("erasure finds former addresses, but not recipients who have such an address now", async () => {
    const other = await createPerson(db(), { nachname: "Andere", email: `neu.${MAIL}` });
    await admin.put(`/api/persons/${person}`, { email: `neu.${MAIL}` });
    const runde_id = await createRound();
    const former = await createAnswer(runde_id, 1, { email: MAIL, name: NAME });
    const recipient = { email: `neu.${MAIL}`, name: "Emil Andere", person_kind: "persons", person_id: other };
    const recipient_id = await createAnswer(runde_id, 1, recipient);
    const keptProposal = await propose(newProposer({ runde_id, recipient_id, email: recipient.email }), {
      ...{ kind, id: await createInstitution(db()), values: { telefon: ["", "1"] } },
    });
    await erase();
    expect([await recipientsLeft(former), await recipientsLeft(recipient_id)]).toEqual([0, 1]);
    expect(await proposalsLeft(keptProposal)).toBe(1);
  });

  it("erasure finds former addresses, however many changes of links followed", async () => {
    await admin.put(`/api/persons/${person}`, { email: `neu.${MAIL}` });
    await insertMany`
      INSERT INTO changes (source, action, kind, id, label, relation, related_kind, related_id, related_label)
      SELECT 'app', 'link', 'persons', ${person}, ${NAME}, 'personProjects', 'projects', n, 'Projekt'
      FROM generate_series(1, 1100) AS n`;
    const former = await createAnswer(await createRound(), 1, { email: MAIL, name: NAME });
    await erase();
    expect(await recipientsLeft(former)).toBe(0);
  });

  it("erasure removes proposals and answers about the person's record", async () => {
    const recipient_id = await createAnswer(await createRound("persons"), person, { email: "x@y.example", name: "X" });
    const ids = await propose(newProposer(), { kind: "persons", id: person, values: { telefon: ["", "1"] } });
    await erase();
    expect([await proposalsLeft(ids), await answersLeft(recipient_id)]).toEqual([0, []]);
  });

  it("erasure removes the person as a successor from the proposal and the other recipient's answer", async () => {
    const id = await createInstitution(db());
    const recipient = { email: "x@y.example", name: "X" };
    const recipient_id = await createAnswer(await createRound(), id, recipient, {
      answer: "not_mine",
      successor: successor(),
    });
    const byName = { ...successor(), email: "anders@partner.example" };
    const byMail = { ...successor(), nachname: "Anders" };
    const ids = [
      ...(await propose(newProposer(), { kind, id, answer: "not_mine", successor: byName })),
      ...(await propose(newProposer(), { kind, id, answer: "not_mine", successor: byMail })),
    ];
    await erase();
    expect(await proposalsLeft(ids)).toBe(0);
    expect(await answersLeft(recipient_id)).toMatchObject([{ answer: "not_mine", successor: null }]);
  });

  it("erasure removes decided proposals that a reverted merge had moved from the person's record", async () => {
    const keep = await createPerson(db(), { vorname: "Kai", nachname: "Behalten" });
    const proposals = await propose(newProposer(), { kind: "persons", id: person, values: { telefon: ["", "1"] } });
    const { batch } = (await admin.post<{ batch: string }>(`/api/persons/${keep}/merge`, { drop: person })).json;
    await admin.post(`/api/proposals/${proposals[0]}/reject`);
    await admin.post(`/api/history/batches/${batch}/revert`);
    expect(await erase()).toMatchObject({ status: 200 });
    expect(await proposalsLeft(proposals)).toBe(0);
  });

  it("erasure keeps mentions in texts of others, and answers and proposals of others", async () => {
    const id = await createInstitution(db());
    const recipient_id = await createAnswer(await createRound(), id, { email: "x@y.example", name: "X" });
    const ids = [
      ...(await propose(newProposer(), { kind, id, answer: "confirmed", comment: `Frau ${SURNAME} weiß mehr` })),
      ...(await propose(newProposer(), { kind, id, values: { telefon: ["", "1"] } })),
    ];
    await erase();
    expect([await proposalsLeft(ids), await recipientsLeft(recipient_id)]).toEqual([2, 1]);
  });

  it("erasure includes answers of a record that was merged into the person's", async () => {
    const former = await createPerson(db(), { vorname: "Rosa", nachname: "Ledig", email: `alt.${MAIL}` });
    const recipient = { email: `alt.${MAIL}`, name: "Rosa Ledig", person_kind: "persons", person_id: former };
    const recipient_id = await createAnswer(await createRound(), 1, recipient);
    await admin.post(`/api/persons/${person}/merge`, { drop: former });
    await erase();
    expect(await recipientsLeft(recipient_id)).toBe(0);
  });
});

describe("erasing a person who has a namesake", () => {
  const confirmers = async (id: number) => {
    const { json } = await admin.get<{ data: { bestaetigt_von: string | null } }>(`/api/${kind}/${id}`);
    const path = `/api/history?kind=${kind}&id=${id}&action=update`;
    const { data } = (await admin.get<{ data: Pick<Change, "fields">[] }>(path)).json;
    const confirmerChanges = data.flatMap(({ fields }) => fields.filter(({ name }) => name === "bestaetigt_von"));
    return [json.data.bestaetigt_von, ...confirmerChanges.map((field) => field.new)];
  };

  /** Creates an institution that a recipient of this name has confirmed. */
  async function createConfirmedInstitution(recipient: Partial<RecipientValues>) {
    const [id, runde_id, at] = [await createInstitution(db()), await createRound(), new Date()];
    await createAnswer(
      runde_id,
      id,
      { email: `x.${MAIL}`, name: NAME, ...recipient },
      { answer: "confirmed", answered_at: at },
    );
    await inTransaction(commandContext(db()), (unit) =>
      confirmRecords(unit, kinds.institution as unknown as AnyDefinition, [{ id, at, by: NAME, round: ANY_ROUND }]),
    );
    return id;
  }

  it("erasure keeps the confirmations of a namesake", async () => {
    const namesake = await createPerson(db(), { vorname: "Rosa", nachname: SURNAME, email: `x.${MAIL}` });
    const namesakes = await createConfirmedInstitution({ person_kind: "persons", person_id: namesake });
    const own = await createConfirmedInstitution({ person_kind: "persons", person_id: person, email: MAIL });
    await erase();
    expect(await confirmers(namesakes)).toEqual([NAME, NAME]);
    expect(await confirmers(own)).toEqual([null, null]);
  });

  it("erasure removes the name where either namesake may have confirmed", async () => {
    await createPerson(db(), { vorname: "Rosa", nachname: SURNAME, email: `x.${MAIL}` });
    const id = await createConfirmedInstitution({});
    await erase();
    expect(await confirmers(id)).toEqual([null, null]);
  });

  it("erasure keeps the confirmations of another person who has the name as an alias", async () => {
    const other = `Emma ${SURNAME}`;
    await admin.put(`/api/persons/${person}/aliases`, { aliases: [other] });
    const id = await createInstitution(db());
    await inTransaction(commandContext(db()), (unit) =>
      confirmRecords(unit, kinds.institution as unknown as AnyDefinition, [
        { id, at: new Date(), by: other, round: ANY_ROUND },
      ]),
    );
    await erase();
    expect(await confirmers(id)).toEqual([other, other]);
  });
});

describe("concurrent erasure", () => {
  const waitingForLocks = async () => {
    const [row] = await db().$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return row.count;
  };

  it("erasure waits for the person's concurrent answer about the own record, and removes it", async () => {
    const [recipient, definition] = [{ kind: "persons", ids: [person] }, kinds.person as unknown as AnyDefinition];
    const { token, recipient_id } = await createRecipient({ ...recipient, felder: ["telefon"], name: NAME });
    await db().roundRecipient.update({
      where: { recipient_id },
      data: { person_kind: "persons", person_id: person },
    });
    let erased: ReturnType<typeof erase> | null = null;
    await inTransaction({ ...commandContext(db()), source: "round" }, async (unit) => {
      const { runde_id, email } = await lockRecipient(unit.connection, token);
      erased = erase();
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), 10_000);
      await saveProposals(unit, newProposer({ runde_id, recipient_id, name: NAME, email }), recipient, []);
      await confirmRecords(unit, definition, [{ id: person, at: new Date(), by: NAME, round: ANY_ROUND }]);
    });
    expect(await erased).toMatchObject({ status: 200 });
    expect([await recipientsLeft(recipient_id), await rowsWith(SURNAME)]).toEqual([0, []]);
  });
});

describe("the personal data report", () => {
  it("the report contains the person's answers and proposals, and those that name the person", async () => {
    const [id, runde_id] = [await createInstitution(db()), await createRound()];
    const recipient = { email: MAIL, name: NAME, person_kind: "persons", person_id: person };
    const recipient_id = await createAnswer(runde_id, id, recipient, { changes: { telefon: "1" } });
    await createAnswer(
      runde_id,
      id,
      { email: `x.${MAIL}x`, name: "X" },
      { answer: "not_mine", successor: successor() },
    );
    const proposer = newProposer({ runde_id, recipient_id, name: NAME, email: MAIL });
    await propose(proposer, { kind, id, values: { telefon: ["", "1"] } });
    await propose(newProposer(), { kind, id, answer: "confirmed", comment: `Frau ${SURNAME} weiß mehr` });
    await propose(newProposer(), { kind, id, values: { kontaktperson: ["", NAME] } });
    await propose(newProposer(), { kind, id, values: { telefon: ["", "2"] } });
    const { rounds, proposals } = await read();
    expect(rounds.recipients).toMatchObject([
      { runde_id, titel_de: "Runde", email: MAIL, name: NAME, state: "answered" },
    ]);
    expect(rounds.answers).toMatchObject([
      { runde_id, email: MAIL, kind, id, answer: "changed", changes: { telefon: "1" }, successor: null },
      { name: "X", answer: "not_mine", successor: successor() },
    ]);
    expect(proposals.map(({ field, source }) => [field, source.type === "round" && source.comment !== null])).toEqual([
      ["telefon", false],
      [null, true],
      ["kontaktperson", false],
    ]);
  });

  it("the report is empty where the person was no recipient", async () => {
    const { rounds, proposals } = await read();
    expect({ rounds, proposals }).toEqual({ rounds: { recipients: [], answers: [] }, proposals: [] });
  });
});

describe("the export of an account", () => {
  it("the export of an account lists the rounds that it has started", async () => {
    await createMember(db(), { email: "asked@ph.example" });
    const starter = await loggedIn();
    const runde_id = await startRound(starter);
    await createDraft(starter);
    const { json } = await starter.get<{ rounds: object[] }>("/api/user/export");
    expect(json.rounds).toEqual([
      { runde_id, titel_de: "Herbstrunde", titel_en: "Autumn round", started_at: expect.any(String) as string },
    ]);
  });

  it("the export of an account contains its decisions about proposals, without the proposed values", async () => {
    const editor = await loggedIn({ name: "Erik Editor" });
    const id = await createInstitution(db());
    const [accepted, rejected] = await propose(newProposer(), {
      ...{ kind, id, values: { telefon: ["", "Geheimwert"], adresse: ["", "x"] } },
    });
    await editor.post(`/api/proposals/${accepted}/accept`);
    await editor.post(`/api/proposals/${rejected}/reject`);
    const { json } = await editor.get<{ decisions: object[] }>("/api/user/export");
    expect(json.decisions).toMatchObject([
      { proposal_id: rejected, kind, id, field: "adresse", state: "rejected" },
      { proposal_id: accepted, field: "telefon", state: "accepted", decided_at: expect.any(String) },
    ]);
    expect(JSON.stringify(json)).not.toContain("Geheimwert");
  });
});
