import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { call, loggedIn, type Client } from "../../support/api";
import { overlap, type CalledInTest } from "../../support/databases/overlap";
import { createInstitution } from "../../support/factories";
import { askRecipient, type AskedRecipientOfTest } from "../../support/records/confirmations";
import { proposalCalls } from "../../support/records/proposals";

/* Answers of recipients at the same time as other calls: none waits for another one for ever. */

let api: Client;
let calls: ReturnType<typeof proposalCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = proposalCalls(api);
});

const kind = "institutions";
const post = ({ path }: Pick<AskedRecipientOfTest, "path">, ...answers: object[]) =>
  call("POST", path, { body: { answers } });
const changed = (id: number, telefon: string) => ({ kind, id, answer: "changed", changes: { telefon } });

/** A recipient who was asked about an institution, and perhaps has answered once. */
type Asked = AskedRecipientOfTest & { id: number; keep: number; earlier: number | undefined };

async function ask(hasAnswered: boolean): Promise<Asked> {
  const [keep, id] = [await createInstitution(db(), { telefon: "" }), await createInstitution(db(), { telefon: "" })];
  const asked = await askRecipient({ kind, ids: [id], felder: ["telefon"] });
  if (hasAnswered) expect(await post(asked, changed(id, "1"))).toMatchObject({ status: 200 });
  const [earlier] = await proposalsOf(asked);
  return { ...asked, id, keep, earlier: earlier?.proposal_id };
}

const proposalsOf = ({ recipient_id }: Pick<AskedRecipientOfTest, "recipient_id">) =>
  db().proposal.findMany({ where: { recipient_id }, orderBy: { proposal_id: "asc" } });
const statesOf = async (asked: Asked) =>
  (await proposalsOf(asked)).map(({ id, value, state }) => [id === asked.id ? "asked" : "kept", value, state]);

/** What is locked while the calls begin, so that they get into each other's way. */
const LOCKS = {
  record: ({ id }: Asked) => sql`SELECT 1 FROM institutions WHERE partner_institution_id = ${id} FOR UPDATE`,
  proposals: ({ id }: Asked) => sql`SELECT 1 FROM proposals WHERE kind = ${kind} AND id = ${id} FOR UPDATE`,
};

type Order = { first: "answer" | "editor"; locked: keyof typeof LOCKS };
const ORDERS = (["answer", "editor"] as const).flatMap((first) =>
  (["record", "proposals"] as const).map((locked): Order => ({ first, locked })),
);

/** Lets an editor's call overlap a second answer. */
async function overlapAnswer(asked: Asked, { first, locked }: Order, call: (asked: Asked) => CalledInTest) {
  const lock = LOCKS[locked](asked);
  const answer = () => post(asked, changed(asked.id, "2"));
  const editor = () => call(asked);
  if (first === "answer") return overlap(lock, answer, editor);
  const [ofEditor, ofAnswer] = await overlap(lock, editor, answer);
  return [ofAnswer, ofEditor];
}

describe.each(ORDERS)("an answer that overlaps a call, the $first first, at locked $locked", (order) => {
  const { first } = order;

  it("leaves no proposal open when the record is deleted", async () => {
    const asked = await ask(true);
    expect(await overlapAnswer(asked, order, ({ id }) => api.delete(`/api/${kind}/${id}`))).toEqual([200, 200]);
    expect(await db().proposal.count({ where: { recipient_id: asked.recipient_id, state: "open" } })).toBe(0);
  });

  it("is one open proposal for the kept record when the records are merged", async () => {
    const asked = await ask(true);
    const merge = ({ keep, id }: Asked) => api.post(`/api/${kind}/${keep}/merge`, { drop: id });
    expect(await overlapAnswer(asked, order, merge)).toEqual([200, 200]);
    expect((await statesOf(asked)).filter(([, , state]) => state === "open")).toEqual([["kept", "2", "open"]]);
  });

  it("deletes an earlier proposal, unless that is accepted first", async () => {
    const asked = await ask(true);
    const statuses = await overlapAnswer(asked, order, ({ earlier }) => calls.accept(earlier));
    expect(statuses).toEqual([200, first === "answer" ? 404 : 200]);
    expect(await statesOf(asked)).toEqual([
      ...(first === "answer" ? [] : [["asked", "1", "accepted"]]),
      ["asked", "2", "open"],
    ]);
  });

  it("is an open proposal when the record is edited", async () => {
    const asked = await ask(true);
    const edit = ({ id }: Asked) => api.put(`/api/${kind}/${id}`, { adresse: "Aachen" });
    expect(await overlapAnswer(asked, order, edit)).toEqual([200, 200]);
    expect((await statesOf(asked)).at(-1)).toEqual(["asked", "2", "open"]);
  });

  it("stops a reminder that is ordered", async () => {
    const asked = await ask(false);
    const remind = ({ runde_id }: Asked) => api.post(`/api/rounds/${runde_id}/remind`);
    expect(await overlapAnswer(asked, order, remind)).toEqual([200, 200]);
    const { recipient_id } = asked;
    expect(await db().roundRecipient.findUniqueOrThrow({ where: { recipient_id } })).toMatchObject({
      ...{ state: "answered", mail: null, mail_due: null },
    });
  });

  it("counts in a round that is closed, unless that is closed first", async () => {
    const asked = await ask(false);
    const close = ({ runde_id }: Asked) => api.post(`/api/rounds/${runde_id}/close`);
    expect(await overlapAnswer(asked, order, close)).toEqual([first === "answer" ? 200 : 404, 200]);
    const { json } = await api.get<{ data: { counts: object } }>(`/api/rounds/${asked.runde_id}`);
    expect(json.data.counts).toMatchObject({ changed: first === "answer" ? 1 : 0 });
  });
});

it("recipients who confirm what another one changes do not block each other", async () => {
  const [one, two] = [await createInstitution(db()), await createInstitution(db())];
  const recipients = await Promise.all(
    Array.from({ length: 20 }, () => askRecipient({ kind, ids: [one, two], felder: ["telefon"] })),
  );
  const answers = recipients.map((recipient, at) => {
    const [change, confirm] = at % 2 ? [one, two] : [two, one];
    return post(recipient, changed(change, `${at}`), { kind, id: confirm, answer: "confirmed" });
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(recipients.map(() => 200));
  const recipient_id = { in: recipients.map((recipient) => recipient.recipient_id) };
  expect(await db().proposal.count({ where: { recipient_id, state: "open" } })).toBe(20);
});
