"use client";

import { lazy, Suspense, type Ref } from "react";
import { Skeleton } from "../skeleton";
import type { ControlProps } from "../labelled-field";

/** An option; `words` are further names by which typed text finds it. */
export type MultiSelectOption = { value: number; label: string; words?: readonly string[] };

export type MultiSelectProps = Partial<ControlProps> & {
  options: readonly MultiSelectOption[];
  /** True while more options are loading. */
  busy?: boolean;
  value: readonly number[];
  onChange: (value: number[]) => void;
  onBlur?: () => void;
  /** Accessible name, for use outside of a `LabelledField`. */
  "aria-label"?: string;
  "aria-labelledby"?: string;
  placeholder?: string;
  /** True to take the focus and open the list at once. */
  autoFocus?: boolean;
  /**
   * Offers to create a missing option once only a few options match; `create` must add the new
   * option to `options` and `value`.
   */
  creating?: { text: (typed: string) => string; create: (typed: string) => void };
  /** Ref to the input, so that a form can focus the first field with an error. */
  ref?: Ref<HTMLInputElement>;
};

const load = () => import("./multi-select-control");
// Preloads the control on the server; the first page after a server start would briefly show the
// skeleton.
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
