"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { MultiSelect } from "@/components/ui/choices/multi-select";
import { TextInput } from "@/components/ui/text-input";
import { FILTER_MAX_LENGTH } from "@/lib/model/limits";
import { monthsLater } from "@/lib/model/fields/day";
import type { FilterOperator } from "@/lib/model/fields/field";
import type { ComparedField } from "@/lib/model/lists/filters";
import { dayOf } from "@/lib/model/fields/moments";
import { countryCodeOf, countryNamesInUse } from "@/lib/model/places/country-names";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { DayField } from "../form/day-field";
import { draftErrors, mainOperator, type FilterDraft } from "./filter-draft";
import { SearchedRecords } from "./searched-records";

type FilterValueProps = {
  filtered: ComparedField;
  /** The field's label. */
  label: string;
  /** All selectable entries; null if there are too many, so that the user searches for them. */
  options: readonly Option[] | null;
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
  showErrors: boolean;
  /** True if the control takes the focus, because its field was just chosen. */
  takesFocus?: boolean;
};

/** Returns the names in use of the country with a name, by which it is found, too. */
const namesInUse = (label: string) => countryNamesInUse(countryCodeOf(label) ?? "");

function Picked({ filtered, label, options, draft, onChange, takesFocus }: FilterValueProps) {
  const t = useTranslations("common");
  const isOfCountries = "field" in filtered && filtered.field?.reference === "laender";
  const all = [...(options ?? []), ...draft.picked.filter(({ id }) => !options?.some((option) => option.id === id))];
  return (
    <LabelledField label={label} className="flex-1 basis-60">
      {(control) => (
        <MultiSelect
          {...control}
          autoFocus={takesFocus}
          options={all.map((option) => ({
            value: option.id,
            label: option.label,
            ...(isOfCountries && { words: namesInUse(option.label) }),
          }))}
          value={draft.picked.map(({ id }) => id)}
          onChange={(ids) => onChange({ ...draft, picked: all.filter(({ id }) => ids.includes(id)) })}
          placeholder={t("please_select")}
        />
      )}
    </LabelledField>
  );
}

function Searched({ filtered, label, draft, onChange }: FilterValueProps) {
  const tr = useTranslations("records");
  if (filtered.by !== "links") return null;
  return (
    <LabelledField label={label} className="flex-1 basis-60">
      {(control) => (
        <SearchedRecords
          kind={filtered.linkList.other.kind}
          control={control}
          label={label}
          picked={draft.picked}
          onChange={(picked) => onChange({ ...draft, picked })}
          placeholder={tr("filters.search")}
          moreText={(count) => tr("and_more", { count })}
        />
      )}
    </LabelledField>
  );
}

function Days({ filtered, draft, onChange, showErrors }: FilterValueProps) {
  const tr = useTranslations("records");
  const validationText = useValidationText();
  const errors = showErrors ? draftErrors(draft) : {};
  const errorText = (code: string | undefined) => (code ? validationText(code) : undefined);
  const offersNextYear = filtered.by !== "moment" && !filtered.operators.includes("before");
  return (
    <>
      <div className="min-w-0 flex-1 basis-36 sm:max-w-44">
        <DayField
          name="from"
          label={tr("filters.from")}
          value={draft.from}
          error={errorText(errors.from)}
          onChange={(from) => onChange({ ...draft, from })}
        />
      </div>
      <div className="min-w-0 flex-1 basis-36 sm:max-w-44">
        <DayField
          name="to"
          label={tr("filters.to")}
          value={draft.to}
          error={errorText(errors.to)}
          onChange={(to) => onChange({ ...draft, to })}
        />
      </div>
      {offersNextYear && (
        <Button
          variant="ghost"
          className="self-end"
          onClick={() => {
            const today = dayOf(new Date());
            onChange({ ...draft, from: today, to: monthsLater(today, 12) });
          }}
        >
          {tr("filters.next_year")}
        </Button>
      )}
    </>
  );
}

function Before({ draft, onChange, showErrors }: FilterValueProps) {
  const tr = useTranslations("records");
  const validationText = useValidationText();
  const { before: code } = showErrors ? draftErrors(draft) : {};
  return (
    <div className="min-w-0 flex-1 basis-36 sm:max-w-44">
      <DayField
        name="before"
        label={tr("filters.day")}
        value={draft.before}
        error={code && validationText(code)}
        onChange={(before) => onChange({ ...draft, before })}
      />
    </div>
  );
}

function Contained({ draft, onChange, takesFocus }: FilterValueProps) {
  const tr = useTranslations("records");
  return (
    <LabelledField label={tr("filters.text")} className="flex-1 basis-60">
      {(control) => (
        <TextInput
          {...control}
          autoFocus={takesFocus}
          value={draft.contains}
          maxLength={FILTER_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => onChange({ ...draft, contains: event.target.value })}
        />
      )}
    </LabelledField>
  );
}

const CONTROLS: Partial<Record<FilterOperator, (props: FilterValueProps) => ReactNode>> = {
  in: Picked,
  any: (props) => (props.options ? <Picked {...props} /> : <Searched {...props} />),
  from: Days,
  contains: Contained,
};

/** Renders the value control for a field's main operator, or for `before` if the draft has it. */
export function FilterValue(props: FilterValueProps) {
  if (props.draft.mode === "before") return <Before {...props} />;
  const Control = CONTROLS[mainOperator(props.filtered)];
  return Control ? <Control {...props} /> : null;
}
