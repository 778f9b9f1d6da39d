"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo, type ReactNode } from "react";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { FilterChoices } from "@/lib/records/lists/filters";
import type { ListQuery } from "@/lib/records/lists/list-query";
import { definitionOf } from "@/lib/records/kinds/registry";
import { FieldFilters } from "./field-filters";
import { ListFilterBar } from "./list-filter-bar";

/** Number of searched fields and linked kinds that the placeholder names. */
const NAMED_IN_PLACEHOLDER = 5;

/**
 * Returns what the text filter searches: the fields and the linked kinds, those by which records are
 * named first, and a sentence about all of them.
 */
function useSearched(definition: AnyDefinition): { names: string[]; sentence: string } {
  const t = useTranslations("records");
  const locale = useLocale();
  const { name: kind, labelFields, searched, searchedLists } = definition;
  const fieldOf = (of: string) => (name: string) => t(`${of}.fields.${name}`);
  const label = labelFields(locale);
  const others = searched.filter((name) => !label.includes(name)).map(fieldOf(kind));
  const own = [...label.map(fieldOf(kind)), ...others];
  const linked = searchedLists.map(({ other }) => t(`${other.kind}.many`));
  const withFields = searchedLists.map(({ other }, index) => {
    const further = (definitionOf(other.kind).foundFromLinked ?? []).map(fieldOf(other.kind));
    return [linked[index], ...further.map((field) => t("search_also", { field }))].join(" ");
  });
  return {
    names: [...own.slice(0, label.length), ...linked, ...others],
    sentence: t(linked.length > 0 ? "searches_linked" : "searches", {
      fields: own.join(", "),
      lists: withFields.join(", "),
    }),
  };
}

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
  const searched = useSearched(definition);
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
              placeholder={`${searched.names.slice(0, NAMED_IN_PLACEHOLDER).join(", ")} …`}
              searches={searched.sentence}
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
