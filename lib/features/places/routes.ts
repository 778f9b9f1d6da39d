import * as z from "zod";
import { foundPlaces, placeProposalList, placeProposalsAccepted } from "./place-answers";
import { PLACE_REASONS } from "./place-reasons";
import { BODY_MAX_VALUES, BULK_MAX_RECORDS, FILTER_MAX_LENGTH, SEARCH_MIN_LENGTH } from "@/lib/model/limits";
import { toPage } from "@/lib/model/lists/list-query";
import { pageReaders, readQuery, readSingle } from "@/lib/model/lists/query-reader";
import { listUpTo } from "@/lib/model/values/list-up-to";
import { invalid } from "@/lib/base/errors/errors";
import { pageParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { optionalParameter } from "@/lib/http/optional-parameter";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { findPlaces } from "./server/find-places";
import { acceptPlaceProposals, listPlaceProposals } from "./server/place-proposals";

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

/** Contract §16. */
export const placeProposals = routes({
  GET: route({
    path: "/institutions/place_proposals",
    id: "listPlaceProposals",
    tag: "places",
    summary: "List institutions with a suggested country or place",
    description:
      "Suggestions are read from postal and web addresses on each call: a country for an institution without one, a place for an institution without one. The address goes before the domain of the web address. Sorted by name.",
    access: ["read", "institution"],
    parameters: pageParameters("Institutions"),
    answers: {
      success: { description: "One page of institutions", schema: placeProposalList },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ url, context }) => {
    const { query, errors } = readQuery(pageReaders, url.searchParams);
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const { rows, total } = await listPlaceProposals(context, query);
    return toPage(rows, total, query, url);
  }),
});

const acceptance = z
  .strictObject({
    ids: z.optional(listUpTo(z.int(), BODY_MAX_VALUES)),
    all: z.literal(true).optional(),
    reason: z.enum(PLACE_REASONS).optional(),
  })
  .refine(({ ids, all }) => ids ?? all, { error: "required", path: ["ids"] })
  .refine(({ ids, all }) => !ids || !all, { error: "type", path: ["all"] });

/** Contract §16. */
export const placeProposalsAcceptance = routes({
  POST: route({
    path: "/institutions/place_proposals/accept",
    id: "acceptPlaceProposals",
    tag: "places",
    summary: "Accept suggested countries and places",
    description: `Fills the empty countries and places of the given institutions, or of all, with what is suggested for them now; with \`reason\` only with what has this reason. Ids without a suggestion are ignored. Changes at most ${BULK_MAX_RECORDS} institutions, those with the smallest ids. All changes form one batch of the history.`,
    access: ["write", "institution"],
    body: acceptance,
    answers: {
      success: { description: "The numbers of changed and of remaining institutions", schema: placeProposalsAccepted },
      refusals: ["too_many_requests"],
    },
  }).handle(({ context, session, body: { ids, reason } }) =>
    withConcurrencyLimit("bulk", session.user.id, async () => ({
      success: true,
      message: "data_updated",
      ...(await acceptPlaceProposals(context, { ids, reason })),
    })),
  ),
});
