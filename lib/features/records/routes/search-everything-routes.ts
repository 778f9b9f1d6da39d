import { hitsByKind } from "@/lib/model/answers/search-answers";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { FILTER_MAX_LENGTH, SEARCH_MAX_HITS, SEARCH_MIN_LENGTH, TYPEAHEAD_HITS } from "@/lib/model/limits";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import { allDefinitions, definitionOfPath } from "@/lib/model/kinds/registry";
import { readSingle } from "@/lib/model/lists/query-reader";
import { searchEverything as findEverywhere } from "@/lib/store/search/search-records";
import { optionalParameter } from "@/lib/http/optional-parameter";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";

const readKind = readSingle((path) => (path === FILE_KIND ? FILE_KIND : (definitionOfPath(path) ?? null)));
const readLimit = readSingle((number) => wholeNumber(number, TYPEAHEAD_HITS, SEARCH_MAX_HITS));

/** Contract §10. */
export const searchEverythingRoutes = routes({
  GET: route({
    path: "/search",
    id: "searchEverything",
    tag: "search",
    summary: "Find records of every kind, and files, while typing",
    description:
      "Returns the kinds that have hits, each with its best hits: first those of the search of one kind, then, from three characters, records that the list's `filter` finds. `detail` is display text that distinguishes namesakes, or names the field or linked record that matched. `files` are the last kind, found by name and description; their `detail` names the record and the kind of file.",
    access: ["read", "records"],
    parameters: [
      {
        name: "search",
        in: "query",
        description: `The text. After trimming, fewer than ${SEARCH_MIN_LENGTH} or more than ${FILTER_MAX_LENGTH} characters find nothing.`,
        schema: { type: "string" },
      },
      {
        name: "kind",
        in: "query",
        description:
          "Searches only this kind, and only the fields of its records: linked records do not matter, and `total` does not count what only they find.",
        schema: { type: "string", enum: [...allDefinitions.map(({ apiPath }) => apiPath), FILE_KIND] },
      },
      {
        name: "limit",
        in: "query",
        description: "Maximum number of hits of each kind.",
        schema: { type: "integer", minimum: TYPEAHEAD_HITS, maximum: SEARCH_MAX_HITS, default: TYPEAHEAD_HITS },
      },
    ],
    answers: {
      success: { description: "The hits by kind", schema: hitsByKind },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(({ url: { searchParams }, context }) =>
    findEverywhere(context, searchParams.get("search") ?? "", {
      only: optionalParameter(searchParams, "kind", readKind),
      limit: optionalParameter(searchParams, "limit", readLimit),
    }),
  ),
});
