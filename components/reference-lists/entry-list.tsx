"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useLoginAgain } from "@/components/auth/use-login-again";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { Badge } from "@/components/ui/badge";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { usePreload } from "@/components/ui/use-preload";
import { dynamicKey } from "@/lib/model/messages/i18n";
import { entryGroups, nameColumns, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { changedNames, isDirty, entryLabel, unitOf, usedBy, type Draft, type ShownEntry } from "./entry";
import { EntryGroup } from "./entry-group";
import { ENTRY_GRID } from "./entry-row";
import { newEntryOf, useChangedEntries, useDrafts } from "./use-drafts";
import { useEntryCalls } from "./use-entry-calls";
import { ownValue } from "@/lib/model/pure/own-value";

const PasteDialog = lazyComponent(async () => (await import("./paste-dialog")).PasteDialog);
const ReplaceDialog = lazyComponent(async () => (await import("./replace-dialog")).ReplaceDialog);

type EntryListProps = { list: EntryListName; title: string; entries: readonly ShownEntry[] };

/**
 * Editor of a reference list. The user can rename, reorder, activate, delete, replace and add
 * entries; the entries of a list with groups only within their group.
 */
export function EntryList({ list, title, entries: loaded }: EntryListProps) {
  const t = useTranslations("reference");
  const common = useTranslations("common");
  const confirm = useConfirm();
  const calls = useEntryCalls(list);
  const groupText = useTranslations("history.values");
  const headingId = useId();
  const { entries, show } = useChangedEntries(loaded);
  const state = useDrafts();
  const { drafts, setBusy, setErrors, discard } = state;
  const [replaced, setReplaced] = useState<ShownEntry | null>(null);
  const [pasted, setPasted] = useState<{ group: string | null; title: string } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  usePreload(ReplaceDialog.load);
  usePreload(PasteDialog.load);

  const groups = entryGroups(list);
  const groupNames = groups?.values ?? [null];
  const isAdding = (group: string | null) =>
    Object.values(drafts[newEntryOf(group)] ?? {}).some((text) => text.trim() !== "");
  const dirty = entries.filter((entry) => isDirty(entry, drafts[entry.id]));
  const adding = groupNames.filter(isAdding);

  /** Saves the names of an entry. @returns true if the row has no unsaved changes left */
  async function save(entry: ShownEntry): Promise<boolean> {
    const changed = changedNames(entry, drafts[entry.id]);
    if (Object.keys(changed).length === 0) {
      discard(entry.id);
      return true;
    }
    setBusy(entry.id);
    const outcome = await calls
      .update(entry.id, changed, entryLabel(list, { names: { ...entry.names, ...changed } }))
      .finally(() => setBusy(null));
    if (!outcome.isDone) setErrors(entry.id, outcome.errors);
    else {
      show(entry.id, { names: { ...entry.names, ...changed } });
      discard(entry.id);
    }
    return outcome.isDone;
  }

  /** Adds the new entry of a group. @returns true if it was added */
  async function add(group: string | null): Promise<boolean> {
    const row = newEntryOf(group);
    const names: Draft = Object.fromEntries(
      nameColumns(list).map((column) => [column, ownValue(drafts[row] ?? {}, column) ?? ""]),
    );
    setBusy(row);
    const added = groups && group !== null ? { ...names, [groups.column]: group } : names;
    const outcome = await calls.add(added, entryLabel(list, { names })).finally(() => setBusy(null));
    if (outcome.isDone) discard(row);
    else setErrors(row, outcome.errors);
    return outcome.isDone;
  }

  /** Saves all changes before the user leaves the page; resolves to true on success. */
  async function saveAll(): Promise<boolean> {
    for (const entry of dirty) if (!(await save(entry))) return false;
    for (const group of adding) if (!(await add(group))) return false;
    return true;
  }
  const isUnsaved = dirty.length > 0 || adding.length > 0;
  useUnsavedGuard(isUnsaved, saveAll);
  const loginAgain = useLoginAgain(isUnsaved);

  async function setValues(entry: ShownEntry, set: Partial<Pick<ShownEntry, "flags" | "choices">>) {
    const { id, flags, choices } = entry;
    show(id, { flags: { ...flags, ...set.flags }, choices: { ...choices, ...set.choices } });
    const outcome = await calls.update(id, { ...set.flags, ...set.choices }, entryLabel(list, entry));
    if (!outcome.isDone) show(id, { flags, choices });
  }

  async function remove(entry: ShownEntry) {
    const label = entryLabel(list, entry);
    const count = usedBy(entry);
    if (count > 0) {
      const text = t("in_use_text", { count, unit: unitOf(entry) });
      const question = { title: t("in_use_title"), subject: label, text };
      if (await confirm({ ...question, confirmLabel: t("replace_menu"), cancelLabel: common("cancel") }))
        setReplaced(entry);
      return;
    }
    const isConfirmed = await confirm({ title: common("really_delete"), subject: label, tone: "danger" });
    if (isConfirmed && (await calls.remove(entry.id, label)).isDone) discard(entry.id);
  }

  const groupOf = (group: string | null) => entries.filter((entry) => entry.group === group);
  const rowsOf = (group: string | null, name: string | null) => (
    <EntryGroup
      key={group}
      list={list}
      title={name ?? title}
      groupName={name}
      entries={groupOf(group)}
      state={state}
      added={newEntryOf(group)}
      calls={calls}
      onSave={(entry) => void save(entry)}
      onAdd={() => add(group)}
      onPaste={() => setPasted({ group, title: name ?? title })}
      onSet={(entry, values) => void setValues(entry, values)}
      onReplace={setReplaced}
      onDelete={(entry) => void remove(entry)}
      onMoved={setAnnouncement}
    />
  );

  return (
    <>
      <p id="move-hint" className="sr-only">
        {t("move_hint")}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="@container">
        <div aria-hidden="true" className={`${ENTRY_GRID} py-2 text-sm font-semibold text-ink-muted @max-3xl:hidden`}>
          <span />
          <span>{t("languages.de")}</span>
          <span>{t("languages.en")}</span>
          <span>{t("used")}</span>
          <span>{t("offered")}</span>
        </div>
        {groups
          ? groups.values.map((group) => {
              const name = groupText(dynamicKey<"history.values">(`${groups.column}.${group}`));
              return (
                <section key={group} aria-labelledby={`${headingId}${group}`}>
                  <h3
                    id={`${headingId}${group}`}
                    className="flex items-center gap-2 border-t border-line-strong bg-sunken px-4 py-2 font-semibold md:px-6"
                  >
                    {name}
                    <Badge>{groupOf(group).length}</Badge>
                  </h3>
                  {rowsOf(group, name)}
                </section>
              );
            })
          : rowsOf(null, null)}
      </div>
      {replaced && (
        <ReplaceDialog
          key={replaced.id}
          entry={replaced}
          label={entryLabel(list, replaced)}
          others={groupOf(replaced.group)
            .filter((entry) => entry.flags.active && entry.id !== replaced.id)
            .map((entry) => ({ id: entry.id, label: entryLabel(list, entry) }))}
          open
          onClose={() => setReplaced(null)}
          onReplace={(by) =>
            calls.replace({ id: replaced.id, label: entryLabel(list, replaced) }, by, unitOf(replaced))
          }
        />
      )}
      {pasted && (
        <PasteDialog
          target={{ list, group: pasted.group }}
          title={pasted.title}
          entries={groupOf(pasted.group)}
          open
          onClose={() => setPasted(null)}
          onAdd={calls.addMany}
          onTaken={calls.refresh}
        />
      )}
      {loginAgain}
    </>
  );
}
