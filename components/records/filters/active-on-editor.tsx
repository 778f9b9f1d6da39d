"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { displayDate, isCalendarDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import type { Restriction } from "@/lib/model/lists/filter-parameters";
import { LAST_YEAR_END, lastYearEnd, TODAY } from "@/lib/model/lists/relative-days";
import { DayField } from "../form/day-field";

type ActiveOnEditorProps = {
  id: string;
  applied: Restriction["activeOn"];
  /** Returns what was typed before the editor was there. */
  takeTyped: () => string;
  /** Receives the chosen day; undefined if the field was emptied. */
  onApply: (activeOn: Restriction["activeOn"]) => void;
  onClose: () => void;
};

/** Editor of the day on which the records of a list are active (contract §17). Escape closes it. */
export function ActiveOnEditor({ id, applied, takeTyped, onApply, onClose }: ActiveOnEditorProps) {
  const t = useTranslations("records.filters");
  const tc = useTranslations("common");
  const validationText = useValidationText();
  const [day, setDay] = useState(applied?.day ?? "");
  const [isSubmitted, setSubmitted] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const today = dayOf(new Date());
  const yearEnd = lastYearEnd(today);
  const isInvalid = day !== "" && !isCalendarDate(day);

  const focusField = useEffectEvent(() => {
    const input = formRef.current?.querySelector("input");
    input?.select();
    const typed = takeTyped();
    if (!input || !typed) return;
    input.setRangeText(typed, 0, input.value.length, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  useEffect(() => focusField(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (isInvalid) return;
    // A day that is not changed stays relative.
    if (day === applied?.day) onApply(applied);
    else onApply(day === "" ? undefined : { day });
  }

  function onKey({ key }: KeyboardEvent) {
    // Escape first closes an open calendar, and only then the editor.
    if (key === "Escape" && !formRef.current?.querySelector('[aria-expanded="true"]')) onClose();
  }

  return (
    <form
      ref={formRef}
      id={id}
      aria-label={t("active_on_title")}
      noValidate
      onSubmit={submit}
      onKeyDown={onKey}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 pb-3 md:px-4"
    >
      <div className="min-w-0 flex-1 basis-36 max-sm:basis-full sm:max-w-44">
        <DayField
          name="active_on"
          label={t("active_on_field")}
          value={day}
          error={isSubmitted && isInvalid ? validationText("date") : undefined}
          onChange={setDay}
        />
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1 sm:mt-6">
        <Button variant="ghost" onClick={() => onApply({ day: today, relative: TODAY })}>
          {t("today")}
        </Button>
        <Button variant="ghost" onClick={() => onApply({ day: yearEnd, relative: LAST_YEAR_END })}>
          {displayDate(yearEnd)}
        </Button>
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1 sm:mt-6">
        <Button type="submit">{t("apply")}</Button>
        <Button variant="ghost" onClick={onClose}>
          {tc("cancel")}
        </Button>
      </div>
    </form>
  );
}
