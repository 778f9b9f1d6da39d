"use client";

import clsx from "clsx";
import type { MouseEvent } from "react";

type RowCheckboxProps = {
  label: string;
  checked: boolean;
  /** Some of what it stands for is ticked. */
  mixed?: boolean;
  /** @param range whether Shift was held: everything from the row that was ticked before */
  onToggle: (range: boolean) => void;
  className?: string;
};

/** Keeps a press with Shift from marking the text between two rows. */
const keepText = (event: MouseEvent) => event.shiftKey && event.preventDefault();

/** Ticks a row, or all of a page. What can be pressed is larger than what is seen. */
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
