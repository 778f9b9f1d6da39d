import * as z from "zod";
import { TYPEAHEAD_HITS } from "@/lib/model/limits";
import { anyText, batchOfChanges, count, done, pageOf, recordId } from "@/lib/model/answers/shapes";
import { PLACE_REASONS } from "./place-reasons";

const foundPlace = z.object({
  ort: anyText.describe("The German name in use today, or else the place's own"),
  land: z.int().describe("The country: an id of `laender`"),
  region: anyText
    .nullable()
    .describe("State or canton in Germany, Austria, Switzerland and, as two letters, in the USA; else null"),
  breite: z.number().min(-90).max(90).describe("Latitude in degrees"),
  laenge: z.number().min(-180).max(180).describe("Longitude in degrees"),
  einwohner: count,
});
/** A place of the gazetteer (contract §16). */
export type FoundPlace = z.output<typeof foundPlace>;

/** `GET /api/places` */
export const foundPlaces = z.array(foundPlace).max(TYPEAHEAD_HITS);

const suggestedLocation = {
  land: z
    .object({ id: z.int().describe("An id of `laender`"), reason: z.enum(PLACE_REASONS) })
    .nullable()
    .describe("The suggested country; null without a suggestion, and where the institution has one"),
  ort: z
    .object({ ort: anyText.describe("The place as the gazetteer writes it"), reason: z.literal("address") })
    .nullable()
    .describe("The suggested place; null without a suggestion, and where the institution has one"),
};
/** What is suggested as country and place of an institution. */
export type SuggestedLocation = z.output<z.ZodObject<typeof suggestedLocation>>;

const placeProposal = z.object({
  ...{ partner_institution_id: recordId, name: anyText, adresse: anyText, webseite: anyText },
  ...suggestedLocation,
});
/** An institution for which a country or a place is suggested (contract §16). */
export type PlaceProposal = z.output<typeof placeProposal>;

/** `GET /api/institutions/place_proposals` */
export const placeProposalList = pageOf(placeProposal);

/** `POST /api/institutions/place_proposals/accept` */
export const placeProposalsAccepted = done("data_updated", {
  changed: count.describe("The institutions that were changed"),
  remaining: count.describe("The institutions that are left for another call"),
  batch: batchOfChanges,
});
