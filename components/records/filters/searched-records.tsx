"use client";

import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { labelIdOf, type ControlProps } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Typeahead } from "@/components/ui/choices/typeahead";
import type { Option } from "@/lib/records/reference-lists/reference-lists";
import { definitionOf } from "@/lib/records/kinds/registry";
import { searchRecords } from "../shared/search-records";

type SearchedRecordsProps = {
  /**
   * Name of the records' kind. Its definition is imported here, so that the caller's code stays
   * small.
   */
  kind: string;
  control: ControlProps;
  /** The field's label. */
  label: string;
  picked: readonly Option[];
  onChange: (picked: Option[]) => void;
  placeholder: string;
  moreText: (count: number) => string;
};

/**
 * Control to choose several records of a kind, which are found by typing, as there may be
 * thousands.
 */
export function SearchedRecords({ kind, control, label, picked, onChange, ...texts }: SearchedRecordsProps) {
  const t = useTranslations("common");
  return (
    <>
      <Typeahead
        id={control.id}
        aria-labelledby={labelIdOf(control)}
        search={async (text, signal) => {
          const { hits, more } = await searchRecords(definitionOf(kind), text, signal);
          return { hits: hits.filter(({ id }) => !picked.some((one) => one.id === id)), more };
        }}
        onPick={({ id, label: name }) => onChange([...picked, { id, label: name }])}
        {...texts}
      />
      <ul aria-label={label} className="flex flex-wrap gap-1 empty:hidden">
        {picked.map(({ id, label: name }) => (
          <li key={id} className="inline-flex max-w-full items-center rounded-sm bg-accent-soft pl-1.5 text-sm">
            <span className="min-w-0 py-0.5 [overflow-wrap:anywhere]">{name}</span>
            <IconButton
              label={t("remove_item", { label: name })}
              icon={<Icon name="icon-x" className="size-3.5" />}
              className="size-7! pointer-coarse:size-11!"
              onClick={() => onChange(picked.filter((one) => one.id !== id))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
