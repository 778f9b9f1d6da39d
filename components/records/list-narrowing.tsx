"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { usePreload } from "@/components/ui/use-preload";
import type { AnyDefinition } from "@/lib/records/define";
import { tellFilters } from "@/lib/records/filter-words";
import type { FieldFilter, FilterChoices } from "@/lib/records/filters";
import type { ListQuery } from "@/lib/records/list-query";
import { FilterChips } from "./filter-chips";
import { ListFilterBar } from "./list-filter-bar";

const loadEditor = () => import("./filter-editor");
const FilterEditor = lazy(() => loadEditor().then((module) => ({ default: module.FilterEditor })));

/** As many as fit beside the magnifying glass. */
const HINTED_FIELDS = 3;

type Narrowed = Pick<ListQuery, "filter" | "topics" | "where">;

type ListNarrowingProps = {
  definition: AnyDefinition;
  /** What the list shows now. */
  applied: Narrowed;
  choices: FilterChoices;
  onApply: (narrowed: Partial<Narrowed>) => void;
  /** What stands beside the bar. */
  children: ReactNode;
};

/** All that narrows a list: text and thematic fields, and below them the filters on fields (contract §10). */
export function ListNarrowing({ definition, applied, choices, onApply, children }: ListNarrowingProps) {
  const tr = useTranslations("records");
  const editorId = useId();
  const button = useRef<HTMLButtonElement>(null);
  /** Whose filter is changed; null for a new one, undefined where none is. */
  const [edited, setEdited] = useState<string | null>();
  usePreload(loadEditor);

  const { filter, topics, where } = applied;
  const topicOptions = useMemo(
    () => (definition.topics ? (choices.themenfelder ?? []).map(({ id, label }) => ({ value: id, label })) : null),
    [definition, choices],
  );

  function apply(next: FieldFilter[]) {
    setEdited(undefined);
    // What was pressed may be gone in a moment.
    button.current?.focus();
    onApply({ where: next });
  }

  return (
    <>
      <div className="flex flex-wrap items-start">
        <div className="min-w-0 flex-1 basis-80">
          <ListFilterBar
            applied={{ filter, topics }}
            topicOptions={topicOptions}
            searchHint={`${definition.searched
              .slice(0, HINTED_FIELDS)
              .map((name) => tr(`${definition.name}.fields.${name}`))
              .join(", ")} …`}
            onApply={onApply}
            onReset={() => {
              setEdited(undefined);
              onApply({ filter: "", topics: [], where: [] });
            }}
          >
            <button
              ref={button}
              type="button"
              aria-label={tr("filters.add")}
              aria-expanded={edited !== undefined}
              aria-controls={edited === undefined ? undefined : editorId}
              onClick={() => setEdited(edited === undefined ? null : undefined)}
              className={buttonClasses({})}
            >
              {tr("filters.button")}
              <Plus aria-hidden="true" className="size-4" />
            </button>
          </ListFilterBar>
        </div>
        {children}
      </div>
      <FilterChips
        filters={tellFilters(definition, where, choices, tr)}
        onChange={setEdited}
        onRemove={({ field, operators }) =>
          apply(where.filter((one) => one.field !== field || !operators.includes(one.operator)))
        }
        onClear={() => apply([])}
      />
      {edited !== undefined && (
        <Suspense>
          <FilterEditor
            key={edited}
            id={editorId}
            definition={definition}
            where={where}
            choices={choices}
            field={edited}
            onApply={(field, filters) => {
              const place = where.findIndex((one) => one.field === field);
              const others = where.filter((one) => one.field !== field);
              apply(others.toSpliced(place < 0 ? others.length : place, 0, ...filters));
            }}
            onClose={() => {
              setEdited(undefined);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
