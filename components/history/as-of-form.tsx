"use client";

import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { isCalendarDate } from "@/lib/model/fields/day";
import type { NamedRecord } from "@/lib/features/history/history-answers";
import { recordHref } from "@/lib/model/record-href";
import { DayField } from "@/components/records/form/day-field";

type AsOfFormProps = {
  record: Pick<NamedRecord, "kind" | "id">;
  /** The day as of which the page shows the record; undefined on its current page. */
  shown?: string;
};

/** Date form that opens the record as of the chosen day. */
export function AsOfForm({ record, shown = "" }: AsOfFormProps) {
  const t = useTranslations("history");
  const validationText = useValidationText();
  const { push, isPending } = usePendingNavigation();
  const [day, setDay] = useState(shown);
  const [isSubmitted, setSubmitted] = useState(false);
  const error = isSubmitted && !isCalendarDate(day) ? validationText(day === "" ? "required" : "date") : undefined;

  function openRecord(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (isCalendarDate(day)) void push(recordHref(record, day));
  }

  return (
    <form noValidate onSubmit={openRecord} className="flex flex-wrap items-start gap-x-2 gap-y-1 print:hidden">
      <div className="w-44">
        <DayField name="at" label={t("as_of")} value={day} error={error} onChange={setDay} />
      </div>
      <Button type="submit" busy={isPending} className="mt-6" aria-label={`${t("show")}: ${t("as_of_hint")}`}>
        {t("show")}
      </Button>
    </form>
  );
}
