import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createProject } from "../../support/factories";
import { historyCalls } from "../../support/records/history";
import { newProposer, propose, proposalCalls } from "../../support/records/proposals";

/* Accepting all values of an answer confirms the record by the name of who answered (contract §15). */

let api: Client;
let calls: ReturnType<typeof proposalCalls>;
let history: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn({ name: "Erik Editor" });
  [calls, history] = [proposalCalls(api), historyCalls(api)];
});

const kind = "institutions";
const VALUES = { telefon: ["", "1"], adresse: ["", "Aachen"] } as Record<string, [string, string]>;
const confirmationOf = async (id: number) => {
  const { bestaetigt_am, bestaetigt_von } = await history.load(`${kind}/${id}`);
  return [bestaetigt_am, bestaetigt_von];
};
const NONE = [null, null];
const CONFIRMED = ["2026-03-01T10:00:00.000Z", "Ada Antwort"];

describe("accepting the last value of an answer", () => {
  it("accepting an answer's last value confirms the record by the recipient, at the time of the answer", async () => {
    const id = await createInstitution(db());
    const [phone, address] = await propose(newProposer(), { kind, id, values: VALUES });
    await calls.accept(phone);
    expect(await confirmationOf(id)).toEqual(NONE);
    await calls.accept(address);
    expect(await confirmationOf(id)).toEqual(CONFIRMED);
  });

  it("the confirmation is a separate change without a user, which the revert of the editor's batch keeps", async () => {
    const id = await createInstitution(db());
    const ids = await propose(newProposer(), { kind, id, values: VALUES });
    const { batch } = (await calls.acceptMany(ids)).json;
    const changes = await history.changes(`kind=${kind}&id=${id}&action=update`);
    expect(
      changes.map(({ source, user, batch: batchId, fields }) => [source, user?.name, batchId, fields.length]),
    ).toEqual([
      ["round", undefined, null, 2],
      ["round", "Erik Editor", batch, 2],
    ]);
    expect(await api.post(`/api/history/batches/${batch}/revert`)).toMatchObject({ status: 200, json: { changes: 1 } });
    expect(await history.load(`${kind}/${id}`)).toMatchObject({ telefon: "", bestaetigt_von: "Ada Antwort" });
  });

  it("accepting confirms nothing where another value of the answer was rejected", async () => {
    const id = await createInstitution(db());
    const [phone, address] = await propose(newProposer(), { kind, id, values: VALUES });
    await calls.reject(address);
    await calls.accept(phone);
    expect(await confirmationOf(id)).toEqual(NONE);
  });

  it("accepting confirms nothing where another value was rejected before the record was merged", async () => {
    const [keep, id] = [await createInstitution(db()), await createInstitution(db())];
    const [phone, address] = await propose(newProposer(), { kind, id, values: VALUES });
    await calls.reject(address);
    await api.post(`/api/${kind}/${keep}/merge`, { drop: id });
    await calls.accept(phone);
    expect(await history.load(`${kind}/${keep}`)).toMatchObject({ telefon: "1", bestaetigt_am: null });
  });

  it("accepting confirms nothing where another value was rejected before two merges", async () => {
    const [one, two, id] = [
      await createInstitution(db()),
      await createInstitution(db()),
      await createInstitution(db()),
    ];
    const [phone, address] = await propose(newProposer(), { kind, id, values: VALUES });
    await calls.reject(address);
    await api.post(`/api/${kind}/${one}/merge`, { drop: id });
    await api.post(`/api/${kind}/${two}/merge`, { drop: one });
    await calls.accept(phone);
    expect(await history.load(`${kind}/${two}`)).toMatchObject({ telefon: "1", bestaetigt_am: null });
  });

  it("accepting confirms nothing where another value was accepted for a record that is separate again", async () => {
    const [keep, id] = [await createInstitution(db()), await createInstitution(db())];
    const [phone, address] = await propose(newProposer(), { kind, id, values: VALUES });
    const { batch } = (await api.post<{ batch: string }>(`/api/${kind}/${keep}/merge`, { drop: id })).json;
    await calls.accept(address);
    await api.post(`/api/history/batches/${batch}/revert`);
    await calls.accept(phone);
    expect(await history.load(`${kind}/${id}`)).toMatchObject({ telefon: "1", adresse: "", bestaetigt_am: null });
  });

  it("accepting confirms the kept record where the others were accepted before the merge", async () => {
    const [keep, id] = [await createInstitution(db()), await createInstitution(db())];
    const [phone, address] = await propose(newProposer(), { kind, id, values: VALUES });
    await calls.accept(address);
    await api.post(`/api/${kind}/${keep}/merge`, { drop: id, take: ["adresse"] });
    await calls.accept(phone);
    expect(await confirmationOf(keep)).toEqual(CONFIRMED);
  });

  it("accepting confirms once when both values are accepted at the same time", async () => {
    const id = await createInstitution(db());
    const ids = await propose(newProposer(), { kind, id, values: VALUES });
    const answers = await Promise.all(ids.map((each) => calls.accept(each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await confirmationOf(id)).toEqual(CONFIRMED);
  });

  it("accepting confirms a record despite open proposals of other recipients", async () => {
    const id = await createInstitution(db());
    const [phone] = await propose(newProposer(), { kind, id, values: { telefon: ["", "1"] } });
    await propose(newProposer({ name: "Bea" }), { kind, id, values: VALUES });
    await calls.accept(phone);
    expect(await confirmationOf(id)).toEqual(CONFIRMED);
  });

  it("accepting confirms a record despite the same recipient's earlier answer", async () => {
    const id = await createInstitution(db());
    const proposer = newProposer({ answered_at: new Date("2026-02-01") });
    const [, address] = await propose(proposer, { kind, id, values: VALUES });
    await calls.reject(address);
    const [phone] = await propose(
      { ...proposer, answered_at: new Date("2026-03-01T10:00:00Z") },
      { kind, id, values: { telefon: ["", "2"] } },
    );
    await calls.accept(phone);
    expect(await confirmationOf(id)).toEqual(CONFIRMED);
  });

  it("accepting two answers at once confirms by the later one", async () => {
    const id = await createInstitution(db());
    const later = newProposer({ answered_at: new Date("2026-03-05T10:00:00Z"), name: "Bea Beide" });
    const [two] = await propose(later, { kind, id, values: { adresse: ["", "Aachen"] } });
    const [one] = await propose(newProposer(), { kind, id, values: { telefon: ["", "1"] } });
    await calls.acceptMany([one, two]);
    expect(await confirmationOf(id)).toEqual(["2026-03-05T10:00:00.000Z", "Bea Beide"]);
  });

  it("accepting the end of a project confirms it", async () => {
    const id = await createProject(db());
    const [status] = await propose(newProposer(), {
      ...{ kind: "projects", id, answer: "ended", values: { status: [1, 3] } },
    });
    await calls.accept(status);
    expect(await history.load(`projects/${id}`)).toMatchObject({ status: 3, bestaetigt_von: "Ada Antwort" });
  });

  it("accepting a proposal without a field does not confirm the record", async () => {
    const id = await createInstitution(db());
    const [proposal] = await propose(newProposer(), { kind, id, answer: "not_mine" });
    await calls.accept(proposal);
    expect(await confirmationOf(id)).toEqual(NONE);
  });

  it("accepting confirms where staff had saved the value already", async () => {
    const id = await createInstitution(db(), { telefon: "1" });
    const [phone] = await propose(newProposer(), { kind, id, values: { telefon: ["", "1"] } });
    await calls.accept(phone);
    expect(await confirmationOf(id)).toEqual(CONFIRMED);
  });
});
