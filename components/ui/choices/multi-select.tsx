"use client";

import { lazy, Suspense, type Ref } from "react";
import { Skeleton } from "../skeleton";
import type { ControlProps } from "../field";

export type MultiSelectOption = { value: number; label: string };

export type MultiSelectProps = Partial<ControlProps> & {
  options: readonly MultiSelectOption[];
  /** More of them are on their way. */
  busy?: boolean;
  value: readonly number[];
  onChange: (value: number[]) => void;
  onBlur?: () => void;
  /** Names the control where no `Field` label does. */
  "aria-label"?: string;
  "aria-labelledby"?: string;
  placeholder?: string;
  /** Offers to make what no option is called, once few are left; who makes it adds it to the options and to the value. */
  creating?: { text: (typed: string) => string; create: (typed: string) => void };
  /** The input, for a form that moves the focus to its first error. */
  ref?: Ref<HTMLInputElement>;
};

const load = () => import("./multi-select-control");
// Else the first page of a new server would show its shape for a moment.
if (typeof window === "undefined") void load();
const MultiSelectControl = lazy(() => load().then((module) => ({ default: module.MultiSelectControl })));

/** Picks several of many: a searchable list, the picked ones as chips. Its code arrives after the page's. */
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
