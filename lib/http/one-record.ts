import { generated, mergedIntoProperty } from "@/lib/model/answers/shapes";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { kindRef } from "./openapi/record-schemas";
import type { Call } from "./route";

/* Parts shared by the routes of a single record. */

export const ETAG_HEADER = {
  ETag: { description: "The record's version, for `If-Match`.", schema: { type: "string", pattern: '^"\\d+"$' } },
};
export const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description:
    "The `ETag` of the version that the change is based on; it is refused when the record has another version by now.",
  schema: { type: "string", examples: ['"3"'] },
} as const;

/** Refusal of a change that is based on an outdated version (optimistic locking, contract §8). */
export const editConflict = (definition: AnyDefinition) => ({
  code: "edit_conflict" as const,
  more: { data: generated<AnyRow>(kindRef(definition)) },
  headers: ETAG_HEADER,
});

export const ifMatchOf = ({ request }: Pick<Call, "request">) => request.headers.get("if-match") ?? undefined;

/**
 * Refusal for a missing record. `merged_into` is present if the record was merged into another one
 * (contract §12).
 */
export const NOT_FOUND_OR_MERGED = {
  code: "data_not_found" as const,
  more: mergedIntoProperty,
};
