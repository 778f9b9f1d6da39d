"use client";

type CheckLineProps = { checked: boolean; onChange: (checked: boolean) => void; label: string };

/** A checkbox with its label, as wide as both. */
export function CheckLine({ checked, onChange, label }: CheckLineProps) {
  return (
    <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
