"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useRef, useState, type FormEvent } from "react";
import { useToastText, useValidationText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Typeahead, type Hits } from "@/components/ui/choices/typeahead";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { AnyRow } from "@/lib/model/fields/field";
import { displayDate, daysLater, isCalendarDate } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { FoundRow } from "../../shared/request-hits";
import type { OwnedList, SendLink } from "../values/link-call";
import { LinkFields } from "../values/link-fields";
import { linkValuesOf } from "../values/link-row-values";
import { TakenRole, useTakenText } from "../values/taken-role";
import { useLinkEntries } from "../values/use-link-entries";
import { useSaveLink, type LinkProblem } from "../values/use-save-link";
import { useUndoLink } from "../values/use-undo-link";

export type SuccessorDialogProps = OwnedList & {
  /** The row of the link that ends. */
  row: AnyRow;
  otherId: number;
  label: string;
  /** The name of the record whose link list changes, unless the dialog is on its page. */
  place?: string;
  /** The successor, if it is known already. */
  initial?: FoundRow;
  /** Searches records that can be linked; marks those that are. */
  search: (text: string, signal: AbortSignal) => Promise<Hits<FoundRow>>;
  send: SendLink;
  open: boolean;
  onClose: () => void;
};

/** Dialog that links a successor: the link that it follows ends on the day before. */
export function SuccessorDialog(props: SuccessorDialogProps) {
  const { tab, id, row, otherId, label, place, initial = null, search, send, open, onClose } = props;
  const { relation } = tab;
  const locale = useLocale();
  const t = useTranslations("links.successor");
  const tc = useTranslations("common");
  const tr = useTranslations("records");
  const noticeText = useToastText();
  const validationText = useValidationText();
  const takenText = useTakenText(relation);
  const formId = useId();
  const labelId = useId();
  const entries = useLinkEntries(relation) ?? {};
  const save = useSaveLink({ tab, id }, send);
  const { offerUndo } = useUndoLink({ tab, id });
  const [chosen, setChosen] = useState<FoundRow | null>(initial);
  // Roles and flags are why the page's head names a record: the successor gets those of the predecessor.
  const flags = Object.entries(relation.fields ?? {}).flatMap(([name, { control }]) =>
    control === "checkbox" ? [name] : [],
  );
  const shown = [relation.roles?.field, relation.period?.from, ...flags].filter((name) => name !== undefined);
  const from = relation.period?.from ?? "";
  const [values, setValues] = useState<AnyRow>(() => {
    const all = { ...linkValuesOf(relation, row), [from]: dayOf(new Date()) };
    return Object.fromEntries(shown.map((name) => [name, all[name]]));
  });
  const [problem, setProblem] = useState<LinkProblem | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const saveButton = useRef<HTMLButtonElement>(null);
  const child = definitionOf(tab.other.kind);
  const beginDay = values[from];
  const endText = typeof beginDay === "string" && isCalendarDate(beginDay) ? displayDate(daysLater(beginDay, -1)) : "";

  async function submit(replace = false) {
    setMissing(!chosen);
    if (!chosen) return;
    setBusy(true);
    const body = { ...values, successor_of: otherId, ...(replace && { replace }) };
    const newProblem = await save("POST", chosen.id, body).finally(() => setBusy(false));
    setProblem(newProblem);
    if (newProblem) return;
    onClose();
    void offerUndo(
      "link",
      chosen.id,
      t("saved", { label: child.label(chosen, locale) || chosen.label, before: label }),
    );
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (!isBusy) void submit();
  }

  const errors = problem?.is === "invalid" ? problem.errors : {};
  const otherErrors = Object.entries(errors).filter(([name]) => !shown.includes(name));
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={t("title", { label })}
      description={
        endText && (place ? t("ends_in", { label, place, day: endText }) : t("ends", { label, day: endText }))
      }
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {tc("cancel")}
          </Button>
          <Button ref={saveButton} type="submit" form={formId} variant="primary" busy={isBusy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-4 py-1">
        <div className="grid gap-1">
          <p id={labelId} className="text-sm font-semibold">
            {tr(`${tab.other.kind}.one`)}
          </p>
          {chosen ? (
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
                {chosen.label}
                {chosen.detail && <span className="block text-sm text-ink-muted">{chosen.detail}</span>}
              </span>
              <Button size="sm" onClick={() => setChosen(null)}>
                {t("other")}
              </Button>
            </p>
          ) : (
            <Typeahead<FoundRow>
              search={search}
              onPick={(picked) => {
                setChosen(picked);
                setMissing(false);
                setProblem(null);
                // Role and day are filled, so that Enter confirms.
                saveButton.current?.focus();
              }}
              moreText={(count) => tr("and_more", { count })}
              aria-labelledby={labelId}
              placeholder={t("find")}
              autoFocus
            />
          )}
          {isMissing && (
            <p role="alert" className="text-sm font-medium text-danger">
              {validationText("required")}
            </p>
          )}
        </div>
        <LinkFields
          relation={relation}
          names={shown}
          values={values}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          errors={errors}
          entries={entries}
          linkRow={row}
        />
        {otherErrors.length > 0 && (
          <Alert tone="danger">{otherErrors.map(([, [code = ""]]) => validationText(code)).join(" ")}</Alert>
        )}
        {problem?.is === "failed" && (
          <Alert tone="danger">{noticeText(problem.code, { label: chosen?.label ?? "" })}</Alert>
        )}
        {problem?.is === "taken" && (
          <TakenRole
            text={takenText(values, entries, problem.holder)}
            isBusy={isBusy}
            onReplace={() => void submit(true)}
            onCancel={() => setProblem(null)}
          />
        )}
      </form>
    </Dialog>
  );
}
