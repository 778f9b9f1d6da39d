import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectDefined } from "@/lib/base/errors/invariant";
import { db } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { overlap } from "../../support/databases/overlap";
import { fileCalls, pdf, sha256 } from "../../support/records/files";
import { historyCalls } from "../../support/records/history";

/* Contract §18: calls that concern the same files at the same time. */

const QUOTA_BYTES = 1_073_741_824 / 128;
process.env.FILES_QUOTA_GB = String(QUOTA_BYTES / 1_073_741_824);

let api: Client;
let other: Client;
let files: ReturnType<typeof fileCalls>;
let calls: ReturnType<typeof historyCalls>;
let id: number;
let project: string;
beforeAll(async () => {
  [api, other] = [await loggedIn(), await loggedIn()];
  files = fileCalls(api);
  calls = historyCalls(api);
});
beforeEach(async () => {
  id = await createProject(db());
  project = `projects/${id}`;
});
afterEach(async () => {
  expect(await unusedContents(), "contents without a version").toBe(0);
});

/** Counts the stored bytes that belong to no version, also those of uploads that were not completed. */
async function unusedContents(): Promise<number> {
  const [{ count }] = await db().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM file_contents c
    WHERE NOT EXISTS (SELECT FROM file_versions v WHERE v.content_id = c.content_id)`;
  return count;
}
const contentsWith = (bytes: Uint8Array) => db().fileContent.count({ where: { sha256: sha256(bytes) } });
/** Holds back the end of all uploads. */
const uploadLock = () => sql`SELECT pg_advisory_xact_lock(hashtext('file contents'), 0)`;
const projectLock = () => sql`SELECT 1 FROM projects WHERE projekt_id = ${id} FOR UPDATE`;
const fileLock = (file: number) => sql`SELECT 1 FROM files WHERE datei_id = ${file} FOR UPDATE`;
const idsOf = async (record: string) => (await files.ofRecord(record)).map(({ datei_id }) => datei_id);
const newestChange = async (file: number) =>
  expectDefined((await calls.changes(`kind=files&id=${file}`))[0], "a change of the file");

describe("uploads at the same time", () => {
  it("store the same bytes of two records once", async () => {
    const bytes = pdf();
    const second = `projects/${await createProject(db())}`;
    const upload = (record: string, client: Client) => () => fileCalls(client).upload(record, bytes);
    expect(await overlap(uploadLock(), upload(project, api), upload(second, other))).toEqual([201, 201]);
    expect(await contentsWith(bytes)).toBe(1);
    for (const record of [project, second]) {
      const [file] = await idsOf(record);
      expect(sha256((await files.content(file ?? 0)).bytes)).toBe(sha256(bytes));
    }
  });

  it("store the same bytes in one record once, and refuse the second upload with the first one's file", async () => {
    const bytes = pdf();
    const upload = (client: Client) => fileCalls(client).upload(project, bytes);
    const answers: Awaited<ReturnType<typeof upload>>[] = [];
    const kept = (client: Client) => async () => {
      const answer = await upload(client);
      answers.push(answer);
      return answer;
    };
    expect((await overlap(uploadLock(), kept(api), kept(other))).toSorted()).toEqual([200, 201]);
    const [file] = await idsOf(project);
    expect(answers.map(({ json }) => json.datei_id)).toEqual([file, file]);
    expect(answers.map(({ json }) => json.message).toSorted()).toEqual(["data_saved", "file_exists"]);
  });

  it("store no more than the quota allows", async () => {
    const bytes = () => pdf(undefined, 300_000);
    const [first, second] = [bytes(), bytes()];
    // Leaves room for one of the two; its bytes count once it is the content of a version.
    const used = (await db().fileContent.aggregate({ _sum: { bytes: true } }))._sum.bytes ?? 0;
    const filler = await files.add(`projects/${await createProject(db())}`);
    const size = QUOTA_BYTES - used - first.length - 10_000;
    await db().$executeRaw`UPDATE file_contents SET bytes = ${size}::int WHERE content_id =
      (SELECT content_id FROM file_versions WHERE datei_id = ${filler})`;
    const upload = (content: Uint8Array<ArrayBuffer>, client: Client) => () =>
      fileCalls(client).upload(project, content);
    const statuses = await overlap(uploadLock(), upload(first, api), upload(second, other));
    expect(statuses.toSorted()).toEqual([201, 507]);
    expect((await contentsWith(first)) + (await contentsWith(second))).toBe(1);
    await db().$executeRaw`UPDATE file_contents SET bytes = 1 WHERE bytes = ${size}::int`;
  });

  it("become the versions 2 and 3 of a file", async () => {
    const file = await files.add(project);
    const [second, third] = [pdf("zwei"), pdf("drei")];
    const add = (bytes: Uint8Array<ArrayBuffer>, client: Client) => () => fileCalls(client).addVersion(file, bytes);
    expect(await overlap(fileLock(file), add(second, api), add(third, other))).toEqual([201, 201]);
    expect((await files.versions(file)).map(({ fassung, sha256: digest }) => [fassung, digest])).toMatchObject([
      [3, expect.any(String)],
      [2, expect.any(String)],
      [1, expect.any(String)],
    ]);
    const digests = [2, 3].map(async (fassung) => sha256((await files.content(file, `?fassung=${fassung}`)).bytes));
    expect(new Set(await Promise.all(digests))).toEqual(new Set([sha256(second), sha256(third)]));
    const fields = (await newestChange(file)).fields.filter(({ name }) => name === "fassung");
    expect(fields).toEqual([{ name: "fassung", old: 2, new: 3 }]);
  });

  it("become one version where their bytes are the same", async () => {
    const file = await files.add(project);
    const bytes = pdf();
    const add = (client: Client) => () => fileCalls(client).addVersion(file, bytes);
    expect((await overlap(fileLock(file), add(api), add(other))).toSorted()).toEqual([200, 201]);
    expect((await files.versions(file)).map(({ fassung }) => fassung)).toEqual([2, 1]);
  });

  it("do not exceed the number of files of a record", async () => {
    await db().$executeRaw`
      WITH content AS (SELECT content_id FROM file_contents WHERE sha256 IS NOT NULL LIMIT 1),
      file AS (INSERT INTO files (kind, record_id) SELECT 'projects', ${id}::int FROM generate_series(1, 99) RETURNING datei_id)
      INSERT INTO file_versions (datei_id, fassung, name, mime, content_id)
      SELECT datei_id, 1, 'a.pdf', 'application/pdf', content_id FROM file, content`;
    const upload = (client: Client) => () => fileCalls(client).upload(project);
    expect((await overlap(uploadLock(), upload(api), upload(other))).toSorted()).toEqual([201, 422]);
    expect(await idsOf(project)).toHaveLength(100);
  });
});

describe("an upload while its record is deleted", () => {
  const upload = () => files.upload(project);
  const remove = () => other.delete(`/api/${project}`);

  it("is not found if it ends after the deletion", async () => {
    expect(await overlap(projectLock(), remove, upload)).toEqual([200, 404]);
  });

  it("is deleted and restored with the record if it ends before", async () => {
    expect(await overlap(uploadLock(), upload, remove)).toEqual([201, 200]);
    const [deletion] = await calls.changes(`kind=projects&id=${id}`);
    expect(deletion).toMatchObject({ action: "delete" });
    expect(await db().file.count({ where: { record_id: id, kind: "projects", deleted_at: null } })).toBe(0);
    expect((await calls.revert(deletion)).status).toBe(200);
    expect(await idsOf(project)).toHaveLength(1);
  });

  it("of a version is not found if it ends after the deletion", async () => {
    const file = await files.add(project);
    expect(await overlap(projectLock(), remove, () => files.addVersion(file))).toEqual([200, 404]);
  });

  it("of a version is deleted with the file if it ends before", async () => {
    const file = await files.add(project);
    const statuses = await overlap(
      uploadLock(),
      () => files.addVersion(file),
      () => other.delete(`/api/files/${file}`),
    );
    expect(statuses).toEqual([201, 200]);
    await files.revert((await newestChange(file)).change_id);
    expect(await files.read(file)).toMatchObject({ fassung: 2 });
  });
});

describe("a call while the record of its file is merged", () => {
  let keep: number;
  let file: number;
  beforeEach(async () => {
    keep = await createProject(db());
    file = await files.add(project);
  });
  const merge = () => other.post(`/api/projects/${keep}/merge`, { drop: id });
  const kept = async () => (await files.ofRecord(`projects/${keep}`))[0];

  it("changes the file that has moved", async () => {
    const change = () => api.put(`/api/files/${file}`, { bezeichnung: "Neu" });
    expect(await overlap(fileLock(file), merge, change)).toEqual([200, 200]);
    expect(await kept()).toMatchObject({ datei_id: file, bezeichnung: "Neu" });
    expect(await newestChange(file)).toMatchObject({ related: { kind: "projects", id: keep } });
  });

  it("stores a version of the file that has moved", async () => {
    const bytes = pdf();
    expect(await overlap(fileLock(file), merge, () => files.addVersion(file, bytes))).toEqual([200, 201]);
    expect(await kept()).toMatchObject({ datei_id: file, fassung: 2, sha256: sha256(bytes) });
  });

  it("deletes the file that has moved", async () => {
    expect(await overlap(fileLock(file), merge, () => api.delete(`/api/files/${file}`))).toEqual([200, 200]);
    expect(await kept()).toBeUndefined();
  });

  it("reverts a change of the file that has moved", async () => {
    await api.put(`/api/files/${file}`, { bezeichnung: "Neu" });
    const change = await newestChange(file);
    expect(await overlap(fileLock(file), merge, () => calls.revert(change))).toEqual([200, 200]);
    expect(await kept()).toMatchObject({ datei_id: file, bezeichnung: "" });
  });

  it("does not find the merged record for an upload", async () => {
    expect(await overlap(fileLock(file), merge, () => files.upload(project))).toEqual([200, 404]);
    expect(await idsOf(`projects/${keep}`)).toEqual([file]);
  });

  it("uploads a file before the merge, which moves it", async () => {
    expect(await overlap(uploadLock(), () => files.upload(project), merge)).toEqual([201, 200]);
    expect(await idsOf(`projects/${keep}`)).toHaveLength(2);
  });

  it("changes the file that the merge's revert moves back", async () => {
    const { json } = await api.post<{ batch: string }>(`/api/projects/${keep}/merge`, { drop: id });
    const revert = () => other.post(`/api/history/batches/${json.batch}/revert`, {});
    const change = () => api.put(`/api/files/${file}`, { bezeichnung: "Neu" });
    expect(await overlap(fileLock(file), revert, change)).toEqual([200, 200]);
    expect(await files.ofRecord(project)).toMatchObject([{ datei_id: file, bezeichnung: "Neu" }]);
  });
});

describe("changes of a file at the same time", () => {
  it("both take effect, in the order of the history", async () => {
    const file = await files.add(project);
    const change = (client: Client, values: object) => () => client.put(`/api/files/${file}`, values);
    expect(
      await overlap(
        fileLock(file),
        change(api, { bezeichnung: "Eins", dateiart: 1 }),
        change(other, { bezeichnung: "Zwei" }),
      ),
    ).toEqual([200, 200]);
    const { bezeichnung, dateiart } = await files.read(file);
    expect(dateiart).toBe(1);
    const fields = (await newestChange(file)).fields.find(({ name }) => name === "bezeichnung");
    expect(fields?.new).toBe(bezeichnung);
  });

  it("are reverted once", async () => {
    const file = await files.add(project);
    await api.put(`/api/files/${file}`, { bezeichnung: "Neu" });
    const change = await newestChange(file);
    const revert = (client: Client) => () => historyCalls(client).revert(change);
    expect((await overlap(fileLock(file), revert(api), revert(other))).toSorted()).toEqual([200, 409]);
  });

  it("delete it once", async () => {
    const file = await files.add(project);
    const remove = (client: Client) => () => client.delete(`/api/files/${file}`);
    expect((await overlap(fileLock(file), remove(api), remove(other))).toSorted()).toEqual([200, 404]);
    expect((await calls.changes(`kind=files&id=${file}`)).map(({ action }) => action)).toEqual(["delete", "create"]);
  });
});
