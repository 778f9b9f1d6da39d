import { getTranslations } from "next-intl/server";
import { SectionArtwork } from "@/components/layout/artwork/section-artwork";
import { NAV_ITEMS } from "@/components/layout/sections";

/** The five kinds of records as a stack of their headers: what one logs in for. Only where there is room. */
export async function KindsPanel() {
  const t = await getTranslations("frame.nav");
  return (
    <ul aria-hidden="true" className="hidden flex-col border-l border-line lg:flex">
      {NAV_ITEMS.filter((item) => item.section !== "dashboard").map(({ section, labelKey }) => (
        <li
          key={section}
          data-section={section}
          className="relative isolate flex flex-1 items-end overflow-hidden border-b border-line bg-[color-mix(in_oklch,var(--section)_7%,var(--surface))] px-7 py-5 last:border-b-0"
        >
          <SectionArtwork section={section} className="-z-10 w-135" />
          <span className="text-lg font-semibold text-section">{t(labelKey)}</span>
        </li>
      ))}
    </ul>
  );
}
