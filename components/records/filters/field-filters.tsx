"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useShortcut } from "@/components/layout/shortcuts/single-keys";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { lazyComponent, loadOnIntent, loadOrReport } from "@/components/ui/lazy-component";
import { Spinner } from "@/components/ui/spinner";
import { collectTyped, type TypedAhead } from "@/components/ui/choices/typed-ahead";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import { ACTIVE_ON, restrictionPairs, type Restriction } from "@/lib/model/lists/filter-parameters";
import type { AddressFilter } from "@/lib/model/lists/filters";

const loadChips = () => import("./filter-chips");
const FilterChips = lazy(() => loadChips().then((module) => ({ default: module.FilterChips })));
// Preloads the chips on the server. The first page after a server start would otherwise show them
// late and shift the layout.
if (typeof window === "undefined") void loadChips();
const ActiveOnEditor = lazyComponent(async () => (await import("./active-on-editor")).ActiveOnEditor);
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
  /** What else restricts the list; `onRestrict` changes it, alone or together with the filters. */
  restriction?: Restriction;
  onRestrict?: (changes: Restriction & { where?: AddressFilter[] }) => void;
  /** True if the list can be restricted to records that are active on a day. */
  offersActiveOn?: boolean;
  /** Called when the editor opens. */
  onOpen?: () => void;
  /**
   * Renders the bar above the filters with `buttons`, which open the editors; `close` closes the open
   * one.
   */
  children: (buttons: ReactNode, close: () => void) => ReactNode;
};

const NO_RESTRICTION: Restriction = {};

/**
 * Field filters of a list (contract §10) and the day on which its records are active (§17): buttons
 * that open their editors, and chips. The code of an editor is loaded when the user points at its
 * button. Keys typed meanwhile are kept.
 */
export function FieldFilters(props: FieldFiltersProps) {
  const { kind, where, choices, namedChoices, without, size, onApply, onOpen, children } = props;
  const { restriction = NO_RESTRICTION, onRestrict, offersActiveOn = false } = props;
  const tr = useTranslations("records");
  const { attributes: shortcut, withKey } = useShortcut("f");
  const editorId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const dayButton = useRef<HTMLButtonElement>(null);
  /**
   * The field whose filter is edited, or `ACTIVE_ON`; null for a new filter, undefined while both
   * editors are closed.
   */
  const [edited, setEdited] = useState<string | null>();
  const isDayEdited = edited === ACTIVE_ON;
  const isFilterEdited = edited !== undefined && !isDayEdited;
  const isFilterEditorLoaded = FilterEditor.useIsLoaded();
  const isDayEditorLoaded = ActiveOnEditor.useIsLoaded();
  const known = choices ?? namedChoices;

  const typedAhead = useRef<TypedAhead>(null);
  const takeTyped = () => typedAhead.current?.take() ?? "";
  useEffect(() => () => void typedAhead.current?.take(), []);

  function edit(field: string | null) {
    const isOfDay = field === ACTIVE_ON;
    takeTyped();
    if (!(isOfDay ? isDayEditorLoaded : isFilterEditorLoaded)) {
      typedAhead.current = collectTyped(document);
      // If the editor cannot be loaded, the keys belong to the page again.
      const loading = isOfDay ? loadOrReport(ActiveOnEditor) : loadOrReport(FilterEditor);
      void loading.then((didLoad) => didLoad || stopEditing());
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
    // The pressed chip may be removed, so focus goes to the button that opens the editor.
    (isDayEdited ? dayButton : button).current?.focus();
  }

  function restrict(changes: Parameters<NonNullable<typeof onRestrict>>[0], next = button) {
    stopEditing();
    next.current?.focus();
    onRestrict?.(changes);
  }

  function apply(next: AddressFilter[]) {
    close();
    onApply(next);
  }

  const isLoading = isFilterEdited && (!isFilterEditorLoaded || !known);
  const isDayEditorLoading = isDayEdited && !isDayEditorLoaded;
  const buttons = (
    <>
      <button
        {...loadOnIntent(FilterEditor)}
        {...shortcut}
        ref={button}
        type="button"
        aria-label={tr("filters.add")}
        title={withKey(tr("filters.add"))}
        aria-expanded={isFilterEdited}
        aria-controls={isFilterEdited ? editorId : undefined}
        aria-busy={isLoading || undefined}
        onClick={() => (isFilterEdited ? close() : edit(null))}
        className={buttonClasses({ size })}
      >
        {tr("filters.button")}
        {isLoading ? <Spinner /> : <Icon name="icon-plus" className="size-4 max-sm:hidden" />}
      </button>
      {offersActiveOn && (
        <button
          {...loadOnIntent(ActiveOnEditor)}
          ref={dayButton}
          type="button"
          title={tr("filters.active_on_title")}
          aria-expanded={isDayEdited}
          aria-controls={isDayEdited ? editorId : undefined}
          aria-busy={isDayEditorLoading || undefined}
          onClick={() => (isDayEdited ? close() : edit(ACTIVE_ON))}
          className={buttonClasses({ size })}
        >
          {isDayEditorLoading ? <Spinner /> : <Icon name="icon-calendar-check" className="size-4" />}
          <span className="tool-label">{tr("filters.active_on_button")}</span>
        </button>
      )}
    </>
  );

  return (
    <>
      {children(buttons, stopEditing)}
      {known && where.length + restrictionPairs(restriction).length > 0 && (
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
            restriction={restriction}
            onChangeDay={() => edit(ACTIVE_ON)}
            onRemoveRestriction={(by) =>
              restrict({ [by]: undefined }, by === "activeOn" && offersActiveOn ? dayButton : button)
            }
            onClear={() => (onRestrict ? restrict({ where: [], activeOn: undefined, ids: undefined }) : apply([]))}
          />
        </Suspense>
      )}
      {isDayEdited && (
        <ActiveOnEditor
          id={editorId}
          applied={restriction.activeOn}
          takeTyped={takeTyped}
          onApply={(activeOn) => restrict({ activeOn }, dayButton)}
          onClose={close}
        />
      )}
      {known && isFilterEdited && (
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
