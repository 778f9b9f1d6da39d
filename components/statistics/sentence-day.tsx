"use client";

import { useId, useState } from "react";
import { DateControl } from "@/components/records/form/date-control";
import { isCalendarDate } from "@/lib/model/fields/day";

type SentenceDayProps = { name: string; label: string; day: string; onPick: (day: string) => void };

/** A day of the sentence, which applies as soon as it is one. */
export function SentenceDay({ name, label, day, onPick }: SentenceDayProps) {
  const id = useId();
  const [typed, setTyped] = useState(day);
  const [applied, setApplied] = useState(day);
  if (applied !== day) {
    setApplied(day);
    setTyped(day);
  }
  const isWrong = typed !== "" && !isCalendarDate(typed);
  return (
    <span className="w-40">
      <label id={`${id}-label`} htmlFor={id} className="sr-only">
        {label}
      </label>
      <DateControl
        control={{
          id,
          "aria-describedby": undefined,
          "aria-invalid": isWrong || undefined,
          "aria-required": undefined,
        }}
        binding={{
          name,
          value: typed,
          onChange: (next) => {
            const text = String(next ?? "");
            setTyped(text);
            if (text !== day && isCalendarDate(text)) onPick(text);
          },
          onBlur: () => setTyped((text) => (text === "" ? day : text)),
          inputRef: () => undefined,
        }}
      />
    </span>
  );
}
