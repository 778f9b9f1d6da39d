"use client";

import { useMemo, useState, type ReactNode } from "react";
import type { KindName } from "@/lib/model/kinds/registry";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import { restrictionPairs } from "@/lib/model/lists/filter-parameters";
import type { SearchDescription } from "@/lib/model/lists/filter-names";
import { FieldFilters } from "./field-filters";
import { FoldButton } from "./fold-button";
import { ListFilterBar } from "./list-filter-bar";
import { useFilterChoices } from "./use-filter-choices";
import { useNarrowing, type Narrowed } from "./use-narrowing";

type ListNarrowingProps = {
  kind: KindName;
  /** The filters currently in effect. */
  applied: Narrowed;
  /** True if the records of the kind are active on days, by which the list can be restricted. */
  offersActiveOn: boolean;
  /** The list of thematic fields by which the kind can be filtered, if it can. */
  topicsList: string | null;
  /** Path of the entries that the filters offer; `namedChoices` contains those that are selected. */
  choicesPath: string;
  namedChoices: FilterChoices;
  searched: SearchDescription;
  /** Tools of the list, rendered beside the button that adds a filter. */
  children: ReactNode;
};

/**
 * All filters of a list page: a bar for text and thematic fields, and field filters below it
 * (contract §10).
 */
export function ListNarrowing(props: ListNarrowingProps) {
  const { kind, applied, offersActiveOn, topicsList, choicesPath, namedChoices, searched, children } = props;
  const { filter, topics, where, ...restriction } = applied;
  const apply = useNarrowing(applied);
  // The entries are loaded when the user points at the filters.
  const [isUsed, setUsed] = useState(false);
  const choices = useFilterChoices(choicesPath, isUsed);
  const topicOptions = useMemo(() => {
    if (topicsList === null) return null;
    const entries = choices?.[topicsList] ?? namedChoices[topicsList] ?? [];
    return entries.map(({ id, label }) => ({ value: id, label }));
  }, [topicsList, choices, namedChoices]);

  const count = topics.length + new Set(where.map(({ field }) => field)).size + restrictionPairs(restriction).length;
  const markUsed = () => setUsed(true);
  return (
    <FieldFilters
      kind={kind}
      where={where}
      choices={choices}
      namedChoices={namedChoices}
      size="sm"
      onApply={(next) => apply({ where: next })}
      restriction={restriction}
      offersActiveOn={offersActiveOn}
      onRestrict={apply}
      onOpen={markUsed}
    >
      {(button, close) => (
        <>
          <div onPointerEnter={markUsed} onFocus={markUsed} onTouchStart={markUsed}>
            <ListFilterBar
              applied={{ filter, topics }}
              topicOptions={topicOptions}
              areTopicsComplete={choices !== null}
              placeholder={searched.placeholder}
              searches={searched.sentence}
              onApply={apply}
              onReset={() => {
                close();
                apply({ filter: "", topics: [], where: [], activeOn: undefined, ids: undefined });
              }}
            />
          </div>
          <div className="flex flex-wrap items-center gap-1 px-3 pb-2 max-sm:px-2 md:px-4">
            <FoldButton count={count} />
            <div data-folds className="flex gap-1">
              {button}
            </div>
            {children}
          </div>
        </>
      )}
    </FieldFilters>
  );
}
