import { getTranslations } from "next-intl/server";
import { Brand } from "@/components/layout/brand";
import { LanguageSwitch } from "@/components/layout/language-switch";
import { NavigationProgress } from "@/components/layout/navigation-progress";
import { kindSections } from "@/components/layout/sections/kinds";
import { colourOf, type Section } from "@/components/layout/sections/section";
import { SectionArtwork } from "@/components/layout/sections/section-artwork";
import { HOME_PATH } from "@/lib/model/own-path";
import type { KindName } from "@/lib/model/kinds/define";

type AuthHeaderProps = { university: string; isLoggedIn: boolean; canRegister: boolean };

const LINK =
  "rounded-sm px-1 py-1 font-semibold text-ink-muted underline-offset-4 hover:text-ink hover:underline pointer-coarse:py-2.5";

/** Header of the authentication pages: brand, the links of spec §2, and the language switch. */
export async function AuthHeader({ university, isLoggedIn, canRegister }: AuthHeaderProps) {
  const [t, frame] = await Promise.all([getTranslations("auth"), getTranslations("frame")]);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 pt-4 md:px-6 md:pt-5">
      <NavigationProgress />
      <Brand product={frame("product")} university={university} />
      <div className="flex items-center gap-3">
        {/* Plain links: a full page load picks up a session that began or ended in another tab. */}
        <nav aria-label={t("navigation")} className="flex gap-2">
          {isLoggedIn && (
            <a data-full-load href={HOME_PATH} className={LINK}>
              {t("dashboard")}
            </a>
          )}
          <a data-full-load href="/login" className={LINK}>
            {t("login")}
          </a>
          {canRegister && (
            <a data-full-load href="/register" className={LINK}>
              {t("register")}
            </a>
          )}
        </nav>
        <LanguageSwitch />
      </div>
    </header>
  );
}

export function AuthTitle({ children }: { children: string }) {
  return <h1 className="text-3xl font-bold tracking-[-0.015em]">{children}</h1>;
}

/** Decorative panel with the kinds of records, shown only on wide screens. */
export async function KindsPanel() {
  const t = await getTranslations("records");
  return (
    <ul aria-hidden="true" className="hidden flex-col border-l border-line lg:flex">
      {(Object.entries(kindSections) as [KindName, Section][]).map(([kind, section]) => (
        <li
          key={kind}
          {...colourOf(section)}
          className="relative isolate flex flex-1 items-end overflow-hidden border-b border-line bg-[color-mix(in_oklch,var(--section)_7%,var(--hueless))] px-7 py-5 last:border-b-0"
        >
          <SectionArtwork artwork={section.artwork} className="w-135" />
          <span className="text-lg font-semibold text-section">{t(`${kind}.many`)}</span>
        </li>
      ))}
    </ul>
  );
}
