"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ShippedSelect } from "@/components/records/form/controls/shipped-select";
import { requestHits } from "@/components/records/shared/request-hits";
import { Select, type SelectOption } from "@/components/ui/choices/select";
import { Typeahead } from "@/components/ui/choices/typeahead";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { UnknownName } from "@/lib/features/imports/import-answers";
import type { ImportField } from "./import-state";
import type { ChosenName } from "./name-choices";

type NameChoiceProps = {
  name: UnknownName;
  field: ImportField | undefined;
  choice: ChosenName | undefined;
  onChange: (choice: ChosenName) => void;
};

/** Option that opens the search for another record. */
const SEARCH = "search";

/** Select for the meaning of a name: an existing entry or record, a new one, or nothing. */
export function NameChoice({ name, field, choice = {}, onChange }: NameChoiceProps) {
  const t = useTranslations("imports.names");
  const tr = useTranslations("records");
  const id = useId();
  const [isSearching, setSearching] = useState(false);
  const { decided, picked } = choice;
  const { text, rows, similar } = name;
  const entries = field?.entries ?? [];
  // An entry may be similar by its name in the other language.
  const localizedSimilar = similar.map((one) => entries.find((entry) => entry.id === one.id) ?? one);
  const existing = [
    ...localizedSimilar,
    ...(picked && localizedSimilar.every((one) => one.id !== picked.id) ? [picked] : []),
  ];
  const others = entries.filter((entry) => existing.every((one) => one.id !== entry.id));
  const options: SelectOption[] = [
    ...existing.map(({ id: value, label }) => ({ value, label, group: t("existing") })),
    ...others.map(({ id: value, label }) => ({ value, label, group: t("others") })),
    ...(field?.linked || field?.searchedList ? [{ value: SEARCH, label: t("search") }] : []),
    ...(field?.neededToCreate ? [{ value: "create", label: t("create") }] : []),
    { value: "leave", label: t("leave") },
  ];
  const value = isSearching ? SEARCH : typeof decided === "object" ? decided.id : (decided ?? "");

  function choose(selected: string) {
    setSearching(selected === SEARCH);
    if (selected === SEARCH) return;
    if (selected === "" || selected === "create" || selected === "leave")
      onChange({ picked, decided: selected || undefined });
    else onChange({ picked, decided: { id: Number(selected) } });
  }

  return (
    <div className="grid items-center gap-x-4 gap-y-1 px-3 py-2 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_minmax(0,1.5fr)]">
      <p id={id} className="[overflow-wrap:anywhere]">
        <span className="font-semibold">{text}</span>{" "}
        <span className="text-sm text-ink-muted">{t("rows", { count: rows })}</span>
      </p>
      <Select
        aria-label={t("means", { name: text })}
        emptyLabel={t("undecided")}
        options={options}
        value={value}
        onChange={(event) => choose(event.target.value)}
      />
      {typeof decided === "object" && field?.keepsAliases && !isSearching && (
        <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={decided.alias ?? false}
            onChange={(event) => onChange({ picked, decided: { id: decided.id, alias: event.target.checked } })}
            className="size-4.5"
          />
          {t("alias")}
        </label>
      )}
      {isSearching && field?.searchedList && (
        <ShippedSelect
          aria-label={t("searching", { name: text })}
          list={field.searchedList}
          known={[]}
          value={null}
          emptyLabel=""
          onChange={(entryId, label) => {
            if (entryId === null) return;
            setSearching(false);
            onChange({ picked: { id: entryId, label }, decided: { id: entryId } });
          }}
        />
      )}
      {isSearching && field?.linked && (
        <Typeahead
          aria-label={t("searching", { name: text })}
          placeholder={tr(`${field.linked}.one`)}
          search={(searchText, signal) => requestHits(definitionOf(field.linked ?? ""), searchText, signal)}
          moreText={(count) => tr("and_more", { count })}
          onPick={({ id: hitId, label }) => {
            setSearching(false);
            onChange({ picked: { id: hitId, label }, decided: { id: hitId } });
          }}
        />
      )}
    </div>
  );
}
