"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { isDirty, entryLabel, type ShownEntry } from "./entry";
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
  onFlag: (entry: ShownEntry, flag: string, value: boolean) => void;
  onReplace: (entry: ShownEntry) => void;
  onDelete: (entry: ShownEntry) => void;
  /** Called with the text to announce when an entry was moved. */
  onMoved: (text: string) => void;
};

/** Rows of the entries of a list or of one of its groups, which can be reordered. */
export function EntryGroup(props: EntryGroupProps) {
  const { list, title, groupName, entries, state, added, calls } = props;
  const { onSave, onAdd, onFlag, onReplace, onDelete, onMoved } = props;
  const t = useTranslations("reference");
  const common = useTranslations("common");
  const { drafts, errors, busy, type, discard } = state;
  const handles = useRef(new Map<number, HTMLElement>());
  const firstNewRef = useRef<HTMLTextAreaElement>(null);
  const { order, move } = useOrder(
    entries.map(({ id }) => id),
    calls.move,
    calls.refresh,
  );
  const drag = useDrag(order, moveTo);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = order.flatMap((id) => byId.get(id) ?? []);

  const cancelDrag = useEffectEvent((event: KeyboardEvent) => event.key === "Escape" && drag.cancel());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => cancelDrag(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  function moveTo(id: number, position: number) {
    const newPosition = move(id, position);
    const entry = byId.get(id);
    if (newPosition === null || !entry) return;
    onMoved(t("moved", { label: entryLabel(list, entry), place: newPosition, count: order.length }));
    // The row has moved in the DOM and lost the focus, so its handle is focused again.
    handles.current.get(id)?.focus();
  }

  async function add() {
    await onAdd();
    firstNewRef.current?.focus();
  }

  /** Returns the position of the drop indicator at a row; null if it is not at this row. */
  function lineAt(index: number) {
    const { dragged } = drag;
    if (!dragged || index !== dragged.place - 1) return null;
    const from = order.indexOf(dragged.id);
    return index === from ? null : index < from ? "above" : "below";
  }

  return (
    <>
      <ol aria-label={title}>
        {rows.map((entry, index) => {
          const { id, names, isProtected } = entry;
          const label = entryLabel(list, entry);
          return (
            <EntryRow
              key={id}
              entry={entry}
              label={label}
              place={index + 1}
              count={rows.length}
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
                  place={index + 1}
                  count={rows.length}
                  isProtected={isProtected}
                  onMove={(position) => moveTo(id, position)}
                  onReplace={() => onReplace(entry)}
                  onDelete={() => onDelete(entry)}
                />
              }
              onMove={(position) => moveTo(id, position)}
              onSave={() => onSave(entry)}
              onDiscard={() => discard(id)}
              onFlag={(flag, value) => onFlag(entry, flag, value)}
            />
          );
        })}
      </ol>
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
        <Button busy={busy === added} onClick={() => void add()} className="justify-self-start @max-3xl:col-start-2">
          {common("add")}
        </Button>
      </div>
    </>
  );
}
