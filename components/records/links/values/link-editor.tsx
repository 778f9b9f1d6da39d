"use client";

import { Popover } from "@base-ui/react/popover";
import { useLocale, useTranslations } from "next-intl";
import { useState, type FormEvent, type KeyboardEvent } from "react";
import { useToastText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { AnyRow } from "@/lib/model/fields/field";
import { linkFieldKey } from "@/lib/model/kinds/field-keys";
import { changedFields } from "@/lib/model/values/form-values";
import { FocusedNotice } from "./focused-notice";
import type { OwnedList, SendLink } from "./link-call";
import { LinkFields } from "./link-fields";
import { flagText, linkText, linkValuesOf, withoutBlanks } from "./link-row-values";
import { TakenRole, useTakenText } from "./taken-role";
import { useLinkEntries } from "./use-link-entries";
import { useSaveLink, type LinkProblem } from "./use-save-link";
import { useUndoLink } from "./use-undo-link";

export type LinkEditorProps = OwnedList & {
  /** The row of the link, and the key and the name of the record at its other end. */
  row: AnyRow;
  otherId: number;
  label: string;
  /** The field that has the focus first. */
  field: string;
  /** The element that opened the editor; it is placed there, and the focus returns to it. */
  anchor: HTMLElement;
  send: SendLink;
  onClose: () => void;
};

const POPUP =
  "flex max-h-(--available-height) w-[min(44rem,var(--available-width))] flex-col rounded-md border border-line-strong bg-surface text-ink shadow-popup outline-none";

/**
 * Editor of a link's values, above the cell that opened it: Enter saves, Escape cancels. It stays
 * open, with what was typed, until the link is saved.
 */
export function LinkEditor({ tab, id, row, otherId, label, field, anchor, send, onClose }: LinkEditorProps) {
  const { relation } = tab;
  const locale = useLocale();
  const t = useTranslations("links.editor");
  const tc = useTranslations("common");
  const tr = useTranslations("records");
  const noticeText = useToastText();
  const takenText = useTakenText(relation);
  const entries = useLinkEntries(relation) ?? {};
  const save = useSaveLink({ tab, id }, send);
  const { offerUndo } = useUndoLink({ tab, id });
  const [isOpen, setOpen] = useState(true);
  /** The link as it was when it was loaded last, and what it shows of entries. */
  const [stored, setStored] = useState(row);
  const [values, setValues] = useState(() => linkValuesOf(relation, row));
  const [problem, setProblem] = useState<LinkProblem | null>(null);
  const [focus, setFocus] = useState({ name: field });
  const [isBusy, setBusy] = useState(false);
  const changed = changedFields(linkValuesOf(relation, stored), withoutBlanks(values));
  const isDirty = Object.keys(changed).length > 0;

  /** @param from the link that the user has seen: other values of it are a conflict */
  async function submit({ from = stored, replace = false } = {}) {
    const seenValues = linkValuesOf(relation, from);
    const names = Object.keys(changed);
    const body = changed;
    if (names.length === 0) return setOpen(false);
    const was = Object.fromEntries(names.map((name) => [name, seenValues[name]]));
    setBusy(true);
    const sent = { ...body, was, ...(replace && { replace }) };
    const newProblem = await save("PUT", otherId, sent).finally(() => setBusy(false));
    setProblem(newProblem);
    if (!newProblem) {
      setOpen(false);
      return void offerUndo("update", otherId, t("saved", { label }));
    }
    const wrong =
      newProblem.is === "invalid" && Object.keys(relation.fields ?? {}).find((name) => newProblem.errors[name]);
    if (wrong) setFocus({ name: wrong });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) void submit();
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    // An open list of options handles the keys itself; a closed one would keep them from the form.
    if (!(event.target instanceof HTMLInputElement) || event.target.ariaExpanded === "true") return;
    // Shift+Enter breaks the line of a text.
    if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") setOpen(false);
    else if (!isBusy) void submit();
  }

  /** Shows the link as it is now; keeps what was typed in the fields that only this user has changed. */
  function reload({ fields, now }: { fields: readonly string[]; now: AnyRow }) {
    const ownChanges = Object.entries(changed).filter(([name]) => !fields.includes(name));
    setStored(now);
    setValues({ ...linkValuesOf(relation, now), ...Object.fromEntries(ownChanges) });
    setProblem(null);
    setFocus({ name: fields[0] ?? field });
  }

  const textOf = (name: string, row: AnyRow) => {
    const definition = relation.fields?.[name];
    return flagText(definition, row, name, locale) || linkText(definition, row, name, locale) || t("empty");
  };

  return (
    <Popover.Root
      open={isOpen}
      // What was typed is not lost by a click elsewhere.
      onOpenChange={(next, { reason }) => !next && (reason === "escape-key" || !isDirty) && setOpen(false)}
      onOpenChangeComplete={(next) => !next && onClose()}
      modal="trap-focus"
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align="start"
          sideOffset={({ anchor: { height } }) => -height}
          collisionPadding={8}
          className="z-40"
        >
          <Popover.Popup
            initialFocus={false}
            finalFocus={() => (anchor.isConnected && anchor.checkVisibility() ? anchor : false)}
            className={POPUP}
          >
            <form
              noValidate
              onSubmit={onSubmit}
              onKeyDownCapture={onKeyDown}
              className="min-h-0 overflow-y-auto px-4 pt-3 pb-4"
            >
              <Popover.Title className="mb-2 text-sm [overflow-wrap:anywhere] text-ink-muted">
                {tr("link_with", { label })}
              </Popover.Title>
              <LinkFields
                relation={relation}
                names={Object.keys(relation.fields ?? {})}
                values={values}
                onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
                errors={problem?.is === "invalid" ? problem.errors : {}}
                entries={entries}
                linkRow={stored}
                focus={focus}
              />
              {problem?.is === "failed" && (
                <Alert tone="danger" className="mt-3">
                  {noticeText(problem.code, { label })}
                </Alert>
              )}
              {problem?.is === "changed" && (
                <FocusedNotice>
                  <p className="font-semibold">{t("changed")}</p>
                  <ul className="mt-1">
                    {problem.fields.map((name) => (
                      <li key={name} className="[overflow-wrap:anywhere]">
                        {t("now", { field: tr(linkFieldKey(name)), value: textOf(name, problem.now) })}
                      </li>
                    ))}
                  </ul>
                  <p className="mt-2 flex flex-wrap gap-2">
                    <Button
                      size="sm"
                      variant="primary"
                      busy={isBusy}
                      onClick={() => void submit({ from: problem.now })}
                    >
                      {t("save_anyway")}
                    </Button>
                    <Button size="sm" onClick={() => reload(problem)}>
                      {t("reload")}
                    </Button>
                  </p>
                </FocusedNotice>
              )}
              {problem?.is === "taken" && (
                <TakenRole
                  text={takenText(values, entries, problem.holder)}
                  isBusy={isBusy}
                  onReplace={() => void submit({ replace: true })}
                  onCancel={() => {
                    setProblem(null);
                    setFocus({ name: relation.roles?.field ?? field });
                  }}
                />
              )}
              <p className="mt-4 flex flex-wrap items-center justify-end gap-2">
                <Button size="sm" onClick={() => setOpen(false)}>
                  {tc("cancel")}
                </Button>
                <Button type="submit" size="sm" variant="primary" busy={isBusy}>
                  {tc("save")}
                </Button>
              </p>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
