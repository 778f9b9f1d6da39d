import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

const GEONAMES_URL = "https://www.geonames.org";
const LICENCE_URL = "https://creativecommons.org/licenses/by/4.0/";

/** The credit that the licence of the gazetteer demands. */
export function GazetteerCredit() {
  const t = useTranslations("places");
  const link = (href: string, text: ReactNode) => (
    <a href={href} target="_blank" rel="noopener noreferrer" className="underline underline-offset-2">
      {text}
    </a>
  );
  return (
    <p className="text-sm text-ink-muted">
      {t.rich("credit", {
        source: (text) => link(GEONAMES_URL, text),
        licence: (text) => link(LICENCE_URL, text),
      })}
    </p>
  );
}
