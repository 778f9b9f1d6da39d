import { foundPlaces } from "./place-answers";
import { FILTER_MAX_LENGTH, SEARCH_MIN_LENGTH } from "@/lib/model/limits";
import { readSingle } from "@/lib/model/lists/query-reader";
import { queryParameter } from "@/lib/http/openapi/list-parameters";
import { optionalParameter } from "@/lib/http/optional-parameter";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { findPlaces } from "./server/find-places";

const readText = readSingle((text) => text);
const readLand = readSingle((text) => (/^-?\d+$/.test(text) ? Number(text) : null));

/** Contract §16. */
export const places = routes({
  GET: route({
    path: "/places",
    id: "findPlaces",
    tag: "places",
    summary: "Find places while typing",
    description:
      "Returns the best matches in the shipped gazetteer: places with a name that is the text, then those with one that begins with it, then those with a later word that does; larger places first. Compares German, local, English and other names.",
    access: ["read", "places"],
    parameters: [
      queryParameter(
        "search",
        `The text. After trimming, fewer than ${SEARCH_MIN_LENGTH} or more than ${FILTER_MAX_LENGTH} characters find nothing.`,
        { type: "string" },
      ),
      queryParameter("land", "Only places of this country, an id of `laender`.", { type: "integer" }),
    ],
    answers: {
      success: { description: "The best places, best first", schema: foundPlaces },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(({ url: { searchParams }, context }) => {
    const land = optionalParameter(searchParams, "land", readLand);
    return findPlaces(context, optionalParameter(searchParams, "search", readText) ?? "", land);
  }),
});
