import type { proposalList } from "@/lib/answers/proposal-answers";
import { request } from "@/lib/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/limits";
import { definitionOfPath } from "@/lib/records/kinds/registry";
import { proposalsApiPath, type QueueQuery } from "@/lib/records/proposals/proposal-queue";
import type { NamedProposal } from "./refused-proposals";

/**
 * Loads the proposals with a value that match a query, page by page.
 * @param count the number of proposals to read
 * @param fieldLabel returns the label of a field
 * @throws ApiError
 */
export async function loadProposals(
  query: QueueQuery,
  count: number,
  fieldLabel: (field: string) => string,
): Promise<NamedProposal[]> {
  const found: NamedProposal[] = [];
  for (let pageNo = 0; pageNo * LIST_MAX_PAGE_SIZE < count; pageNo++) {
    const { data } = await request<typeof proposalList>("GET", proposalsApiPath(query, pageNo));
    for (const { proposal_id, kind, id, label, field } of data) {
      const definition = definitionOfPath(kind);
      const href = definition ? `${definition.pages.detail}/${id}` : null;
      if (field !== null) found.push({ proposal_id, label, href, field: fieldLabel(field) });
    }
  }
  return found.slice(0, count);
}
