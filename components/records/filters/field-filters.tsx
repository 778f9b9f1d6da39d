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
// Preloads the panel on the server. The first page after a server start would otherwise show the
// chips late and shift the layout.
if (typeof window === "undefined") void loadPanel();

type FieldFiltersProps = {
  definition: AnyDefinition;
  /** The list's current filters. */
  where: readonly FieldFilter[];
  /** All entries that the filters offer or contain, keyed by field; null while loading. */
  choices: FilterChoices | null;
  /** The entries that `where` contains, with their names, if known before `choices` is loaded. */
  namedChoices?: FilterChoices;
  /** The link list of the current tab, which already restricts the rows; filters do not offer it. */
  without?: string;
  size?: "sm";
  onApply: (where: FieldFilter[]) => void;
  /** Called when the editor opens. */
  onOpen?: () => void;
  /**
   * Renders the bar above the filters with `button`, which adds a filter; `close` closes the
   * editor.
   */
  children: (button: ReactNode, close: () => void) => ReactNode;
};

/**
 * Field filters of a list (contract §10): a button to add a filter, a chip for each filter, and an
 * editor.
 */
export function FieldFilters(props: FieldFiltersProps) {
  const { definition, where, choices, namedChoices, without, size, onApply, onOpen, children } = props;
  const tr = useTranslations("records");
  const editorId = useId();
  const button = useRef<HTMLButtonElement>(null);
  /**
   * The field whose filter is edited; null for a new filter, undefined while the editor is closed.
   */
  const [edited, setEdited] = useState<string | null>();
  usePreload(loadPanel);

  function edit(field: string | null) {
    setEdited(field);
    onOpen?.();
  }

  function close() {
    setEdited(undefined);
    // The pressed chip may be removed, so focus goes to the add button.
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
