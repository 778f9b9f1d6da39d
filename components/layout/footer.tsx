import { PendingLink } from "@/components/navigation/links";

type FooterProps = {
  year: number;
  linkUrl: string;
  linkText: string;
  /** What the link to the API's description says; without it there is none, as for guests. */
  apiText?: string;
};

const LINK =
  "font-medium text-ink-muted underline decoration-line-strong underline-offset-3 hover:text-ink hover:decoration-current";

/** © and the link to the third party that the configuration names. */
export function Footer({ year, linkUrl, linkText, apiText }: FooterProps) {
  return (
    <footer className="flex flex-wrap items-baseline gap-x-1.5 border-t border-line px-4 py-3 text-sm text-ink-muted md:px-7">
      <span className="tabular">© {year}</span>
      <a href={linkUrl} rel="noopener noreferrer" className={LINK}>
        {linkText}
      </a>
      {apiText && (
        <PendingLink href="/api-docs" className={`ml-auto ${LINK}`}>
          {apiText}
        </PendingLink>
      )}
    </footer>
  );
}
