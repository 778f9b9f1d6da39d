"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { lazyComponent, loadOnIntent, loadOrReport } from "@/components/ui/lazy-component";
import { Spinner } from "@/components/ui/spinner";
import { collectTyped, type TypedAhead } from "@/components/ui/typed-ahead";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import type { AddressFilter } from "@/lib/model/lists/filters";

const loadChips = () => import("./filter-chips");
const FilterChips = lazy(() => loadChips().then((module) => ({ default: module.FilterChips })));
// Preloads the chips on the server. The first page after a server start would otherwise show them
// late and shift the layout.
if (typeof window === "undefined") void loadChips();
const FilterEditor = lazyComponent(async () => (await import("./filter-editor")).FilterEditor);

type FieldFiltersProps = {
  /** Name of the list's kind. */
  kind: string;
  /** The list's current filters. */
  where: readonly AddressFilter[];
  /** All entries that the filters offer or contain, keyed by field; null while loading. */
  choices: FilterChoices | null;
  /** The entries that `where` contains, with their names, if known before `choices` is loaded. */
  namedChoices?: FilterChoices;
  /** The link list of the current tab, which already restricts the rows; filters do not offer it. */
  without?: string;
  size?: "sm";
  onApply: (where: AddressFilter[]) => void;
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
 * editor, whose code is loaded when the user points at the button. Keys typed meanwhile are kept.
 */
export function FieldFilters(props: FieldFiltersProps) {
  const { kind, where, choices, namedChoices, without, size, onApply, onOpen, children } = props;
  const tr = useTranslations("records");
  const editorId = useId();
  const button = useRef<HTMLButtonElement>(null);
  /**
   * The field whose filter is edited; null for a new filter, undefined while the editor is closed.
   */
  const [edited, setEdited] = useState<string | null>();
  const isLoaded = FilterEditor.useIsLoaded();
  const known = choices ?? namedChoices;

  const typedAhead = useRef<TypedAhead>(null);
  const takeTyped = () => typedAhead.current?.take() ?? "";
  useEffect(() => () => void typedAhead.current?.take(), []);

  function edit(field: string | null) {
    if (!isLoaded) {
      takeTyped();
      typedAhead.current = collectTyped(document);
      // If the editor cannot be loaded, the keys belong to the page again.
      void loadOrReport(FilterEditor).then((didLoad) => didLoad || stopEditing());
    }
    setEdited(field);
    onOpen?.();
  }

  function stopEditing() {
    takeTyped();
    setEdited(undefined);
  }

  function close() {
    stopEditing();
    // The pressed chip may be removed, so focus goes to the add button.
    button.current?.focus();
  }

  function apply(next: AddressFilter[]) {
    close();
    onApply(next);
  }

  const isLoading = edited !== undefined && (!isLoaded || !known);
  const addButton = (
    <button
      {...loadOnIntent(FilterEditor)}
      ref={button}
      type="button"
      aria-label={tr("filters.add")}
      aria-expanded={edited !== undefined}
      aria-controls={edited === undefined ? undefined : editorId}
      aria-busy={isLoading || undefined}
      onClick={() => (edited === undefined ? edit(null) : close())}
      className={buttonClasses({ size })}
    >
      {tr("filters.button")}
      {isLoading ? <Spinner /> : <Icon name="icon-plus" className="size-4 max-sm:hidden" />}
    </button>
  );

  return (
    <>
      {children(addButton, stopEditing)}
      {known && where.length > 0 && (
        <Suspense>
          <FilterChips
            kind={kind}
            where={where}
            choices={{ ...namedChoices, ...choices }}
            without={without}
            onChange={edit}
            onRemove={({ field, operators }) =>
              apply(where.filter((one) => one.field !== field || !operators.includes(one.operator)))
            }
            onClear={() => apply([])}
          />
        </Suspense>
      )}
      {known && edited !== undefined && (
        <FilterEditor
          key={edited}
          kind={kind}
          choices={{ ...namedChoices, ...choices }}
          id={editorId}
          where={where}
          without={without}
          field={edited}
          takeTyped={takeTyped}
          onApply={(field, filters) => {
            const index = where.findIndex((one) => one.field === field);
            const others = where.filter((one) => one.field !== field);
            const end = index < 0 ? others.length : index;
            apply([...others.slice(0, end), ...filters, ...others.slice(end)]);
          }}
          onClose={close}
        />
      )}
    </>
  );
}
