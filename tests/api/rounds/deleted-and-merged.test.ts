import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { loggedIn, type Client } from "../../support/api";
import { overlap } from "../../support/databases/overlap";
import { createInstitution } from "../../support/factories";
import { historyCalls } from "../../support/records/history";
import { createRound, newProposer, propose, proposalCalls } from "../../support/records/proposals";

/* What becomes of proposals when their record is deleted or merged (contract §14). */

let api: Client;
let calls: ReturnType<typeof proposalCalls>;
let history: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn({ name: "Erik Editor" });
  [calls, history] = [proposalCalls(api), historyCalls(api)];
});

const kind = "institutions";
const merge = (keep: number, drop: number, take: readonly string[] = []) =>
  api.post<{ batch: string }>(`/api/${kind}/${keep}/merge`, { drop, take });

async function proposedPhone(value = "1") {
  const id = await createInstitution(db());
  const values = { telefon: ["", value], adresse: ["", "offen"] } as Record<string, [string, string]>;
  const [proposal] = await propose(newProposer(), { kind, id, values });
  return { id, proposal };
}

describe("deleting a record", () => {
  it("deleting a record rejects its open proposals, in the name of the editor", async () => {
    const { id, proposal } = await proposedPhone();
    await api.delete(`/api/${kind}/${id}`);
    const { data } = await calls.list(`kind=${kind}&id=${id}`);
    expect(data.map(({ state, decided_by }) => [state, decided_by?.name])).toEqual([
      ["rejected", "Erik Editor"],
      ["rejected", "Erik Editor"],
    ]);
    expect(await calls.accept(proposal)).toMatchObject({ status: 409, json: { message: "not_open" } });
  });

  it("undoing a deletion leaves the proposals rejected", async () => {
    const { id, proposal } = await proposedPhone();
    await api.delete(`/api/${kind}/${id}`);
    const [change] = await history.changes(`kind=${kind}&id=${id}&action=delete`);
    expect(await history.revert(change)).toMatchObject({ status: 200 });
    expect(await calls.stateOf(proposal)).toBe("rejected");
  });

  it("deleting records in a bulk change rejects their open proposals, too", async () => {
    const { id, proposal } = await proposedPhone();
    await api.post(`/api/${kind}/bulk`, { ids: [id], delete: true });
    expect(await calls.stateOf(proposal)).toBe("rejected");
  });

  it("deleting a record leaves accepted proposals accepted", async () => {
    const { id, proposal } = await proposedPhone();
    await calls.accept(proposal);
    await api.delete(`/api/${kind}/${id}`);
    expect(await calls.stateOf(proposal)).toBe("accepted");
  });

  it("deleting a record and accepting its proposal at the same time has the outcome of one of both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, proposal } = await proposedPhone();
      const [accepted, deleted] = await Promise.all([calls.accept(proposal), api.delete(`/api/${kind}/${id}`)]);
      expect(deleted.status).toBe(200);
      expect([200, 409]).toContain(accepted.status);
      expect(await calls.stateOf(proposal)).toBe(accepted.status === 200 ? "accepted" : "rejected");
    }
  });
});

describe("merging records", () => {
  it("merging moves open proposals to the kept record", async () => {
    const keep = await createInstitution(db(), { name: "Universität Behalten" });
    const { id: drop, proposal } = await proposedPhone();
    await merge(keep, drop);
    const { data } = await calls.list(`kind=${kind}&id=${keep}`);
    expect(data).toMatchObject([
      { proposal_id: proposal, label: "Universität Behalten", state: "open", now: "", value: "1" },
      { field: "adresse", state: "open" },
    ]);
    expect(await calls.accept(proposal)).toMatchObject({ status: 200 });
    expect((await history.load(`${kind}/${keep}`)).telefon).toBe("1");
  });

  it("accepting a moved proposal compares with the kept record's value", async () => {
    const keep = await createInstitution(db(), { telefon: "0221" });
    const { id: drop, proposal } = await proposedPhone();
    await merge(keep, drop);
    expect(await calls.accept(proposal)).toMatchObject({ status: 409, json: { fields: ["telefon"] } });
  });

  it("merging leaves decided proposals with the merged record", async () => {
    const keep = await createInstitution(db());
    const { id: drop, proposal } = await proposedPhone();
    await calls.reject(proposal);
    await merge(keep, drop);
    const { data } = await calls.list(`kind=${kind}&id=${drop}`);
    expect(data).toMatchObject([{ proposal_id: proposal, state: "rejected" }]);
  });

  it("merging saves an answer that arrives afterwards for the kept record", async () => {
    const [keep, drop] = [await createInstitution(db()), await createInstitution(db())];
    await merge(keep, drop);
    await propose(newProposer(), { kind, id: drop, values: { telefon: ["", "1"] } });
    expect((await calls.list(`kind=${kind}&id=${keep}`)).data).toMatchObject([{ field: "telefon", state: "open" }]);
  });

  it("merging leaves one proposal of a field where the same recipient answers again afterwards", async () => {
    const [keep, drop, proposer] = [await createInstitution(db()), await createInstitution(db()), newProposer()];
    const answer = (value: string) => propose(proposer, { kind, id: drop, values: { telefon: ["", value] } });
    const [first] = await answer("1");
    await merge(keep, drop);
    const [second] = await answer("2");
    expect([await calls.stateOf(first), await calls.stateOf(second)]).toEqual([null, "open"]);
  });

  it("merging does not make answers about the merged and the kept record block each other", async () => {
    const [keep, other, drop] = [
      await createInstitution(db()),
      await createInstitution(db()),
      await createInstitution(db()),
    ];
    await merge(keep, drop);
    const runde_id = await createRound();
    const values = { telefon: ["", "1"] } as Record<string, [string, string]>;
    const answers = Array.from({ length: 20 }, (_, at) => {
      const ids = at % 2 ? [other, drop] : [keep, other];
      return propose(newProposer({ runde_id }), ...ids.map((id) => ({ kind, id, values })));
    });
    await Promise.all(answers);
    expect(await db().proposal.count({ where: { runde_id, id: { in: [keep, other] }, state: "open" } })).toBe(40);
  });
});

describe("undoing a merge", () => {
  const undo = async ({ json }: Awaited<ReturnType<typeof merge>>) =>
    expect(await api.post(`/api/history/batches/${json.batch}/revert`)).toMatchObject({ status: 200 });
  const targetOf = async (proposal_id = 0) => {
    const { id, label } = await db().proposal.findUniqueOrThrow({ where: { proposal_id } });
    return { id, label };
  };
  const institutions = async () => ({
    keep: await createInstitution(db(), { telefon: "" }),
    drop: await createInstitution(db(), { telefon: "", name: "Universität Zurück" }),
  });

  it("undoing a merge returns open proposals to the restored record, under its name", async () => {
    const { keep, drop } = await institutions();
    const [proposal] = await propose(newProposer(), { kind, id: drop, values: { telefon: ["", "1"] } });
    await undo(await merge(keep, drop));
    expect(await targetOf(proposal)).toEqual({ id: drop, label: "Universität Zurück" });
    expect(await calls.accept(proposal)).toMatchObject({ status: 200 });
    expect((await history.load(`${kind}/${drop}`)).telefon).toBe("1");
    expect((await history.load(`${kind}/${keep}`)).telefon).toBe("");
  });

  it("undoing a merge leaves the kept record's own proposals there", async () => {
    const { keep, drop } = await institutions();
    const [proposal] = await propose(newProposer(), { kind, id: keep, values: { telefon: ["", "1"] } });
    await undo(await merge(keep, drop));
    expect((await targetOf(proposal)).id).toBe(keep);
  });

  it("undoing a merge returns proposals that arrived after the merge, too", async () => {
    const { keep, drop } = await institutions();
    const merged = await merge(keep, drop);
    const [proposal] = await propose(newProposer(), { kind, id: drop, values: { telefon: ["", "1"] } });
    expect((await targetOf(proposal)).id).toBe(keep);
    await undo(merged);
    expect((await targetOf(proposal)).id).toBe(drop);
  });

  it("undoing several merges returns proposals one merge after the other", async () => {
    const { keep, drop } = await institutions();
    const last = await createInstitution(db(), { telefon: "" });
    const [before] = await propose(newProposer(), { kind, id: drop, values: { telefon: ["", "1"] } });
    const [first, second] = [await merge(keep, drop), await merge(last, keep)];
    const [after] = await propose(newProposer(), { kind, id: drop, values: { telefon: ["", "2"] } });
    await undo(second);
    expect([(await targetOf(before)).id, (await targetOf(after)).id]).toEqual([keep, keep]);
    await undo(first);
    expect([(await targetOf(before)).id, (await targetOf(after)).id]).toEqual([drop, drop]);
  });

  it("undoing only the deletion of the merged record returns its proposals", async () => {
    const { keep, drop } = await institutions();
    const [proposal] = await propose(newProposer(), { kind, id: drop, values: { telefon: ["", "1"] } });
    await merge(keep, drop);
    const [deletion] = await history.changes(`kind=${kind}&id=${drop}&action=delete`);
    expect(await history.revert(deletion)).toMatchObject({ status: 200 });
    expect((await targetOf(proposal)).id).toBe(drop);
  });

  it("undoing a merge leaves proposals that were decided meanwhile with the kept record", async () => {
    const { keep, drop } = await institutions();
    const [proposal] = await propose(newProposer(), { kind, id: drop, values: { telefon: ["", "1"] } });
    const merged = await merge(keep, drop);
    await calls.accept(proposal);
    await undo(merged);
    expect((await targetOf(proposal)).id).toBe(keep);
  });

  it.each(["accept first", "undo first"])(
    "undoing a merge at the same time as accepting writes to the record that has the proposal then: %s",
    async (order) => {
      const { keep, drop } = await institutions();
      const [proposal] = await propose(newProposer(), { kind, id: drop, values: { telefon: ["", "1"] } });
      // The merge copies a value, so that its undo locks the kept record.
      const { batch } = (await merge(keep, drop, ["name"])).json;
      const accept = () => calls.accept(proposal);
      const undoing = () => api.post(`/api/history/batches/${batch}/revert`);
      const lock = sql`SELECT 1 FROM institutions WHERE partner_institution_id = ${keep} FOR UPDATE`;
      const requests = order === "accept first" ? [accept, undoing] : [undoing, accept];
      expect(await overlap(lock, ...requests)).toEqual([200, 200]);
      const recordId = order === "accept first" ? keep : drop;
      expect((await targetOf(proposal)).id).toBe(recordId);
      expect((await history.load(`${kind}/${recordId}`)).telefon).toBe("1");
    },
  );
});

describe("answers about deleted records", () => {
  it("an answer about a deleted record proposes nothing", async () => {
    const id = await createInstitution(db());
    await api.delete(`/api/${kind}/${id}`);
    expect(await propose(newProposer(), { kind, id, values: { telefon: ["", "1"] } })).toEqual([]);
  });
});
