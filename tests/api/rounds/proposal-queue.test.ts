import { beforeAll, describe, expect, it } from "vitest";
import { kinds } from "@/lib/model/kinds/registry";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { parseQueueQuery } from "@/lib/features/rounds/parse-queue-query";
import { QUEUE_PAGE_SIZE } from "@/lib/features/rounds/proposal-queue";
import { db } from "@/lib/store/database/client";
import type { Actor, Context } from "@/lib/store/database/transaction";
import { countRecordProposals } from "@/lib/features/rounds/server/proposals/count-proposals";
import { readProposalQueue } from "@/lib/features/rounds/server/proposals/read-proposal-queue";
import { loggedIn } from "../../support/api";
import { createInstitution, createMember, createProject, createThematicField } from "../../support/factories";
import { createRound, newProposer, propose } from "../../support/records/proposals";

/* What the page of proposals reads (contract §14). */

const contextOf = (role: Actor["role"]): Context => ({
  ...{ actor: { id: 1, name: "Erik", role }, connection: db(), locale: "de", source: "app" },
});

const read = (parameters = "", role: Actor["role"] = "editor") =>
  readProposalQueue(contextOf(role), parseQueueQuery(new URLSearchParams(parameters)));

describe("proposal queues", () => {
  let round: number;
  let ids: number[];
  beforeAll(async () => {
    round = await createRound();
    ids = [await createInstitution(db(), { telefon: "0241 1" }), await createInstitution(db())];
    const [first, second] = ids as [number, number];
    await propose(
      newProposer({ runde_id: round }),
      { kind: "institutions", id: first, values: { telefon: ["0241 1", "0241 2"], adresse: ["", "Weg 1"] } },
      { kind: "institutions", id: second, values: { telefon: ["", "0241 3"] }, comment: "Bitte" },
    );
  });

  it("the queue is refused to readers", async () => {
    await expect(read("", "reader")).rejects.toMatchObject({ code: "forbidden" });
  });

  it("the queue shows the proposals of a round by record, with their numbers", async () => {
    const queue = await read(`runde_id=${round}`);
    expect(queue).toMatchObject({ total: 3, shown: 3, recordCount: 2, of: null });
    expect(queue.records.map(({ id, shown, total }) => [id, shown, total])).toEqual([
      [ids[0], 2, 2],
      [ids[1], 1, 1],
    ]);
  });

  it("the queue offers each filter's choices with the numbers that the other filters leave", async () => {
    const { choices } = await read(`runde_id=${round}&field=telefon`);
    expect(choices.field).toEqual([
      { value: "adresse", label: "Adresse", count: 1 },
      { value: "telefon", label: "Telefon", count: 2 },
    ]);
    expect(choices.runde_id).toContainEqual({ value: String(round), label: "Runde", count: 2 });
  });

  it("the queue shows values that staff have stored meanwhile", async () => {
    await db().institution.update({ where: { partner_institution_id: ids[0] }, data: { telefon: "0241 9" } });
    const { records } = await read(`runde_id=${round}&field=telefon`);
    expect(records.map(({ answers }) => answers[0]?.fields[0])).toMatchObject([
      { now: "0241 1", value: "0241 2", stored: "0241 9", isChanged: true },
      { value: "0241 3", isChanged: false },
    ]);
  });

  it("the queue can be filtered by one record, whose label it names", async () => {
    const queue = await read(`kind=institutions&id=${ids[0]}`);
    expect(queue).toMatchObject({ total: 2, recordCount: 1 });
    expect(queue.of).toBe(queue.records[0]?.label);
  });

  it("the queue names the active filters even if nothing matches", async () => {
    const { choices } = await read(`runde_id=${round}&kind=persons&field=telefon&state=rejected`);
    expect(choices).toEqual({
      type: [],
      runde_id: [{ value: String(round), label: "Runde", count: 0 }],
      kind: [{ value: "persons", label: "Partnerpersonen", count: 0 }],
      field: [{ value: "telefon", label: "Telefon", count: 0 }],
    });
  });

  it("the queue is empty in a state that no proposal has", async () => {
    expect(await read(`runde_id=${round}&state=rejected`)).toMatchObject({ total: 0, records: [], recordCount: 0 });
  });
});

it("the queue shows entries and links by their names, as currently stored", async () => {
  const [field, other] = [await createThematicField(db()), await createThematicField(db())];
  const id = await createInstitution(db(), { themenfelder: [field] });
  await propose(newProposer(), { kind: "institutions", id, values: { themenfelder: [[field], [field, other]] } });
  const { records } = await read(`kind=institutions&id=${id}`);
  const [shown] = records[0]?.answers[0]?.fields ?? [];
  expect(shown).toMatchObject({ isChanged: false, isSame: false });
  expect(shown?.now).not.toMatch(/^\d*$/);
  expect(shown?.stored).toBe(shown?.now);
});

it("the queue counts a record's proposals beyond the page", async () => {
  const id = await createInstitution(db());
  const round = await createRound();
  const many = Array.from({ length: QUEUE_PAGE_SIZE + 2 }, () => newProposer({ runde_id: round }));
  for (const proposer of many) await propose(proposer, { kind: "institutions", id, values: { telefon: ["", "1"] } });
  const { records } = await read(`runde_id=${round}`);
  expect(records).toMatchObject([{ shown: QUEUE_PAGE_SIZE, total: QUEUE_PAGE_SIZE + 2 }]);
});

describe("successors", () => {
  const successor = { vorname: "Nora", nachname: "Neu", email: "nora@example.org" };
  const successionOf = async (kind: string, id: number) => {
    const { records } = await read(`kind=${kind}&id=${id}`);
    return records[0]?.answers[0]?.succession;
  };

  async function named(kind: AnyDefinition, id: number, { an, person }: { an: string; person?: number }) {
    const runde_id = await createRound(kind.apiPath);
    await db().round.update({ where: { runde_id }, data: { an } });
    const ofMember = person === undefined ? {} : { person_kind: "members", person_id: person };
    const { recipient_id } = await db().roundRecipient.create({
      data: { runde_id, email: `${kind.name}@example.org`, name: "Ada", token_hash: `hash ${runde_id}`, ...ofMember },
    });
    await propose(newProposer({ runde_id, recipient_id }), {
      ...{ kind: kind.apiPath, id, answer: "not_mine", successor },
    });
    return successionOf(kind.apiPath, id);
  }

  it("a successor follows the recipient in the list of those who were asked", async () => {
    const [id, person] = [await createProject(db()), await createMember(db())];
    expect(await named(kinds.project as unknown as AnyDefinition, id, { an: "responsible", person })).toEqual({
      ...{ kind: "member", list: "hochschulmitglieder", predecessor: person },
    });
  });

  it("a successor follows the record into which the recipient's was merged since", async () => {
    const editor = await loggedIn();
    const [id, keep, person] = [await createProject(db()), await createMember(db()), await createMember(db())];
    const last = await createMember(db());
    const merge = (keptId: number, drop: number) => editor.post(`/api/members/${keptId}/merge`, { drop });
    expect([(await merge(keep, person)).status, (await merge(last, keep)).status]).toEqual([200, 200]);
    expect(await named(kinds.project as unknown as AnyDefinition, id, { an: "responsible", person })).toMatchObject({
      predecessor: last,
    });
  });

  it("a successor has no predecessor if the recipient is not a record of that list", async () => {
    const [id, person] = [await createProject(db()), await createMember(db())];
    expect(await named(kinds.project as unknown as AnyDefinition, id, { an: "contacts", person })).toEqual({
      ...{ kind: "person", list: "personen", predecessor: null },
    });
  });

  it("a successor is only a new record if the records themselves were asked", async () => {
    const id = await createMember(db());
    expect(await named(kinds.member as unknown as AnyDefinition, id, { an: "self" })).toEqual({
      ...{ kind: "member", list: null, predecessor: null },
    });
  });
});

describe("proposal counts of records", () => {
  it("the count of a record contains open proposals only, and is 0 for readers", async () => {
    const id = await createInstitution(db());
    const proposer = newProposer();
    await propose(proposer, { kind: "institutions", id, values: { telefon: ["", "1"], adresse: ["", "2"] } });
    await propose(proposer, { kind: "institutions", id, values: { telefon: ["", "3"] } });
    const definition = kinds.institution;
    expect(await countRecordProposals(contextOf("editor"), definition, id)).toEqual({ count: 1, fromFiles: 0 });
    expect(await countRecordProposals(contextOf("reader"), definition, id)).toEqual({ count: 0, fromFiles: 0 });
  });
});
