import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LEGAL_PAGES } from "@/lib/model/legal-pages";

type FooterProps = {
  year: number;
  linkUrl: string;
  linkText: string;
  /** Text of the link to the API documentation; absent for guests, who get no link. */
  apiText?: string;
  children?: ReactNode;
};

/** Page footer: copyright year, the configured external link, and links to the public pages. */
export function Footer({ year, linkUrl, linkText, apiText, children }: FooterProps) {
  const t = useTranslations("frame");
  return (
    <footer className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-sm text-ink-muted md:px-7 print:hidden">
      <span>
        <span className="tabular">© {year}</span>{" "}
        <a href={linkUrl} rel="noopener noreferrer" className="footer-link">
          {linkText}
        </a>
      </span>
      <nav aria-label={t("legal.title")} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 sm:ml-auto">
        {LEGAL_PAGES.map((page) => (
          <a key={page} href={`/${page}`} className="footer-link">
            {t(`legal.${page}`)}
          </a>
        ))}
        {apiText && (
          <a href="/api-docs" className="footer-link">
            {apiText}
          </a>
        )}
      </nav>
      {children}
    </footer>
  );
}
