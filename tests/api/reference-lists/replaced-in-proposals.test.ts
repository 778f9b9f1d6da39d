import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createMember } from "../../support/factories";
import { historyCalls } from "../../support/records/history";
import { createRound, newProposer, propose, proposalCalls } from "../../support/records/proposals";
import { referenceCalls } from "../../support/records/reference";

/* Replaced and deleted entries in proposals (contract §14), views (§10) and rounds (§15). */

let admin: Client;
let calls: ReturnType<typeof proposalCalls>;
let history: ReturnType<typeof historyCalls>;
let lists: ReturnType<typeof referenceCalls>;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
  [calls, history, lists] = [proposalCalls(admin), historyCalls(admin), referenceCalls(admin)];
});

const valuesOf = async (proposal_id: number | undefined) => {
  const { value, now } = await db().proposal.findUniqueOrThrow({ where: { proposal_id: proposal_id ?? 0 } });
  return { value, now };
};

/** Proposes entries for a new member's field. */
async function proposeEntries(field: "titel" | "einrichtungen", now: unknown, value: unknown) {
  const id = await createMember(db(), { [field]: now });
  const values = { [field]: [now, value], adresse: ["", "offen"] } as Record<string, [unknown, unknown]>;
  const [proposal] = await propose(newProposer(), { kind: "members", id, values });
  return { id, proposal };
}

describe("replacing an entry", () => {
  it("replacing an entry replaces it in proposed and former values of open proposals", async () => {
    const [old, by, other] = [await lists.add("titel"), await lists.add("titel"), await lists.add("titel")];
    const [to, from] = [await proposeEntries("titel", other, old), await proposeEntries("titel", old, other)];
    expect((await lists.replace("titel", old, { by })).json).toMatchObject({ success: true, changed: 1 });
    expect(await valuesOf(to.proposal)).toEqual({ value: by, now: other });
    expect(await valuesOf(from.proposal)).toEqual({ value: other, now: by });
    for (const { proposal } of [to, from]) expect(await calls.accept(proposal)).toMatchObject({ status: 200 });
    expect((await history.load(`members/${to.id}`)).titel).toBe(by);
  });

  it("replacing an entry replaces it once in proposals of several entries, in their order", async () => {
    const entries = await Promise.all(["a", "b", "c"].map(() => lists.add("einrichtungen")));
    const [old = 0, by = 0, other = 0] = entries;
    const one = await proposeEntries("einrichtungen", [old], [other, old]);
    const both = await proposeEntries("einrichtungen", [other], [by, other, old]);
    await lists.replace("einrichtungen", old, { by });
    expect(await valuesOf(one.proposal)).toEqual({ value: [other, by], now: [by] });
    expect(await valuesOf(both.proposal)).toEqual({ value: [by, other], now: [other] });
    expect(await calls.accept(one.proposal)).toMatchObject({ status: 200 });
  });

  it("replacing an entry leaves equal numbers of other fields and lists, and empty values", async () => {
    const [old, by] = [await lists.add("titel"), await lists.add("titel")];
    const id = await createInstitution(db());
    const values = { organisationsform: [-1, old], telefon: [null, `${old}`] } as Record<string, [unknown, unknown]>;
    const [form, phone] = await propose(newProposer(), { kind: "institutions", id, values });
    const [note] = await propose(newProposer(), { kind: "institutions", id, answer: "not_mine" });
    await lists.replace("titel", old, { by });
    expect(await valuesOf(form)).toEqual({ value: old, now: -1 });
    expect(await valuesOf(phone)).toEqual({ value: `${old}`, now: null });
    expect(await valuesOf(note)).toEqual({ value: null, now: null });
  });

  it("replacing an entry replaces it in proposals that can be reopened, and not in those decided before", async () => {
    const [old, by] = [await lists.add("titel"), await lists.add("titel")];
    const [recent, earlier] = [await proposeEntries("titel", -1, old), await proposeEntries("titel", -1, old)];
    await calls.rejectMany([recent.proposal, earlier.proposal]);
    await db().$executeRaw`
      UPDATE proposals SET decided_at = now() - interval '1 hour' WHERE proposal_id = ${earlier.proposal}`;
    await lists.replace("titel", old, { by });
    expect(await valuesOf(recent.proposal)).toEqual({ value: by, now: -1 });
    expect(await valuesOf(earlier.proposal)).toEqual({ value: old, now: -1 });
  });

  it("replacing an entry and accepting a proposal of it at once both succeed", async () => {
    const [old, by] = [await lists.add("titel"), await lists.add("titel")];
    const { id, proposal } = await proposeEntries("titel", -1, old);
    const [accepted, replaced] = await Promise.all([calls.accept(proposal), lists.replace("titel", old, { by })]);
    expect([accepted.status, replaced.json]).toMatchObject([200, { success: true }]);
    expect((await history.load(`members/${id}`)).titel).toBe(by);
  });

  it("replacing an entry replaces it in the filters of views and rounds", async () => {
    const [old, by] = [await lists.add("fakultaeten"), await lists.add("fakultaeten")];
    const filter = (name: string, ids: string) => `where[${name}][in]=${ids}&sortBy=created`;
    const view = (kind: string, query: string) =>
      admin.post<object>("/api/views/new", { kind, name: `V${kind}${old}`, query, columns: [], shared: false });
    expect((await view("members", `where[fakultaet][in]=${old},-1`)).status).toBe(201);
    expect((await view("projects", `where[hochschulmitglieder.fakultaet][in]=${old}`)).status).toBe(201);
    expect((await view("statistics", `by=status&where[hochschulmitglieder.fakultaet][in]=${old}`)).status).toBe(201);
    const runde_id = await createRound("members");
    const query = filter("fakultaet", String(old));
    await db().$executeRaw`UPDATE rounds SET query = ${query}, status = 'draft' WHERE runde_id = ${runde_id}`;
    await lists.replace("fakultaeten", old, { by });
    const views = await db().view.findMany({ where: { name: { endsWith: String(old) } }, orderBy: { id: "asc" } });
    const round = await db().round.findUniqueOrThrow({ where: { runde_id } });
    expect([...views, round].map((row) => [...new URLSearchParams(row.query)].map((pair) => pair.join("=")))).toEqual([
      [`where[fakultaet][in]=${by},-1`],
      [`where[hochschulmitglieder.fakultaet][in]=${by}`],
      ["by=status", `where[hochschulmitglieder.fakultaet][in]=${by}`],
      [`where[fakultaet][in]=${by}`, "sortBy=created"],
    ]);
  });
});

describe("deleting an entry", () => {
  it("deleting an entry is refused while an open proposal has it as its value", async () => {
    const entry = await lists.add("einrichtungen");
    const { proposal } = await proposeEntries("einrichtungen", [-1], [entry]);
    expect(await lists.remove("einrichtungen", entry)).toMatchObject({
      status: 200,
      json: { success: false, message: "reference_in_use", used: 1 },
    });
    await calls.reject(proposal);
    expect(await lists.remove("einrichtungen", entry)).toMatchObject({ json: { success: true } });
    expect(await calls.reopen(proposal)).toMatchObject({ status: 200 });
    expect(await calls.accept(proposal)).toMatchObject({
      status: 422,
      json: { errors: { einrichtungen: ["exists"] } },
    });
  });
});
