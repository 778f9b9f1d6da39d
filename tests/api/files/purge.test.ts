import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteExpired } from "@/lib/features/operations/server/housekeeping";
import { fileUpkeep } from "@/lib/features/files/server/file-upkeep";
import { db } from "@/lib/store/database/client";
import { inTransaction, jobContext } from "@/lib/store/database/transaction";
import { beginContent, lockContents, writeChunk } from "@/lib/store/files/file-contents";
import { purgeContents } from "@/lib/features/files/server/purge-files";
import { createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";
import { waitUntilBlocking } from "../../support/databases/wait-until-blocking";
import { fileCalls, pdf, sha256 } from "../../support/records/files";

/*
 * What housekeeping and the job of files delete (contract §18).
 */

let api: Client;
let files: ReturnType<typeof fileCalls>;
let project: string;
beforeAll(async () => {
  api = await loggedIn({ role: "admin" });
  files = fileCalls(api);
});
beforeEach(async () => {
  project = `projects/${await createProject(db())}`;
});

/** Makes a file's contents as old as if it had been uploaded days ago. @returns the key of its newest content */
async function ageContents(datei_id: number, days: number): Promise<number> {
  const contents = await db().fileVersion.findMany({ where: { datei_id }, orderBy: { version_id: "desc" } });
  const ids = contents.map(({ content_id }) => content_id);
  await db()
    .$executeRaw`UPDATE file_contents SET created_at = now() - make_interval(days => ${days}::int) WHERE content_id = ANY(${ids}::int[])`;
  return ids[0] ?? 0;
}
const chunksOf = (content_id: number) => db().fileChunk.count({ where: { content_id } });
const rowsOf = (datei_id: number) => db().file.count({ where: { datei_id } });
const versionsOf = (datei_id: number) => db().fileVersion.count({ where: { datei_id } });

/** Uploads a file, and deletes it as if that were days ago. @returns it, its deletion in the history, and its content */
async function deletedFile(bytes: Uint8Array<ArrayBuffer>, days: number) {
  const id = await files.add(project, bytes);
  await api.delete(`/api/files/${id}`);
  const { change_id } = await files.newestChange(id);
  await db()
    .$executeRaw`UPDATE files SET deleted_at = now() - make_interval(days => ${days}::int) WHERE datei_id = ${id}`;
  return { id, change_id, content: await ageContents(id, days) };
}

/** Adds a second version to a file and reverts that, as if it were days ago. @returns the id of the revert in the history */
async function revertedVersion(id: number, bytes: Uint8Array<ArrayBuffer>, days: number): Promise<number> {
  await files.addVersion(id, bytes);
  await files.revert((await files.newestChange(id)).change_id);
  await db()
    .$executeRaw`UPDATE file_versions SET removed_at = now() - make_interval(days => ${days}::int) WHERE datei_id = ${id} AND removed_at IS NOT NULL`;
  return (await files.newestChange(id)).change_id;
}

/** Begins an upload as if that were minutes ago. @returns the key of its content */
async function begunUpload(minutes: number): Promise<number> {
  const id = await beginContent(db());
  await writeChunk(db(), id, 0, Buffer.from("%PDF-1.7"));
  await db()
    .$executeRaw`UPDATE file_contents SET created_at = now() - make_interval(mins => ${minutes}::int) WHERE content_id = ${id}`;
  return id;
}
/** Drops the history of files and of a kind of records, as HISTORY_MONTHS does. */
const dropHistory = (...kinds: string[]) =>
  db().$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'months', true)`;
    await transaction.$executeRaw`DELETE FROM changes WHERE kind = ANY(${kinds}::text[])`;
  });

describe("a deleted file", () => {
  it("can be restored with its bytes after housekeeping, within 30 days", async () => {
    const bytes = pdf();
    const { id, change_id } = await deletedFile(bytes, 29);
    await deleteExpired();
    expect(await files.revert(change_id)).toMatchObject({ status: 200 });
    expect(sha256((await files.content(id)).bytes)).toBe(sha256(bytes));
  });

  it("loses its versions and bytes after 30 days", async () => {
    const { id, content } = await deletedFile(pdf(), 31);
    await deleteExpired();
    expect([await versionsOf(id), await chunksOf(content)]).toEqual([0, 0]);
  });

  it("cannot be restored after its bytes are gone", async () => {
    const { id, change_id } = await deletedFile(pdf(), 31);
    await deleteExpired();
    expect(await files.newestChange(id)).toMatchObject({ change_id, revertible: false });
    expect(await files.revert(change_id)).toMatchObject({ status: 409, json: { message: "not_revertible" } });
  });

  it("leaves its bytes to another file that has them, too", async () => {
    const bytes = pdf();
    await deletedFile(bytes, 31);
    const other = await files.add(`projects/${await createProject(db())}`, bytes);
    await deleteExpired();
    expect(sha256((await files.content(other)).bytes)).toBe(sha256(bytes));
  });

  it("keeps its row, which decides who sees its history, while it has a history", async () => {
    const { id } = await deletedFile(pdf(), 31);
    await deleteExpired();
    expect(await rowsOf(id)).toBe(1);
  });

  it("keeps its row while the history of the record with which it was deleted names it", async () => {
    const id = await files.add(project);
    await api.delete(`/api/${project}`);
    await db().$executeRaw`UPDATE files SET deleted_at = now() - interval '31 days' WHERE datei_id = ${id}`;
    await dropHistory("files");
    await deleteExpired();
    expect([await versionsOf(id), await rowsOf(id)]).toEqual([0, 1]);
  });

  it("loses its row once the history does not name it any more", async () => {
    const id = await files.add(project);
    await api.delete(`/api/${project}`);
    await db().$executeRaw`UPDATE files SET deleted_at = now() - interval '31 days' WHERE datei_id = ${id}`;
    await dropHistory("files", "projects");
    await deleteExpired();
    expect(await rowsOf(id)).toBe(0);
  });

  it("keeps its row within 30 days, even without a history", async () => {
    const { id } = await deletedFile(pdf(), 29);
    await dropHistory("files");
    await deleteExpired();
    expect([await versionsOf(id), await rowsOf(id)]).toEqual([1, 1]);
  });

  it("loses its row in the night in which HISTORY_MONTHS drops its history", async () => {
    configure({ HISTORY_MONTHS: 1 });
    const { id } = await deletedFile(pdf(), 70);
    await db().$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT set_config('cooperation.rule', 'test', true)`;
      await transaction.$executeRaw`UPDATE changes SET at = now() - interval '70 days' WHERE kind = 'files' AND id = ${id}`;
    });
    await deleteExpired();
    expect(await rowsOf(id)).toBe(0);
  });
});

describe("a reverted version", () => {
  it("can come back after housekeeping, within 30 days", async () => {
    const [id, bytes] = [await files.add(project), pdf()];
    const revert = await revertedVersion(id, bytes, 29);
    await deleteExpired();
    expect(await files.revert(revert)).toMatchObject({ status: 200 });
    expect(sha256((await files.content(id)).bytes)).toBe(sha256(bytes));
  });

  it("is dropped with its bytes after 30 days, and leaves the file", async () => {
    const [first, second] = [pdf(), pdf()];
    const id = await files.add(project, first);
    await revertedVersion(id, second, 31);
    const content = await ageContents(id, 31);
    await deleteExpired();
    expect([await versionsOf(id), await chunksOf(content)]).toEqual([1, 0]);
    expect(sha256((await files.content(id)).bytes)).toBe(sha256(first));
  });
});

describe("bytes that belong to no file", () => {
  const runJob = () =>
    fileUpkeep.work({ context: jobContext(), now: new Date(), data: {}, order: () => Promise.resolve() });

  it("the job of files drops an upload that was given up an hour ago, but none that is under way", async () => {
    const [old, running] = [await begunUpload(61), await begunUpload(10)];
    await runJob();
    expect([await chunksOf(old), await chunksOf(running)]).toEqual([0, 1]);
  });

  it("the job of files drops a content that no version has", async () => {
    const id = await files.add(project);
    const content = await ageContents(id, 1);
    await db().$executeRaw`DELETE FROM files WHERE datei_id = ${id}`;
    await runJob();
    expect(await chunksOf(content)).toBe(0);
  });

  it("several of them are dropped by one run", async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => begunUpload(61)));
    await runJob();
    expect(await db().fileContent.count({ where: { content_id: { in: ids } } })).toBe(0);
  });

  it("an upload of the same bytes that completes meanwhile keeps them", async () => {
    const bytes = pdf();
    const id = await files.add(project, bytes);
    const stored = await db().fileContent.findFirstOrThrow({ where: { sha256: sha256(bytes) } });
    await db().$executeRaw`DELETE FROM files WHERE datei_id = ${id}`;
    const file = await db().file.create({ data: { kind: "projects", record_id: Number(project.split("/")[1]) } });
    let purge: Promise<void> = Promise.resolve();
    await inTransaction(jobContext(), async ({ connection }) => {
      await lockContents(connection);
      purge = purgeContents(db());
      await waitUntilBlocking(connection);
      await connection.$executeRaw`
        INSERT INTO file_versions (datei_id, fassung, name, mime, content_id)
        VALUES (${file.datei_id}, 1, 'a.pdf', 'application/pdf', ${stored.content_id})`;
    });
    await purge;
    expect(sha256((await files.content(file.datei_id)).bytes)).toBe(sha256(bytes));
  });

  it("an upload of bytes that are just released stores them anew", async () => {
    const bytes = pdf();
    const first = await files.add(project, bytes);
    await db().$executeRaw`DELETE FROM files WHERE datei_id = ${first}`;
    await purgeContents(db());
    const second = await files.add(project, bytes);
    await purgeContents(db());
    expect(sha256((await files.content(second)).bytes)).toBe(sha256(bytes));
  });
});
