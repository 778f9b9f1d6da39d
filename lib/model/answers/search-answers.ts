import * as z from "zod";
import { SEARCH_MAX_HITS, SEARCH_MAX_COUNTED } from "../limits";
import type { AnyRow, JsonSchema } from "../fields/field";
import { entryId, generated, kind, recordId, anyText } from "./shapes";

/** A hit of a typeahead: the record's fields that links show, and its display texts. */
export type SearchHit = AnyRow & {
  id: number;
  label: string;
  /** Display text that distinguishes namesakes; only with `detail=1`. */
  detail?: string;
};

/**
 * `GET /api/<kind>_search`
 * @param hits the hits of the kind
 */
export const searchHits = (hits: JsonSchema) => generated<SearchHit[]>(hits);

/**
 * How the search over everything found a record (contract §10): by its name, an alias, an identifier
 * that is the whole text, another field, or a linked record.
 */
const HIT_REASONS = ["name", "alias", "identifier", "field", "linked"] as const;
export type HitReason = (typeof HIT_REASONS)[number];

const hitsOfKind = z.object({
  kind: anyText.describe("The kind of record: the first segment of its API path, e.g. `members`; or `files`"),
  hits: z
    .array(
      z.object({
        id: recordId,
        label: anyText,
        detail: anyText,
        by: z.enum(HIT_REASONS).describe("What of the record, or whether only a linked record, contains all words"),
        record: z.object({ kind, id: recordId }).optional().describe("Only of files: the record that they belong to"),
      }),
    )
    .min(1)
    .max(SEARCH_MAX_HITS),
  total: z
    .int()
    .min(1)
    .max(SEARCH_MAX_COUNTED)
    .describe(`Total number of records that the list would show, counted up to ${SEARCH_MAX_COUNTED}`),
});
/** The hits of one kind. */
export type HitsOfKind = z.output<typeof hitsOfKind>;

/** `GET /api/search` */
export const hitsByKind = z.array(hitsOfKind);

const filterChoice = z.object({
  id: entryId.describe("The value for the filter"),
  label: anyText,
  inactive: z.literal(true).optional().describe("Forms no longer offer the entry"),
});

/** `GET /api/<kind>/filter_choices` */
export const filterChoices = z.record(anyText, z.array(filterChoice));
/**
 * The display names of the entries and records that filters refer to, by the name of the filter
 * field.
 */
export type FilterChoices = z.output<typeof filterChoices>;
