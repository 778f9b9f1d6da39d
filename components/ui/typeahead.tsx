"use client";

import type { ControlProps } from "./field";
import { TypeaheadControl } from "./typeahead-control";

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

/** A box that searches while one types and hands over the hit that is picked. */
export function Typeahead<Item extends TypeaheadItem>({ onPick, search, ...rest }: TypeaheadProps<Item>) {
  return (
    <TypeaheadControl
      {...rest}
      search={search}
      // The control only hands back what `search` gave it.
      onPick={(item) => onPick(item as Item)}
    />
  );
}
