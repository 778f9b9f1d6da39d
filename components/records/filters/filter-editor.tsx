"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { SearchableSelect } from "@/components/ui/choices/searchable-select";
import { Select } from "@/components/ui/choices/select";
import { dynamicKey } from "@/lib/model/messages/i18n";
import { definitionOf } from "@/lib/model/kinds/registry";
import { filterFieldOf, linkedFilterFieldsOf } from "@/lib/model/lists/linked-filters";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import {
  comparedField,
  offeredFilterFields,
  offersEntries,
  tokensOf,
  type AddressFilter,
  type FilterField,
  type LinkedFilterField,
} from "@/lib/model/lists/filters";
import { filterFieldName } from "@/lib/model/lists/filter-names";
import { frequentFilterFields } from "@/lib/features/views/predefined-views";
import { tokenWord } from "@/lib/model/lists/filter-words";
import { getAt } from "@/lib/model/pure/get-at";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { draftErrors, draftOf, filtersOf, mainOperator, type FilterDraft, type FilterMode } from "./filter-draft";
import { FilterValue } from "./filter-value";

type FilterEditorProps = {
  id: string;
  kind: string;
  /** The list's current filters. */
  where: readonly AddressFilter[];
  choices: FilterChoices;
  /** The link list that restricts this list; it is not offered as a filter. */
  without?: string;
  /** The field whose filter is edited; null if the user must choose a field first. */
  field: string | null;
  /** Returns what was typed before the editor was there. */
  takeTyped: () => string;
  /** Receives a field's new filters; an empty array removes them. */
  onApply: (field: string, filters: AddressFilter[]) => void;
  onClose: () => void;
};

const PLAUSIBLE = ["implausible", "plausible"] as const satisfies readonly FilterMode[];

/** The conditions that compare with a value. */
const VALUED: readonly FilterMode[] = ["value", "before"];

type Chosen = { filtered: FilterField; draft: FilterDraft };

/** Editor of one field filter: field, condition and value. Escape closes it. */
export function FilterEditor({ id, kind, where, choices, without, field, ...props }: FilterEditorProps) {
  const { takeTyped, onApply, onClose } = props;
  const definition = definitionOf(kind);
  const t = useTranslations("records.filters");
  const tc = useTranslations("common");
  const tr = useTranslations("records");
  const choose = (name: string): Chosen | null => {
    if (name === "") return null;
    const filtered = filterFieldOf(definition, name);
    return { filtered, draft: draftOf(filtered, where, optionsOf(filtered)) };
  };
  /** The entries or words that a filter offers. */
  const optionsOf = (filtered: FilterField): readonly Option[] =>
    tokensOf(comparedField(filtered))?.map((token, id) => ({ id, label: tokenWord(token, tr) })) ??
    choices[filtered.name] ??
    [];
  const nameOf = (filtered: FilterField) => filterFieldName(definition, filtered, tr, without);
  const listName = ({ linkList }: LinkedFilterField) => tr(`${linkList.other.kind}.many`);
  const [chosen, setChosen] = useState(() => choose(field ?? ""));
  const [isSubmitted, setSubmitted] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);

  const offered = [...offeredFilterFields(definition), ...linkedFilterFieldsOf(definition)].filter(
    (one) =>
      !("linkList" in one) ||
      one.linkList.list !== without ||
      (one.by === "links" && one.derived) ||
      (one.by === "linked" && one.isOfLink),
  );
  // Adds a field that the editor does not offer, but by which the URL filters.
  const all =
    chosen && !offered.some(({ name }) => name === chosen.filtered.name) ? [...offered, chosen.filtered] : offered;

  const [typed] = useState(takeTyped);
  useEffect(() => {
    const form = formRef.current;
    // On phones, lists of choices need the room below.
    if (matchMedia("(width < 40rem)").matches) form?.scrollIntoView({ block: "start" });
    form?.querySelector<HTMLElement>("[role=combobox]")?.focus({ preventScroll: true });
  }, []);

  const frequent = new Set(frequentFilterFields(definition));
  const groupOf = (one: FilterField) => {
    if (one.by === "linked") return t(one.isOfLink ? "link" : "linked", { list: listName(one) });
    return t(frequent.has(one.name) ? "frequent" : "own");
  };
  const sorted = [...all.filter(({ name }) => frequent.has(name)), ...all.filter(({ name }) => !frequent.has(name))];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!chosen) return;
    const errors = draftErrors(chosen.draft);
    setSubmitted(true);
    if (!errors.from && !errors.to && !errors.before)
      onApply(chosen.filtered.name, filtersOf(chosen.filtered, chosen.draft, where));
  }

  function onKey(event: KeyboardEvent) {
    const { target } = event;
    // In a combobox, Enter selects an option and must not submit the form.
    if (event.key === "Enter" && target instanceof Element && target.matches("[role=combobox]")) event.preventDefault();
    // Escape first closes an open option list or calendar, and only then the editor.
    if (event.key !== "Escape" || formRef.current?.querySelector('[aria-expanded="true"]')) return;
    onClose();
  }

  const change = (draft: FilterDraft) => chosen && setChosen({ ...chosen, draft });
  return (
    <form
      ref={formRef}
      id={id}
      aria-label={t("title")}
      noValidate
      onSubmit={submit}
      onKeyDown={onKey}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 pb-3 md:px-4"
    >
      <LabelledField label={t("field")} className="flex-1 basis-48 sm:max-w-72">
        {(control) => (
          <SearchableSelect
            {...control}
            startsOpen={field === null}
            initialText={typed}
            value={chosen && sorted.findIndex(({ name }) => name === chosen.filtered.name)}
            onChange={(index) => {
              setSubmitted(false);
              setChosen(choose(index === null ? "" : getAt(sorted, index).name));
            }}
            options={sorted.map((one, index) => ({ value: index, label: nameOf(one), group: groupOf(one) }))}
            emptyLabel={tc("please_select")}
          />
        )}
      </LabelledField>
      {chosen && <Condition chosen={chosen} onChange={change} />}
      {chosen && VALUED.includes(chosen.draft.mode) && (
        <FilterValue
          // The key resets the control's state when another field is chosen.
          key={chosen.filtered.name}
          filtered={comparedField(chosen.filtered)}
          label={nameOf(chosen.filtered)}
          options={offersEntries(comparedField(chosen.filtered)) ? optionsOf(chosen.filtered) : null}
          draft={chosen.draft}
          onChange={change}
          showErrors={isSubmitted}
          takesFocus={chosen.filtered.name !== field}
        />
      )}
      <div className="flex gap-2 self-end max-sm:w-full max-sm:*:flex-1">
        <Button type="submit" disabled={!chosen}>
          {t("apply")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {tc("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Select for a field's condition; hidden if the field has only one condition. */
function Condition({
  chosen: { filtered, draft },
  onChange,
}: {
  chosen: Chosen;
  onChange: (draft: FilterDraft) => void;
}) {
  const t = useTranslations("records.filters");
  if (!filtered.operators.includes("empty")) return null;
  const isLinks = comparedField(filtered).by === "links";
  const options = [
    { value: "value", label: t(dynamicKey<"records.filters">(`is.${mainOperator(filtered)}`)) },
    ...(filtered.operators.includes("before") ? [{ value: "before", label: t("is.before") }] : []),
    { value: "empty", label: t(isLinks ? "is.none" : "is.empty") },
    { value: "filled", label: t(isLinks ? "is.some" : "is.filled") },
    ...(filtered.operators.includes("plausible") ? PLAUSIBLE.map((value) => ({ value, label: t(`is.${value}`) })) : []),
  ];
  return (
    <LabelledField label={t("condition")} className="flex-1 max-sm:basis-full sm:max-w-48 sm:basis-40">
      {(control) => (
        <Select
          {...control}
          value={draft.mode}
          onChange={(event) => onChange({ ...draft, mode: event.target.value as FilterMode })}
          options={options}
        />
      )}
    </LabelledField>
  );
}
