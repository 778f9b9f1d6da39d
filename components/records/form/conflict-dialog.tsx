"use client";

import { useLocale, useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ChoiceCard } from "@/components/ui/choices/choice-card";
import { Dialog } from "@/components/ui/dialogs/dialog";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { EntryNames } from "@/lib/model/fields/field";
import type { Change } from "@/lib/features/history/history-answers";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import type { Choice } from "@/lib/model/values/merge-edits";
import type { EntryOptions, ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import type { ConflictChoices, Conflict } from "./use-conflict-dialog";
import { useNamedOptions } from "../shared/use-named-options";
import { useChangeByline } from "../undo/use-change-byline";

type ConflictDialogProps = {
  definition: AnyDefinition;
  options: EntryOptions;
  conflict: Conflict;
  /** The other user's change; null if it could not be loaded. */
  last: Change | null;
  open: boolean;
  onAnswer: (choices: ConflictChoices | null) => void;
};

const SIDES = ["mine", "theirs"] as const satisfies readonly Choice[];

type QuestionProps = {
  label: string;
  texts: Record<"before" | Choice, string>;
  chosen: Choice | undefined;
  onChoose: (choice: Choice) => void;
  isMissing: boolean;
  isFirst: boolean;
};

/**
 * A field that two users changed: shows its formatted values and lets the user choose one of the
 * two new ones.
 */
function FieldQuestion({ label, texts, chosen, onChoose, isMissing, isFirst }: QuestionProps) {
  const tr = useTranslations("records.conflict");
  const name = useId();
  const errorId = `${name}-error`;
  const shown = (text: string) => text || <span className="text-ink-muted italic">{tr("empty")}</span>;
  return (
    <fieldset aria-describedby={isMissing ? errorId : undefined} className="min-w-0">
      <legend className="font-semibold">{label}</legend>
      <p className="mt-0.5 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-muted">
        {tr("before")}: {shown(texts.before)}
      </p>
      <div className="mt-1.5 grid gap-2 sm:grid-cols-2">
        {SIDES.map((side, index) => (
          <ChoiceCard
            key={side}
            name={name}
            value={side}
            checked={chosen === side}
            onChoose={() => onChoose(side)}
            heading={tr(side)}
            isMissing={isMissing}
            // The focus does not select the radio button. Without it, Tab would reach the close
            // button first.
            autoFocus={isFirst && index === 0}
          >
            {shown(texts[side])}
          </ChoiceCard>
        ))}
      </div>
      {isMissing && (
        <p id={errorId} className="mt-1 text-sm font-medium text-danger">
          {tr("please_choose")}
        </p>
      )}
    </fieldset>
  );
}

/** Returns the ids of the entries between which the user chooses, by reference list. */
function entryIdsIn({ fields }: AnyDefinition, { names, base, mine, theirs }: Conflict) {
  const ids: Partial<Record<ReferenceListName, unknown[]>> = {};
  for (const name of names) {
    const list = fields[name]?.reference;
    if (list) ids[list] = [...(ids[list] ?? []), base[name], mine[name], theirs[name]].flat();
  }
  return ids;
}

/**
 * Shows the fields that two users changed to different values, each with its previous value.
 * Neither side is preselected: pressing the button without choosing must not discard either user's
 * work.
 */
export function ConflictDialog({ definition, options, conflict, last, open, onAnswer }: ConflictDialogProps) {
  const tr = useTranslations("records");
  const changeByline = useChangeByline();
  const [lastConflict, setLastConflict] = useState(conflict);
  const [choices, setChoices] = useState<ConflictChoices>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  // A new conflict starts without choices.
  if (lastConflict !== conflict) {
    setLastConflict(conflict);
    setChoices({});
    setSubmitted(false);
  }

  const allOptions = useNamedOptions(options, entryIdsIn(definition, conflict));
  const names: EntryNames = {
    locale: useLocale(),
    nameOf: (list, id) => allOptions[list]?.find((option) => option.id === id)?.label ?? String(id),
  };
  const textOf = (name: string, value: unknown) => definition.fields[name]?.text(value, names) ?? "";

  function answer() {
    const missing = conflict.names.findIndex((name) => !choices[name]);
    if (missing === -1) return onAnswer(choices);
    setSubmitted(true);
    form.current?.querySelectorAll("fieldset")[missing]?.querySelector("input")?.focus();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onAnswer(null)}
      title={tr("conflict.title")}
      description={`${last ? tr("conflict.by", changeByline(last)) : tr("conflict.by_somebody")} ${tr("conflict.question")}`}
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>{tr("back_to_form")}</Button>
          <Button variant="primary" onClick={answer}>
            {tr("conflict.save")}
          </Button>
        </>
      }
    >
      <div ref={form} className="grid gap-5 pt-2">
        {conflict.names.map((name, index) => (
          <FieldQuestion
            key={name}
            label={tr(fieldKey(definition.name, name))}
            texts={{
              before: textOf(name, conflict.base[name]),
              mine: textOf(name, conflict.mine[name]),
              theirs: textOf(name, conflict.theirs[name]),
            }}
            chosen={choices[name]}
            onChoose={(choice) => setChoices({ ...choices, [name]: choice })}
            isMissing={isSubmitted && !choices[name]}
            isFirst={index === 0}
          />
        ))}
      </div>
    </Dialog>
  );
}
