import { FILTER_MAX_LENGTH, SEARCH_MIN_LENGTH, SEARCH_MOST_COUNTED, TYPEAHEAD_HITS } from "@/lib/limits";
import { allDefinitions } from "@/lib/records/kinds/registry";
import type { Context } from "@/lib/server/database/transaction";
import { detailWithAlias } from "@/lib/server/records/search-records";
import { readLong } from "@/lib/server/records/find-records";
import { routes } from "../../request-handler";
import { recordId } from "../../field-schemas";
import { exactObject, listOf, type Schema } from "../../json-schema";
import { route } from "../../route";
import { searchKinds } from "@/lib/server/records/sql/search-everything";

/**
 * Returns the best hits of each kind. Returns none for a text of fewer than two characters, or one
 * that is too long for a filter.
 */
async function findEverything(context: Context, typed: string) {
  const text = typed.trim();
  if (text.length < SEARCH_MIN_LENGTH || text.length > FILTER_MAX_LENGTH || text.includes("\0")) return [];
  const kinds = await readLong(context, (connection) => searchKinds(connection, allDefinitions, text, context.locale));
  return kinds.map(({ definition, hits, total }) => ({
    kind: definition.apiPath,
    hits: hits.map(({ id, label, ...hit }) => ({ id, label, detail: detailWithAlias(context, definition, hit) })),
    total,
  }));
}

const text: Schema = { type: "string" };

/** `GET /api/search?search=…`: one search over all kinds of records (contract §10). */
export const searchEverything = routes({
  GET: route({
    path: "/search",
    id: "searchEverything",
    tag: "search",
    summary: "Find records of every kind while typing",
    description:
      "Returns the kinds that have hits, each with its best hits, which are matched and ranked as in the search of one kind. `detail` is display text that distinguishes namesakes.",
    access: ["read", "records"],
    parameters: [
      {
        name: "search",
        in: "query",
        description: `The text. After trimming, fewer than ${SEARCH_MIN_LENGTH} or more than ${FILTER_MAX_LENGTH} characters find nothing.`,
        schema: text,
      },
    ],
    answers: {
      success: {
        description: "The hits by kind",
        schema: listOf(
          exactObject({
            kind: { ...text, description: "The kind of record: the first segment of its API path, e.g. `members`" },
            hits: {
              ...listOf(exactObject({ id: recordId, label: text, detail: text })),
              minItems: 1,
              maxItems: TYPEAHEAD_HITS,
            },
            total: {
              type: "integer",
              minimum: 1,
              maximum: SEARCH_MOST_COUNTED,
              description: `Total number of matching records of the kind, counted up to ${SEARCH_MOST_COUNTED}`,
            },
          }),
        ),
      },
      refusals: ["too_many_requests"],
    },
    handle: ({ url, context }) => findEverything(context, url.searchParams.get("search") ?? ""),
  }),
});
