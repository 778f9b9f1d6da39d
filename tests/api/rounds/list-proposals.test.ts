import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createMember } from "../../support/factories";
import { createRound, newProposer, propose, proposalCalls } from "../../support/records/proposals";

/* The list of proposals (contract §14). */

let api: Client;
let calls: ReturnType<typeof proposalCalls>;
beforeAll(async () => {
  api = await loggedIn({ name: "Erik Editor" });
  calls = proposalCalls(api);
});

describe("the list of proposals", () => {
  it("the list contains the field, the values, the source and the state of a proposal", async () => {
    const [id, runde_id] = [await createInstitution(db()), await createRound()];
    const successor = { vorname: "Nora", nachname: "Neu", email: "nora@partner.example" };
    const [proposal_id] = await propose(newProposer({ runde_id, email: "ada@partner.example" }), {
      ...{ kind: "institutions", id, label: "Uni Wien", values: { telefon: ["", "0241 1"] } },
      ...{ answer: "changed", comment: "Neue Nummer", successor },
    });
    const { total, data } = await calls.list(`kind=institutions&id=${id}`);
    expect(total).toBe(1);
    expect(data).toEqual([
      {
        ...{ proposal_id, kind: "institutions", id, label: "Uni Wien", field: "telefon", value: "0241 1", now: "" },
        source: {
          ...{ type: "round", runde_id, name: "Ada Antwort", email: "ada@partner.example" },
          ...{ answer: "changed", comment: "Neue Nummer", successor },
        },
        ...{ state: "open", created_at: expect.any(String), decided_by: null, decided_at: null },
      },
    ]);
  });

  it("the list has one proposal without a field for an answer without values", async () => {
    const id = await createInstitution(db());
    await propose(newProposer(), { kind: "institutions", id, answer: "not_mine" });
    const { data } = await calls.list(`kind=institutions&id=${id}`);
    expect(data).toMatchObject([{ field: null, value: null, now: null, source: { answer: "not_mine" } }]);
  });

  it("the list is sorted by age, the oldest first, and paged", async () => {
    const id = await createInstitution(db());
    const values = { telefon: ["", "1"], adresse: ["", "2"], abteilung: ["", "3"] } as const;
    const ids = await propose(newProposer(), { kind: "institutions", id, values: { ...values } as never });
    const { json } = await api.get<{ total: number; data: { proposal_id: number }[] }>(
      `/api/proposals?kind=institutions&id=${id}&pageSize=2&pageNo=1`,
    );
    expect(json.total).toBe(3);
    expect(json.data.map(({ proposal_id }) => proposal_id)).toEqual(ids.slice(2));
  });

  it.each(["kind", "state", "type", "runde_id", "field"])(
    "the list of proposals can be filtered by %s",
    async (name) => {
      const [institution, member, runde_id] = [
        await createInstitution(db()),
        await createMember(db()),
        await createRound(),
      ];
      const [proposal] = await propose(newProposer({ runde_id }), {
        ...{ kind: "institutions", id: institution, values: { webseite: ["", "https://a.example"] } },
      });
      const [other] = await propose(newProposer(), { kind: "members", id: member, values: { telefon: ["", "1"] } });
      await calls.reject(other);
      const values: Record<string, unknown> = {
        ...{ kind: "institutions", state: "open", type: "round", runde_id, field: "webseite" },
      };
      const { data } = await calls.list(`${name}=${String(values[name])}`);
      const listed = data.map(({ proposal_id }) => proposal_id);
      expect(listed).toContain(proposal);
      if (name !== "type") expect(listed).not.toContain(other);
    },
  );

  it.each([
    ["kind=cats", { kind: ["type"] }],
    ["kind=members&id=0", { id: ["type"] }],
    ["id=1", { kind: ["required"] }],
    ["state=done", { state: ["type"] }],
    ["type=mail", { type: ["type"] }],
    ["runde_id=x", { runde_id: ["type"] }],
    ["field=%27", { field: ["type"] }],
    ["pageSize=1000", { pageSize: ["type"] }],
    ["state=open&state=open", { state: ["type"] }],
  ])("the list refuses the parameter of ?%s", async (query, errors) => {
    expect(await api.get(`/api/proposals?${query}`)).toMatchObject({ status: 422, json: { errors } });
  });
});

describe("readers", () => {
  it.each([
    ["GET", "/api/proposals?state=x"],
    ["POST", "/api/proposals/1/accept"],
    ["POST", "/api/proposals/1/reject"],
    ["POST", "/api/proposals/1/reopen"],
    ["POST", "/api/proposals/accept"],
    ["POST", "/api/proposals/reject"],
    ["POST", "/api/proposals/reopen"],
  ])("readers may not call %s %s", async (method, path) => {
    const reader = await loggedIn({ role: "reader" });
    const { status, json } = await (method === "GET" ? reader.get(path) : reader.post(path, { ids: [1] }));
    expect([status, json]).toEqual([403, { success: false, message: "forbidden" }]);
  });
});

describe("later answers of the same recipient", () => {
  it("a later answer deletes the same recipient's open proposals for the answered records only", async () => {
    const [first, second] = [await createInstitution(db()), await createInstitution(db())];
    const proposer = newProposer();
    const kind = "institutions";
    const values = { telefon: ["", "1"], adresse: ["", "2"] } as never;
    const [phone, address, otherRecord] = await propose(
      proposer,
      { kind, id: first, values },
      { kind, id: second, values: { telefon: ["", "3"] } },
    );
    await calls.reject(address);
    const [later] = await propose(proposer, { kind, id: first, values: { telefon: ["", "4"] } });
    const states = await Promise.all([phone, address, otherRecord, later].map(calls.stateOf));
    expect(states).toEqual([null, "rejected", "open", "open"]);
    expect(await calls.accept(phone)).toMatchObject({ status: 404, json: { message: "data_not_found" } });
  });

  it("a later answer leaves proposals of other recipients open", async () => {
    const id = await createInstitution(db());
    const [one] = await propose(newProposer(), { kind: "institutions", id, values: { telefon: ["", "1"] } });
    await propose(newProposer(), { kind: "institutions", id, values: { telefon: ["", "2"] } });
    expect(await calls.stateOf(one)).toBe("open");
  });
});
