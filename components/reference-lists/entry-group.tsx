"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { pageWithin, TablePages, TableSearch } from "@/components/tables/table-bars";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { ownValue } from "@/lib/model/pure/own-value";
import { matchesFolded } from "@/lib/model/pure/folded-matches";
import { nameColumns, shippedCode, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { ENTRIES_PER_PAGE, isDirty, entryLabel, placeInOrder, type ShownEntry } from "./entry";
import { EntryMenu } from "./entry-menu";
import { ENTRY_GRID, EntryRow } from "./entry-row";
import { NameInputs } from "./name-inputs";
import { useDrag } from "./use-drag";
import type { Drafts, NewEntry } from "./use-drafts";
import type { useEntryCalls } from "./use-entry-calls";
import { useOrder } from "./use-order";

type EntryGroupProps = {
  list: EntryListName;
  /** Accessible name of the list of entries. */
  title: string;
  /** The group's name; null if the entries of the list have no groups. */
  groupName: string | null;
  entries: readonly ShownEntry[];
  state: Drafts;
  /** Key of the row in which a new entry of the group is typed. */
  added: NewEntry;
  calls: Pick<ReturnType<typeof useEntryCalls>, "move" | "refresh">;
  onSave: (entry: ShownEntry) => void;
  onAdd: () => Promise<unknown>;
  /** Called to add several entries. */
  onPaste: () => void;
  /** Called when the user sets a flag or chooses a value. */
  onSet: (entry: ShownEntry, values: Partial<Pick<ShownEntry, "flags" | "choices">>) => void;
  onReplace: (entry: ShownEntry) => void;
  onDelete: (entry: ShownEntry) => void;
  /** Called with the text to announce when an entry was moved. */
  onMoved: (text: string) => void;
};

/** Rows of the entries of a list or of one of its groups, which can be reordered. */
export function EntryGroup(props: EntryGroupProps) {
  const { list, title, groupName, entries, state, added, calls } = props;
  const { onSave, onAdd, onPaste, onSet, onReplace, onDelete, onMoved } = props;
  const t = useTranslations("reference");
  const common = useTranslations("common");
  const isShipped = shippedCode(list) !== undefined;
  const { drafts, errors, busy, type, discard } = state;
  const handles = useRef(new Map<number, HTMLElement>());
  const firstNewRef = useRef<HTMLTextAreaElement>(null);
  const { order, move } = useOrder(
    entries.map(({ id }) => id),
    calls.move,
    calls.refresh,
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const all = order.flatMap((id) => byId.get(id) ?? []);
  const [view, setView] = useState({ text: "", pages: { pageIndex: 0, pageSize: ENTRIES_PER_PAGE } });
  const isPaged = all.length > ENTRIES_PER_PAGE;
  const text = isPaged ? view.text.trim() : "";
  const found = text
    ? all.filter(({ names }) => nameColumns(list).some((column) => matchesFolded(ownValue(names, column) ?? "", text)))
    : all;
  const { pageSize } = view.pages;
  const pageIndex = pageWithin(view.pages, found.length);
  const rows = isPaged ? found.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize) : found;
  const shown = rows.map(({ id }) => id);
  function moveTo(id: number, position: number) {
    const newPosition = move(id, position);
    const entry = byId.get(id);
    if (newPosition === null || !entry) return;
    onMoved(t("moved", { label: entryLabel(list, entry), place: newPosition, count: order.length }));
    // Follows the row to another page.
    if (text === "")
      flushSync(() => setView({ ...view, pages: { pageSize, pageIndex: Math.floor((newPosition - 1) / pageSize) } }));
    // The row has moved in the DOM and lost the focus, so its handle is focused again.
    handles.current.get(id)?.focus();
  }

  const drag = useDrag(shown, (id, place) => moveTo(id, placeInOrder(order, shown, id, place)));

  const cancelDrag = useEffectEvent((event: KeyboardEvent) => event.key === "Escape" && drag.cancel());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => cancelDrag(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  async function add() {
    await onAdd();
    firstNewRef.current?.focus();
  }

  /** Returns the position of the drop indicator at a row; null if it is not at this row. */
  function lineAt(index: number) {
    const { dragged } = drag;
    if (!dragged || index !== dragged.place - 1) return null;
    const from = shown.indexOf(dragged.id);
    return index === from ? null : index < from ? "above" : "below";
  }

  return (
    <>
      {isPaged && (
        <TableSearch
          text={view.text}
          onChange={(typed) => setView({ text: typed, pages: { pageSize, pageIndex: 0 } })}
        />
      )}
      <ol aria-label={title}>
        {rows.map((entry, index) => {
          const { id, names, isProtected } = entry;
          const label = entryLabel(list, entry);
          const position = order.indexOf(id) + 1;
          return (
            <EntryRow
              key={id}
              list={list}
              entry={entry}
              label={label}
              place={position}
              count={order.length}
              rowRef={drag.rowRef(id)}
              handleRef={(handle) => {
                if (handle) handles.current.set(id, handle);
              }}
              handle={drag.handle(id)}
              line={lineAt(index)}
              isDragged={drag.dragged?.id === id}
              isDirty={isDirty(entry, drafts[id])}
              isBusy={busy === id}
              inputs={
                <NameInputs
                  list={list}
                  values={{ ...names, ...drafts[id] }}
                  errors={errors[id] ?? null}
                  label={(language) => t("name_of", { language, label })}
                  onChange={(column, text) => type(id, column, text)}
                  onEnter={() => onSave(entry)}
                  onEscape={() => discard(id)}
                />
              }
              menu={
                <EntryMenu
                  label={label}
                  place={position}
                  count={order.length}
                  isProtected={isProtected}
                  onMove={(position) => moveTo(id, position)}
                  onReplace={() => onReplace(entry)}
                  onDelete={() => onDelete(entry)}
                />
              }
              onMove={(position) => moveTo(id, position)}
              onSave={() => onSave(entry)}
              onDiscard={() => discard(id)}
              onFlag={(flag, value) => onSet(entry, { flags: { [flag]: value } })}
              onChoose={(name, value) => onSet(entry, { choices: { [name]: value } })}
            />
          );
        })}
      </ol>
      {isPaged && found.length === 0 && (
        <p className="border-t border-line px-4 py-4 text-ink-muted md:px-6">{common("no_relevant_data")}</p>
      )}
      {isPaged && (
        <TablePages
          pages={{ pageIndex, pageSize }}
          total={found.length}
          onChange={(pages) => setView({ ...view, pages })}
        />
      )}
      {!isShipped && (
        <div
          role="group"
          aria-label={groupName === null ? t("new") : t("new_in", { group: groupName })}
          className={`${ENTRY_GRID} border-t border-line-strong py-3`}
        >
          <Icon name="icon-plus" className="mt-2 size-4.5 justify-self-center text-ink-muted @max-3xl:mt-7" />
          <div className="grid min-w-0 gap-x-3 gap-y-1.5 @max-3xl:col-span-2 @3xl:col-span-2 @3xl:grid-cols-2">
            <NameInputs
              list={list}
              values={drafts[added] ?? {}}
              errors={errors[added] ?? null}
              label={(language) => t("new_name", { language })}
              isNew
              firstRef={firstNewRef}
              onChange={(column, text) => type(added, column, text)}
              onEnter={() => void add()}
              onEscape={() => discard(added)}
            />
          </div>
          <div className="flex flex-wrap gap-2 @max-3xl:col-span-2 @max-3xl:col-start-2 @3xl:col-span-3">
            <Button busy={busy === added} onClick={() => void add()}>
              {common("add")}
            </Button>
            <Button onClick={onPaste}>{t("paste.open")}</Button>
          </div>
        </div>
      )}
    </>
  );
}
