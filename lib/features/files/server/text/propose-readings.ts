import type { ContractField } from "@/lib/features/contracts/reading/read-contract";
import { saveFileProposals, type FileReading } from "@/lib/features/rounds/server/proposals/save-file-proposals";
import { FILE_TYPES } from "../../file-types";
import { readNoticePeriod } from "@/lib/model/deadlines/notice-period";
import type { AnyRow } from "@/lib/model/kinds/define";
import { isSameValue } from "@/lib/model/values/form-values";
import type { Transaction } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { HISTORY_LOCALE } from "@/lib/store/sql/linked-records";
import { lockProposalsOfFile } from "@/lib/store/sql/open-proposals";
import { storedRecords } from "@/lib/store/sql/stored-records";
import { lockRecords } from "@/lib/store/sql/write-records";
import { lockFiles } from "../files-sql";
import { definitionOfFile } from "../find-files";
import { fileToPropose, findFilesToPropose, setProposed, type FileToPropose } from "./texts-sql";

/** The number of files that are found at once. */
const FILES_AT_ONCE = 100;

/** Whether the field has the value already, also a notice period in other words. */
function hasValue(field: ContractField, now: unknown, value: unknown): boolean {
  if (isSameValue(now, value)) return true;
  if (field !== "kuendigungsfrist") return false;
  const [one, other] = [now, value].map((text) => readNoticePeriod(String(text)));
  return one !== null && JSON.stringify(one) === JSON.stringify(other);
}

/** Returns what was read from a file and differs from the values of its project. */
function differences({ readings, mime }: FileToPropose, values: AnyRow): FileReading[] {
  const isPaged = mime === FILE_TYPES[".pdf"];
  return (Object.entries(readings) as [ContractField, (typeof readings)[ContractField]][]).flatMap(
    ([field, reading]) => {
      const now = values[field] ?? null;
      if (!reading || hasValue(field, now, reading.value)) return [];
      const { value, page, zitat } = reading;
      return [{ field, value, now, seite: isPaged ? page : null, zitat }];
    },
  );
}

async function proposeOf(unit: Context<Transaction>, found: FileToPropose): Promise<void> {
  const { connection } = unit;
  const definition = definitionOfFile(found);
  // In the order of accepting: proposals before records.
  await lockProposalsOfFile(connection, found.datei_id);
  await lockRecords(connection, definition, [found.id], "delete");
  await lockFiles(connection, [found.datei_id]);
  const file = await fileToPropose(connection, found.datei_id);
  // A merge may have moved it meanwhile; the next run proposes for the kept record.
  if (!file || file.id !== found.id) return;
  const stored = (await storedRecords(connection, definition, [file.id])).get(file.id);
  if (!stored) return;
  const label = definition.label(stored.values, HISTORY_LOCALE);
  const { kind, id, name, datei_id, fassung } = file;
  await saveFileProposals(connection, { kind, id, label, name, datei_id, fassung }, differences(file, stored.values));
  await setProposed(connection, file);
}

/**
 * Proposes what was read from files of projects and differs from the projects (contract §18), for all files of
 * which that has not been done since they, their version or their kind changed.
 */
export async function proposeReadings(context: Context): Promise<void> {
  for (const file of await findFilesToPropose(context.connection, FILES_AT_ONCE)) {
    await inTransaction(context, (unit) => proposeOf(unit, file));
  }
}
