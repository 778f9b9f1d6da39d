import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { ROLE } from "@/prisma/reference-data";
import { createInstitution, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls } from "../../support/records/imports";

type Linked = { partner_institution_id: number; name: string; rollen: { rolle_id: number }[]; bemerkung: string };

const COORDINATOR = `institutionen:${ROLE.coordinator}`;
const PARTNER = `institutionen:${ROLE.partner}`;

let api: Client;
let imports: ReturnType<typeof importCalls>;
let project: number;
let [graz, linz]: number[] = [];
let counter = 0;

beforeAll(async () => {
  api = await loggedIn();
  imports = importCalls(api);
});
beforeEach(async () => {
  counter += 1;
  project = await createProject(db(), { projekt_titel: `Verbund ${counter}` });
  graz = await createInstitution(db(), { name: `Uni Graz ${counter}` });
  linz = await createInstitution(db(), { name: `Uni Linz ${counter}` });
});
/** Deletes the imports of each test, because the number of imports per account is limited. */
afterEach(() => db().import.deleteMany());

const link = (institution: number | undefined, body?: object, to = project) =>
  api.post(`/api/projects/institution/${institution}/${to}`, body);
/** Returns the roles of a project's links, and their remarks, by the city in the institution's name. */
async function linksOf(id = project) {
  const { json } = await api.get<{ data: { institutionen: Linked[] } }>(`/api/projects/${id}`);
  const entries = json.data.institutionen.map(({ name, rollen, bemerkung }) => {
    const roles = rollen.map(({ rolle_id }) => rolle_id);
    return [name.split(" ")[1], bemerkung ? [roles, bemerkung] : roles] as const;
  });
  return Object.fromEntries(entries);
}
const table = (...cells: string[]) => csvOf(["ID", "Koordination", "Partner"], [project, ...cells]);
const mapping = { ID: "projekt_id", Koordination: COORDINATOR, Partner: PARTNER };
const importTable = async (content: string, decided: Parameters<typeof imports.preview>[2] = { mapping }) => {
  const { id, json } = await imports.preview("projects", content, decided);
  return { preview: json, result: await imports.run(id) };
};

describe("columns mapped to a list and a role", () => {
  it("a role column links with its role, and unites its links with those of another column", async () => {
    const { preview, result } = await importTable(table(`Uni Graz ${counter}`, `uni linz ${counter}`));
    expect(preview.rows[0]).toMatchObject({
      action: "update",
      changes: [
        { name: "institutionen", old: [], new: [graz, linz] },
        { name: COORDINATOR, old: [], new: [graz] },
        { name: PARTNER, old: [], new: [linz] },
      ],
    });
    expect(result).toMatchObject({ state: "done", done: 1 });
    expect(await linksOf()).toEqual({ Graz: [ROLE.coordinator], Linz: [ROLE.partner] });
  });

  it("a link that two role columns name gets both roles", async () => {
    await importTable(table(`Uni Graz ${counter}`, `Uni Linz ${counter} | Uni Graz ${counter}`));
    expect(await linksOf()).toEqual({ Graz: [ROLE.coordinator, ROLE.partner], Linz: [ROLE.partner] });
  });

  it("a role column adds its role to an existing link, which keeps its other values", async () => {
    await link(graz, { rollen: [ROLE.funder], bemerkung: "bleibt" });
    const { preview } = await importTable(table("", `Uni Graz ${counter}`));
    expect(preview.rows[0]?.changes).toEqual([{ name: PARTNER, old: [], new: [graz] }]);
    expect(await linksOf()).toEqual({ Graz: [[ROLE.partner, ROLE.funder], "bleibt"] });
  });

  it("a row is unchanged where its links have the role already", async () => {
    await link(graz, { rollen: [ROLE.coordinator, ROLE.funder] });
    const { json } = await imports.preview("projects", table(`Uni Graz ${counter}`, ""), { mapping });
    expect(json).toMatchObject({ same: 1, update: 0 });
  });

  it("all columns of a list together name exactly the links that a record has afterwards", async () => {
    await link(linz, { rollen: [ROLE.partner] });
    await importTable(csvOf(["ID", "Partnerinstitutionen", "Koordination"], [project, "", `Uni Graz ${counter}`]), {
      mapping: { ID: "projekt_id", Partnerinstitutionen: "institutionen", Koordination: COORDINATOR },
    });
    expect(await linksOf()).toEqual({ Graz: [ROLE.coordinator] });
  });

  it("links that only the column without a role names keep their roles", async () => {
    await link(linz, { rollen: [ROLE.funder] });
    const cell = `Uni Linz ${counter}`;
    await importTable(csvOf(["ID", "Partnerinstitutionen", "Koordination"], [project, cell, `Uni Graz ${counter}`]), {
      mapping: { ID: "projekt_id", Partnerinstitutionen: "institutionen", Koordination: COORDINATOR },
    });
    expect(await linksOf()).toEqual({ Graz: [ROLE.coordinator], Linz: [ROLE.funder] });
  });

  it("a role column links new records, too", async () => {
    const headers = ["Projekttitel", "Vertragsgrundlage", "Einrichtungen", "Koordination"];
    const content = csvOf(headers, ["Neu mit Rolle", "k. A.", "k. A.", `Uni Graz ${counter}`]);
    const { result } = await importTable(content, { mapping: { Koordination: COORDINATOR } });
    expect(result).toMatchObject({ state: "done", done: 1 });
    const { projekt_id } = await db().project.findFirstOrThrow({ where: { projekt_titel: "Neu mit Rolle" } });
    expect(await linksOf(projekt_id)).toEqual({ Graz: [ROLE.coordinator] });
    await db().project.delete({ where: { projekt_id } });
  });

  it("a row that would break the uniqueness of a role is refused with the reason", async () => {
    const content = table(`Uni Graz ${counter} | Uni Linz ${counter}`, "");
    const { id, json } = await imports.preview("projects", content, { mapping });
    expect(json).toMatchObject({ refused: 1, rows: [{ action: "refused", errors: { "": ["role_taken"] } }] });
    const { bytes } = await api.get(`/api/imports/${id}/refused`);
    expect(new TextDecoder().decode(bytes)).toContain("Diese Rolle ist in diesem Zeitraum schon vergeben");
    expect(await linksOf()).toEqual({});
  });

  it("a role column keeps the other links of a record if the list itself is not mapped", async () => {
    await link(linz, { rollen: [ROLE.partner], bemerkung: "bleibt" });
    await importTable(table(`Uni Graz ${counter}`, ""));
    expect(await linksOf()).toEqual({ Graz: [ROLE.coordinator], Linz: [[ROLE.partner], "bleibt"] });
  });

  it("a role column takes over a unique role from a link that the same row removes", async () => {
    await link(linz, { rollen: [ROLE.coordinator] });
    const content = csvOf(["ID", "Institutionen", "Koordination"], [project, "", `Uni Graz ${counter}`]);
    const whole = { ID: "projekt_id", Institutionen: "institutionen", Koordination: COORDINATOR };
    const { result } = await importTable(content, { mapping: whole });
    expect(result).toMatchObject({ state: "done", done: 1 });
    expect(await linksOf()).toEqual({ Graz: [ROLE.coordinator] });
  });

  it("a row whose unique role was assigned elsewhere after the preview is refused", async () => {
    const content = csvOf(["ID", "Projekte als Koordination"], [graz ?? 0, `Verbund ${counter}`]);
    const decided = {
      mapping: {
        ID: "partner_institution_id",
        "Projekte als Koordination": `kooperationsprojekte:${ROLE.coordinator}`,
      },
    };
    const { id, json } = await imports.preview("institutions", content, decided);
    expect(json).toMatchObject({ update: 1 });
    await link(linz, { rollen: [ROLE.coordinator] });
    expect(await imports.run(id)).toMatchObject({ state: "done", done: 0, result: { refused: 1 } });
    const { json: rows } = await api.get<{ data: { errors: object }[] }>(`/api/imports/${id}/rows?action=refused`);
    expect(rows.data[0]?.errors).toEqual({ "": ["role_taken"] });
  });

  it("unknown names of a role column are reported at its own header", async () => {
    const { json } = await imports.preview("projects", table("Nirgendwo", ""), { mapping });
    expect(json.unknown_names).toMatchObject([{ header: "Koordination", text: "Nirgendwo", rows: 1 }]);
    expect(json.rows[0]?.errors).toEqual({ [COORDINATOR]: ["unknown_name"] });
  });

  it("roles of an import are reverted with the whole import", async () => {
    await link(graz, { rollen: [ROLE.funder] });
    const { result } = await importTable(table(`Uni Linz ${counter}`, `Uni Graz ${counter}`));
    expect((await api.post(`/api/history/batches/${result.batch}/revert`)).json).toMatchObject({ success: true });
    expect(await linksOf()).toEqual({ Graz: [ROLE.funder] });
  });

  it.each([
    ["a role of another relation", `institutionen:${ROLE.projectLead}`],
    ["an unknown role", "institutionen:999999"],
    ["a list whose links have no roles", `themenfelder:${ROLE.partner}`],
  ])("mapping a role column is refused for %s", async (_, target) => {
    const answer = await imports.preview("projects", table("", ""), { mapping: { ...mapping, Partner: target } });
    expect(answer).toMatchObject({ status: 422, json: { errors: { mapping: ["unknown"] } } });
  });

  it("mapping a role column is refused for an inactive role", async () => {
    const { rolle_id } = await db().verknuepfungsrolle.create({
      data: { rolle_de: "Alt", rolle_en: "Old", relation: "project_institution", position: 99, active: false },
    });
    const target = { ...mapping, Partner: `institutionen:${rolle_id}` };
    expect((await imports.preview("projects", table("", ""), { mapping: target })).status).toBe(422);
  });
});

it("an export with the fields of links is imported as unchanged, and these columns are left out", async () => {
  await link(graz, { rollen: [ROLE.coordinator], seit: "2020-01-01", bis: "2021-12-31" });
  const columns = "projekt_id,projekt_titel,institutionen,institutionen.rollen,institutionen.seit,institutionen.bis";
  for (const language of ["de", "en"]) {
    const exported = await api.get(`/api/projects/export?format=csv&columns=${columns}`, {
      headers: { "accept-language": language },
    });
    const { json } = await imports.upload("projects", exported.bytes as Uint8Array<ArrayBuffer>);
    expect(json.columns.map(({ field }) => field)).toEqual([
      "projekt_id",
      "projekt_titel",
      "institutionen",
      null,
      null,
      null,
    ]);
    const preview = await imports.preview("projects", exported.bytes as Uint8Array<ArrayBuffer>);
    expect(preview.json).toMatchObject({ create: 0, update: 0, refused: 0 });
    expect(preview.json.same).toBeGreaterThan(0);
  }
});
