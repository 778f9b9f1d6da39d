import type { ReactNode } from "react";

type AccountSectionProps = { id: string; title: string; intro?: string; children: ReactNode };

/**
 * Section of an account page. On wide screens its title is left of its content, as in record forms.
 */
export function AccountSection({ id, title, intro, children }: AccountSectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-3 px-4 py-5 md:px-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <h2 id={id} className="text-lg font-semibold lg:pt-0.5">
        {title}
      </h2>
      <div className="min-w-0">
        {intro && <p className="mb-4 max-w-prose text-ink-muted">{intro}</p>}
        {children}
      </div>
    </section>
  );
}
