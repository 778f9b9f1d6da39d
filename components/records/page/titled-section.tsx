import type { ReactNode } from "react";

/**
 * Section of the overview; in wide containers the heading is left of the content, as in the form. Printed
 * sections may break, as one that moves to the next page leaves half a page blank.
 */
export function TitledSection({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-2 px-4 py-4 @xl:px-6 @5xl:grid-cols-[11rem_minmax(0,1fr)] print:block print:px-0">
      <h2 className="text-lg font-semibold print:mb-1 print:break-after-avoid">{heading}</h2>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
