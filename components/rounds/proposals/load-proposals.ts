import type { proposalList } from "@/lib/features/rounds/proposal-answers";
import { request } from "@/lib/base/browser/api-client";
import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { proposalsApiPath, type QueueQuery } from "@/lib/features/rounds/proposal-queue";
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
  const proposals: NamedProposal[] = [];
  for (let pageNo = 0; pageNo * LIST_MAX_PAGE_SIZE < count; pageNo++) {
    const { data } = await request<typeof proposalList>("GET", proposalsApiPath(query, pageNo));
    for (const { proposal_id, kind, id, label, field } of data) {
      const definition = definitionOfPath(kind);
      const href = definition ? `${definition.pages.detail}/${id}` : null;
      if (field !== null) proposals.push({ proposal_id, label, href, field: fieldLabel(field) });
    }
  }
  return proposals.slice(0, count);
}
