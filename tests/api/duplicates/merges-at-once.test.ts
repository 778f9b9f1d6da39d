import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createInstitution } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { historyCalls } from "../../support/records/history";

/* Contract §12, "Merge": concurrent merges. */

let api: Client;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  api = await loggedIn();
  calls = historyCalls(api);
});

const merge = (path: string, keep: number, drop: number) => api.post(`/api/${path}/${keep}/merge`, { drop });

it("concurrent merges of overlapping records leave no partial result", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b, c] = [await createInstitution(db()), await createInstitution(db()), await createInstitution(db())];
    const answers = await Promise.all([
      merge("institutions", a, b),
      merge("institutions", b, a),
      merge("institutions", c, b),
    ]);
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
    const loads = await Promise.all([a, b, c].map((id) => api.get(`/api/institutions/${id}`)));
    expect(loads.filter(({ status }) => status === 200)).toHaveLength(3 - done.length);
    expect(done.length).toBeGreaterThan(0);
  }
});

it("concurrent merges at both ends of the same links both succeed", async () => {
  for (let round = 0; round < 3; round += 1) {
    const createTwo = async (path: string) => Promise.all([calls.create(path), calls.create(path)]);
    const [institutions, projects] = [await createTwo("institutions"), await createTwo("projects")];
    const [[keepInstitution = 0, dropInstitution = 0], [keepProject = 0, dropProject = 0]] = [institutions, projects];
    // Each of the two merges moves a link whose other record the other merge locks.
    await api.post(`/api/institutions/project/${dropInstitution}/${keepProject}`);
    await api.post(`/api/institutions/project/${keepInstitution}/${dropProject}`);
    const done = await Promise.all([
      merge("institutions", keepInstitution, dropInstitution),
      merge("projects", keepProject, dropProject),
    ]);
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    const { institutionen } = await calls.load(`projects/${keepProject}`);
    expect(institutionen).toMatchObject([{ partner_institution_id: keepInstitution }]);
  }
});
