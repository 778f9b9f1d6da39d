"use client";

import { useId } from "react";

type ChoiceBoxesProps = {
  label: string;
  groups: readonly { label: string; fields: readonly { name: string; label: string }[] }[];
  value: readonly string[];
  hint: string;
  error?: string;
  onChange: (value: string[]) => void;
};

/** A checkbox for each field, in groups. The value has the order of the groups. */
export function ChoiceBoxes({ label, groups, value, hint, error, onChange }: ChoiceBoxesProps) {
  const id = useId();
  const names = groups.flatMap(({ fields }) => fields.map(({ name }) => name));
  const toggle = (name: string) => onChange(names.filter((one) => value.includes(one) !== (one === name)));
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="text-sm leading-5 font-semibold">
        {label}
        <span className="ml-0.5 text-danger" aria-hidden="true">
          *
        </span>
      </legend>
      <p id={id} className={error ? "text-sm font-medium text-danger" : "text-sm text-ink-muted"}>
        {error ?? hint}
      </p>
      <div className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label} className="min-w-0">
            <p aria-hidden className="text-sm text-ink-muted">
              {group.label}
            </p>
            {group.fields.map((field) => (
              <label key={field.name} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4.5 shrink-0 accent-accent"
                  checked={value.includes(field.name)}
                  onChange={() => toggle(field.name)}
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">{field.label}</span>
              </label>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
