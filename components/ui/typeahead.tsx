"use client";

import { lazy, Suspense } from "react";
import type { ControlProps } from "./field";
import { Skeleton } from "./skeleton";

export type TypeaheadItem = {
  id: number;
  label: string;
  /** A second, quieter line: an e-mail, a place. */
  detail?: string;
  /** A short remark at the end of the line, for instance why it is disabled. */
  hint?: string;
  disabled?: boolean;
};

export type TypeaheadProps<Item extends TypeaheadItem> = Partial<ControlProps> & {
  /** Asks for the hits; the signal fires when the reader has typed on. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Item[]>;
  onPick: (item: Item) => void;
  minLength?: number;
  "aria-label"?: string;
  placeholder?: string;
  disabled?: boolean;
};

const TypeaheadControl = lazy(() =>
  import("./typeahead-control").then((module) => ({ default: module.TypeaheadControl })),
);

/** A box that searches while one types and hands over the hit that is picked. Its code arrives after the page's. */
export function Typeahead<Item extends TypeaheadItem>({ onPick, search, ...rest }: TypeaheadProps<Item>) {
  return (
    <Suspense
      fallback={
        <div className="control">
          <Skeleton className="mt-1 h-4 w-24" />
        </div>
      }
    >
      <TypeaheadControl
        {...rest}
        search={search}
        // The control only hands back what `search` gave it.
        onPick={(item) => onPick(item as Item)}
      />
    </Suspense>
  );
}
