import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { limits } from "@/lib/store/limits/rate-limit";
import { editRecord } from "@/lib/store/records/edit-records";
import { call, loggedIn } from "../../support/api";
import { configure } from "../../support/configure";
import { createMember, createProject } from "../../support/factories";
import { createRecipient, type TestRecipient } from "../../support/records/confirmations";
import { proposalCalls } from "../../support/records/proposals";

/* Contract §15: the amount of data that a recipient can store is bounded, however often the link is used. */

type RecipientAnswer = Record<string, unknown>;
type MemberRecipient = TestRecipient & { id: number };

async function createMemberRecipient(felder: readonly string[] = ["telefon", "email"]): Promise<MemberRecipient> {
  const id = await createMember(db(), { telefon: "07171 1" });
  return { id, ...(await createRecipient({ kind: "members", ids: [id], felder })) };
}

async function send({ path, id }: MemberRecipient, answer: RecipientAnswer) {
  const { status } = await call("POST", path, { body: { answers: [{ kind: "members", id, ...answer }] } });
  expect(status).toBe(200);
}
const CONFIRMED = { answer: "confirmed" };
const changed = (telefon: string) => ({ answer: "changed", changes: { telefon } });

const edit = (id: number, set: RecipientAnswer) => editRecord(commandContext(), definitionOf("member"), { id, set });
/** Returns the number of changes in the history that confirmed a member. */
const confirmations = (id: number) => db().change.count({ where: { kind: "members", id, source: "round" } });
const proposals = (recipient_id: number) =>
  db().proposal.findMany({ where: { recipient_id }, orderBy: { proposal_id: "asc" } });
const answeredAt = async ({ recipient_id, id }: MemberRecipient) =>
  (await db().roundRecord.findUniqueOrThrow({ where: { recipient_id_record_id: { recipient_id, record_id: id } } }))
    .answered_at;

describe("repeated answers about unchanged records", () => {
  it("a repeated answer is no second change in the history", async () => {
    const recipient = await createMemberRecipient();
    await send(recipient, CONFIRMED);
    await send(recipient, CONFIRMED);
    expect(await confirmations(recipient.id)).toBe(1);
  });

  it("a repeated answer keeps the time of the first one", async () => {
    const recipient = await createMemberRecipient();
    await send(recipient, CONFIRMED);
    const first = await answeredAt(recipient);
    await send(recipient, CONFIRMED);
    expect(await answeredAt(recipient)).toEqual(first);
  });

  it.each([
    ["changed", { ...changed("2"), comment: "seit Mai" }],
    ["not_mine", { answer: "not_mine", successor: { vorname: "Eva", nachname: "Neu", email: "eva@ph.example" } }],
    ["confirmed with a comment", { ...CONFIRMED, comment: "Bitte per Post" }],
  ])("a repeated answer is no second proposal: %s", async (_, answer) => {
    const recipient = await createMemberRecipient();
    await send(recipient, answer);
    const first = await proposals(recipient.recipient_id);
    await send(recipient, answer);
    expect(await proposals(recipient.recipient_id)).toEqual(first);
  });

  it("a repeated answer that a project has ended is no second proposal", async () => {
    const id = await createProject(db(), { status: PROJECT_STATUS.ongoing });
    const { path, recipient_id } = await createRecipient({ kind: "projects", ids: [id], felder: ["projekt_titel"] });
    const body = { answers: [{ kind: "projects", id, answer: "ended" }] };
    await call("POST", path, { body });
    const first = await proposals(recipient_id);
    await call("POST", path, { body });
    expect(await proposals(recipient_id)).toEqual(first);
  });

  it("a repeated answer is not proposed again when it was rejected", async () => {
    const recipient = await createMemberRecipient();
    await send(recipient, changed("2"));
    const [proposal] = await proposals(recipient.recipient_id);
    await proposalCalls(await loggedIn()).reject(proposal?.proposal_id);
    await send(recipient, changed("2"));
    expect(await proposals(recipient.recipient_id)).toMatchObject([{ state: "rejected" }]);
  });

  it("a repeated answer withdraws that the recipient declined", async () => {
    const recipient = await createMemberRecipient();
    await send(recipient, CONFIRMED);
    await call("POST", recipient.path, { body: { declined: true } });
    await send(recipient, CONFIRMED);
    const { state } = await db().roundRecipient.findUniqueOrThrow({ where: { recipient_id: recipient.recipient_id } });
    expect(state).toBe("answered");
  });
});

describe("repeated answers about changed records", () => {
  it("a repeated answer is stored again when shown fields of the record have changed", async () => {
    const recipient = await createMemberRecipient();
    await send(recipient, CONFIRMED);
    await edit(recipient.id, { telefon: "07171 2" });
    await send(recipient, CONFIRMED);
    expect(await confirmations(recipient.id)).toBe(2);
  });

  it("a repeated answer is not stored again if only other fields have changed", async () => {
    const recipient = await createMemberRecipient();
    await send(recipient, CONFIRMED);
    await edit(recipient.id, { adresse: "Aachen" });
    await send(recipient, CONFIRMED);
    expect(await confirmations(recipient.id)).toBe(1);
  });
});

describe("alternating answers", () => {
  it("alternating answers confirm an unchanged record once", async () => {
    const recipient = await createMemberRecipient();
    for (const answer of [CONFIRMED, { answer: "not_mine" }, CONFIRMED, changed("2"), CONFIRMED])
      await send(recipient, answer);
    expect(await confirmations(recipient.id)).toBe(1);
  });

  it("the latest of alternating answers is kept", async () => {
    const recipient = await createMemberRecipient();
    for (const answer of [CONFIRMED, changed("2"), CONFIRMED]) await send(recipient, answer);
    const { json } = await call<{ records: RecipientAnswer[] }>("GET", recipient.path);
    expect(json.records[0]?.answer).toBe("confirmed");
  });

  it("only the proposals of the latest of alternating answers are kept", async () => {
    const recipient = await createMemberRecipient();
    for (const telefon of ["2", "3", "2", "3"]) await send(recipient, changed(telefon));
    expect(await proposals(recipient.recipient_id)).toMatchObject([{ value: "3", state: "open" }]);
  });

  it("alternating answers keep the decisions of editors", async () => {
    const recipient = await createMemberRecipient();
    await send(recipient, changed("2"));
    const [proposal] = await proposals(recipient.recipient_id);
    await proposalCalls(await loggedIn()).accept(proposal?.proposal_id);
    await send(recipient, changed("3"));
    expect((await proposals(recipient.recipient_id)).map(({ state }) => state)).toEqual(["accepted", "open"]);
  });
});

describe("limits of 20 answers an hour and 3 for each record", () => {
  const statuses = async (path: string, times: number) => {
    const all: number[] = [];
    for (let at = 0; at < times; at += 1) all.push((await call("POST", path, { body: { declined: true } })).status);
    return all;
  };

  it("answers above the limit are refused", async () => {
    const ids = [await createMember(db()), await createMember(db())];
    const { path } = await createRecipient({ kind: "members", ids, felder: ["telefon"] });
    expect(await statuses(path, 27)).toEqual([...Array(26).fill(200), 429]);
  });

  it("forms above the limit are refused, too", async () => {
    const { path } = await createMemberRecipient();
    await statuses(path, 23);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await call("POST", path, { raw: "declined=true", headers })).status).toBe(429);
  });

  it("the page stays available above the limit", async () => {
    const { path } = await createMemberRecipient();
    await statuses(path, 24);
    expect((await call("GET", path)).status).toBe(200);
  });

  it("answers above the limit are refused with the time until the next one", async () => {
    configure({ RATE_LIMIT_FACTOR: 1 / limits.roundAnswers.attempts });
    const { path } = await createMemberRecipient();
    await statuses(path, 1);
    const { status, headers } = await call("POST", path, { body: { declined: true } });
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(60);
  });
});
