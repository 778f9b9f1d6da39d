"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { MultiSelect, type MultiSelectOption } from "@/components/ui/choices/multi-select";
import { Skeleton } from "@/components/ui/skeleton";
import { calendarHref, type CalendarQuery } from "@/lib/features/deadlines/calendar-query";
import type { DeadlineState } from "@/lib/model/deadlines/deadline-states";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

const load = () => import("@/components/records/filters/searched-records");
const SearchedRecords = lazy(() => load().then((module) => ({ default: module.SearchedRecords })));

type CalendarFilterBarProps = {
  query: CalendarQuery;
  states: readonly { id: number; state: DeadlineState; label: string }[];
  topics: readonly Option[];
  /** The members that the filter contains, with their names. */
  members: readonly Option[];
};

const optionOf = ({ id, label }: Option): MultiSelectOption => ({ value: id, label });

/** Filters the calendar by state, member and thematic field; choices apply immediately. */
export function CalendarFilterBar({ query, states, topics, members }: CalendarFilterBarProps) {
  const t = useTranslations("calendar");
  const { replace } = usePendingNavigation();

  // A second choice must extend the first one, even while the page for the first is still loading.
  const requested = useRef(query);
  useEffect(() => {
    requested.current = query;
  }, [query]);
  function apply(part: Partial<CalendarQuery>) {
    requested.current = { ...requested.current, ...part, pageNo: 0 };
    replace(calendarHref(requested.current), { scroll: false });
  }

  const { state = [], member = [], topics: topicIds = [] } = query;
  const isFiltered = [state, member, topicIds].some((values) => values.length > 0);
  // On phones, the form is initially collapsed unless a filter is set.
  const [isOpen, setOpen] = useState(isFiltered);
  const id = useId();
  return (
    <div className="border-b border-line print:hidden">
      <Button
        variant="ghost"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        icon={<Icon name="icon-list-filter" className="size-4" />}
        className="w-full sm:hidden"
      >
        {t("filter_short")}
      </Button>
      <form
        id={id}
        role="search"
        aria-label={t("filter")}
        onSubmit={(event) => event.preventDefault()}
        className={clsx("flex flex-wrap items-start gap-x-3 gap-y-2 p-3 md:px-4", !isOpen && "max-sm:hidden")}
      >
        <LabelledField label={t("state")} className="flex-1 basis-44">
          {(control) => (
            <MultiSelect
              {...control}
              placeholder={t("any_state")}
              options={states.map(optionOf)}
              value={states.filter((each) => state.includes(each.state)).map(({ id }) => id)}
              onChange={(ids) =>
                apply({ state: states.filter(({ id }) => ids.includes(id)).map((each) => each.state) })
              }
            />
          )}
        </LabelledField>
        <LabelledField label={t("member")} className="flex-1 basis-52">
          {(control) => (
            <Suspense
              fallback={
                <div className="control">
                  <Skeleton className="mt-1 h-4 w-24" />
                </div>
              }
            >
              <SearchedRecords
                kind="member"
                control={control}
                label={t("member")}
                picked={members}
                onChange={(picked) => apply({ member: picked.map(({ id }) => id) })}
                placeholder={t("member_hint")}
                moreText={(count) => t("more_hits", { count })}
              />
            </Suspense>
          )}
        </LabelledField>
        <LabelledField label={t("topics")} className="flex-1 basis-52">
          {(control) => (
            <MultiSelect
              {...control}
              placeholder={t("any_topic")}
              options={topics.map(optionOf)}
              value={topicIds}
              onChange={(ids) => apply({ topics: ids })}
            />
          )}
        </LabelledField>
        {isFiltered && (
          <Button
            variant="ghost"
            className="sm:mt-6"
            onClick={() => apply({ state: undefined, member: undefined, topics: undefined })}
            icon={<Icon name="icon-rotate-ccw" className="size-4" />}
          >
            {t("reset")}
          </Button>
        )}
      </form>
    </div>
  );
}
