import type { ReactNode } from "react";

type AccountSectionProps = { id: string; title: string; intro?: string; children: ReactNode };

/** Section of an account page: a title above its content, in one column. */
export function AccountSection({ id, title, intro, children }: AccountSectionProps) {
  return (
    <section aria-labelledby={id} className="min-w-0 px-4 py-5 md:px-6">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {intro && <p className="mt-1 max-w-prose text-ink-muted">{intro}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
