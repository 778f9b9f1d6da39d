import { beforeAll, describe, expect, it } from "vitest";
import { PROPOSALS_MAX } from "@/lib/features/rounds/proposal";
import { PROPOSAL_REOPEN_MINUTES } from "@/lib/model/limits";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import { waitUntilBlocking } from "../../support/databases/wait-until-blocking";
import { createInstitution, createPerson } from "../../support/factories";
import { createRecipient } from "../../support/records/confirmations";
import { historyCalls } from "../../support/records/history";
import { newProposer, propose, proposalCalls } from "../../support/records/proposals";

/* Rejecting several proposals, and reopening rejected ones (contract §14). */

let api: Client;
let admin: Client;
let calls: ReturnType<typeof proposalCalls>;
let history: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn({ name: "Erik Editor" });
  admin = await loggedIn({ role: "admin" });
  [calls, history] = [proposalCalls(api), historyCalls(api)];
});

const kind = "institutions";
const NOT_REVERTIBLE = { status: 409, json: { success: false, message: "not_revertible" } };
const GONE = { status: 404, json: { success: false, message: "data_not_found" } };

/** Proposes a telephone number and an address for a new institution. */
async function proposed() {
  const id = await createInstitution(db());
  const values = { telefon: ["", "0241 1"], adresse: ["", "Aachen"] } as Record<string, [string, string]>;
  const [phone = 0, address = 0] = await propose(newProposer(), { kind, id, values });
  return { id, phone, address };
}

async function rejected() {
  const proposals = await proposed();
  expect(await calls.reject(proposals.phone)).toMatchObject({ status: 200 });
  return proposals;
}

/** Makes proposals look as if they had been decided earlier. */
const decideEarlier = (proposal_id: number, minutes: number) => db().$executeRaw`
  UPDATE proposals SET decided_at = decided_at - make_interval(mins => ${minutes}::int) WHERE proposal_id = ${proposal_id}`;

describe("reopening a proposal", () => {
  it("reopening a proposal makes it open as it was, without a decision", async () => {
    const { id, phone } = await proposed();
    const rowOf = async () => (await calls.list(`kind=${kind}&id=${id}&field=telefon`)).data[0];
    const before = await rowOf();
    await calls.reject(phone);
    const { status, json } = await calls.reopen(phone);
    expect([status, json]).toEqual([200, { success: true, message: "proposal_reopened" }]);
    expect(await rowOf()).toEqual(before);
    expect(await calls.accept(phone)).toMatchObject({ status: 200 });
    expect((await history.load(`${kind}/${id}`)).telefon).toBe("0241 1");
  });

  it("reopening a proposal is possible for another editor than the one who rejected it", async () => {
    const { phone } = await rejected();
    expect(await proposalCalls(admin).reopen(phone)).toMatchObject({ status: 200 });
  });

  it("reopening a proposal writes nothing to the record and its history", async () => {
    const { id, phone } = await rejected();
    const before = await history.changes(`kind=${kind}&id=${id}`);
    await calls.reopen(phone);
    expect(await history.changes(`kind=${kind}&id=${id}`)).toEqual(before);
  });

  it("reopening a proposal is refused once its time is over", async () => {
    const [late, early] = [await rejected(), await rejected()];
    await decideEarlier(late.phone, PROPOSAL_REOPEN_MINUTES);
    await decideEarlier(early.phone, PROPOSAL_REOPEN_MINUTES - 1);
    expect(await calls.reopen(late.phone)).toMatchObject(NOT_REVERTIBLE);
    expect(await calls.stateOf(late.phone)).toBe("rejected");
    expect(await calls.reopen(early.phone)).toMatchObject({ status: 200 });
  });

  it("reopening a proposal is refused for open, accepted and replaced ones", async () => {
    const { phone, address } = await proposed();
    expect(await calls.reopen(phone)).toMatchObject(NOT_REVERTIBLE);
    await calls.accept(phone);
    expect(await calls.reopen(phone)).toMatchObject(NOT_REVERTIBLE);
    await db().$executeRaw`UPDATE proposals SET state = 'replaced', decided_at = now() WHERE proposal_id = ${address}`;
    expect(await calls.reopen(address)).toMatchObject(NOT_REVERTIBLE);
  });

  it("reopening a proposal is refused where the app rejected it", async () => {
    const { phone } = await proposed();
    await db().$executeRaw`UPDATE proposals SET state = 'rejected', decided_at = now() WHERE proposal_id = ${phone}`;
    expect(await calls.reopen(phone)).toMatchObject(NOT_REVERTIBLE);
  });

  it("reopening a proposal is refused where the record is gone, and after the undo of its deletion", async () => {
    const { id, phone, address } = await rejected();
    await api.delete(`/api/${kind}/${id}`);
    for (const proposal of [phone, address]) expect(await calls.reopen(proposal)).toMatchObject(GONE);
    const [deletion] = await history.changes(`kind=${kind}&id=${id}&action=delete`);
    expect(await history.revert(deletion)).toMatchObject({ status: 200 });
    for (const proposal of [phone, address]) expect(await calls.reopen(proposal)).toMatchObject(NOT_REVERTIBLE);
  });

  it("reopening a proposal is possible for a record that was deleted and restored before its rejection", async () => {
    const id = await createInstitution(db());
    await api.delete(`/api/${kind}/${id}`);
    const [deletion] = await history.changes(`kind=${kind}&id=${id}&action=delete`);
    await history.revert(deletion);
    const [proposal] = await propose(newProposer(), { kind, id, values: { telefon: ["", "1"] } });
    await calls.reject(proposal);
    expect(await calls.reopen(proposal)).toMatchObject({ status: 200 });
  });

  describe("after merges", () => {
    const merge = (keep: number, drop: number) =>
      api.post<{ batch: string }>(`/api/${kind}/${keep}/merge`, { drop, take: [] });

    it("reopening a proposal is refused where its record was merged", async () => {
      const { id, phone } = await rejected();
      expect(await merge(await createInstitution(db()), id)).toMatchObject({ status: 200 });
      expect(await calls.reopen(phone)).toMatchObject(GONE);
    });

    it("reopening a proposal that a merge has moved leaves it with the kept record", async () => {
      const { id, phone } = await proposed();
      const keep = await createInstitution(db());
      await merge(keep, id);
      await calls.reject(phone);
      expect(await calls.reopen(phone)).toMatchObject({ status: 200 });
      expect((await calls.list(`kind=${kind}&id=${keep}&state=open`)).total).toBe(2);
    });

    it("reopening a proposal that a merge has moved is refused once the merge is undone", async () => {
      const { id, phone } = await proposed();
      const keep = await createInstitution(db());
      const { batch } = (await merge(keep, id)).json;
      await calls.reject(phone);
      expect(await api.post(`/api/history/batches/${batch}/revert`)).toMatchObject({ status: 200 });
      expect(await calls.reopen(phone)).toMatchObject(NOT_REVERTIBLE);
    });
  });

  it("reopening a proposal is refused after an erasure, which has deleted it", async () => {
    const id = await createPerson(db(), { titel: -1, vorname: "Lea", nachname: "Geloescht" });
    const [proposal] = await propose(newProposer(), { kind: "persons", id, values: { telefon: ["", "1"] } });
    await calls.reject(proposal);
    expect(await admin.post(`/api/persons/${id}/erase`, { confirm: "Lea Geloescht" })).toMatchObject({ status: 200 });
    expect(await calls.stateOf(proposal)).toBeNull();
    expect(await calls.reopen(proposal)).toMatchObject(GONE);
  });

  describe("after later answers", () => {
    /** Has a recipient propose a telephone number, and rejects it. */
    async function answered() {
      const id = await createInstitution(db());
      const { path, recipient_id } = await createRecipient({ kind, ids: [id], felder: ["telefon", "adresse"] });
      const answer = (changes: object) =>
        call("POST", path, { body: { answers: [{ kind, id, answer: "changed", changes }] } });
      expect(await answer({ telefon: "1" })).toMatchObject({ status: 200 });
      const { proposal_id } = await db().proposal.findFirstOrThrow({ where: { recipient_id } });
      await calls.reject(proposal_id);
      return { id, recipient_id, proposal_id, answer };
    }

    it.each([
      ["for the field", { telefon: "2" }],
      ["for another field", { adresse: "Aachen" }],
      ["without changes", {}],
    ])("reopening a proposal is refused after a later answer of the recipient %s", async (_, changes) => {
      const { proposal_id, answer } = await answered();
      expect(await answer(changes)).toMatchObject({ status: 200 });
      expect(await calls.reopen(proposal_id)).toMatchObject(NOT_REVERTIBLE);
    });

    it("reopening a proposal is possible after the same answer, which is not stored again", async () => {
      const { proposal_id, answer } = await answered();
      expect(await answer({ telefon: "1" })).toMatchObject({ status: 200 });
      expect(await calls.reopen(proposal_id)).toMatchObject({ status: 200 });
    });

    it("reopening a proposal is possible after a later answer of another recipient", async () => {
      const { id, proposal_id } = await answered();
      await propose(newProposer(), { kind, id, values: { telefon: ["", "2"] } });
      expect(await calls.reopen(proposal_id)).toMatchObject({ status: 200 });
    });

    it("reopening a proposal waits for an answer of the recipient that is being saved", async () => {
      const { recipient_id, proposal_id } = await answered();
      let reopened: ReturnType<typeof calls.reopen> | undefined;
      await db().$transaction(async (transaction) => {
        await transaction.$executeRaw`SELECT 1 FROM round_recipients WHERE recipient_id = ${recipient_id} FOR UPDATE`;
        reopened = calls.reopen(proposal_id);
        await waitUntilBlocking(transaction);
        await transaction.$executeRaw`
          UPDATE round_records SET answered_at = answered_at + interval '1 minute' WHERE recipient_id = ${recipient_id}`;
      });
      expect(await reopened).toMatchObject(NOT_REVERTIBLE);
    });

    it("a later answer deletes a reopened proposal", async () => {
      const { proposal_id, answer } = await answered();
      await calls.reopen(proposal_id);
      await answer({ telefon: "2" });
      expect(await calls.stateOf(proposal_id)).toBeNull();
    });
  });

  it("reopening a proposal succeeds for exactly one of two editors", async () => {
    const { phone } = await rejected();
    const answers = await Promise.all([calls.reopen(phone), proposalCalls(admin).reopen(phone)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await calls.stateOf(phone)).toBe("open");
  });

  it("accepting a reopened proposal completes the answer, and confirms the record", async () => {
    const { id, phone, address } = await rejected();
    await calls.accept(address);
    expect((await history.load(`${kind}/${id}`)).bestaetigt_am).toBeNull();
    await calls.reopen(phone);
    await calls.accept(phone);
    expect((await history.load(`${kind}/${id}`)).bestaetigt_am).toBe("2026-03-01T10:00:00.000Z");
  });
});

describe("rejecting several proposals", () => {
  it("rejecting several proposals lists refused ones, and rejects the others", async () => {
    const { id, phone, address } = await proposed();
    const closed = await rejected();
    const { status, json } = await calls.rejectMany([phone, closed.phone, address, 2_147_483_647, phone]);
    const refused = [
      { id: closed.phone, message: "not_open" },
      { id: 2_147_483_647, message: "data_not_found" },
    ];
    expect([status, json]).toEqual([200, { success: true, rejected: 2, refused }]);
    const { data } = await calls.list(`kind=${kind}&id=${id}&state=rejected`);
    expect(data.map(({ decided_by }) => decided_by?.name)).toEqual(["Erik Editor", "Erik Editor"]);
    expect(await history.changes(`kind=${kind}&id=${id}&action=update`)).toEqual([]);
  });

  it("rejecting several proposals is done once by two editors", async () => {
    const { phone, address } = await proposed();
    const [one, two] = [calls, proposalCalls(admin)].map((client) => client.rejectMany([phone, address]));
    const counts = [(await one)?.json.rejected, (await two)?.json.rejected];
    expect(counts.sort()).toEqual([0, 2]);
  });
});

describe("reopening several proposals", () => {
  it("reopening several proposals lists refused ones, and reopens the others", async () => {
    const { id, phone, address } = await proposed();
    const other = await proposed();
    await calls.rejectMany([phone, address]);
    const ids = [address, phone, other.phone, 2_147_483_647, phone];
    const { status, json } = await calls.reopenMany(ids);
    const refused = [
      { id: other.phone, message: "not_revertible" },
      { id: 2_147_483_647, message: "data_not_found" },
    ];
    expect([status, json]).toEqual([200, { success: true, reopened: 2, refused }]);
    expect((await calls.list(`kind=${kind}&id=${id}&state=open`)).total).toBe(2);
  });

  it("reopening several proposals reopens each once for two editors", async () => {
    const { phone, address } = await proposed();
    await calls.rejectMany([phone, address]);
    const [one, two] = [calls.reopenMany([phone, address]), proposalCalls(admin).reopenMany([address, phone])];
    expect([(await one).json.reopened, (await two).json.reopened].sort()).toEqual([0, 2]);
  });

  it("reopening no proposals is done", async () => {
    expect((await calls.reopenMany([])).json).toEqual({ success: true, reopened: 0, refused: [] });
  });
});

describe.each(["reject", "reopen"])("the body of /api/proposals/%s", (action) => {
  it.each([
    [{ ids: Array.from({ length: PROPOSALS_MAX + 1 }, (_, at) => at + 1) }, { ids: ["max"] }],
    [{ ids: [0] }, { ids: ["type"] }],
    [{}, { ids: ["type"] }],
    [{ ids: [1], force: true }, { force: ["unknown"] }],
  ])("a wrong body is refused", async (body, errors) => {
    expect(await api.post(`/api/proposals/${action}`, body)).toMatchObject({ status: 422, json: { errors } });
  });
});
