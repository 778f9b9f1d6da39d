"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useId, useRef, useState, type ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { usePreload } from "@/components/ui/use-preload";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { FieldFilter, FilterChoices } from "@/lib/records/lists/filters";

const loadPanel = () => import("./filter-panel");
const FilterPanel = lazy(() => loadPanel().then((module) => ({ default: module.FilterPanel })));
// Else the first page of a new server would show the chips a moment late, and what is below would move.
if (typeof window === "undefined") void loadPanel();

type FieldFiltersProps = {
  definition: AnyDefinition;
  /** The filters that the list has. */
  where: readonly FieldFilter[];
  /** What they name, and what can be chosen besides; null while it is on its way. */
  choices: FilterChoices | null;
  /** What they name, where that is known before. */
  namedChoices?: FilterChoices;
  /** The link list that narrows this list anyway, and is no field to filter by. */
  without?: string;
  size?: "sm";
  onApply: (where: FieldFilter[]) => void;
  /** Somebody wants to choose. */
  onOpen?: () => void;
  /** The bar above the filters, in which their button stands. @param close puts the editor away */
  children: (button: ReactNode, close: () => void) => ReactNode;
};

/** The filters on fields of a list (contract §10): a button that adds one, chips that say which there are, and their editor. */
export function FieldFilters(props: FieldFiltersProps) {
  const { definition, where, choices, namedChoices, without, size, onApply, onOpen, children } = props;
  const tr = useTranslations("records");
  const editorId = useId();
  const button = useRef<HTMLButtonElement>(null);
  /** Whose filter is changed; null for a new one, undefined where none is. */
  const [edited, setEdited] = useState<string | null>();
  usePreload(loadPanel);

  function edit(field: string | null) {
    setEdited(field);
    onOpen?.();
  }

  function close() {
    setEdited(undefined);
    // What was pressed may be gone in a moment.
    button.current?.focus();
  }

  const adder = (
    <button
      ref={button}
      type="button"
      aria-label={tr("filters.add")}
      aria-expanded={edited !== undefined}
      aria-controls={edited === undefined ? undefined : editorId}
      onClick={() => (edited === undefined ? edit(null) : setEdited(undefined))}
      className={buttonClasses({ size })}
    >
      {tr("filters.button")}
      <Icon name="icon-plus" className="size-4" />
    </button>
  );

  return (
    <>
      {children(adder, () => setEdited(undefined))}
      {(choices ?? namedChoices) && (edited !== undefined || where.length > 0) && (
        <Suspense>
          <FilterPanel
            editorId={editorId}
            definition={definition}
            where={where}
            choices={choices}
            namedChoices={namedChoices}
            without={without}
            edited={edited}
            onEdit={edit}
            onApply={(next) => {
              close();
              onApply(next);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
