"use client";

import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { useRights } from "@/components/auth/rights";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/choices/select";
import { isCalendarDate } from "@/lib/model/fields/day";
import { ACTIONS, RECORD_ACTIONS, ROUND_KIND, type ChangeAction } from "@/lib/model/change";
import type { HistoryQuery } from "@/lib/features/history/history-query";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { DayField } from "@/components/records/form/day-field";

export type TimelineFilter = Pick<HistoryQuery, "kind" | "action" | "from" | "to">;

type Draft = { kind: string; action: string; from: string; to: string };

const draftOf = ({ kind, action, from, to }: TimelineFilter): Draft => ({
  kind: kind ?? "",
  action: action ?? "",
  from: from ?? "",
  to: to ?? "",
});

const filterOf = ({ kind, action, from, to }: Draft): TimelineFilter => ({
  kind: kind || undefined,
  action: (action || undefined) as ChangeAction | undefined,
  from: from || undefined,
  to: to || undefined,
});

/** Returns validation codes for the dates. */
function errorsOf({ from, to }: Draft): { from?: string; to?: string } {
  const dateError = (day: string) => (day === "" || isCalendarDate(day) ? undefined : "date");
  const errors = { from: dateError(from), to: dateError(to) };
  const isReversed = !errors.from && !errors.to && from !== "" && to !== "" && from > to;
  return isReversed ? { to: "date_order" } : errors;
}

type TimelineFilterBarProps = {
  /** The filter currently in effect. */
  applied: TimelineFilter;
  onApply: (filter: TimelineFilter) => void;
  onReset: () => void;
};

/**
 * Filters the history by kind, action and dates: selections apply at once, typed dates on submit.
 */
export function TimelineFilterBar({ applied, onApply, onReset }: TimelineFilterBarProps) {
  const t = useTranslations("history");
  const tc = useTranslations("common");
  const tr = useTranslations("records");
  const { mayWrite } = useRights();
  const validationText = useValidationText();
  const [draft, setDraft] = useState(draftOf(applied));
  const [isSubmitted, setSubmitted] = useState(false);
  const [lastApplied, setLastApplied] = useState(JSON.stringify(draftOf(applied)));

  // If the applied filter changed in another way (Back button, a link), it replaces the draft.
  const appliedText = JSON.stringify(draftOf(applied));
  if (lastApplied !== appliedText) {
    setLastApplied(appliedText);
    setDraft(draftOf(applied));
  }

  const errors = errorsOf(draft);
  const hasErrors = Boolean(errors.from ?? errors.to);

  function change(part: Partial<Draft>, isChoice: boolean) {
    const next = { ...draft, ...part };
    const { from, to } = errorsOf(next);
    setDraft(next);
    if (isChoice && !from && !to) onApply(filterOf(next));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (!hasErrors) onApply(filterOf(draft));
  }

  function reset() {
    setDraft(draftOf({}));
    setSubmitted(false);
    onReset();
  }

  const errorText = (code: string | undefined) => (isSubmitted && code ? validationText(code) : undefined);
  return (
    <form
      role="search"
      aria-label={t("filter")}
      noValidate
      onSubmit={submit}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3 md:px-6 print:hidden"
    >
      <div className="min-w-0 flex-1 basis-44 md:max-w-64">
        <LabelledField label={t("kind")}>
          {(control) => (
            <Select
              {...control}
              value={draft.kind}
              onChange={(event) => change({ kind: event.target.value }, true)}
              options={[
                ...allDefinitions.map(({ apiPath, name }) => ({ value: apiPath, label: tr(`${name}.many`) })),
                // Only editors see rounds.
                ...(mayWrite ? [{ value: ROUND_KIND, label: t("rounds") }] : []),
              ]}
              emptyLabel={t("any_kind")}
            />
          )}
        </LabelledField>
      </div>
      <div className="min-w-0 flex-1 basis-44 md:max-w-64">
        <LabelledField label={t("action")}>
          {(control) => (
            <Select
              {...control}
              value={draft.action}
              onChange={(event) => change({ action: event.target.value }, true)}
              options={(mayWrite ? ACTIONS : RECORD_ACTIONS).map((action) => ({
                value: action,
                label: t(`actions.${action}`),
              }))}
              emptyLabel={t("any_action")}
            />
          )}
        </LabelledField>
      </div>
      <div className="min-w-0 flex-1 basis-36 md:max-w-40">
        <DayField
          name="from"
          label={t("from")}
          value={draft.from}
          error={errorText(errors.from)}
          onChange={(from) => change({ from }, false)}
        />
      </div>
      <div className="min-w-0 flex-1 basis-36 md:max-w-40">
        <DayField
          name="to"
          label={t("to")}
          value={draft.to}
          error={errorText(errors.to)}
          onChange={(to) => change({ to }, false)}
        />
      </div>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1 sm:mt-6">
        <Button type="submit" icon={<Icon name="icon-search" className="size-4" />}>
          {tc("search")}
        </Button>
        <Button variant="ghost" onClick={reset} icon={<Icon name="icon-rotate-ccw" className="size-4" />}>
          {tc("reset")}
        </Button>
      </div>
    </form>
  );
}
