"use client";

import { lazy, Suspense, type ComponentProps } from "react";
import type { FinishButtons as Buttons } from "./finish-buttons";

const FinishButtons = lazy(() => import("./finish-buttons").then((module) => ({ default: module.FinishButtons })));

/** The same where most pages need none: its scripts come with the first project that is over. */
export function LazyFinishButtons(props: ComponentProps<typeof Buttons>) {
  return (
    <Suspense>
      <FinishButtons {...props} />
    </Suspense>
  );
}
