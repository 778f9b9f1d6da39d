"use client";

import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { RemediesProvider } from "@/components/records/shared/remedies";
import type { Option } from "@/lib/records/reference-lists/reference-lists";

// Most pages need none: its scripts come with the first project that is over.
const FinishButtons = lazy(() => import("./finish-buttons").then((module) => ({ default: module.FinishButtons })));

/** Has every table of projects inside close those that are over, by a status that says so. */
export function FinishRemedy({ statuses, children }: { statuses: readonly Option[]; children: ReactNode }) {
  const remedies = useMemo(
    () => ({
      project: (id: number, label: string) => (
        <Suspense>
          <FinishButtons id={id} label={label} statuses={statuses} isShort />
        </Suspense>
      ),
    }),
    [statuses],
  );
  return <RemediesProvider value={remedies}>{children}</RemediesProvider>;
}
