"use client";

import { lazy, Suspense, type Ref } from "react";
import { Skeleton } from "../skeleton";
import type { ControlProps } from "../field";

export type MultiSelectOption = { value: number; label: string };

export type MultiSelectProps = Partial<ControlProps> & {
  options: readonly MultiSelectOption[];
  /** More options are loading. */
  busy?: boolean;
  value: readonly number[];
  onChange: (value: number[]) => void;
  onBlur?: () => void;
  /** Accessible name without a `Field`. */
  "aria-label"?: string;
  "aria-labelledby"?: string;
  placeholder?: string;
  /**
   * Offers to create a missing option once few match; `create` must add it to options and value.
   */
  creating?: { text: (typed: string) => string; create: (typed: string) => void };
  /** The input, so that a form can focus its first error. */
  ref?: Ref<HTMLInputElement>;
};

const load = () => import("./multi-select-control");
// Preloads on the server: the first page after a start would briefly show the skeleton.
if (typeof window === "undefined") void load();
const MultiSelectControl = lazy(() => load().then((module) => ({ default: module.MultiSelectControl })));

/** Searchable multiple select with chips, loaded lazily. */
export function MultiSelect(props: MultiSelectProps) {
  return (
    <Suspense
      fallback={
        <div className="control">
          <Skeleton className="mt-1 h-4 w-24" />
        </div>
      }
    >
      <MultiSelectControl {...props} />
    </Suspense>
  );
}
