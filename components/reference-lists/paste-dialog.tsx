"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { TextArea } from "@/components/ui/text-input";
import { ENTRIES_ADDED_MAX } from "@/lib/model/limits";
import {
  addedEntry,
  readPastedEntries,
  type Paste,
  type PastedEntry,
  type PasteTarget,
} from "@/lib/features/reference-lists/pasted-entries";
import type { ShownEntry } from "./entry";
import { PastePreview } from "./paste-preview";
import type { CallOutcome } from "./use-entry-calls";

type PasteDialogProps = {
  target: PasteTarget;
  /** The list's or group's name. */
  title: string;
  /** The entries of the list or group. */
  entries: readonly ShownEntry[];
  open: boolean;
  onClose: () => void;
  onAdd: (entries: readonly Record<string, string>[]) => Promise<CallOutcome>;
  /** Called when another user has added such a name meanwhile, to load the entries again. */
  onTaken: () => void;
};

const isFaulty = ({ state }: PastedEntry) => state === "columns" || state === "invalid";

/** Returns how many lines are new, left out or faulty, without those that are none. */
function countsOf(entries: readonly PastedEntry[]) {
  const countWith = (state: PastedEntry["state"]) => entries.filter((entry) => entry.state === state).length;
  const counts = [
    ["new", countWith("new")],
    ["exists", countWith("exists")],
    ["repeated", countWith("repeated")],
    ["faulty", entries.filter(isFaulty).length],
  ] as const;
  return counts.filter(([, count]) => count > 0);
}

/** Dialog to add several entries: a text field for their lines, and what becomes of each. */
export function PasteDialog({ target, title, entries, open, onClose, onAdd, onTaken }: PasteDialogProps) {
  const t = useTranslations("reference.paste");
  const common = useTranslations("common");
  const { list, group } = target;
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const existing = useMemo(() => entries.flatMap(({ names }) => Object.values(names)), [entries]);
  const shownText = useDeferredValue(text);
  const shown = useMemo(
    () => readPastedEntries({ list, group }, shownText, existing),
    [list, group, shownText, existing],
  );
  const newCount = shown.entries.filter(({ state }) => state === "new").length;

  /** Returns why the lines cannot be added. */
  function findError({ entries: lines, problem }: Paste): string | undefined {
    if (problem?.code === "unclosed_quote") return t("unclosed_quote", { line: problem.line });
    if (problem) return t(problem.code, { max: ENTRIES_ADDED_MAX });
    if (lines.length === 0) return t("nothing");
    const faulty = lines.filter(isFaulty).length;
    if (faulty > 0) return t("faulty", { count: faulty });
    return lines.every(({ state }) => state !== "new") ? t("nothing_new") : undefined;
  }

  async function add() {
    const paste = readPastedEntries(target, text, existing);
    const reason = findError(paste);
    setError(reason);
    if (reason !== undefined) return fieldRef.current?.focus();
    const added = paste.entries.filter(({ state }) => state === "new");
    setBusy(true);
    const outcome = await onAdd(added.map(({ names }) => addedEntry(target, names))).finally(() => setBusy(false));
    if (outcome.isDone) return onClose();
    if (!outcome.errors) return;
    setError(t("taken"));
    onTaken();
  }

  const counts = countsOf(shown.entries).map(([name, count]) => t(`counts.${name}`, { count }));
  // A problem of the whole text shows at once: it has no preview.
  const shownError = error ?? (shown.problem ? findError(shown) : undefined);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("title", { list: title })}
      initialFocus={fieldRef}
      footer={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void add()}>
            {t("add", { count: newCount })}
          </Button>
        </>
      }
    >
      <LabelledField label={t("lines")} required hint={t("hint", { max: ENTRIES_ADDED_MAX })} error={shownError}>
        {(control) => (
          <TextArea
            {...control}
            ref={fieldRef}
            rows={6}
            spellCheck={false}
            autoComplete="off"
            placeholder={t("placeholder")}
            value={text}
            onChange={({ target: { value } }) => {
              setText(value);
              setError(undefined);
            }}
            className="field-sizing-fixed!"
          />
        )}
      </LabelledField>
      <p role="status" className="mt-3 text-sm font-medium empty:hidden">
        {counts.join(", ")}
      </p>
      {shown.entries.length > 0 && <PastePreview list={list} entries={shown.entries} />}
    </Dialog>
  );
}
