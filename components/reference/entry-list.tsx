"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLoginAgain } from "@/components/auth/use-login-again";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { nameColumns, type EntryListName } from "@/lib/records/reference-lists/reference-lists";
import { changedNames, labelOf, usedBy, type Draft, type Entry } from "./entry";
import { EntryMenu } from "./entry-menu";
import { ENTRY_GRID, EntryRow } from "./entry-row";
import { NameInputs } from "./name-inputs";
import { ReplaceDialog } from "./replace-dialog";
import { useDrag } from "./use-drag";
import { NEW_ENTRY, useChangedEntries, useDrafts } from "./use-drafts";
import { useEntryCalls } from "./use-entry-calls";
import { useOrder } from "./use-order";

type EntryListProps = { list: EntryListName; title: string; entries: readonly Entry[] };

/**
 * Editor of a reference list. The user can rename, reorder, activate, delete, replace and add
 * entries.
 */
export function EntryList({ list, title, entries: loaded }: EntryListProps) {
  const t = useTranslations("reference");
  const common = useTranslations("common");
  const confirm = useConfirm();
  const calls = useEntryCalls(list);
  const { entries, show } = useChangedEntries(loaded);
  const { drafts, errors, busy, setBusy, setErrors, type, discard } = useDrafts();
  const [replaced, setReplaced] = useState<Entry | null>(null);
  const [said, setSaid] = useState("");
  const handles = useRef(new Map<number, HTMLElement>());
  const firstNewRef = useRef<HTMLTextAreaElement>(null);
  const { order, move } = useOrder(
    entries.map(({ id }) => id),
    calls.move,
    calls.refresh,
  );
  const drag = useDrag(order, place);

  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = order.flatMap((id) => byId.get(id) ?? []);
  const added = drafts[NEW_ENTRY];
  const dirty = entries.filter((entry) => Object.keys(changedNames(entry, drafts[entry.id])).length > 0);
  const isAdding = Object.values(added ?? {}).some((text) => text.trim() !== "");

  const cancelDrag = useEffectEvent((event: KeyboardEvent) => event.key === "Escape" && drag.cancel());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => cancelDrag(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  function place(id: number, wanted: number) {
    const reached = move(id, wanted);
    const entry = byId.get(id);
    if (reached === null || !entry) return;
    setSaid(t("moved", { label: labelOf(list, entry), place: reached, count: order.length }));
    // The row has moved in the DOM and lost the focus, so its handle is focused again.
    handles.current.get(id)?.focus();
  }

  /** Saves the names of an entry. @returns true if the row has no unsaved changes left */
  async function save(entry: Entry): Promise<boolean> {
    const changed = changedNames(entry, drafts[entry.id]);
    if (Object.keys(changed).length === 0) {
      discard(entry.id);
      return true;
    }
    setBusy(entry.id);
    const outcome = await calls.rename(entry.id, changed);
    setBusy(null);
    if (!outcome.isDone) setErrors(entry.id, outcome.errors);
    else {
      show(entry.id, { names: { ...entry.names, ...changed } });
      discard(entry.id);
    }
    return outcome.isDone;
  }

  /** Adds the new entry. @returns true if it was added */
  async function add(): Promise<boolean> {
    const names: Draft = Object.fromEntries(nameColumns(list).map((column) => [column, added?.[column] ?? ""]));
    setBusy(NEW_ENTRY);
    const outcome = await calls.add(names);
    setBusy(null);
    if (outcome.isDone) discard(NEW_ENTRY);
    else setErrors(NEW_ENTRY, outcome.errors);
    firstNewRef.current?.focus();
    return outcome.isDone;
  }

  /** Saves all changes before the user leaves the page; resolves to true on success. */
  async function saveAll(): Promise<boolean> {
    for (const entry of dirty) if (!(await save(entry))) return false;
    return !isAdding || add();
  }
  const isDirty = dirty.length > 0 || isAdding;
  useUnsavedGuard(isDirty, saveAll);
  const loginAgain = useLoginAgain(isDirty);

  async function setFlag({ id, flags }: Entry, flag: string, value: boolean) {
    show(id, { flags: { ...flags, [flag]: value } });
    if (!(await calls.setFlag(id, flag, value)).isDone) show(id, { flags });
  }

  async function remove(entry: Entry) {
    const label = labelOf(list, entry);
    const count = usedBy(entry);
    if (count > 0) {
      const wanted = { title: t("in_use_title"), subject: label, text: t("in_use_text", { count }) };
      if (await confirm({ ...wanted, confirmLabel: t("replace_menu"), cancelLabel: common("cancel") }))
        setReplaced(entry);
      return;
    }
    const isSure = await confirm({ title: common("really_delete"), subject: label, tone: "danger" });
    if (isSure && (await calls.remove(entry.id)).isDone) discard(entry.id);
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
      <p id="move-hint" className="sr-only">
        {t("move_hint")}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="@container">
        <div aria-hidden="true" className={`${ENTRY_GRID} py-2 text-sm font-semibold text-ink-muted @max-3xl:hidden`}>
          <span />
          <span>{t("languages.de")}</span>
          <span>{t("languages.en")}</span>
          <span>{t("used")}</span>
          <span>{t("offered")}</span>
        </div>
        <ol aria-label={title}>
          {rows.map((entry, index) => {
            const { id, names, isProtected } = entry;
            const label = labelOf(list, entry);
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
                isDirty={dirty.includes(entry)}
                isBusy={busy === id}
                inputs={
                  <NameInputs
                    list={list}
                    values={{ ...names, ...drafts[id] }}
                    errors={errors[id] ?? null}
                    label={(language) => t("name_of", { language, label })}
                    onChange={(column, text) => type(id, column, text)}
                    onEnter={() => void save(entry)}
                    onEscape={() => discard(id)}
                  />
                }
                menu={
                  <EntryMenu
                    label={label}
                    place={index + 1}
                    count={rows.length}
                    isProtected={isProtected}
                    onMove={(wanted) => place(id, wanted)}
                    onReplace={() => setReplaced(entry)}
                    onDelete={() => void remove(entry)}
                  />
                }
                onMove={(wanted) => place(id, wanted)}
                onSave={() => void save(entry)}
                onDiscard={() => discard(id)}
                onFlag={(flag, value) => void setFlag(entry, flag, value)}
              />
            );
          })}
        </ol>
        <div role="group" aria-label={t("new")} className={`${ENTRY_GRID} border-t border-line-strong py-3`}>
          <Icon name="icon-plus" className="mt-2 size-4.5 justify-self-center text-ink-muted @max-3xl:mt-7" />
          <div className="grid min-w-0 gap-x-3 gap-y-1.5 @max-3xl:col-span-2 @3xl:col-span-2 @3xl:grid-cols-2">
            <NameInputs
              list={list}
              values={added ?? {}}
              errors={errors[NEW_ENTRY] ?? null}
              label={(language) => t("new_name", { language })}
              isNew
              firstRef={firstNewRef}
              onChange={(column, text) => type(NEW_ENTRY, column, text)}
              onEnter={() => void add()}
              onEscape={() => discard(NEW_ENTRY)}
            />
          </div>
          <Button
            busy={busy === NEW_ENTRY}
            onClick={() => void add()}
            className="justify-self-start @max-3xl:col-start-2"
          >
            {common("add")}
          </Button>
        </div>
      </div>
      {replaced && (
        <ReplaceDialog
          key={replaced.id}
          entry={replaced}
          label={labelOf(list, replaced)}
          others={rows
            .filter((entry) => entry.flags.active && entry.id !== replaced.id)
            .map((entry) => ({ id: entry.id, label: labelOf(list, entry) }))}
          open
          onClose={() => setReplaced(null)}
          onReplace={(by) => calls.replace(replaced.id, by)}
        />
      )}
      {loginAgain}
    </>
  );
}
