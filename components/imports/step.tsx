import type { ReactNode } from "react";

/** A step of an import; the result has no number, as the number of steps before it differs. */
export function Step({ number, title, children }: { number?: number; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">
        {number !== undefined && `${number}. `}
        {title}
      </h2>
      {children}
    </section>
  );
}
