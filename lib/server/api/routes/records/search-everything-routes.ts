import { FILTER_MAX_LENGTH, SEARCH_MIN_LENGTH, SEARCH_MOST_COUNTED, TYPEAHEAD_HITS } from "@/lib/limits";
import { searchEverything as findEverywhere } from "@/lib/server/records/search-records";
import { routes } from "../../request-handler";
import { recordId } from "../../field-schemas";
import { exactObject, listOf, type Schema } from "../../json-schema";
import { route } from "../../route";

const text: Schema = { type: "string" };

/** `GET /api/search?search=…`: one search over all kinds of records (contract §10). */
export const searchEverything = routes({
  GET: route({
    path: "/search",
    id: "searchEverything",
    tag: "search",
    summary: "Find records of every kind while typing",
    description:
      "Returns the kinds that have hits, each with its best hits: first those of the search of one kind, then, from three characters, records that the list's `filter` finds. `detail` is display text that distinguishes namesakes, or names the field or linked record that matched.",
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
              description: `Total number of records that the list would show, counted up to ${SEARCH_MOST_COUNTED}`,
            },
          }),
        ),
      },
      refusals: ["too_many_requests"],
    },
    handle: ({ url, context }) => findEverywhere(context, url.searchParams.get("search") ?? ""),
  }),
});
