import { isSameValue } from "@/lib/model/values/form-values";
import type { Transaction } from "@/lib/store/database/client";
import { insertProposals, type NewProposal } from "./proposals-sql";

/** A version of a file, and the record of which it proposes values. */
export type ProposingFile = Pick<NewProposal, "kind" | "id" | "label" | "name"> & { datei_id: number; fassung: number };

/** A value that was read from a file for a field, and the field's own value. */
export type FileReading = Pick<NewProposal, "value" | "now" | "seite" | "zitat"> & { field: string };

/** Values that a user accepted or rejected; those that the app rejected with a deleted file may come back. */
const decidedValues = (transaction: Transaction, { datei_id, fassung }: ProposingFile) =>
  transaction.$queryRaw<{ field: string; value: unknown }[]>`
    SELECT field, value FROM proposals WHERE datei_id = ${datei_id} AND fassung = ${fassung}
      AND (state = 'accepted' OR (state = 'rejected' AND decided_by IS NOT NULL))`;

/**
 * Makes what was read from a file its open proposals, in place of those that it had, without what was decided
 * before. Its proposals and its record must be locked.
 */
export async function saveFileProposals(
  transaction: Transaction,
  file: ProposingFile,
  readings: readonly FileReading[],
): Promise<void> {
  await transaction.$executeRaw`DELETE FROM proposals WHERE datei_id = ${file.datei_id} AND state = 'open'`;
  const decided = await decidedValues(transaction, file);
  const isDecided = ({ field, value }: FileReading) =>
    decided.some((before) => before.field === field && isSameValue(before.value, value));
  const proposals = readings
    .filter((reading) => !isDecided(reading))
    .map((reading) => ({
      ...file,
      ...reading,
      ...{ type: "file" as const, moved_from: [], runde_id: null, recipient_id: null },
      ...{ email: "", answer: null, comment: null, successor: null, answered_at: null },
    }));
  if (proposals.length > 0) await insertProposals(transaction, proposals);
}
