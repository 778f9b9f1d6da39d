"use client";

import { lazy, Suspense } from "react";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

// Loaded when the first ended project is displayed, as most pages show no ended projects.
const FinishButtons = lazy(() => import("./finish-buttons").then((module) => ({ default: module.FinishButtons })));

type RowFinishButtonsProps = { id: number; label: string; statuses: readonly Option[] };

/** Quick action in a row: buttons that set a finished status on an ended project. */
export function RowFinishButtons(props: RowFinishButtonsProps) {
  return (
    <Suspense>
      <FinishButtons {...props} isShort />
    </Suspense>
  );
}
