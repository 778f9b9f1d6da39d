import { createHash } from "node:crypto";
import { TEXT_TYPE } from "../file-types";
import { fileValuesOfForm, NEW_FILE } from "../file-values";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { FILE_VISIBILITIES } from "@/lib/model/files/file-visibility";
import { RECORD_MAX_FILES } from "@/lib/model/limits";
import { env } from "@/lib/base/config/env";
import { AppError, invalid } from "@/lib/base/errors/errors";
import type { ArrivingFile, FormTexts } from "@/lib/http/multipart-file";
import type { SentUpload } from "@/lib/http/route";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import { db, type Connection, type Transaction } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import {
  beginContent,
  CHUNK_BYTES,
  completeContent,
  dropUpload,
  lockContents,
  readBytesAt,
  writeChunk,
} from "@/lib/store/files/file-contents";
import { recordChanges } from "@/lib/store/records/change-log";
import { notFoundOrMerged } from "@/lib/store/records/find-records";
import { HISTORY_LOCALE } from "@/lib/store/sql/linked-records";
import { lockRecords } from "@/lib/store/sql/write-records";
import { startScan } from "./checks/clamav";
import { cleanFileName } from "./checks/clean-file-name";
import { hasPromisedType, mimeOfEnding } from "./checks/detect-file-type";
import { fileChange, fileDifferences, recordedValues } from "./file-changes";
import { filesOfRecord, insertVersion, updateFileValues, type StoredFile } from "./files-sql";
import { orderReading } from "./order-reading";
import { saveNewFile, checkFileValues, lockFile, writtenFile } from "./save-file";
import { definitionOfFile, seesFile } from "./find-files";
import { refuseBeyondQuota } from "./quota";
import { createTextCheck } from "./checks/text-check";

/** An upload whose bytes are stored, but belong to no file yet. */
type Received = { content_id: number; name: string; mime: string; bytes: number; sha256: string };

const refused = (code: "empty" | "type" | "max" | "infected") => invalid({ file: [code] });

/** Yields bytes in chunks of `CHUNK_BYTES`; the buffer of a chunk is used again for the next one. */
async function* inChunks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + CHUNK_BYTES - used);
      buffer.set(part, used);
      [at, used] = [at + part.length, used + part.length];
      if (used < CHUNK_BYTES) continue;
      yield buffer;
      used = 0;
    }
  }
  if (used > 0) yield buffer.subarray(0, used);
}

/**
 * Stores the bytes of an upload while they arrive, and checks them meanwhile.
 * @throws AppError validation_failed with `file` `empty`, `type` or `infected`; error_api when the
 * scanner does not answer
 */
async function receiveFile(connection: Connection, { name: sentName, chunks }: ArrivingFile): Promise<Received> {
  const name = cleanFileName(sentName);
  const mime = mimeOfEnding(name);
  if (!mime) throw refused("type");
  const { CLAMAV_ADDRESS } = env();
  const content_id = await beginContent(connection);
  const scan = CLAMAV_ADDRESS === undefined ? null : startScan(CLAMAV_ADDRESS);
  try {
    const hash = createHash("sha256");
    const textCheck = mime === TEXT_TYPE ? createTextCheck() : null;
    let bytes = 0;
    let position = 0;
    for await (const chunk of inChunks(chunks)) {
      bytes += chunk.length;
      hash.update(chunk);
      textCheck?.push(chunk);
      await Promise.all([writeChunk(connection, content_id, position++, chunk), scan?.push(chunk)]);
    }
    if (bytes === 0) throw refused("empty");
    if ((await scan?.finish()) === "infected") throw refused("infected");
    const read = (offset: number, length: number) => readBytesAt(connection, content_id, offset, length);
    if (textCheck?.isText() === false || !(await hasPromisedType({ size: bytes, read }, mime))) throw refused("type");
    return { content_id, name, mime, bytes, sha256: hash.digest("hex") };
  } catch (error) {
    scan?.abort();
    await dropUpload(connection, content_id).catch(() => undefined);
    throw error;
  }
}

/**
 * Locks a record against being deleted until the transaction ends.
 * @throws AppError data_not_found; of a merged record with the one that it was merged into
 */
async function lockAgainstDeletion(unit: Context<Transaction>, definition: AnyDefinition, id: number): Promise<void> {
  const { connection } = unit;
  if ((await lockRecords(connection, definition, [id], "delete")) === 0)
    throw await notFoundOrMerged(connection, definition, id);
}

/** Reads all files of a record, including those that the actor does not see. */
const allFilesOf = ({ connection }: Context, record: { kind: string; id: number }) =>
  filesOfRecord(connection, record, FILE_VISIBILITIES, HISTORY_LOCALE);

/**
 * Refuses bytes that a file of the record has, if the actor sees that file.
 * @throws AppError file_exists with the file
 */
function refuseStored(context: Context, files: readonly StoredFile[], sha256: string): void {
  const stored = files.find((file) => file.sha256 === sha256 && seesFile(context, file));
  if (stored) throw new AppError("file_exists", { body: { datei_id: stored.datei_id } });
}

/**
 * Receives an upload and gives its bytes to a file in a short transaction; drops them if anything is
 * refused.
 * @param write writes the file or version to which the content belongs
 */
async function storeUpload<Result>(
  context: Context,
  upload: SentUpload,
  write: (unit: Context<Transaction>, received: Received, fields: FormTexts) => Promise<Result>,
): Promise<Result> {
  const connection = db();
  let received: Received | undefined;
  try {
    const { result, fields } = await upload(async (file) => (received = await receiveFile(connection, file)));
    return await inTransaction(context, (unit) => write(unit, result, fields));
  } catch (error) {
    if (received) await dropUpload(connection, received.content_id).catch(() => undefined);
    throw error;
  }
}

/** Completes the content of an upload within the quota. @returns the key of the content */
async function completeWithinQuota(unit: Context<Transaction>, received: Received): Promise<number> {
  const content_id = await completeContent(unit.connection, received.content_id, received);
  if (content_id === received.content_id) await refuseBeyondQuota(unit.connection);
  return content_id;
}

/**
 * Stores an upload as a new file of a record (contract §18).
 * @returns the file's id
 * @throws AppError data_not_found, validation_failed, file_exists with the file, payload_too_large,
 * storage_full, error_api
 */
export function createFile(
  context: Context,
  definition: AnyDefinition,
  id: number,
  upload: SentUpload,
): Promise<number> {
  const record = { kind: definition.apiPath, id };
  return storeUpload(context, upload, async (unit, received, fields) => {
    const { connection } = unit;
    await lockAgainstDeletion(unit, definition, id);
    await lockContents(connection);
    const values = await checkFileValues(unit, NEW_FILE, fileValuesOfForm(fields));
    const files = await allFilesOf(unit, record);
    refuseStored(unit, files, received.sha256);
    if (files.length >= RECORD_MAX_FILES) throw refused("max");
    const content_id = await completeWithinQuota(unit, received);
    const datei_id = await saveNewFile(unit, record, values, { ...received, content_id });
    await recheckPermission(unit, "write", definition.name);
    return datei_id;
  });
}

/**
 * Stores an upload as the next version of a file, and changes the values that the form names.
 * @returns the number of the version
 * @throws AppError like `createFile`
 */
export function createVersion(context: Context, datei_id: number, upload: SentUpload): Promise<number> {
  return storeUpload(context, upload, async (unit, received, fields) => {
    const { connection, actor } = unit;
    const before = await lockFile(unit, datei_id);
    await lockContents(connection);
    const values = await checkFileValues(unit, before, fileValuesOfForm(fields), before.dateiart);
    refuseStored(unit, await allFilesOf(unit, before), received.sha256);
    const fassung = before.fassung + 1;
    const content_id = await completeWithinQuota(unit, received);
    await updateFileValues(connection, datei_id, values);
    await insertVersion(connection, datei_id, { ...received, fassung, content_id, created_by: actor?.id ?? null });
    await orderReading(connection);
    const file = await writtenFile(connection, datei_id);
    const differences = fileDifferences(recordedValues(before), recordedValues(file));
    await recordChanges(unit, [fileChange("update", file, differences)]);
    await recheckPermission(unit, "write", definitionOfFile(file).name);
    return fassung;
  });
}
