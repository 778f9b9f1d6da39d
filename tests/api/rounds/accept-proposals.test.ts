import { beforeAll, describe, expect, it } from "vitest";
import { PROPOSALS_MAX } from "@/lib/features/rounds/proposal";
import { db } from "@/lib/store/database/client";
import { CONTRACT } from "@/prisma/reference-data";
import { call, loggedIn, type Client } from "../../support/api";
import { waitUntilBlocking } from "../../support/databases/wait-until-blocking";
import { createInstitution, createMember, createProject, createThematicField } from "../../support/factories";
import { createRecipient } from "../../support/records/confirmations";
import { historyCalls } from "../../support/records/history";
import { newProposer, propose, proposalCalls } from "../../support/records/proposals";

/* Accepting and rejecting proposals (contract §14). */

let api: Client;
let calls: ReturnType<typeof proposalCalls>;
let history: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn({ name: "Erik Editor" });
  [calls, history] = [proposalCalls(api), historyCalls(api)];
});

const kind = "institutions";
const load = (id: number) => history.load(`${kind}/${id}`);
const changesOf = (id: number, path = kind) => history.changes(`kind=${path}&id=${id}&action=update`);

/** Proposes values for a new institution; a further proposal stays open, so that the answer never is accepted as a whole. */
async function proposed(values: Record<string, [unknown, unknown]>, stored = {}) {
  const id = await createInstitution(db(), stored);
  const ids = await propose(newProposer(), { kind, id, values: { ...values, abteilung: ["", "offen"] } });
  return { id, ids };
}

describe("accepting a proposal", () => {
  it("accepting a proposal saves the value as a change of the editor with the source round", async () => {
    const { id, ids } = await proposed({ telefon: ["", "0241 1"] });
    expect(await calls.accept(ids[0])).toMatchObject({ status: 200, json: { success: true, message: "data_updated" } });
    expect((await load(id)).telefon).toBe("0241 1");
    expect(await changesOf(id)).toMatchObject([
      {
        ...{ source: "round", user: { name: "Erik Editor" }, batch: null },
        fields: [{ name: "telefon", old: "", new: "0241 1" }],
      },
    ]);
    const [row] = (await calls.list(`kind=${kind}&id=${id}`)).data;
    expect(row).toMatchObject({
      state: "accepted",
      decided_by: { name: "Erik Editor" },
      decided_at: expect.any(String),
    });
  });

  it("accepting a proposal compares entries without their order, and saves them", async () => {
    const [one, two, three] = await db().einrichtung.findMany({ take: 3, orderBy: { einrichtung_id: "asc" } });
    const [a, b, c] = [one, two, three].map((entry) => entry?.einrichtung_id ?? 0);
    const id = await createMember(db(), { einrichtungen: [a, b] as number[] });
    const [proposal] = await propose(newProposer(), {
      ...{
        kind: "members",
        id,
        values: {
          einrichtungen: [
            [b, a],
            [c, a],
          ],
          adresse: ["", "offen"],
        },
      },
    });
    expect(await calls.accept(proposal)).toMatchObject({ status: 200 });
    expect((await history.load(`members/${id}`)).einrichtungen).toEqual([a, c]);
  });

  describe("proposals of linked records", () => {
    /** Proposes another thematic field for a project, as a recipient does. */
    async function proposedLink() {
      const stored = await createThematicField(db());
      const [proposed, other] = [await createThematicField(db()), await createThematicField(db())];
      const id = await createProject(db(), { themenfelder: [stored] });
      const { path, recipient_id } = await createRecipient({ kind: "projects", ids: [id], felder: ["themenfelder"] });
      const changes = { themenfelder: [stored, proposed] };
      await call("POST", path, { body: { answers: [{ kind: "projects", id, answer: "changed", changes }] } });
      const { proposal_id } = await db().proposal.findFirstOrThrow({ where: { recipient_id } });
      return { id, proposal_id, stored, proposed, other };
    }
    const idsOf = async (id: number) => {
      const { themenfelder } = await history.load(`projects/${id}`);
      return (themenfelder as { themenfeld_id: number }[]).map(({ themenfeld_id }) => themenfeld_id);
    };

    it("accepting a proposal of linked records links them if the links are unchanged since", async () => {
      const { id, proposal_id, stored, proposed } = await proposedLink();
      expect(await calls.accept(proposal_id)).toMatchObject({ status: 200 });
      expect(await idsOf(id)).toEqual(expect.arrayContaining([stored, proposed]));
    });

    it("accepting a proposal of linked records is refused where the links have changed since", async () => {
      const { id, proposal_id, stored, other } = await proposedLink();
      await api.put(`/api/projects/${id}`, { themenfelder: [stored, other] });
      expect(await calls.accept(proposal_id)).toMatchObject({ status: 409, json: { fields: ["themenfelder"] } });
      expect(await idsOf(id)).toEqual(expect.arrayContaining([stored, other]));
    });

    it("accepting a proposal of linked records is refused where a concurrent change is saved first", async () => {
      const { id, proposal_id } = await proposedLink();
      let accepted: ReturnType<typeof calls.accept> | undefined;
      await db().$transaction(async (transaction) => {
        await transaction.$executeRaw`DELETE FROM project_thematic_fields WHERE projekt_id = ${id}`;
        accepted = calls.accept(proposal_id);
        await waitUntilBlocking(transaction);
      });
      expect(await accepted).toMatchObject({ status: 409, json: { fields: ["themenfelder"] } });
      expect(await idsOf(id)).toEqual([]);
    });
  });

  it("accepting a proposal is refused where the field has changed since, unless it is forced", async () => {
    const { id, ids } = await proposed({ telefon: ["alt", "neu"] }, { telefon: "anders" });
    const refused = await calls.accept(ids[0]);
    expect(refused).toMatchObject({ status: 409, json: { message: "changed_since", fields: ["telefon"] } });
    expect(await calls.stateOf(ids[0])).toBe("open");
    expect((await load(id)).telefon).toBe("anders");
    expect(await calls.accept(ids[0], { force: true })).toMatchObject({ status: 200 });
    expect((await load(id)).telefon).toBe("neu");
  });

  it("accepting a proposal writes nothing where the record has the value already", async () => {
    const { id, ids } = await proposed({ telefon: ["alt", "neu"] }, { telefon: "neu" });
    expect(await calls.accept(ids[0])).toMatchObject({ status: 200 });
    expect(await changesOf(id)).toEqual([]);
    expect(await calls.stateOf(ids[0])).toBe("accepted");
  });

  it("accepting a proposal is refused by the rules of the form", async () => {
    const { id, ids } = await proposed({ email: ["", "keine Adresse"] });
    const { status, json } = await calls.accept(ids[0], { force: true });
    expect([status, json]).toEqual([
      ...[422, { success: false, message: "validation_failed", errors: { email: ["email"] } }],
    ]);
    expect((await load(id)).email).toBe("");
  });

  it("accepting a proposal is refused for a field that the form no longer has", async () => {
    const { ids } = await proposed({ faxnummer: ["", "1"] });
    const { status, json } = await calls.accept(ids[0]);
    expect([status, json.errors]).toEqual([422, { faxnummer: ["unknown"] }]);
  });

  it("accepting a proposal is refused for a field that the record does not have with its other values", async () => {
    const id = await createProject(db(), { vertragsgrundlage: CONTRACT.none });
    const [end] = await propose(newProposer(), {
      ...{ kind: "projects", id, values: { projektende: [null, "2026-12-31"], foerderer: ["", "offen"] } },
    });
    const { status, json } = await calls.accept(end);
    expect([status, json.errors]).toEqual([422, { projektende: ["not_applicable"] }]);
    expect(await calls.stateOf(end)).toBe("open");
  });

  it("accepting a proposal is refused for a deleted record", async () => {
    const { id, ids } = await proposed({ telefon: ["", "1"] });
    await db().$executeRaw`DELETE FROM institutions WHERE partner_institution_id = ${id}`;
    expect(await calls.accept(ids[0])).toMatchObject({ status: 404, json: { message: "data_not_found" } });
  });

  it("accepting a proposal without a field marks it as done and writes nothing", async () => {
    const id = await createInstitution(db());
    const [proposal] = await propose(newProposer(), { kind, id, answer: "not_mine", comment: "Fragen Sie Frau Neu" });
    expect(await calls.accept(proposal)).toMatchObject({ status: 200, json: { message: "data_updated" } });
    expect(await calls.stateOf(proposal)).toBe("accepted");
    expect(await changesOf(id)).toEqual([]);
  });

  it.each(["0", "x", "2147483648", "2147483647"])("accepting a proposal returns 404 for the id %s", async (id) => {
    for (const action of ["accept", "reject", "reopen"]) {
      expect(await api.post(`/api/proposals/${id}/${action}`)).toMatchObject({ status: 404 });
    }
  });

  it("accepting a proposal refuses unknown fields of the body", async () => {
    expect(await calls.accept(1, { forced: true })).toMatchObject({
      status: 422,
      json: { errors: { forced: ["unknown"] } },
    });
  });

  it("accepting a proposal succeeds for exactly one of two editors", async () => {
    const { id, ids } = await proposed({ telefon: ["", "1"] });
    const other = proposalCalls(await loggedIn({ name: "Olga Editor" }));
    const answers = await Promise.all([calls.accept(ids[0]), other.accept(ids[0])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await changesOf(id)).toHaveLength(1);
  });

  it("reverting an accepted proposal's change leaves the proposal accepted", async () => {
    const { id, ids } = await proposed({ telefon: ["", "1"] });
    await calls.accept(ids[0]);
    const [change] = await changesOf(id);
    expect(await history.revert(change)).toMatchObject({ status: 200 });
    expect((await load(id)).telefon).toBe("");
    expect(await calls.stateOf(ids[0])).toBe("accepted");
  });
});

describe("rejecting a proposal", () => {
  it("rejecting a proposal writes nothing, and the proposal is no longer open", async () => {
    const { id, ids } = await proposed({ telefon: ["", "1"] });
    const { status, json } = await calls.reject(ids[0]);
    expect([status, json]).toEqual([200, { success: true, message: "proposal_rejected" }]);
    expect((await load(id)).telefon).toBe("");
    for (const again of [calls.reject(ids[0]), calls.accept(ids[0], { force: true })]) {
      expect(await again).toMatchObject({ status: 409, json: { success: false, message: "not_open" } });
    }
    const [row] = (await calls.list(`kind=${kind}&id=${id}&state=rejected`)).data;
    expect(row).toMatchObject({ decided_by: { name: "Erik Editor" } });
  });
});

describe("accepting several proposals", () => {
  it("accepting several proposals saves a record's fields as one change, and all changes as one batch", async () => {
    const [one, two] = [
      await proposed({ telefon: ["", "1"], adresse: ["", "Aachen"] }),
      await proposed({ telefon: ["", "2"] }),
    ];
    const ids = [...one.ids.slice(0, 2), ...two.ids.slice(0, 1)];
    const { status, json } = await calls.acceptMany(ids);
    expect([status, json]).toEqual([200, { success: true, accepted: 3, refused: [], batch: expect.any(String) }]);
    const [change, ...more] = await changesOf(one.id);
    expect(more).toEqual([]);
    expect(change).toMatchObject({ source: "round", batch: json.batch });
    expect(change?.fields.map(({ name }) => name).sort()).toEqual(["adresse", "telefon"]);
    expect(await changesOf(two.id)).toMatchObject([{ batch: json.batch }]);
    expect(await api.post(`/api/history/batches/${json.batch}/revert`)).toMatchObject({
      status: 200,
      json: { changes: 2 },
    });
    expect(await load(one.id)).toMatchObject({ telefon: "", adresse: "" });
  });

  it("accepting several proposals saves fields together that are only valid together", async () => {
    const stored = { vertragsgrundlage: CONTRACT.fixedTerm, projektbeginn: "2020-01-01", projektende: "2021-12-31" };
    const id = await createProject(db(), stored);
    const [begin, end] = await propose(newProposer(), {
      ...{ kind: "projects", id },
      values: {
        projektbeginn: ["2020-01-01", "2023-01-01"],
        projektende: ["2021-12-31", "2024-12-31"],
        foerderer: ["", "offen"],
      },
    });
    expect(await calls.accept(begin)).toMatchObject({ status: 422, json: { errors: { projektende: ["date_order"] } } });
    expect((await calls.acceptMany([begin, end])).json).toMatchObject({ accepted: 2, refused: [] });
    expect(await changesOf(id, "projects")).toHaveLength(1);
    const { projektbeginn, projektende } = await history.load(`projects/${id}`);
    expect([projektbeginn, projektende]).toEqual(["2023-01-01", "2024-12-31"]);
  });

  it("accepting several proposals lists refused ones with reasons, and saves others of the same record", async () => {
    const { id, ids } = await proposed({
      telefon: ["", "1"],
      email: ["", "x"],
      adresse: ["alt", "neu"],
      faxnummer: ["", "1"],
    });
    const [phone, mail, address, fax] = ids;
    const closed = await proposed({ telefon: ["", "1"] });
    await calls.reject(closed.ids[0]);
    const { json } = await calls.acceptMany([phone, mail, address, fax, closed.ids[0], 2_147_483_647]);
    expect(json.accepted).toBe(1);
    expect(json.refused).toEqual([
      { id: mail, message: "validation_failed", errors: { email: ["email"] } },
      { id: address, message: "changed_since" },
      { id: fax, message: "validation_failed", errors: { faxnummer: ["unknown"] } },
      { id: closed.ids[0], message: "not_open" },
      { id: 2_147_483_647, message: "data_not_found" },
    ]);
    expect(await load(id)).toMatchObject({ telefon: "1", email: "", adresse: "" });
    expect(await Promise.all([phone, mail, address].map(calls.stateOf))).toEqual(["accepted", "open", "open"]);
  });

  it("accepting several proposals refuses all of a record whose other values are invalid", async () => {
    const { id, ids } = await proposed({ telefon: ["", "1"], adresse: ["", "2"] });
    await db().$executeRaw`UPDATE institutions SET email = 'x' WHERE partner_institution_id = ${id}`;
    const { json } = await calls.acceptMany(ids.slice(0, 2));
    expect(json).toMatchObject({ accepted: 0, batch: null });
    expect(json.refused.map(({ errors }) => errors)).toEqual([{ email: ["email"] }, { email: ["email"] }]);
  });

  it("accepting several proposals saves the later answer for a field, and leaves the other one open", async () => {
    const id = await createInstitution(db());
    const values = (telefon: string) =>
      ({ telefon: ["", telefon], adresse: ["", telefon] }) as Record<string, [string, string]>;
    const [laterProposer, earlierProposer] = ["2026-03-02", "2026-03-01"].map((day) =>
      newProposer({ answered_at: new Date(day) }),
    );
    const [winner] = await propose(laterProposer as never, { kind, id, values: values("spät") });
    const [earlier] = await propose(earlierProposer as never, { kind, id, values: values("früh") });
    const { json } = await calls.acceptMany([earlier, winner]);
    expect(json).toMatchObject({ accepted: 1, refused: [{ id: earlier, message: "changed_since" }] });
    expect((await load(id)).telefon).toBe("spät");
    expect(await calls.stateOf(earlier)).toBe("open");
    expect(await calls.accept(earlier)).toMatchObject({ status: 409, json: { fields: ["telefon"] } });
  });

  it("accepting several proposals accepts equal values of two recipients", async () => {
    const id = await createInstitution(db());
    const values = { telefon: ["", "1"], adresse: ["", "offen"] } as Record<string, [string, string]>;
    const [one] = await propose(newProposer(), { kind, id, values });
    const [two] = await propose(newProposer(), { kind, id, values });
    expect((await calls.acceptMany([one, two])).json).toMatchObject({ accepted: 2, refused: [] });
    expect(await changesOf(id)).toHaveLength(1);
  });

  it("accepting several proposals counts an id that is given twice once", async () => {
    const { ids } = await proposed({ telefon: ["", "1"] });
    expect((await calls.acceptMany([ids[0], ids[0]])).json).toMatchObject({ accepted: 1, refused: [] });
  });

  it("accepting several proposals has no batch where nothing was changed", async () => {
    const id = await createInstitution(db());
    const [proposal] = await propose(newProposer(), { kind, id, answer: "not_mine" });
    expect((await calls.acceptMany([proposal])).json).toMatchObject({ accepted: 1, batch: null });
    expect((await calls.acceptMany([])).json).toMatchObject({ accepted: 0, refused: [], batch: null });
  });

  it.each([
    [{ ids: Array.from({ length: PROPOSALS_MAX + 1 }, (_, at) => at + 1) }, { ids: ["max"] }],
    [{ ids: [0] }, { ids: ["type"] }],
    [{ ids: "1" }, { ids: ["type"] }],
    [{}, { ids: ["type"] }],
    [{ ids: [1], force: 1 }, { force: ["type"] }],
    [{ ids: [1], all: true }, { all: ["unknown"] }],
  ])("accepting several proposals refuses a wrong body", async (body, errors) => {
    expect(await api.post("/api/proposals/accept", body)).toMatchObject({ status: 422, json: { errors } });
  });
});
