"use client";

import clsx from "clsx";
import type { MouseEvent } from "react";

type RowCheckboxProps = {
  label: string;
  checked: boolean;
  /** True if some, but not all, of the checkbox's rows are selected. */
  mixed?: boolean;
  /** @param range true if Shift was held, to select the range from the row clicked before */
  onToggle: (range: boolean) => void;
  className?: string;
};

/** Prevents a Shift+click from selecting the text between two rows. */
const keepText = (event: MouseEvent) => event.shiftKey && event.preventDefault();

/** Checkbox of a row, or of all rows on a page. Its click target is larger than the box. */
export function RowCheckbox({ label, checked, mixed = false, onToggle, className }: RowCheckboxProps) {
  return (
    <label
      onMouseDown={keepText}
      className={clsx("inline-grid size-8 cursor-pointer place-items-center pointer-coarse:size-11", className)}
    >
      <input
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={({ nativeEvent }) => onToggle("shiftKey" in nativeEvent && nativeEvent.shiftKey === true)}
        className="size-4 cursor-pointer accent-accent"
      />
    </label>
  );
}
