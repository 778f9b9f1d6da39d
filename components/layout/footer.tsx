type FooterProps = { year: number; linkUrl: string; linkText: string };

/** © and the link to the third party that the configuration names. */
export function Footer({ year, linkUrl, linkText }: FooterProps) {
  return (
    <footer className="flex flex-wrap items-baseline gap-x-1.5 border-t border-line px-4 py-3 text-sm text-ink-muted md:px-7">
      <span className="tabular">© {year}</span>
      <a
        href={linkUrl}
        rel="noopener noreferrer"
        className="font-medium text-ink-muted underline decoration-line-strong underline-offset-3 hover:text-ink hover:decoration-current"
      >
        {linkText}
      </a>
    </footer>
  );
}
