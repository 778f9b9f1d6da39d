import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { Database } from "@/lib/store/database/client";
import { sql } from "@/lib/store/database/sql";
import { inTransaction, jobContext } from "@/lib/store/database/transaction";
import { dropAbandonedUpload, lockContents, releaseUnusedContents } from "@/lib/store/files/file-contents";
import { KEPT_SINCE } from "@/lib/store/sql/record-files";

/**
 * The moment since when files and versions keep their bytes: a little longer than their deletion can
 * be undone, so that a revert that has begun in time finds them.
 */
const PURGED_BEFORE = sql`${KEPT_SINCE} - interval '1 hour'`;

/** The number of versions or files that one statement deletes. */
const DELETED_AT_ONCE = 500;
/** The largest number of statements of a run; the next run continues. */
const MAX_STATEMENTS = 5_000;

/** Runs `drop` until it finds nothing. */
async function dropAll(drop: () => Promise<number>): Promise<void> {
  for (let count = 0; count < MAX_STATEMENTS; count += 1) if ((await drop()) === 0) return;
}

/**
 * Drops the contents that no version has, and the chunks of abandoned uploads. Uploads that
 * complete meanwhile wait only while the former are found, not while bytes are deleted.
 */
export async function purgeContents(database: Database): Promise<void> {
  await inTransaction({ ...jobContext(), connection: database }, async ({ connection }) => {
    await lockContents(connection);
    await releaseUnusedContents(connection);
  });
  await dropAll(() => dropAbandonedUpload(database));
}

/** Drops the versions that cannot come back, because they or their files were deleted too long ago. */
const dropVersions = (database: Database): Promise<number> => database.$executeRaw`
  DELETE FROM file_versions WHERE version_id IN (
    SELECT v.version_id FROM file_versions v JOIN files f ON f.datei_id = v.datei_id
    WHERE f.deleted_at < ${PURGED_BEFORE} OR v.removed_at < ${PURGED_BEFORE} LIMIT ${DELETED_AT_ONCE})`;

/** Drops the words that no text has any more. Reading a file waits, whose words might be among them. */
async function dropUnusedWords(database: Database): Promise<void> {
  await inTransaction({ ...jobContext(), connection: database }, async ({ connection }) => {
    await lockContents(connection);
    await connection.$executeRaw`
      DELETE FROM file_words w WHERE NOT EXISTS (SELECT FROM file_contents c WHERE c.word_ids @> ARRAY[w.word_id])`;
  });
}

/** Forgets the sentences that proposals quote from versions whose bytes are gone. */
const forgetQuotes = (database: Database): Promise<number> => database.$executeRaw`
  UPDATE proposals p SET zitat = '' WHERE p.zitat <> '' AND NOT EXISTS (
    SELECT FROM file_versions v WHERE v.datei_id = p.datei_id AND v.fassung = p.fassung)`;

/**
 * Drops the rows of files without versions that the history does not mention any more. Until then
 * they decide who sees these changes, also of the records with which the files were deleted.
 */
const dropForgottenFiles = (database: Database): Promise<number> => database.$executeRaw`
  DELETE FROM files WHERE datei_id IN (
    SELECT f.datei_id FROM files f
    WHERE f.deleted_at < ${PURGED_BEFORE} AND NOT EXISTS (SELECT FROM file_versions v WHERE v.datei_id = f.datei_id)
      AND NOT EXISTS (SELECT FROM changes c WHERE c.kind = ${FILE_KIND} AND c.id = f.datei_id)
      AND NOT EXISTS (SELECT FROM changes c
        WHERE c.links @> jsonb_build_array(jsonb_build_object('kind', ${FILE_KIND}::text, 'id', f.datei_id)))
    LIMIT ${DELETED_AT_ONCE})`;

/**
 * Deletes what is left of deleted files and of reverted versions once that cannot be undone (contract
 * §18), and their bytes unless other files have them, too.
 */
export async function purgeFiles(database: Database): Promise<void> {
  await dropAll(() => dropVersions(database));
  await forgetQuotes(database);
  await purgeContents(database);
  await dropUnusedWords(database);
  await dropAll(() => dropForgottenFiles(database));
}
