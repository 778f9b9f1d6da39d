"use client";

import { useLocale } from "next-intl";
import { useMemo, useState } from "react";
import { SearchableSelect, type SearchableSelectProps } from "@/components/ui/choices/searchable-select";
import { countryNamesInUse } from "@/lib/model/places/country-names";
import {
  nameColumns,
  referenceLists,
  referenceOptions,
  shippedCode,
  type EntryListName,
  type Option,
  type ReferenceEntry,
} from "@/lib/model/reference-lists/reference-lists";
import { useListEntries } from "../../shared/use-list-entries";

type ShippedSelectProps = Omit<SearchableSelectProps, "options" | "suggested" | "busy" | "onChange"> & {
  list: EntryListName;
  /** The options that are known without loading the list. */
  known: readonly Option[];
  onChange: (value: number | null, label: string) => void;
};

/** Number of entries that are suggested before the user types. */
const SUGGESTED = 7;

/**
 * Select for a list of a standard, which is long: it is loaded on focus and searched, also by names in
 * use and names in the other language; suggested are the entries that most records use.
 */
export function ShippedSelect({ list, known, onChange, onBlur, ...control }: ShippedSelectProps) {
  const locale = useLocale();
  const [isWanted, setWanted] = useState(false);
  // The value can be set from outside to an entry that is not known yet.
  const isUnknown = control.value !== null && !known.some(({ id }) => id === control.value);
  const entries = useListEntries(list, isWanted || isUnknown);

  const { options, suggested } = useMemo(() => {
    const toChoice = ({ id, label }: Option) => ({ value: id, label });
    if (!entries) return { options: known.map(toChoice), suggested: known.map(toChoice) };
    const { key } = referenceLists[list];
    const byId = new Map(entries.map((entry) => [entry[key], entry]));
    const all = referenceOptions(list, entries, locale).map((option) => ({
      ...toChoice(option),
      words: namesOf(list, byId.get(option.id)),
    }));
    const usesOf = ({ value }: { value: number }) => Number(byId.get(value)?.used ?? 0);
    const mostUsed = all.filter((choice) => usesOf(choice) > 0).sort((a, b) => usesOf(b) - usesOf(a));
    return { options: all, suggested: mostUsed.slice(0, SUGGESTED) };
  }, [entries, known, list, locale]);

  return (
    <SearchableSelect
      {...control}
      options={options}
      suggested={suggested}
      busy={isWanted && !entries}
      onFocus={() => setWanted(true)}
      onBlur={() => {
        // The next focus tries again what failed.
        setWanted(false);
        onBlur?.();
      }}
      onChange={(value) => onChange(value, options.find((option) => option.value === value)?.label ?? "")}
    />
  );
}

/** Returns the names of an entry in both languages, its code, and the names in use of the country with it. */
function namesOf(list: EntryListName, entry: ReferenceEntry | undefined): string[] {
  const code = entry?.[shippedCode(list) ?? ""];
  const names = nameColumns(list).map((column) => String(entry?.[column] ?? ""));
  return typeof code === "string" ? [...names, code, ...countryNamesInUse(code)] : names;
}
