import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { ROLE } from "@/prisma/reference-data";
import { loggedIn, type Client } from "../../../support/api";
import { overlap } from "../../../support/databases/overlap";
import { createInstitution, createProject } from "../../../support/factories";

/*
 * Calls that change the same links from both ends at the same time: all transactions lock records
 * and links in one order, so that none is ended as part of a deadlock (503).
 */

let api: Client;
let colleague: Client;
let [house, otherHouse, project, otherProject] = [0, 0, 0, 0];
beforeAll(async () => {
  [api, colleague] = [await loggedIn(), await loggedIn()];
});
beforeEach(async () => {
  [house, otherHouse] = [await createInstitution(db()), await createInstitution(db())];
  [project, otherProject] = [await createProject(db()), await createProject(db())];
});

const ROLES = { rollen: [ROLE.partner] };
const held = () => sql`SELECT 1 FROM projects WHERE projekt_id = ${project} FOR UPDATE`;
const link = (body?: object) => api.post(`/api/projects/institution/${house}/${project}`, body);
const bulkOfHouses = (body: object) => api.post("/api/institutions/bulk", { ids: [house], ...body });
/** By a colleague: of one account, only one bulk change runs at a time. */
const bulkOfProjects = (body: object) => colleague.post("/api/projects/bulk", { ids: [project], ...body });
const fields = { set: { kommentare: "Neu" } };
const addingProject = () => ({ ...fields, add: { kooperationsprojekte: [project] } });

const linksOf = async () =>
  db().projectInstitution.count({ where: { projekt_id: project, partner_institution_id: house } });

describe("a bulk change of institutions with fields and links", () => {
  it("and a new link of a project with values both succeed", async () => {
    await api.post(`/api/projects/institution/${otherHouse}/${project}`);
    const set_links = { kooperationsprojekte: { ids: [project], ...ROLES } };
    const bulk = () => bulkOfHouses({ ids: [house, otherHouse], ...fields, set_links });
    expect(await overlap(held(), () => link(ROLES), bulk)).toEqual([200, 200]);
  });

  it("and the same new link of a project both succeed", async () => {
    const statuses = await overlap(
      held(),
      () => link(),
      () => bulkOfHouses(addingProject()),
    );
    expect([statuses, await linksOf()]).toEqual([[200, 200], 1]);
  });

  it("and a bulk change of projects with fields and the same link both succeed", async () => {
    const statuses = await overlap(
      held(),
      () => bulkOfProjects({ ...fields, add: { institutionen: [house] } }),
      () => bulkOfHouses(addingProject()),
    );
    expect([statuses, await linksOf()]).toEqual([[200, 200], 1]);
  });

  it("and a bulk change of projects with the same links in another order both succeed", async () => {
    const first = sql`INSERT INTO project_institutions (projekt_id, partner_institution_id) VALUES (${project}, ${house})`;
    const statuses = await overlap(
      first,
      () => bulkOfHouses({ ids: [house, otherHouse], add: { kooperationsprojekte: [otherProject, project] } }),
      () => bulkOfProjects({ ids: [project, otherProject], add: { institutionen: [otherHouse, house] } }),
    );
    expect(statuses).toEqual([200, 200]);
  });

  it("and a bulk change of projects that removes the same links in another order both succeed", async () => {
    await api.post(`/api/projects/institution/${house}/${otherProject}`);
    await api.post(`/api/projects/institution/${otherHouse}/${project}`);
    const last = sql`SELECT 1 FROM project_institutions WHERE projekt_id = ${project} FOR UPDATE`;
    const statuses = await overlap(
      last,
      () => bulkOfProjects({ ids: [project, otherProject], remove: { institutionen: [house, otherHouse] } }),
      () => bulkOfHouses({ ids: [house, otherHouse], remove: { kooperationsprojekte: [project, otherProject] } }),
    );
    expect(statuses).toEqual([200, 200]);
  });
});

describe("a merge of institutions", () => {
  it("and a new link of a project that it moves both succeed", async () => {
    await api.post(`/api/projects/institution/${otherHouse}/${project}`);
    const merge = () => api.post(`/api/institutions/${house}/merge`, { drop: otherHouse });
    expect(await overlap(held(), () => link(), merge)).toEqual([200, 200]);
  });
});
