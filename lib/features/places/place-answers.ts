import * as z from "zod";
import { TYPEAHEAD_HITS } from "@/lib/model/limits";
import { anyText, count } from "@/lib/model/answers/shapes";

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
