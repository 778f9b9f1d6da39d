"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Restriction } from "@/lib/model/lists/filter-parameters";
import { describeFilters, describeRestriction, type FilterDescription } from "@/lib/model/lists/filter-words";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import type { AddressFilter } from "@/lib/model/lists/filters";

/** Maximum number of entries or records that a chip names. */
const NAMES_IN_CHIP = 5;

type FilterChipsProps = {
  kind: string;
  where: readonly AddressFilter[];
  restriction: Restriction;
  choices: FilterChoices;
  /** The link list of the current tab. */
  without?: string;
  onChange: (field: string) => void;
  onRemove: (filter: FilterDescription) => void;
  /** Called when the user wants to choose another day on which records are active. */
  onChangeDay: () => void;
  onRemoveRestriction: (by: keyof Restriction) => void;
  onClear: () => void;
};

/**
 * Chips for what restricts a list and for its field filters: the text opens the editor, the cross
 * removes the filter.
 */
export function FilterChips({ kind, where, restriction, choices, without, ...actions }: FilterChipsProps) {
  const { onChange, onRemove, onChangeDay, onRemoveRestriction, onClear } = actions;
  const t = useTranslations("records.filters");
  const tr = useTranslations("records");
  const restrictions = describeRestriction(restriction, tr);
  const filters = describeFilters(definitionOf(kind), where, choices, tr, {
    maxNames: NAMES_IN_CHIP,
    within: without,
  });
  return (
    <div data-folds className="flex flex-wrap items-center gap-2 px-3 pb-2 md:px-4">
      <ul aria-label={t("applied")} className="contents">
        {restrictions.map(({ by, text }) => (
          <Chip
            key={by}
            label={text}
            // Chosen records have no editor: users choose others where they chose these.
            onChange={by === "activeOn" ? onChangeDay : undefined}
            onRemove={() => onRemoveRestriction(by)}
          >
            {text}
          </Chip>
        ))}
        {filters.map((filter) => (
          <Chip
            key={`${filter.field} ${filter.operators.join()}`}
            label={`${filter.name}: ${filter.text}`}
            onChange={() => onChange(filter.field)}
            onRemove={() => onRemove(filter)}
          >
            <span className="font-semibold">{filter.name}:</span> {filter.text}
          </Chip>
        ))}
      </ul>
      {restrictions.length + filters.length > 1 && (
        <Button variant="ghost" size="sm" onClick={onClear}>
          {t("clear")}
        </Button>
      )}
    </div>
  );
}

const CHIP_TEXT = "min-w-0 rounded-l-md py-0.5 pr-1 pl-2 text-left leading-tight [overflow-wrap:anywhere]";

type ChipProps = {
  /** The chip's text in the names of its buttons. */
  label: string;
  /** Opens the editor; undefined if the chip can only be removed. */
  onChange?: () => void;
  onRemove: () => void;
  children: ReactNode;
};

function Chip({ label, onChange, onRemove, children }: ChipProps) {
  const t = useTranslations("records.filters");
  const tc = useTranslations("common");
  return (
    <li className="flex max-w-full items-stretch rounded-md border border-line bg-accent-soft text-sm text-ink">
      {onChange ? (
        <button
          type="button"
          aria-label={t("change", { filter: label })}
          onClick={onChange}
          className={`min-h-7 hover:underline pointer-coarse:min-h-11 ${CHIP_TEXT}`}
        >
          {children}
        </button>
      ) : (
        <span className={`flex min-h-7 items-center pointer-coarse:min-h-11 ${CHIP_TEXT}`}>{children}</span>
      )}
      <button
        type="button"
        aria-label={tc("remove_item", { label })}
        onClick={onRemove}
        className="grid w-7 shrink-0 place-items-center rounded-r-md text-ink-muted hover:text-ink pointer-coarse:w-11"
      >
        <Icon name="icon-x" className="size-3.5" />
      </button>
    </li>
  );
}
