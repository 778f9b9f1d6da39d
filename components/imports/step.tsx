import type { ReactNode } from "react";

/** A numbered step of an import. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">
        {number}. {title}
      </h2>
      {children}
    </section>
  );
}
