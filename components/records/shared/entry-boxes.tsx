"use client";

import { useId } from "react";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

type EntryBoxesProps = {
  label: string;
  options: readonly Option[];
  value: readonly number[];
  hint?: string;
  error?: string;
  onChange: (value: number[]) => void;
};

/** A checkbox for each of a few entries, so that one press chooses an entry. */
export function EntryBoxes({ label, options, value, hint, error, onChange }: EntryBoxesProps) {
  const id = useId();
  const toggle = (entry: number) =>
    onChange(value.includes(entry) ? value.filter((one) => one !== entry) : [...value, entry]);
  return (
    <fieldset aria-describedby={hint || error ? id : undefined}>
      <legend className="text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map((option) => (
          <label key={option.id} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4.5 accent-accent"
              checked={value.includes(option.id)}
              onChange={() => toggle(option.id)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {(error ?? hint) && (
        <p id={id} className={error ? "text-sm font-medium text-danger" : "text-sm text-ink-muted"}>
          {error ?? hint}
        </p>
      )}
    </fieldset>
  );
}
