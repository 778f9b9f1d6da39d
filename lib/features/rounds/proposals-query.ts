import type { FieldErrors } from "@/lib/model/fields/field";
import { oneOf, key, readSingle, pageReaders, readQuery } from "@/lib/model/lists/query-reader";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { PROPOSAL_STATES, PROPOSAL_TYPES, type ProposalsQuery } from "./proposal";

const FIELD = /^[a-z_]{1,60}$/;

const readers = {
  ...pageReaders,
  kind: readSingle((text: string) => definitionOfPath(text)?.apiPath ?? null),
  id: readSingle(key),
  state: readSingle(oneOf(PROPOSAL_STATES)),
  type: readSingle(oneOf(PROPOSAL_TYPES)),
  runde_id: readSingle(key),
  datei_id: readSingle(key),
  // Any name: a field that the kind no longer has finds the proposals that are left of it.
  field: readSingle((text: string) => (FIELD.test(text) ? text : null)),
};

/**
 * Parses a query for proposals (contract §14); unknown parameters are ignored.
 * @returns the query, with defaults in place of invalid parameters, and the errors by parameter
 * name
 */
export function parseProposalsQuery(parameters: URLSearchParams): {
  query: ProposalsQuery;
  errors: FieldErrors | null;
} {
  const { query, errors } = readQuery<ProposalsQuery>(readers, parameters);
  // An id is ambiguous without its kind.
  if (query.id !== undefined && query.kind === undefined) errors.kind ??= ["required"];
  return { query, errors: Object.keys(errors).length > 0 ? errors : null };
}
