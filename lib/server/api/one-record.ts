import type { AnyDefinition } from "../../records/kinds/define";
import { recordId } from "./field-schemas";
import { kindRef } from "./record-schemas";
import type { Call } from "./route";

/* What the calls about one record have in common. */

export const ETAG_HEADER = {
  ETag: { description: "The record's version, for `If-Match`.", schema: { type: "string", pattern: '^"\\d+"$' } },
};
export const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description:
    "The `ETag` of the version that the change is meant for; where the record has another one, it is refused.",
  schema: { type: "string", examples: ['"3"'] },
} as const;

/** What is answered to a change that was meant for another version (contract §8). */
export const editConflict = (definition: AnyDefinition) => ({
  code: "edit_conflict" as const,
  more: { data: kindRef(definition) },
  headers: ETAG_HEADER,
});

export const ifMatchOf = ({ request }: Pick<Call, "request">) => request.headers.get("if-match") ?? undefined;

/** What is answered about a record that is not there, and may have been merged into another one (contract §12). */
export const RECORD_GONE = {
  code: "data_not_found" as const,
  more: { merged_into: recordId },
  optional: ["merged_into"],
};
