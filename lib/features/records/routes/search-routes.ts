import { searchHits } from "@/lib/model/answers/search-answers";
import { FILTER_MAX_LENGTH, TYPEAHEAD_MIN_LENGTH } from "@/lib/model/limits";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { searchRecords } from "@/lib/store/search/search-records";
import { routes } from "@/lib/http/request-handler";
import { pascalCase } from "@/lib/http/openapi/json-schema";
import { kindRef } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { route } from "@/lib/http/route";

/** Header with the total number of hits, because the body is an array of the best hits only. */
const TOTAL_HEADER = "X-Total-Count";

export const searchRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}_search`,
      id: `search${pascalCase(definition.apiPath)}`,
      tag: definition.name,
      summary: `Find ${kindWords(definition.name).many} while typing`,
      description:
        "Returns the best hits only. Labels that begin with the text rank before labels that contain it elsewhere.",
      access: ["read", definition.name],
      parameters: [
        {
          name: "search",
          in: "query",
          description: `The text. After trimming, fewer than ${TYPEAHEAD_MIN_LENGTH} or more than ${FILTER_MAX_LENGTH} characters find nothing.`,
          schema: { type: "string" },
        },
        {
          name: "detail",
          in: "query",
          description: `With \`1\` each hit also has \`detail\`, display text that distinguishes namesakes, and \`${TOTAL_HEADER}\` is the number of matches, up to 1000.`,
          schema: { type: "string" },
        },
      ],
      answers: {
        success: {
          description: "The best hits, best first",
          schema: searchHits(kindRef(definition, "Hits")),
          headers: {
            [TOTAL_HEADER]: {
              description:
                "Present with `detail=1`: the number of matches, up to 1000; the body contains the best matches.",
              schema: { type: "string", pattern: "^\\d+$" },
            },
          },
        },
        refusals: ["too_many_requests"],
      },
    }).handle(async ({ url: { searchParams }, context, answerHeaders }) => {
      const detail = searchParams.get("detail") === "1";
      const { hits, total } = await searchRecords(context, definition, {
        text: searchParams.get("search") ?? "",
        detail,
      });
      if (detail) answerHeaders.set(TOTAL_HEADER, String(total));
      return hits;
    }),
  });
