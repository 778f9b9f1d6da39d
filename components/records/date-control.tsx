"use client";

import { CalendarDays } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { labelIdOf, type ControlProps } from "@/components/ui/field";
import { TextInput } from "@/components/ui/text-input";
import { displayDate, parseTypedDate } from "@/lib/records/field-types/day";
import type { Binding } from "./field-control";

type DateControlProps = { control: ControlProps; binding: Binding };

/** A day, typed as DD.MM.YYYY or picked in the browser's own calendar; the form's value is `YYYY-MM-DD` (spec §2). */
export function DateControl({ control, binding }: DateControlProps) {
  const t = useTranslations("records");
  const pickId = `${control.id}-pick`;
  const picker = useRef<HTMLInputElement>(null);
  const { name, value, onChange, onBlur, inputRef } = binding;
  const day = typeof value === "string" ? value : "";
  const [typed, setTyped] = useState(displayDate(day) || day);
  const [seen, setSeen] = useState(day);

  // A value that came from elsewhere (a reset, the picker) replaces what was typed.
  if (seen !== day) {
    setSeen(day);
    if ((parseTypedDate(typed) ?? "") !== day) setTyped(displayDate(day) || day);
  }

  return (
    <span className="relative block" data-picks-day>
      <TextInput
        {...control}
        ref={inputRef}
        name={name}
        value={typed}
        placeholder={t("date_format")}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(parseTypedDate(event.target.value));
        }}
        onBlur={() => {
          setTyped(displayDate(day) || typed);
          onBlur();
        }}
        className="tabular pr-10"
      />
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={displayDate(day) ? day : ""}
        onChange={(event) => onChange(event.target.value || null)}
        className="pointer-events-none absolute right-0 bottom-0 size-9 opacity-0"
      />
      <IconButton
        id={pickId}
        label={t("pick_date")}
        aria-labelledby={`${pickId} ${labelIdOf(control)}`}
        tooltipSide="left"
        icon={<CalendarDays aria-hidden="true" className="size-4" />}
        onClick={() => picker.current?.showPicker()}
        className="absolute! top-1/2 right-0.5 -translate-y-1/2"
      />
    </span>
  );
}
