"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DayPickerButton } from "@/components/ui/days/day-picker";
import { labelIdOf, type ControlProps } from "@/components/ui/labelled-field";
import { TextInput } from "@/components/ui/text-input";
import { displayDate, isCalendarDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { parseTypedDate } from "@/lib/model/fields/parse-day";
import type { Binding } from "./field-control";

type DateControlProps = { control: ControlProps; binding: Binding };

/** Date input, typed as DD.MM.YYYY or picked in a calendar; its value is `YYYY-MM-DD` (spec §2). */
export function DateControl({ control, binding }: DateControlProps) {
  const t = useTranslations("records");
  const pickId = `${control.id}-pick`;
  const { name, value, onChange, onBlur, inputRef } = binding;
  const day = typeof value === "string" ? value : "";
  const [typed, setTyped] = useState(displayDate(day) || day);
  const [previousDay, setPreviousDay] = useState(day);

  // A value set from outside (a reset, the picker) replaces the typed text.
  if (previousDay !== day) {
    setPreviousDay(day);
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
      <DayPickerButton
        id={pickId}
        label={t("pick_date")}
        labelledBy={`${pickId} ${labelIdOf(control)}`}
        day={isCalendarDate(day) ? day : ""}
        today={dayOf(new Date())}
        onPick={onChange}
        className="absolute! top-1/2 right-0.5 -translate-y-1/2"
      />
    </span>
  );
}
