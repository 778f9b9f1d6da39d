"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { LabelledField } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/choices/select";
import { PROPOSAL_STATES, PROPOSAL_TYPES } from "@/lib/features/rounds/proposal";
import {
  QUEUE_FILTERS,
  queueHref,
  type ProposalQueue,
  type QueueChoice,
  type QueueFilter,
  type QueueQuery,
} from "@/lib/features/rounds/proposal-queue";
import { ownValue } from "@/lib/model/pure/own-value";

type QueueFiltersProps = { query: QueueQuery } & Pick<ProposalQueue, "choices" | "of">;

/** Filters of the queue, each choice with its number of proposals; the URL holds them. */
export function QueueFilters({ query, choices, of }: QueueFiltersProps) {
  const t = useTranslations("proposals");
  const { push } = usePendingNavigation();

  // Where all proposals come from the same type of source, there is nothing to choose.
  const filters = QUEUE_FILTERS.filter(
    (name) => name !== "type" || query.type !== undefined || choices.type.length > 1,
  );
  const labelOf = (name: QueueFilter, { value, label }: QueueChoice) => {
    const type = name === "type" && PROPOSAL_TYPES.find((each) => each === value);
    return type ? t(`types.${type}`) : label;
  };

  function choose(name: QueueFilter, value: string) {
    const filterValue = name === "runde_id" ? Number(value) : value;
    const next = {
      ...query,
      [name]: value === "" ? undefined : filterValue,
      ...(name === "kind" && value !== query.kind && { id: undefined }),
      // Files have no round.
      ...(name === "type" && value === "file" && { runde_id: undefined }),
    };
    void push(queueHref(next), { scroll: false });
  }

  return (
    <div className="grid gap-3 print:hidden">
      <nav aria-label={t("states.label")} className="flex flex-wrap gap-1.5">
        {PROPOSAL_STATES.map((state) => (
          <a
            key={state}
            href={queueHref({ ...query, state })}
            aria-current={state === query.state ? "page" : undefined}
            className={clsx(
              "inline-flex min-h-9 items-center rounded-md border px-3 no-underline pointer-coarse:min-h-11",
              state === query.state
                ? "border-accent bg-accent-soft font-semibold text-ink"
                : "border-line-strong text-ink hover:bg-sunken",
            )}
          >
            {t(`states.${state}`)}
          </a>
        ))}
      </nav>
      <div role="search" aria-label={t("filter")} className="flex flex-wrap items-end gap-x-3 gap-y-2">
        {filters.map((name) => {
          const value = String(ownValue(query, name) ?? "");
          const options = choices[name].map((choice) => ({
            value: choice.value,
            label: t("choice", { label: labelOf(name, choice), count: choice.count }),
          }));
          return (
            <div key={name} className="min-w-0 flex-1 basis-44 md:max-w-72">
              <LabelledField label={t(`filters.${name}`)}>
                {(control) => (
                  <Select
                    {...control}
                    value={value}
                    onChange={({ target }) => choose(name, target.value)}
                    options={options}
                    emptyLabel={t(`any.${name}`)}
                  />
                )}
              </LabelledField>
            </div>
          );
        })}
      </div>
      {of !== null && (
        <p>
          <a
            href={queueHref({ ...query, id: undefined })}
            aria-label={t("drop_record", { label: of })}
            className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-md border border-accent bg-accent-soft px-2.5 text-ink no-underline pointer-coarse:min-h-11"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{t("only_record", { label: of })}</span>
            <Icon name="icon-x" className="size-4" />
          </a>
        </p>
      )}
    </div>
  );
}
