import { createHash } from "node:crypto";
import { NEW_FILE } from "@/lib/features/files/file-values";
import { mimeOfEnding } from "@/lib/features/files/server/checks/detect-file-type";
import { saveNewFile } from "@/lib/features/files/server/save-file";
import { definitionOf } from "@/lib/model/kinds/registry";
import { expectDefined } from "@/lib/base/errors/invariant";
import type { Transaction } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { beginContent, CHUNK_BYTES, completeContent, lockContents, writeChunk } from "@/lib/store/files/file-contents";
import { agreementFile, DEMO_AGREEMENTS } from "./demo-agreements";

/** Stores bytes as an upload does. @returns the key of their content */
async function storeBytes(connection: Transaction, bytes: Uint8Array): Promise<number> {
  const content_id = await beginContent(connection);
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    await writeChunk(connection, content_id, at / CHUNK_BYTES, bytes.subarray(at, at + CHUNK_BYTES));
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return completeContent(connection, content_id, { sha256, bytes: bytes.length });
}

/**
 * Adds the agreements to their projects; the job that reads files then makes proposals of them.
 * @param idsByTitle the projects' ids by their titles
 */
export async function saveAgreements(
  unit: Context<Transaction>,
  idsByTitle: ReadonlyMap<string, number>,
): Promise<void> {
  const kind = definitionOf("project").apiPath;
  await lockContents(unit.connection);
  for (const agreement of DEMO_AGREEMENTS) {
    const { projekt_titel, name, values } = agreement;
    const id = expectDefined(idsByTitle.get(projekt_titel), `the project ${projekt_titel}`);
    const mime = expectDefined(mimeOfEnding(name), `the type of ${name}`);
    const content_id = await storeBytes(unit.connection, await agreementFile(agreement));
    await saveNewFile(unit, { kind, id }, { ...NEW_FILE, ...values }, { name, mime, content_id });
  }
}
