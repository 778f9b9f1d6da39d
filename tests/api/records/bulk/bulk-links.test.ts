import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { db } from "@/lib/store/database/client";
import { ROLE } from "@/prisma/reference-data";
import { createInstitution, createPerson, createProject } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";
import { historyCalls, type Reverted } from "../../../support/records/history";

/* Contract §13: `set_links` changes the links of many records. */

type Refused = { id: number; label: string; message?: string; errors?: Record<string, string[]> };
type Result = { matched: number; changed: number; same: number; refused: Refused[]; batch: string | null };
type Linked = Record<string, unknown> & { partner_institution_id: number; rollen: { rolle_id: number }[] };

const today = dayOf(new Date());
const yesterday = daysLater(today, -1);

let api: Client;
let calls: ReturnType<typeof historyCalls>;
let [graz, linz]: [number, number] = [0, 0];
let [first, second, without]: [number, number, number] = [0, 0, 0];
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});
beforeEach(async () => {
  [graz, linz] = [await createInstitution(db()), await createInstitution(db())];
  first = await createProject(db(), { projekt_titel: "Erstes" });
  second = await createProject(db(), { projekt_titel: "Zweites" });
  without = await createProject(db(), { projekt_titel: "Ohne" });
});

const link = (institution: number, project: number, body?: object) =>
  api.post(`/api/projects/institution/${institution}/${project}`, body);
const bulk = async (set: object, more: object = {}) => {
  const body = { ids: [first, second, without], set_links: { institutionen: set }, ...more };
  return (await api.post<Result>("/api/projects/bulk", body)).json;
};
const errorsOf = async (body: object) => {
  const { status, json } = await api.post<{ errors: object }>("/api/projects/bulk", { ids: [first], ...body });
  return { status, errors: json.errors };
};
/** Returns the links of a project by institution, with their roles as ids. */
async function linksOf(project: number): Promise<Record<number, Record<string, unknown>>> {
  const { institutionen } = (await calls.load(`projects/${project}`)) as { institutionen: Linked[] };
  return Object.fromEntries(
    institutionen.map(({ partner_institution_id, rollen, seit, bis, hauptkontakt, bemerkung }) => [
      partner_institution_id,
      { rollen: rollen.map(({ rolle_id }) => rolle_id), seit, bis, hauptkontakt, bemerkung },
    ]),
  );
}

describe("set_links", () => {
  it("set_links writes values to all current links of the records, as one batch that one undo reverts", async () => {
    await link(graz, first, { rollen: [ROLE.partner], bemerkung: "bleibt" });
    await link(linz, second, { rollen: [ROLE.funder], bis: yesterday });
    await link(graz, second);
    const before = [await linksOf(first), await linksOf(second)];
    const values = { rollen: [ROLE.associatedPartner], seit: "2024-01-01", hauptkontakt: true };
    const preview = await bulk(values, { dry_run: true });
    expect(preview).toEqual({ matched: 3, changed: 2, same: 1, refused: [], batch: null });
    expect(await linksOf(first), "a preview writes nothing").toEqual(before[0]);
    const done = await bulk(values);
    expect(done).toEqual({ ...preview, batch: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
    const written = { ...values, bis: null };
    expect(await linksOf(first)).toEqual({ [graz]: { ...written, bemerkung: "bleibt" } });
    expect(await linksOf(second), "a former link stays as it is").toEqual({
      [graz]: { ...written, bemerkung: "" },
      [linz]: before[1]?.[linz],
    });
    expect(await bulk(values)).toMatchObject({ changed: 0, same: 3, batch: null });
    const { json } = await api.post<Reverted>(`/api/history/batches/${done.batch}/revert`);
    expect(json).toMatchObject({ success: true });
    expect([await linksOf(first), await linksOf(second)]).toEqual(before);
  });

  it("set_links with ids writes only to the links with these records, former ones included", async () => {
    await link(graz, first);
    await link(linz, first, { bis: yesterday });
    await link(graz, second);
    expect(await bulk({ ids: [linz], bemerkung: "neu" })).toMatchObject({ changed: 1, same: 2, refused: [] });
    expect(await linksOf(first)).toMatchObject({ [graz]: { bemerkung: "" }, [linz]: { bemerkung: "neu" } });
  });

  it("set_links is applied after links were added and removed", async () => {
    await link(graz, first);
    const lists = { add: { institutionen: [linz] }, remove: { institutionen: [graz] } };
    const done = await bulk({ rollen: [ROLE.coordinator] }, lists);
    expect(done).toMatchObject({ changed: 3, refused: [] });
    for (const project of [first, second, without]) {
      expect(await linksOf(project)).toMatchObject({ [linz]: { rollen: [ROLE.coordinator] } });
      expect(Object.keys(await linksOf(project))).toEqual([String(linz)]);
    }
  });

  it("set_links resets values with null", async () => {
    await link(graz, first, { rollen: [ROLE.partner], seit: "2024-01-01", bemerkung: "x" });
    await bulk({ rollen: null, seit: null, bemerkung: null });
    expect(await linksOf(first)).toMatchObject({ [graz]: { rollen: [], seit: null, bemerkung: "" } });
  });

  it("set_links refuses a whole record if one of its links would break the uniqueness of a role", async () => {
    await link(graz, first);
    await link(linz, first);
    await link(graz, second);
    const result = await bulk({ rollen: [ROLE.coordinator] }, { set: { kommentare: "mit" } });
    expect(result).toMatchObject({ matched: 3, changed: 2, same: 0 });
    expect(result.refused).toEqual([{ id: first, label: "Erstes", message: "role_taken" }]);
    expect(await calls.load(`projects/${first}`)).toMatchObject({ kommentare: "" });
    expect(await linksOf(second)).toMatchObject({ [graz]: { rollen: [ROLE.coordinator] } });
  });

  it("set_links refuses a record if a link would end before it begins, or get an inactive role", async () => {
    await link(graz, first, { seit: "2024-06-01" });
    await link(graz, second);
    const { refused } = await bulk({ bis: "2024-01-01" });
    expect(refused).toEqual([
      { id: first, label: "Erstes", errors: { "set_links.institutionen.bis": ["date_order"] } },
    ]);
    const { rolle_id } = await db().verknuepfungsrolle.create({
      data: { rolle_de: "Alt", rolle_en: "Old", relation: "project_institution", position: 99, active: false },
    });
    expect((await bulk({ ids: [graz], rollen: [rolle_id] })).refused).toMatchObject([
      { id: first, errors: { "set_links.institutionen.rollen": ["exists"] } },
      { id: second },
    ]);
  });

  it("set_links changes links from the other end, too", async () => {
    await link(graz, first);
    await link(linz, first);
    const body = { ids: [graz, linz], set_links: { kooperationsprojekte: { rollen: [ROLE.coordinator] } } };
    const { json } = await api.post<Result>("/api/institutions/bulk", body);
    expect(json).toMatchObject({ changed: 1, refused: [{ id: linz, message: "role_taken" }] });
  });

  it("set_links on a field that represents links applies to the links that set creates", async () => {
    const id = await createPerson(db(), { institution: [graz] });
    const body = { ids: [id], set: { institution: [linz] }, set_links: { institutionen: { rollen: [ROLE.head] } } };
    expect((await api.post<Result>("/api/persons/bulk", body)).json).toMatchObject({ changed: 1, refused: [] });
    const { institutionen } = (await calls.load(`persons/${id}`)) as { institutionen: Linked[] };
    expect(institutionen).toMatchObject([{ partner_institution_id: linz, rollen: [{ rolle_id: ROLE.head }] }]);
  });

  it.each([
    [{ nix: { bis: today } }, { "set_links.nix": ["unknown"] }],
    [{ themenfelder: { bis: today } }, { "set_links.themenfelder": ["unknown"] }],
    [{ institutionen: [] }, { "set_links.institutionen": ["type"] }],
    [{ institutionen: {} }, { "set_links.institutionen": ["required"] }],
    [{ institutionen: { ids: [1] } }, { "set_links.institutionen": ["required"] }],
    [{ institutionen: { ids: "x", bis: today } }, { "set_links.institutionen.ids": ["type"] }],
    [{ institutionen: { land: 1 } }, { "set_links.institutionen.land": ["unknown"] }],
    [{ institutionen: { bis: "morgen" } }, { "set_links.institutionen.bis": ["date"] }],
    [{ institutionen: { seit: today, bis: yesterday } }, { "set_links.institutionen.bis": ["date_order"] }],
    [{ institutionen: { rollen: [ROLE.head] } }, { "set_links.institutionen.rollen": ["exists"] }],
    [
      { institutionen: { ids: Array.from({ length: 201 }, (_, at) => at + 1), bis: today } },
      { "set_links.institutionen.ids": ["max"] },
    ],
  ])("set_links is refused for values that are wrong for all records: %j", async (set_links, errors) => {
    expect(await errorsOf({ set_links })).toEqual({ status: 422, errors });
  });

  it("set_links cannot be combined with delete", async () => {
    expect(await errorsOf({ set_links: { institutionen: { bis: today } }, delete: true })).toMatchObject({
      status: 422,
      errors: { delete: ["type"] },
    });
  });
});
