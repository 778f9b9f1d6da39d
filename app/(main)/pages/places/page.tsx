import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { PlaceList } from "@/components/places/place-list";
import { pageHref } from "@/components/ui/pagination";
import {
  PLACES_PAGE_SIZE,
  PLACES_PATH,
  parsePlacesPage,
  placeSuggestion,
} from "@/lib/features/places/place-suggestion";
import { listPlaceProposals } from "@/lib/features/places/server/place-proposals";
import { NOT_APPLICABLE, nameIn } from "@/lib/model/reference-lists/reference-lists";
import { pageContext } from "@/lib/sessions/page-context";
import { findOptionsWithDeleted } from "@/lib/store/records/find-records";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame.titles");
  return { title: t("places") };
}

/** Countries and places that the addresses and web addresses of institutions suggest (contract §16). */
export default async function PlacesPage({ searchParams }: { searchParams: SearchParams }) {
  const [context, parameters] = await Promise.all([pageContext(), readSearchParams(searchParams)]);
  const pageNo = parsePlacesPage(parameters);
  const [{ rows, total }, options] = await Promise.all([
    listPlaceProposals(context, { pageNo, pageSize: PLACES_PAGE_SIZE }),
    findOptionsWithDeleted(context, ["laender"]),
  ]);
  // The requested page is past the end, for instance because its suggestions were accepted: redirects
  // to the last page.
  if (rows.length === 0 && total > 0) redirect(pageHref(PLACES_PATH, Math.ceil(total / PLACES_PAGE_SIZE) - 1));
  const countryName = (id: number) => nameIn(options)("laender", id);
  return (
    <PlaceList
      pageNo={pageNo}
      suggestions={rows.map((row) => placeSuggestion(row, countryName))}
      total={total}
      noCountry={countryName(NOT_APPLICABLE)}
    />
  );
}
