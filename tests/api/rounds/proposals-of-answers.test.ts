import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import { createMember } from "../../support/factories";
import { historyCalls } from "../../support/records/history";
import { proposalCalls } from "../../support/records/proposals";
import { startRound, tokenOf } from "../../support/records/rounds";

/* Proposals as recipients of rounds make them, from the answer to the erasure (contract §§9, 14, 15). */

let admin: Client;
let calls: ReturnType<typeof proposalCalls>;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
  calls = proposalCalls(admin);
});

let count = 0;

/** A member who is asked about the own record. */
async function createMemberRecipient() {
  count += 1;
  const email = `asked.${count}@example.org`;
  const id = await createMember(db(), { vorname: "Gundula", nachname: `Gefragt${"abcdefgh"[count]}`, email });
  const felder = ["telefon", "adresse"];
  const runde_id = await startRound(admin, { query: `ids=${id}`, felder });
  const token = await tokenOf(runde_id, email);
  const answer = (body: object) =>
    call("POST", `/api/confirm/${token}`, { body: { answers: [{ kind: "members", id, ...body }] } });
  const load = () => historyCalls(admin).load(`members/${id}`);
  const open = async () => (await calls.list(`kind=members&id=${id}&state=open`)).data;
  return { id, runde_id, token, answer, load, open };
}

const CHANGED = { answer: "changed", changes: { telefon: "0241 1", adresse: "Aachen" } };

it("accepting an answer's values saves them and confirms the record by the recipient", async () => {
  const { runde_id, answer, open, load } = await createMemberRecipient();
  expect((await answer(CHANGED)).status).toBe(200);
  const proposals = await open();
  expect(proposals).toMatchObject([
    { field: "telefon", now: "", value: "0241 1", source: { runde_id, answer: "changed" } },
    { field: "adresse", now: "", value: "Aachen" },
  ]);
  expect(await load()).toMatchObject({ telefon: "", bestaetigt_von: null });
  const ids = proposals.map(({ proposal_id }) => proposal_id);
  expect((await calls.acceptMany(ids)).json).toMatchObject({ accepted: 2, refused: [] });
  const { telefon, bestaetigt_von } = await load();
  expect([telefon, bestaetigt_von]).toEqual(["0241 1", proposals[0]?.source.name]);
});

it("a later confirmation replaces earlier proposals", async () => {
  const { answer, open } = await createMemberRecipient();
  await answer(CHANGED);
  await answer({ answer: "confirmed" });
  expect(await open()).toEqual([]);
});

it("answers, accepts and edits at the same time end with each proposal accepted or deleted", async () => {
  const { id, answer, open } = await createMemberRecipient();
  await answer(CHANGED);
  const first = (await open()).map(({ proposal_id }) => proposal_id);
  const [accepted, answered, edited] = await Promise.all([
    calls.acceptMany(first),
    answer({ answer: "changed", changes: { telefon: "0241 2" } }),
    admin.put(`/api/members/${id}`, { kommentare: "Nebenbei" }),
  ]);
  expect([accepted.status, answered.status, edited.status]).toEqual([200, 200, 200]);
  const states = await Promise.all(first.map(calls.stateOf));
  expect(new Set(states).size).toBe(1);
  expect(states[0]).toBe(accepted.json.accepted === 2 ? "accepted" : null);
});

it("an erased person's link is unknown, and no data of the answers is left", async () => {
  const { id, token, answer } = await createMemberRecipient();
  await answer({ ...CHANGED, comment: "Gern" });
  const { json } = await admin.get<{ label: string }>(`/api/members/${id}/personal-data`);
  expect(await admin.post(`/api/members/${id}/erase`, { confirm: json.label })).toMatchObject({ status: 200 });
  expect(await call("GET", `/api/confirm/${token}`)).toMatchObject({ status: 404, json: { message: "token_invalid" } });
  expect((await calls.list(`kind=members&id=${id}`)).total).toBe(0);
  expect(await db().roundRecord.count({ where: { record_id: id } })).toBe(0);
});
