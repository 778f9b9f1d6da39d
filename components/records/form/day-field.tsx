"use client";

import { LabelledField } from "@/components/ui/labelled-field";
import { DateControl } from "./date-control";

type DayFieldProps = {
  name: string;
  label: string;
  /**
   * The date as `YYYY-MM-DD`, or the typed text while it is not a valid date; empty for no date.
   */
  value: string;
  error?: string;
  hint?: string;
  onChange: (value: string) => void;
};

/** Labelled date input outside of a record's form. */
export function DayField({ name, label, value, error, hint, onChange }: DayFieldProps) {
  return (
    <LabelledField label={label} error={error} hint={hint}>
      {(control) => (
        <DateControl
          control={control}
          binding={{
            name,
            value,
            onChange: (day) => onChange(String(day ?? "")),
            onBlur: () => undefined,
            inputRef: () => undefined,
          }}
        />
      )}
    </LabelledField>
  );
}
