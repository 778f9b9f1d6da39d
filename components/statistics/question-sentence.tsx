"use client";

import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Select, type SelectOption } from "@/components/ui/choices/select";
import type { CalendarStep } from "@/lib/features/statistics/steps";
import { ownValue } from "@/lib/model/pure/own-value";

const loadDay = () => import("./sentence-day");
const SentenceDay = lazy(() => loadDay().then((module) => ({ default: module.SentenceDay })));
// Preloads the fields on the server, whose first page would otherwise show them late.
if (typeof window === "undefined") void loadDay();

/** The parameters of a question; undefined for those that the address does not have. */
type Changes = Record<string, string | undefined>;

/** Which days a question is about: today, the end of last year, another day, or the last days of steps. */
export type DaysChoice = "today" | "last_year_end" | "day" | CalendarStep;

export type QuestionSentenceProps = {
  /** The whole question as a text, which names the group of its choices. */
  question: string;
  counted: { value: string; options: readonly SelectOption[] };
  days: {
    value: DaysChoice;
    options: readonly SelectOption[];
    /** The days that each choice begins with. */
    starts: Readonly<Record<DaysChoice, Changes>>;
    /** The day of `day`, or the period of steps, as `YYYY-MM-DD`. */
    shown: { on?: string; from?: string; to?: string };
  };
  by: { values: readonly string[]; options: readonly SelectOption[] };
};

const ONE_DAY: readonly DaysChoice[] = ["today", "last_year_end"];

/** A question as a sentence of choices, each of which changes the address of the page. */
export function QuestionSentence({ question, counted, days, by }: QuestionSentenceProps) {
  const t = useTranslations("records.statistics");
  const search = useSearchParams().toString();
  const { replace } = usePendingNavigation();
  const [first = "", second = ""] = by.values;
  // A second choice extends the first one, even while the page for the first is still loading.
  const requested = useRef(search);
  useEffect(() => {
    requested.current = search;
  }, [search]);

  function change(changes: Changes) {
    const parameters = new URLSearchParams(requested.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    }
    requested.current = parameters.toString();
    void replace(`${window.location.pathname}?${parameters}`, { scroll: false });
  }

  const day = (name: "on" | "from" | "to", label: string) => (
    <Suspense fallback={<span className="h-9 w-40" />}>
      <SentenceDay
        key={name}
        name={name}
        label={label}
        day={ownValue(days.shown, name) ?? ""}
        onPick={(picked) => change({ [name]: picked })}
      />
    </Suspense>
  );
  const fields = (values: readonly string[]) => change({ by: values.filter(Boolean).join(",") || undefined });

  return (
    <div role="group" aria-label={question} className="flex flex-wrap items-center gap-2 p-3 pb-1 text-lg md:px-4">
      {t.rich("sentence", {
        count: () => (
          <SentenceSelect
            label={t("choices.count")}
            value={counted.value}
            options={counted.options}
            onChoose={(count) => change({ count: count === counted.options[0]?.value ? undefined : count })}
          />
        ),
        days: () => (
          <>
            <SentenceSelect
              label={t("choices.days")}
              value={days.value}
              options={days.options}
              onChoose={(choice) => change(days.starts[choice as DaysChoice])}
            />
            {days.value === "day" && day("on", t("choices.day"))}
            {days.value !== "day" && !ONE_DAY.includes(days.value) && (
              <>
                <span>{t("choices.from")}</span>
                {day("from", t("choices.from"))}
                <span>{t("choices.to")}</span>
                {day("to", t("choices.to"))}
              </>
            )}
          </>
        ),
        by: () => (
          <>
            <SentenceSelect
              label={t("choices.by")}
              value={first}
              options={[{ value: "", label: t("choices.no_field") }, ...by.options]}
              onChoose={(field) => fields(field ? [field, second === field ? "" : second] : [])}
            />
            {first && (
              <>
                <span>{t("and")}</span>
                <SentenceSelect
                  label={t("choices.also")}
                  value={second}
                  options={[
                    { value: "", label: t("choices.no_more") },
                    ...by.options.filter(({ value }) => value !== first),
                  ]}
                  onChoose={(field) => fields([first, field])}
                />
              </>
            )}
          </>
        ),
      })}
    </div>
  );
}

type SentenceSelectProps = {
  label: string;
  value: string;
  options: readonly SelectOption[];
  onChoose: (value: string) => void;
};

/** A choice of the sentence, which shows what was chosen while the answer is loading. */
function SentenceSelect({ label, value, options, onChoose }: SentenceSelectProps): ReactNode {
  const [chosen, setChosen] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    setChosen(value);
  }
  return (
    <span className="max-w-full min-w-0">
      <Select
        aria-label={label}
        value={chosen}
        options={options}
        onChange={({ target }) => {
          setChosen(target.value);
          onChoose(target.value);
        }}
        className="field-sizing-content max-w-full text-base font-semibold"
      />
    </span>
  );
}
