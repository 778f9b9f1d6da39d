"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ignoreFailure } from "@/lib/base/browser/api-client";
import { readAddress } from "@/lib/model/places/address";
import { countryOfWebsite } from "@/lib/model/places/country-domains";
import { countryIdOf } from "@/lib/model/places/country-names";
import { nameIn, referenceOptions, type Option } from "@/lib/model/reference-lists/reference-lists";
import { lastEntries, loadEntries } from "../../shared/load-entries";

type SuggestedCountryProps = { address: string; website: string; onAccept: (land: number) => void };

/** Offers the country that the address or, without one, the web address of a record names. */
export function SuggestedCountry({ address, website, onAccept }: SuggestedCountryProps) {
  const t = useTranslations("places");
  const locale = useLocale();
  const named = readAddress(address).country?.code;
  const code = named ?? countryOfWebsite(website);
  const land = code === null ? undefined : countryIdOf(code);
  const isSuggested = land !== undefined;
  const [options, setOptions] = useState<readonly Option[] | null>(() => {
    const entries = lastEntries("laender");
    return entries ? referenceOptions("laender", entries, locale) : null;
  });
  useEffect(() => {
    if (!isSuggested) return;
    loadEntries("laender").then((entries) => setOptions(referenceOptions("laender", entries, locale)), ignoreFailure);
  }, [isSuggested, locale]);
  if (land === undefined || !options) return null;
  const label = nameIn({ laender: options })("laender", land);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      {t(named === undefined ? "named_by_website" : "named_by_address", { country: label })}
      <Button size="sm" onClick={() => onAccept(land)}>
        {t("take_country")}
      </Button>
    </p>
  );
}
