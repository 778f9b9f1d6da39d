import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { ROLE } from "@/prisma/reference-data";
import { loggedIn, type Client } from "../../../support/api";
import { overlap } from "../../../support/databases/overlap";
import { createInstitution, createProject } from "../../../support/factories";

/*
 * Calls that change the same links from both ends at the same time: all transactions lock records
 * and links in one order, so that none fails because of a deadlock (503).
 */

let api: Client;
let colleague: Client;
let [institution, otherInstitution, project, otherProject] = [0, 0, 0, 0];
beforeAll(async () => {
  [api, colleague] = [await loggedIn(), await loggedIn()];
});
beforeEach(async () => {
  [institution, otherInstitution] = [await createInstitution(db()), await createInstitution(db())];
  [project, otherProject] = [await createProject(db()), await createProject(db())];
});

const ROLES = { rollen: [ROLE.partner] };
const projectLock = () => sql`SELECT 1 FROM projects WHERE projekt_id = ${project} FOR UPDATE`;
const link = (body?: object) => api.post(`/api/projects/institution/${institution}/${project}`, body);
const bulkOfInstitutions = (body: object) => api.post("/api/institutions/bulk", { ids: [institution], ...body });
/** Called by another account, because only one bulk change per account runs at a time. */
const bulkOfProjects = (body: object) => colleague.post("/api/projects/bulk", { ids: [project], ...body });
const fields = { set: { kommentare: "Neu" } };
const addingProject = () => ({ ...fields, add: { kooperationsprojekte: [project] } });

const linksOf = async () =>
  db().projectInstitution.count({ where: { projekt_id: project, partner_institution_id: institution } });

describe("concurrent bulk changes of institutions with fields and links", () => {
  it("a bulk change of institutions and a concurrent new link of a project with values both succeed", async () => {
    await api.post(`/api/projects/institution/${otherInstitution}/${project}`);
    const set_links = { kooperationsprojekte: { ids: [project], ...ROLES } };
    const bulk = () => bulkOfInstitutions({ ids: [institution, otherInstitution], ...fields, set_links });
    expect(await overlap(projectLock(), () => link(ROLES), bulk)).toEqual([200, 200]);
  });

  it("a bulk change of institutions and the same concurrent new link of a project both succeed", async () => {
    const statuses = await overlap(
      projectLock(),
      () => link(),
      () => bulkOfInstitutions(addingProject()),
    );
    expect([statuses, await linksOf()]).toEqual([[200, 200], 1]);
  });

  it("concurrent bulk changes of institutions and of projects with fields and the same link both succeed", async () => {
    const statuses = await overlap(
      projectLock(),
      () => bulkOfProjects({ ...fields, add: { institutionen: [institution] } }),
      () => bulkOfInstitutions(addingProject()),
    );
    expect([statuses, await linksOf()]).toEqual([[200, 200], 1]);
  });

  it("concurrent bulk changes that add the same links in another order both succeed", async () => {
    const first = sql`INSERT INTO project_institutions (projekt_id, partner_institution_id) VALUES (${project}, ${institution})`;
    const statuses = await overlap(
      first,
      () =>
        bulkOfInstitutions({
          ids: [institution, otherInstitution],
          add: { kooperationsprojekte: [otherProject, project] },
        }),
      () => bulkOfProjects({ ids: [project, otherProject], add: { institutionen: [otherInstitution, institution] } }),
    );
    expect(statuses).toEqual([200, 200]);
  });

  it("concurrent bulk changes that remove the same links in another order both succeed", async () => {
    await api.post(`/api/projects/institution/${institution}/${otherProject}`);
    await api.post(`/api/projects/institution/${otherInstitution}/${project}`);
    const last = sql`SELECT 1 FROM project_institutions WHERE projekt_id = ${project} FOR UPDATE`;
    const statuses = await overlap(
      last,
      () =>
        bulkOfProjects({ ids: [project, otherProject], remove: { institutionen: [institution, otherInstitution] } }),
      () =>
        bulkOfInstitutions({
          ids: [institution, otherInstitution],
          remove: { kooperationsprojekte: [project, otherProject] },
        }),
    );
    expect(statuses).toEqual([200, 200]);
  });
});

describe("concurrent merges of institutions", () => {
  it("a merge of institutions and a concurrent new link of a project that it moves both succeed", async () => {
    await api.post(`/api/projects/institution/${otherInstitution}/${project}`);
    const merge = () => api.post(`/api/institutions/${institution}/merge`, { drop: otherInstitution });
    expect(await overlap(projectLock(), () => link(), merge)).toEqual([200, 200]);
  });
});
