import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { call, loggedIn, type Client } from "../../support/api";
import { overlap, type PendingCall } from "../../support/databases/overlap";
import { createInstitution } from "../../support/factories";
import { createRecipient, type TestRecipient } from "../../support/records/confirmations";
import { proposalCalls } from "../../support/records/proposals";

/* Answers of recipients at the same time as other calls: none waits for another one for ever. */

let api: Client;
let calls: ReturnType<typeof proposalCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = proposalCalls(api);
});

const kind = "institutions";
const post = ({ path }: Pick<TestRecipient, "path">, ...answers: object[]) => call("POST", path, { body: { answers } });
const changed = (id: number, telefon: string) => ({ kind, id, answer: "changed", changes: { telefon } });

/** A recipient who was asked about an institution, and perhaps has answered once. */
type AskedInstitution = TestRecipient & { id: number; keep: number; earlier: number | undefined };

async function newRecipient(hasAnswered: boolean): Promise<AskedInstitution> {
  const [keep, id] = [await createInstitution(db(), { telefon: "" }), await createInstitution(db(), { telefon: "" })];
  const recipient = await createRecipient({ kind, ids: [id], felder: ["telefon"] });
  if (hasAnswered) expect(await post(recipient, changed(id, "1"))).toMatchObject({ status: 200 });
  const [earlier] = await proposalsOf(recipient);
  return { ...recipient, id, keep, earlier: earlier?.proposal_id };
}

const proposalsOf = ({ recipient_id }: Pick<TestRecipient, "recipient_id">) =>
  db().proposal.findMany({ where: { recipient_id }, orderBy: { proposal_id: "asc" } });
const statesOf = async (recipient: AskedInstitution) =>
  (await proposalsOf(recipient)).map(({ id, value, state }) => [id === recipient.id ? "asked" : "kept", value, state]);

/** The rows that are locked while the calls begin, so that the calls overlap. */
const LOCKS = {
  record: ({ id }: AskedInstitution) => sql`SELECT 1 FROM institutions WHERE partner_institution_id = ${id} FOR UPDATE`,
  proposals: ({ id }: AskedInstitution) => sql`SELECT 1 FROM proposals WHERE kind = ${kind} AND id = ${id} FOR UPDATE`,
};

type Order = { first: "answer" | "editor"; locked: keyof typeof LOCKS };
const ORDERS = (["answer", "editor"] as const).flatMap((first) =>
  (["record", "proposals"] as const).map((locked): Order => ({ first, locked })),
);

/** Lets an editor's call overlap a second answer. */
async function overlapAnswer(
  recipient: AskedInstitution,
  { first, locked }: Order,
  call: (recipient: AskedInstitution) => PendingCall,
) {
  const lock = LOCKS[locked](recipient);
  const answer = () => post(recipient, changed(recipient.id, "2"));
  const editor = () => call(recipient);
  if (first === "answer") return overlap(lock, answer, editor);
  const [ofEditor, ofAnswer] = await overlap(lock, editor, answer);
  return [ofAnswer, ofEditor];
}

describe.each(ORDERS)("an answer concurrent to a call, the $first first, at locked $locked", (order) => {
  const { first } = order;

  it("an answer leaves no proposal open when the record is deleted concurrently", async () => {
    const recipient = await newRecipient(true);
    expect(await overlapAnswer(recipient, order, ({ id }) => api.delete(`/api/${kind}/${id}`))).toEqual([200, 200]);
    expect(await db().proposal.count({ where: { recipient_id: recipient.recipient_id, state: "open" } })).toBe(0);
  });

  it("an answer is one open proposal for the kept record when the records are merged concurrently", async () => {
    const recipient = await newRecipient(true);
    const merge = ({ keep, id }: AskedInstitution) => api.post(`/api/${kind}/${keep}/merge`, { drop: id });
    expect(await overlapAnswer(recipient, order, merge)).toEqual([200, 200]);
    expect((await statesOf(recipient)).filter(([, , state]) => state === "open")).toEqual([["kept", "2", "open"]]);
  });

  it("an answer deletes an earlier proposal, unless that is accepted first", async () => {
    const recipient = await newRecipient(true);
    const statuses = await overlapAnswer(recipient, order, ({ earlier }) => calls.accept(earlier));
    expect(statuses).toEqual([200, first === "answer" ? 404 : 200]);
    expect(await statesOf(recipient)).toEqual([
      ...(first === "answer" ? [] : [["asked", "1", "accepted"]]),
      ["asked", "2", "open"],
    ]);
  });

  it("an answer is an open proposal when the record is edited concurrently", async () => {
    const recipient = await newRecipient(true);
    const edit = ({ id }: AskedInstitution) => api.put(`/api/${kind}/${id}`, { adresse: "Aachen" });
    expect(await overlapAnswer(recipient, order, edit)).toEqual([200, 200]);
    expect((await statesOf(recipient)).at(-1)).toEqual(["asked", "2", "open"]);
  });

  it("an answer stops a queued reminder", async () => {
    const recipient = await newRecipient(false);
    const remind = ({ runde_id }: AskedInstitution) => api.post(`/api/rounds/${runde_id}/remind`);
    expect(await overlapAnswer(recipient, order, remind)).toEqual([200, 200]);
    const { recipient_id } = recipient;
    expect(await db().roundRecipient.findUniqueOrThrow({ where: { recipient_id } })).toMatchObject({
      ...{ state: "answered", mail: null, mail_due: null },
    });
  });

  it("an answer counts in a round that is closed concurrently, unless it is closed first", async () => {
    const recipient = await newRecipient(false);
    const close = ({ runde_id }: AskedInstitution) => api.post(`/api/rounds/${runde_id}/close`);
    expect(await overlapAnswer(recipient, order, close)).toEqual([first === "answer" ? 200 : 404, 200]);
    const { json } = await api.get<{ data: { counts: object } }>(`/api/rounds/${recipient.runde_id}`);
    expect(json.data.counts).toMatchObject({ changed: first === "answer" ? 1 : 0 });
  });
});

it("recipients who confirm a record that another one changes do not block each other", async () => {
  const [first, second] = [await createInstitution(db()), await createInstitution(db())];
  const recipients = await Promise.all(
    Array.from({ length: 20 }, () => createRecipient({ kind, ids: [first, second], felder: ["telefon"] })),
  );
  const answers = recipients.map((recipient, at) => {
    const [change, confirm] = at % 2 ? [first, second] : [second, first];
    return post(recipient, changed(change, `${at}`), { kind, id: confirm, answer: "confirmed" });
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(recipients.map(() => 200));
  const recipient_id = { in: recipients.map((recipient) => recipient.recipient_id) };
  expect(await db().proposal.count({ where: { recipient_id, state: "open" } })).toBe(20);
});
