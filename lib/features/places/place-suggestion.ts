import type { PlaceProposal } from "./place-answers";
import type { PlaceReason } from "./place-reasons";
import { institution } from "@/lib/model/kinds/institution";
import { wholeNumber } from "@/lib/model/pure/whole-number";

/** The page of suggested countries and places (contract §16). */
export const PLACES_PATH = "/pages/places";

/** Number of institutions on one page of the list. */
export const PLACES_PAGE_SIZE = 20;

/** Parses the page of the list. An invalid number is the first page. */
export const parsePlacesPage = (parameters: URLSearchParams): number =>
  wholeNumber(parameters.get("pageNo") ?? "0", 0, 1_000_000) ?? 0;

/** A suggested value as the page shows it. */
type SuggestedValue = { field: "land" | "ort"; value: string; reason: PlaceReason };

/** The suggestions for one institution as the page shows them. */
export type PlaceSuggestion = {
  id: number;
  href: string;
  name: string;
  /** Address and web address, as far as the institution has them: what the suggestions were read from. */
  sources: string[];
  values: SuggestedValue[];
};

/**
 * Returns the suggestions for an institution as the page shows them.
 * @param countryName the name of a country by its id
 */
export function placeSuggestion(proposal: PlaceProposal, countryName: (id: number) => string): PlaceSuggestion {
  const { partner_institution_id: id, name, adresse, webseite, land, ort } = proposal;
  return {
    ...{ id, href: `${institution.pages.detail}/${id}`, name },
    sources: [adresse, webseite].filter((text) => text !== ""),
    values: [
      ...(land ? [{ field: "land" as const, value: countryName(land.id), reason: land.reason }] : []),
      ...(ort ? [{ field: "ort" as const, value: ort.ort, reason: ort.reason }] : []),
    ],
  };
}
