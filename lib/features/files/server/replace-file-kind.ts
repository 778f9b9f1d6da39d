import type { Transaction } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { recordChanges } from "@/lib/store/records/change-log";
import { HISTORY_LOCALE } from "@/lib/store/sql/linked-records";
import { fileChange } from "./file-changes";
import { replaceKindOfFiles } from "./file-kinds-sql";
import { storedFiles } from "./files-sql";

/**
 * Replaces a kind of files by another one in every file that has it; deleted files get it, too, without
 * an entry in the history. The caller must have locked the replaced kind.
 * @param kinds the ids of the replaced kind and of its replacement
 * @returns the number of changed files, without deleted ones
 */
export async function replaceFileKind(unit: Context<Transaction>, kinds: { id: number; by: number }): Promise<number> {
  const ids = await replaceKindOfFiles(unit.connection, kinds);
  const files = await storedFiles(unit.connection, ids, HISTORY_LOCALE);
  const fields = [{ name: "dateiart", old: kinds.id, new: kinds.by }];
  await recordChanges(
    unit,
    files.map((file) => fileChange("update", file, fields)),
  );
  return files.length;
}
