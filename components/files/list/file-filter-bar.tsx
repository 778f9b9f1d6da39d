"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { MultiSelect } from "@/components/ui/choices/multi-select";
import { Select } from "@/components/ui/choices/select";
import { Icon } from "@/components/ui/icon";
import { LabelledField } from "@/components/ui/labelled-field";
import { useValidationText } from "@/components/toasts/use-message-text";
import { FoldButton } from "@/components/records/filters/fold-button";
import { ListFilterBar } from "@/components/records/filters/list-filter-bar";
import { useAddressChange } from "@/components/records/filters/use-narrowing";
import { DayField } from "@/components/records/form/day-field";
import { fileFiltersOf, filteredSearch, type FileFilters, type FilesQuery } from "@/lib/features/files/files-query";
import { isCalendarDate } from "@/lib/model/fields/day";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import { allDefinitions } from "@/lib/model/kinds/registry";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

type FileFilterBarProps = {
  query: FilesQuery;
  /** The label of the record to which the list is restricted. */
  record: string | undefined;
  dateiarten: readonly Option[];
  /** The visibilities of the files that the user sees. */
  visibilities: readonly FileVisibility[];
};

const NO_FILTERS: FileFilters = {
  filter: "",
  kind: undefined,
  id: undefined,
  dateiart: undefined,
  sichtbar: undefined,
  validUntil: {},
};

/** The filters of the list of files, which the URL holds under the names of the API's parameters. */
export function FileFilterBar({ query, record, dateiarten, visibilities }: FileFilterBarProps) {
  const t = useTranslations("files.all");
  const tr = useTranslations("records");
  const visibility = useTranslations("history.values.sichtbar");
  const applied = useMemo(() => fileFiltersOf(query), [query]);
  const text = useMemo(() => ({ filter: query.filter, topics: [] }), [query.filter]);
  const apply = useAddressChange(applied, filteredSearch);
  const { kind, id, dateiart = [], sichtbar = [], validUntil } = applied;
  const isChosen = [kind !== undefined, dateiart.length > 0, sichtbar.length > 0, conditionOf(validUntil) !== ""];
  const count = isChosen.filter(Boolean).length;
  return (
    <div className="border-b border-line print:hidden">
      <ListFilterBar
        applied={text}
        topicOptions={null}
        placeholder={t("search_hint")}
        onApply={({ filter }) => apply({ filter })}
        onReset={() => apply(NO_FILTERS)}
      />
      <div className="px-2 pb-2 sm:hidden">
        <FoldButton count={count} />
      </div>
      <div
        role="group"
        aria-label={t("filters")}
        data-folds
        className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 pb-3 md:px-4"
      >
        <LabelledField label={t("kind")} className="min-w-0 flex-1 basis-36 md:max-w-60">
          {(control) => (
            <Select
              {...control}
              value={kind ?? ""}
              // A record belongs to one kind.
              onChange={({ target }) => apply({ kind: target.value || undefined, id: undefined })}
              options={allDefinitions.map(({ apiPath, name }) => ({ value: apiPath, label: tr(`${name}.many`) }))}
              emptyLabel={t("any")}
            />
          )}
        </LabelledField>
        <LabelledField label={t("columns.dateiart")} className="min-w-0 flex-1 basis-48 md:max-w-80">
          {(control) => (
            <MultiSelect
              {...control}
              options={dateiarten.map((option) => ({ value: option.id, label: option.label }))}
              value={dateiart}
              onChange={(ids) => apply({ dateiart: ids.length > 0 ? ids : undefined })}
              placeholder={t("any")}
            />
          )}
        </LabelledField>
        {visibilities.length > 1 && (
          <LabelledField label={t("columns.sichtbar")} className="min-w-0 flex-1 basis-44 md:max-w-80">
            {(control) => (
              <MultiSelect
                {...control}
                options={visibilities.map((name, value) => ({ value, label: visibility(name) }))}
                value={sichtbar.map((name) => visibilities.indexOf(name)).filter((index) => index >= 0)}
                onChange={(indices) => {
                  const names = visibilities.filter((_, index) => indices.includes(index));
                  apply({ sichtbar: names.length > 0 ? names : undefined });
                }}
                placeholder={t("any")}
              />
            )}
          </LabelledField>
        )}
        <ValidUntil applied={validUntil} onApply={(next) => apply({ validUntil: next })} />
      </div>
      {id !== undefined && (
        <p className="px-3 pb-3 md:px-4">
          <span className="inline-flex max-w-full items-center gap-1 rounded-md border border-line bg-accent-soft py-0.5 pr-0.5 pl-2 text-sm text-ink">
            <span className="min-w-0 [overflow-wrap:anywhere]">{t("only_record", { label: record ?? `#${id}` })}</span>
            <IconButton
              label={t("any_record")}
              icon={<Icon name="icon-x" className="size-3.5" />}
              onClick={() => apply({ id: undefined })}
            />
          </span>
        </p>
      )}
    </div>
  );
}

const CONDITIONS = ["range", "empty", "filled"] as const;
type Condition = (typeof CONDITIONS)[number];

/** The days of a draft, as typed; empty for none. */
type Days = { from: string; to: string };

function conditionOf({ from, to, empty }: FileFilters["validUntil"]): Condition | "" {
  if (from !== undefined || to !== undefined) return "range";
  return empty === undefined ? "" : empty ? "empty" : "filled";
}

function dayErrors({ from, to }: Days): { from?: string; to?: string } {
  const errorOf = (day: string) => (day === "" || isCalendarDate(day) ? undefined : "date");
  const errors = { from: errorOf(from), to: errorOf(to) };
  const isReversed = !errors.from && !errors.to && from !== "" && to !== "" && to < from;
  return isReversed ? { to: "date_order" } : errors;
}

type ValidUntilProps = {
  applied: FileFilters["validUntil"];
  onApply: (filter: FileFilters["validUntil"]) => void;
};

/** Filter by the last day on which files are valid. Days apply once they are complete. */
function ValidUntil({ applied, onApply }: ValidUntilProps) {
  const t = useTranslations("files.all");
  const tf = useTranslations("records.filters");
  const validationText = useValidationText();
  const appliedDays = { from: applied.from ?? "", to: applied.to ?? "" };
  const key = JSON.stringify(applied);
  const [draft, setDraft] = useState({ key, condition: conditionOf(applied), days: appliedDays });
  const [isLeft, setLeft] = useState(false);
  // If the filter changed in another way (Back button, a link), it replaces the draft.
  if (draft.key !== key) setDraft({ key, condition: conditionOf(applied), days: appliedDays });

  function choose(condition: Condition | "") {
    setDraft({ key, condition, days: appliedDays });
    if (condition !== "range") onApply(condition === "" ? {} : { empty: condition === "empty" });
  }
  function changeDays(part: Partial<Days>) {
    const days = { ...draft.days, ...part };
    const { from, to } = dayErrors(days);
    setDraft({ ...draft, days });
    setLeft(false);
    if (!from && !to) onApply({ from: days.from || undefined, to: days.to || undefined });
  }

  const errors = isLeft ? dayErrors(draft.days) : {};
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 max-md:flex-1 max-md:basis-36">
      <LabelledField label={t("valid_until_filter")} className="min-w-0 flex-1 basis-36 md:max-w-48">
        {(control) => (
          <Select
            {...control}
            value={draft.condition}
            onChange={({ target }) => choose(target.value as Condition | "")}
            options={CONDITIONS.map((value) => ({ value, label: t(`conditions.${value}`) }))}
            emptyLabel={t("any")}
          />
        )}
      </LabelledField>
      {draft.condition === "range" && (
        <div onBlur={() => setLeft(true)} className="flex min-w-0 flex-1 basis-64 flex-wrap gap-x-3 gap-y-2">
          {(["from", "to"] as const).map((name) => (
            <div key={name} className="min-w-0 flex-1 basis-32 md:max-w-40">
              <DayField
                name={name}
                label={tf(name)}
                value={draft.days[name]}
                error={errors[name] && validationText(errors[name])}
                onChange={(day) => changeDays({ [name]: day })}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
