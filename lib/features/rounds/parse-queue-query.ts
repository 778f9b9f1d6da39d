import { MAX_ID } from "@/lib/model/limits";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { PROPOSAL_STATES, PROPOSAL_TYPES } from "./proposal";
import type { QueueQuery } from "./proposal-queue";

const positive = (text: string | null) => wholeNumber(text ?? "", 1, MAX_ID) ?? undefined;

/** Parses the query of the page of proposals. Invalid parameters are ignored. */
export function parseQueueQuery(parameters: URLSearchParams): QueueQuery {
  const kind = definitionOfPath(parameters.get("kind") ?? "")?.apiPath;
  return {
    pageNo: wholeNumber(parameters.get("pageNo") ?? "0", 0, 1_000_000) ?? 0,
    state: PROPOSAL_STATES.find((state) => state === parameters.get("state")) ?? "open",
    type: PROPOSAL_TYPES.find((type) => type === parameters.get("type")),
    runde_id: positive(parameters.get("runde_id")),
    kind,
    id: kind === undefined ? undefined : positive(parameters.get("id")),
    field: parameters.get("field")?.slice(0, 60) || undefined,
  };
}
