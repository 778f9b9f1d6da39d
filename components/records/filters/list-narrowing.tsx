"use client";

import { useTranslations } from "next-intl";
import { useMemo, type ReactNode } from "react";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { FilterChoices } from "@/lib/records/lists/filters";
import type { ListQuery } from "@/lib/records/lists/list-query";
import { FieldFilters } from "./field-filters";
import { ListFilterBar } from "./list-filter-bar";

/** Number of searched fields named in the placeholder. */
const HINTED_FIELDS = 3;

type Narrowed = Pick<ListQuery, "filter" | "topics" | "where">;

type ListNarrowingProps = {
  definition: AnyDefinition;
  /** The filters currently in effect. */
  applied: Narrowed;
  /**
   * Selectable entries; null while loading. Until then, `namedChoices` contains the selected
   * entries.
   */
  choices: FilterChoices | null;
  namedChoices: FilterChoices;
  onApply: (narrowed: Partial<Narrowed>) => void;
  /** Rendered beside the filter bar. */
  children: ReactNode;
};

/**
 * All filters of a list page: a bar for text and thematic fields, and field filters below it
 * (contract §10).
 */
export function ListNarrowing({ definition, applied, choices, namedChoices, onApply, children }: ListNarrowingProps) {
  const tr = useTranslations("records");
  const { filter, topics, where } = applied;
  const { topicsList } = definition;
  const topicOptions = useMemo(() => {
    if (topicsList === null) return null;
    const entries = choices?.[topicsList] ?? namedChoices[topicsList] ?? [];
    return entries.map(({ id, label }) => ({ value: id, label }));
  }, [topicsList, choices, namedChoices]);
  return (
    <FieldFilters
      definition={definition}
      where={where}
      choices={choices}
      namedChoices={namedChoices}
      onApply={(next) => onApply({ where: next })}
    >
      {(button, close) => (
        <div className="flex flex-wrap items-start">
          <div className="min-w-0 flex-1 basis-80">
            <ListFilterBar
              applied={{ filter, topics }}
              topicOptions={topicOptions}
              areTopicsComplete={choices !== null}
              searchHint={`${definition.searched
                .slice(0, HINTED_FIELDS)
                .map((name) => tr(`${definition.name}.fields.${name}`))
                .join(", ")} …`}
              onApply={onApply}
              onReset={() => {
                close();
                onApply({ filter: "", topics: [], where: [] });
              }}
            >
              {button}
            </ListFilterBar>
          </div>
          {children}
        </div>
      )}
    </FieldFilters>
  );
}
