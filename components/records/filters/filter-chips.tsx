"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { definitionOf } from "@/lib/model/kinds/registry";
import { describeFilters, type FilterDescription } from "@/lib/model/lists/filter-words";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import type { AddressFilter } from "@/lib/model/lists/filters";

/** Maximum number of entries or records that a chip names. */
const NAMES_IN_CHIP = 5;

type FilterChipsProps = {
  kind: string;
  where: readonly AddressFilter[];
  choices: FilterChoices;
  /** The link list of the current tab. */
  without?: string;
  onChange: (field: string) => void;
  onRemove: (filter: FilterDescription) => void;
  onClear: () => void;
};

/** Chips for a list's field filters: the text opens the editor, the cross removes the filter. */
export function FilterChips({ kind, where, choices, without, onChange, onRemove, onClear }: FilterChipsProps) {
  const t = useTranslations("records.filters");
  const tc = useTranslations("common");
  const tr = useTranslations("records");
  const filters = describeFilters(definitionOf(kind), where, choices, tr, {
    maxNames: NAMES_IN_CHIP,
    within: without,
  });
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-2 md:px-4">
      <ul aria-label={t("applied")} className="contents">
        {filters.map((filter) => {
          const text = `${filter.name}: ${filter.text}`;
          return (
            <li
              key={`${filter.field} ${filter.operators.join()}`}
              className="flex max-w-full items-stretch rounded-md border border-line bg-accent-soft text-sm text-ink"
            >
              <button
                type="button"
                aria-label={t("change", { filter: text })}
                onClick={() => onChange(filter.field)}
                className="min-h-7 min-w-0 rounded-l-md py-0.5 pr-1 pl-2 text-left leading-tight [overflow-wrap:anywhere] hover:underline pointer-coarse:min-h-11"
              >
                <span className="font-semibold">{filter.name}:</span> {filter.text}
              </button>
              <button
                type="button"
                aria-label={tc("remove_item", { label: text })}
                onClick={() => onRemove(filter)}
                className="grid w-7 shrink-0 place-items-center rounded-r-md text-ink-muted hover:text-ink pointer-coarse:w-11"
              >
                <Icon name="icon-x" className="size-3.5" />
              </button>
            </li>
          );
        })}
      </ul>
      {filters.length > 1 && (
        <Button variant="ghost" size="sm" onClick={onClear}>
          {t("clear")}
        </Button>
      )}
    </div>
  );
}
