import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProposalRow } from "@/lib/features/rounds/proposal-answers";
import { Prisma } from "@/generated/prisma/client";
import type { ProjectValues } from "@/prisma/builders";
import { db } from "@/lib/store/database/client";
import { agreementPdf } from "@/prisma/demo/agreements/agreement-pdf";
import { SIGNED_CONTRACT } from "@/prisma/reference-data";
import { loggedIn, type Client } from "../../support/api";
import { createInstitution, createProject } from "../../support/factories";
import { fileCalls } from "../../support/records/files";
import { readAll } from "../../support/records/read-files";
import { expectDefined } from "@/lib/base/errors/invariant";

/* What files of projects propose (contract §§14, 18). */

let api: Client;
let admin: Client;
let reader: Client;
let files: ReturnType<typeof fileCalls>;
let id: number;
beforeAll(async () => {
  api = await loggedIn();
  admin = await loggedIn({ role: "admin" });
  reader = await loggedIn({ role: "reader" });
  files = fileCalls(api);
});

const UNKNOWN = { vertragsgrundlage: -1, projektbeginn: null, projektende: null, kuendigungsfrist: "" } as const;
const newProject = (values: Partial<ProjectValues> = {}) => createProject(db(), { ...UNKNOWN, ...values });
beforeEach(async () => {
  id = await newProject();
});

const TERM = "Diese Vereinbarung tritt am 1. Oktober 2026 in Kraft und gilt bis zum 30. September 2031.";
const NOTICE = "Jede Partei kann sie mit einer Frist von sechs Monaten zum Ende eines Semesters schriftlich kündigen.";
let count = 0;
/** Returns a contract that no other test has. */
const contract = (sentences: readonly string[] = [TERM, NOTICE]) =>
  agreementPdf([
    `Kooperationsvereinbarung ${count++} zwischen der Hochschule Nord und der Hochschule Süd`,
    ["§ 7 Dauer", ...sentences].join("\n"),
  ]);

type Found = { data: ProposalRow[]; total: number };
const proposals = async (query = "", client = api) =>
  (await client.get<Found>(`/api/proposals?kind=projects&id=${id}&type=file&pageSize=50${query}`)).json;
const open = async (client = api) => (await proposals("&state=open", client)).data;
const fieldsOf = (rows: readonly ProposalRow[]) => rows.map(({ field }) => field).sort();
const proposalOf = async (field: string) =>
  expectDefined(
    (await open()).find((row) => row.field === field),
    `a proposal of ${field}`,
  );

/** Uploads a contract and has it read. @returns the key of the file */
async function addContract(fields: Record<string, string> = {}, sentences?: readonly string[]): Promise<number> {
  const datei_id = await files.add(`projects/${id}`, await contract(sentences), "Vertrag.pdf", fields);
  await readAll();
  return datei_id;
}

describe("what a contract says", () => {
  it("is proposed with file, version, page and sentence", async () => {
    const datei_id = await addContract();
    const source = { type: "file", datei_id, fassung: 1, name: "Vertrag.pdf", seite: 2 };
    expect((await open()).map(({ field, value, now, source: from }) => ({ field, value, now, source: from }))).toEqual(
      expect.arrayContaining([
        { field: "projektbeginn", value: "2026-10-01", now: null, source: { ...source, zitat: TERM } },
        { field: "projektende", value: "2031-09-30", now: null, source: { ...source, zitat: TERM } },
        { field: "vertragsgrundlage", value: 1, now: -1, source: { ...source, zitat: TERM } },
        { field: "kuendigungsfrist", value: expect.any(String), now: "", source: { ...source, zitat: NOTICE } },
      ]),
    );
  });

  it("is not proposed where the project has it, also in other words", async () => {
    id = await newProject({ vertragsgrundlage: 1, projektbeginn: "2026-10-01", projektende: "2031-09-30" });
    await addContract();
    const { value } = await proposalOf("kuendigungsfrist");
    expect(fieldsOf(await open())).toEqual(["kuendigungsfrist"]);
    id = await newProject({ kuendigungsfrist: `${String(value)} ` });
    await addContract();
    expect(fieldsOf(await open())).toEqual(["projektbeginn", "projektende", "vertragsgrundlage"]);
  });

  it("changes nothing by itself", async () => {
    await addContract();
    expect((await api.get<{ data: object }>(`/api/projects/${id}`)).json.data).toMatchObject(UNKNOWN);
  });

  it.each(["Entwurf", "Anlage", "Bericht", "Kündigung"])("is not proposed from a file of kind %s", async (name) => {
    const kinds = (await api.get<{ dateiart_id: number; dateiart_de: string }[]>("/api/reference/dateiarten")).json;
    const kind = kinds.find(({ dateiart_de }) => dateiart_de === name)?.dateiart_id;
    await addContract({ dateiart: String(kind) });
    expect(await open()).toEqual([]);
  });

  it("is not proposed from a file of another kind of record", async () => {
    await files.add(`institutions/${await createInstitution(db())}`, await contract());
    await readAll();
    expect(await open()).toEqual([]);
  });
});

describe("accepting what a contract says", () => {
  const accept = (ids: readonly number[]) =>
    api.post<{ accepted: number; refused: object[] }>("/api/proposals/accept", { ids });

  it("saves basis, begin and end as one change of who accepts, from the file", async () => {
    await addContract();
    const group = (await open()).filter(({ field }) => field !== "kuendigungsfrist");
    expect((await accept(group.map(({ proposal_id }) => proposal_id))).json).toMatchObject({
      accepted: 3,
      refused: [],
    });
    expect((await api.get<{ data: object }>(`/api/projects/${id}`)).json.data).toMatchObject({
      vertragsgrundlage: 1,
      projektbeginn: "2026-10-01",
      projektende: "2031-09-30",
      kuendigungsfrist: "",
    });
    type Change = { kind: string; action: string };
    const { json } = await api.get<{ data: Change[] }>(`/api/history?kind=projects&id=${id}`);
    const updates = json.data.filter(({ kind, action }) => kind === "projects" && action === "update");
    expect(updates).toEqual([
      expect.objectContaining({ source: "file", user: expect.objectContaining({ name: expect.any(String) }) }),
    ]);
  });

  it("saves one field alone", async () => {
    await addContract();
    const { proposal_id, value } = await proposalOf("kuendigungsfrist");
    expect((await api.post(`/api/proposals/${proposal_id}/accept`)).status).toBe(200);
    expect((await api.get<{ data: object }>(`/api/projects/${id}`)).json.data).toMatchObject({
      kuendigungsfrist: value,
    });
  });

  it("refuses the basis alone where begin or end are missing", async () => {
    await addContract();
    const { proposal_id } = await proposalOf("vertragsgrundlage");
    expect((await api.post(`/api/proposals/${proposal_id}/accept`)).status).toBe(422);
    expect(fieldsOf(await open())).toContain("vertragsgrundlage");
  });

  it("reports that the field has changed since", async () => {
    await addContract();
    const { proposal_id } = await proposalOf("kuendigungsfrist");
    const { json } = await api.get<{ data: Record<string, unknown> }>(`/api/projects/${id}`);
    await api.put(`/api/projects/${id}`, { ...json.data, kuendigungsfrist: "2 Wochen zum Monatsende" });
    expect(await api.post(`/api/proposals/${proposal_id}/accept`)).toMatchObject({
      status: 409,
      json: { message: "changed_since", fields: ["kuendigungsfrist"] },
    });
  });
});

describe("proposals of a file", () => {
  const reopen = (proposal_id: number, client = api) =>
    client.post<{ message: string }>(`/api/proposals/${proposal_id}/reopen`);

  it("are for those who see the file; others are told 404", async () => {
    const datei_id = await addContract();
    const { proposal_id } = await proposalOf("projektende");
    await admin.put(`/api/files/${datei_id}`, { sichtbar: "admin" });
    expect(await open()).toEqual([]);
    expect((await api.post(`/api/proposals/${proposal_id}/accept`)).status).toBe(404);
    expect((await api.post(`/api/proposals/${proposal_id}/reject`)).status).toBe(404);
    expect((await open(admin)).length).toBe(4);
    expect((await reader.get("/api/proposals")).status).toBe(403);
  });

  it("are reopened only for those who see the file", async () => {
    const datei_id = await addContract();
    const { proposal_id } = await proposalOf("projektende");
    await admin.post(`/api/proposals/${proposal_id}/reject`);
    await admin.put(`/api/files/${datei_id}`, { sichtbar: "admin" });
    expect(await reopen(proposal_id)).toMatchObject({ status: 404, json: { message: "data_not_found" } });
    expect((await api.post("/api/proposals/reopen", { ids: [proposal_id] })).json).toMatchObject({
      reopened: 0,
      refused: [{ id: proposal_id, message: "data_not_found" }],
    });
    expect(await reopen(proposal_id, admin)).toMatchObject({ status: 200 });
  });

  it("that a user rejected are reopened, and not made twice by another reading", async () => {
    const datei_id = await addContract();
    const { proposal_id } = await proposalOf("projektende");
    await api.post(`/api/proposals/${proposal_id}/reject`);
    expect(await reopen(proposal_id)).toMatchObject({ status: 200 });
    await api.put(`/api/files/${datei_id}`, { dateiart: SIGNED_CONTRACT });
    await readAll();
    expect(fieldsOf(await open())).toEqual(["kuendigungsfrist", "projektbeginn", "projektende", "vertragsgrundlage"]);
  });

  it.each([
    ["has a new version", async (datei_id: number) => files.addVersion(datei_id, await contract([NOTICE]))],
    ["is deleted", (datei_id: number) => api.delete(`/api/files/${datei_id}`)],
    ["has a kind that proposes nothing", (datei_id: number) => api.put(`/api/files/${datei_id}`, { dateiart: 2 })],
  ])("are not reopened when the file %s", async (_, change) => {
    const datei_id = await addContract();
    const [rejected, left] = [await proposalOf("projektende"), await proposalOf("projektbeginn")];
    await api.post(`/api/proposals/${rejected.proposal_id}/reject`);
    await change(datei_id);
    for (const { proposal_id } of [rejected, left]) {
      expect(await reopen(proposal_id)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
    }
  });

  it("are not reopened beside a later one of the file for the field", async () => {
    await addContract();
    const { proposal_id } = await proposalOf("projektende");
    await api.post(`/api/proposals/${proposal_id}/reject`);
    const { proposal_id: _, ...row } = await db().proposal.findUniqueOrThrow({ where: { proposal_id } });
    await db().proposal.create({
      data: {
        ...row,
        value: "2040-01-01",
        now: Prisma.DbNull,
        successor: Prisma.DbNull,
        state: "open",
        decided_at: null,
      },
    });
    expect(await reopen(proposal_id)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
  });

  it("are replaced by a new version, which proposes anew", async () => {
    const datei_id = await addContract();
    await files.addVersion(datei_id, await contract([TERM.replace("2031", "2032"), NOTICE]));
    expect(fieldsOf((await proposals("&state=replaced")).data)).toHaveLength(4);
    await readAll();
    expect(await proposalOf("projektende")).toMatchObject({ value: "2032-09-30", source: { fassung: 2 } });
  });

  it("are rejected with the file's deletion, and come back with the file", async () => {
    const datei_id = await addContract();
    await api.delete(`/api/files/${datei_id}`);
    expect((await proposals("&state=rejected")).total).toBe(4);
    await files.revert((await files.newestChange(datei_id)).change_id);
    await readAll();
    expect(await open()).toHaveLength(4);
  });

  it("are rejected when the file gets a kind that proposes nothing, and made anew for one that does", async () => {
    const datei_id = await addContract();
    await api.put(`/api/files/${datei_id}`, { dateiart: 2 });
    expect(await open()).toEqual([]);
    await api.put(`/api/files/${datei_id}`, { dateiart: SIGNED_CONTRACT });
    await readAll();
    expect(await open()).toHaveLength(4);
  });

  it("that a user rejected are not made again", async () => {
    const datei_id = await addContract();
    await api.post(`/api/proposals/${(await proposalOf("projektende")).proposal_id}/reject`);
    await api.put(`/api/files/${datei_id}`, { dateiart: SIGNED_CONTRACT });
    await readAll();
    expect(fieldsOf(await open())).toEqual(["kuendigungsfrist", "projektbeginn", "vertragsgrundlage"]);
  });

  it("are those of both files where two contracts differ", async () => {
    await addContract();
    await addContract({}, [TERM.replace("2031", "2033")]);
    expect((await open()).filter(({ field }) => field === "projektende").map(({ value }) => value)).toEqual([
      "2031-09-30",
      "2033-09-30",
    ]);
  });
});
