import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { db } from "@/lib/store/database/client";
import { ROLE } from "@/prisma/reference-data";
import { createInstitution, createProject } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

type List = { total: number; data: Record<string, unknown>[]; errors: object };

const today = dayOf(new Date());
const [yesterday, tomorrow] = [daysLater(today, -1), daysLater(today, 1)];

let api: Client;
let graz: number;
let linz: number;

const link = (institution: number, project: number, body?: object) =>
  api.post(`/api/projects/institution/${institution}/${project}`, body);
/** Returns the titles of the projects that meet the filters, in alphabetical order. */
const titles = async (...where: string[]) => {
  const query = where.map((one) => `where[institutionen${one}`).join("&");
  return (await api.get<List>(`/api/projects?${query}`)).json.data.map(({ projekt_titel }) => projekt_titel);
};

beforeAll(async () => {
  api = await loggedIn();
});
beforeEach(async () => {
  await db().project.deleteMany();
  await db().institution.deleteMany();
  graz = await createInstitution(db(), { name: "Uni Graz" });
  linz = await createInstitution(db(), { name: "Uni Linz" });
  const project = (projekt_titel: string) => createProject(db(), { projekt_titel });
  const former = await project("Früher");
  await link(graz, former, { rollen: [ROLE.coordinator], seit: "2020-01-01", bis: yesterday, bemerkung: "Älter" });
  await link(linz, former, { rollen: [ROLE.partner], hauptkontakt: true });
  await link(graz, await project("Heute"), { rollen: [ROLE.coordinator, ROLE.partner], seit: today, bis: today });
  await link(linz, await project("Künftig"), { rollen: [ROLE.funder], seit: tomorrow });
  await project("Ohne");
});

describe("filters by the fields of links", () => {
  it.each([
    [[`.rollen][in]=${ROLE.coordinator}`], ["Früher", "Heute"]],
    [[`.rollen][in]=${ROLE.funder},${ROLE.partner}`], ["Früher", "Heute", "Künftig"]],
    [[".hauptkontakt][in]=true"], ["Früher"]],
    [[".hauptkontakt][in]=true,false"], ["Früher", "Heute", "Künftig"]],
    [[".bemerkung][contains]=ALTER"], ["Früher"]],
    [[".bemerkung][empty]=false"], ["Früher"]],
    [[`.seit][from]=${today}`], ["Heute", "Künftig"]],
    [[".seit][to]=2020-01-01"], ["Früher"]],
    [[".bis][empty]=true"], ["Früher", "Künftig"]],
    [[".zustand][in]=former"], ["Früher"]],
    [[".zustand][in]=current"], ["Früher", "Heute"]],
    [[".zustand][in]=future,former"], ["Früher", "Künftig"]],
  ])("filters by link fields find the records that have such a link: %s", async (where, expected) => {
    expect(await titles(...where)).toEqual(expected);
  });

  it("filters by link fields must all match the same link, with those of the linked record", async () => {
    expect(await titles(`.rollen][in]=${ROLE.coordinator}`, ".zustand][in]=former")).toEqual(["Früher"]);
    expect(await titles(`.rollen][in]=${ROLE.partner}`, ".zustand][in]=former")).toEqual([]);
    expect(await titles(`.rollen][in]=${ROLE.coordinator}`, `][any]=${linz}`)).toEqual([]);
    expect(await titles(`.rollen][in]=${ROLE.coordinator}`, `][any]=${linz},${graz}`)).toEqual(["Früher", "Heute"]);
    expect(await titles(`.rollen][in]=${ROLE.coordinator}`, ".name][contains]=linz")).toEqual([]);
    expect(await titles(".hauptkontakt][in]=true", ".name][contains]=linz")).toEqual(["Früher"]);
  });

  it("filters by link fields find nothing together with the filter for no linked record", async () => {
    expect(await titles(".zustand][in]=current", "][empty]=true")).toEqual([]);
    expect(await titles(".zustand][in]=future", "][empty]=false")).toEqual(["Künftig"]);
  });

  it("filters by link fields match nothing for a role that does not exist or that such links cannot have", async () => {
    expect(await titles(".rollen][in]=999999")).toEqual([]);
    expect(await titles(`.rollen][in]=${ROLE.projectLead}`)).toEqual([]);
  });

  it("filters by link fields narrow the list of the records that one record is linked to", async () => {
    const { projekt_id } = await db().project.findFirstOrThrow({ where: { projekt_titel: "Früher" } });
    const names = async (state: string) => {
      const where = `where[kooperationsprojekte][any]=${projekt_id}&where[kooperationsprojekte.zustand][in]=${state}`;
      return (await api.get<List>(`/api/institutions?${where}`)).json.data.map(({ name }) => name);
    };
    expect(await names("former")).toEqual(["Uni Graz"]);
    expect(await names("current")).toEqual(["Uni Linz"]);
  });

  it("filters by link fields apply to exports, bulk queries and views", async () => {
    const query = "where[institutionen.zustand][in]=future&where[institutionen.hauptkontakt][in]=false";
    const { bytes } = await api.get(`/api/projects/export?format=csv&columns=projekt_titel&${query}`);
    expect(new TextDecoder().decode(bytes).trim().split("\r\n")).toEqual(["Projekttitel", "Künftig"]);
    const bulk = { query, set: { kommentare: "x" }, dry_run: true };
    expect((await api.post("/api/projects/bulk", bulk)).json).toMatchObject({ matched: 1 });
    const view = { kind: "projects", name: "Künftige Partner", query, columns: ["institutionen"], shared: false };
    expect((await api.post("/api/views/new", view)).status).toBe(201);
  });

  it("filters by link fields offer the roles that the links of the list can have", async () => {
    const { json } = await api.get<Record<string, { id: number; label: string }[]>>("/api/projects/filter_choices");
    expect(json["institutionen.rollen"]).toEqual([
      { id: ROLE.coordinator, label: "Koordination" },
      { id: ROLE.partner, label: "Partner" },
      { id: ROLE.associatedPartner, label: "Assoziierter Partner" },
      { id: ROLE.funder, label: "Förderung" },
    ]);
    expect(json["hochschulmitglieder.rollen"]?.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it.each([
    ["where[institutionen.zustand][in]=heute", "where[institutionen.zustand][in]", "type"],
    ["where[institutionen.hauptkontakt][in]=1", "where[institutionen.hauptkontakt][in]", "type"],
    ["where[institutionen.rollen][in]=Koordination", "where[institutionen.rollen][in]", "type"],
    ["where[institutionen.seit][from]=2024-02-30", "where[institutionen.seit][from]", "date"],
    ["where[institutionen.rollen][empty]=true", "where[institutionen.rollen][empty]", "unknown"],
    ["where[themenfelder.zustand][in]=current", "where[themenfelder.zustand][in]", "unknown"],
  ])(
    "filters by link fields are refused where they do not exist or have a wrong value: %s",
    async (query, name, code) => {
      const { status, json } = await api.get<List>(`/api/projects?${query}`);
      expect({ status, errors: json.errors }).toEqual({ status: 422, errors: { [name]: [code] } });
    },
  );
});
