import { getTranslations } from "next-intl/server";
import { LEGAL_PAGES } from "@/lib/legal-pages";

type FooterProps = {
  year: number;
  linkUrl: string;
  linkText: string;
  /** Text of the link to the API documentation; absent for guests, who get no link. */
  apiText?: string;
};

const LINK =
  "font-medium text-ink-muted underline decoration-line-strong underline-offset-3 hover:text-ink hover:decoration-current pointer-coarse:py-2.5";

/** Page footer: copyright year, the configured external link, and links to the public pages. */
export async function Footer({ year, linkUrl, linkText, apiText }: FooterProps) {
  const t = await getTranslations("frame");
  return (
    <footer className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-sm text-ink-muted md:px-7 print:hidden">
      <span>
        <span className="tabular">© {year}</span>{" "}
        <a href={linkUrl} rel="noopener noreferrer" className={LINK}>
          {linkText}
        </a>
      </span>
      <nav aria-label={t("legal.title")} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 sm:ml-auto">
        {LEGAL_PAGES.map((page) => (
          <a key={page} href={`/${page}`} className={LINK}>
            {t(`legal.${page}`)}
          </a>
        ))}
        {apiText && (
          <a href="/api-docs" className={LINK}>
            {apiText}
          </a>
        )}
      </nav>
    </footer>
  );
}
