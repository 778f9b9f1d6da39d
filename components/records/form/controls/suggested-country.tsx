"use client";

import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { readAddress } from "@/lib/model/places/address";
import { countryOfWebsite } from "@/lib/model/places/country-domains";
import { countryIdOf } from "@/lib/model/places/country-names";
import { localizedName, referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { useListEntries } from "../../shared/use-list-entries";

type SuggestedCountryProps = { address: string; website: string; onAccept: (land: number) => void };

/** Offers the country that the address or, without one, the web address of a record names. */
export function SuggestedCountry({ address, website, onAccept }: SuggestedCountryProps) {
  const t = useTranslations("places");
  const locale = useLocale();
  const named = readAddress(address).country?.code;
  const code = named ?? countryOfWebsite(website);
  const land = code === null ? undefined : countryIdOf(code);
  const entries = useListEntries("laender", land !== undefined);
  const entry = entries?.find(({ land_id }) => land_id === land);
  if (land === undefined || !entry) return null;
  const label = localizedName(entry, referenceLists.laender.name, locale);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      {t(named === undefined ? "named_by_website" : "named_by_address", { country: label })}
      <Button size="sm" onClick={() => onAccept(land)}>
        {t("take_country")}
      </Button>
    </p>
  );
}
