import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";
import type { EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import type { Context } from "@/lib/store/database/transaction";
import type { ProposedRecord } from "../../proposal-queue";
import { proposedRecords } from "../../proposed-records";
import { listProposals } from "./find-proposals";
import { proposalWords } from "./proposal-words";

/**
 * Finds the open proposals for a record that were read from files, with what the record's page has read already.
 * @param options the entries of the reference lists of the form
 * @throws AppError forbidden
 */
export async function findFileProposals(
  context: Context,
  { apiPath: kind }: AnyDefinition,
  { id, record }: { id: number; record: AnyRow },
  options: EntryOptions,
): Promise<ProposedRecord | null> {
  const page = { pageNo: 0, pageSize: LIST_MAX_PAGE_SIZE };
  const { rows, total } = await listProposals(context, { ...page, kind, id, state: "open", type: "file" });
  const [proposed] = proposedRecords(rows, {
    ...proposalWords(context.locale, options),
    storedOf: () => record,
    totalOf: () => total,
    successionOf: () => null,
  });
  return proposed ?? null;
}
