import clsx from "clsx";
import type { ReactNode } from "react";
import { Card } from "./card";

type SectionCardProps = {
  /** Unique on the page; of the heading. */
  id: string;
  title: string;
  /** Follows the title in its line, such as a badge. */
  beside?: ReactNode;
  /** At the right end of the title's line; below it in narrow cards. */
  end?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A card that is a region with a heading. Scripts can move the focus to the region. */
export function SectionCard({ id, title, beside, end, className, children }: SectionCardProps) {
  return (
    <Card className={clsx("p-4 md:p-5", className)}>
      <section aria-labelledby={id} tabIndex={-1} className="outline-none">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <div className="flex items-center gap-2">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            {beside}
          </div>
          {end}
        </div>
        {children}
      </section>
    </Card>
  );
}
