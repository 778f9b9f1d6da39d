"use client";

import { useId, useState } from "react";
import { DateControl } from "@/components/records/form/date-control";
import { isCalendarDate } from "@/lib/model/fields/day";

type SentenceDayProps = { name: string; label: string; day: string; onPick: (day: string) => void };

/** A day of the sentence. A typed one applies when the field is left or Enter is pressed, a picked one at once. */
export function SentenceDay({ name, label, day, onPick }: SentenceDayProps) {
  const id = useId();
  const [typed, setTyped] = useState(day);
  const [applied, setApplied] = useState(day);
  if (applied !== day) {
    setApplied(day);
    setTyped(day);
  }

  function apply(text: string) {
    if (text === "") setTyped(day);
    else if (text !== day && isCalendarDate(text)) onPick(text);
  }

  return (
    <span
      className="w-40"
      onKeyDown={({ key }) => key === "Enter" && document.activeElement?.id === id && apply(typed)}
    >
      <label id={`${id}-label`} htmlFor={id} className="sr-only">
        {label}
      </label>
      <DateControl
        control={{
          id,
          "aria-describedby": undefined,
          "aria-invalid": (typed !== "" && !isCalendarDate(typed)) || undefined,
          "aria-required": undefined,
        }}
        binding={{
          name,
          value: typed,
          onChange: (next) => {
            const text = String(next ?? "");
            setTyped(text);
            // While the text is typed, two digits of a year are a day, too.
            if (document.activeElement?.id !== id) apply(text);
          },
          onBlur: () => apply(typed),
          inputRef: () => undefined,
        }}
      />
    </span>
  );
}
