"use client";

import { useTranslations } from "next-intl";
import { useId, type KeyboardEvent, type Ref } from "react";
import { useValidationText } from "@/components/toasts/use-message-text";
import { LOCALES } from "@/lib/model/messages/i18n";
import { joinedLines } from "@/lib/model/fields/line-breaks";
import { nameColumns, referenceLists, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { Draft } from "./entry";
import { ownValue } from "@/lib/model/pure/own-value";

type NameInputsProps = {
  list: EntryListName;
  values: Draft;
  errors: FieldErrors | null;
  /** Returns the accessible name of the input for a language. */
  label: (language: string) => string;
  /** True for the row of a new entry. */
  isNew?: boolean;
  firstRef?: Ref<HTMLTextAreaElement>;
  onChange: (column: string, text: string) => void;
  onEnter: () => void;
  onEscape: () => void;
};

/** Inputs for an entry's names in both languages: Enter saves, Escape discards. */
export function NameInputs(props: NameInputsProps) {
  const { list, values, errors, label, isNew = false, firstRef, onChange, onEnter, onEscape } = props;
  const t = useTranslations("reference");
  const validationText = useValidationText();
  const id = useId();
  const { max } = referenceLists[list];

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) onEnter();
    else if (event.key === "Escape") onEscape();
    else return;
    event.preventDefault();
  }

  return nameColumns(list).map((column, index) => {
    const language = t(`languages.${LOCALES[index] ?? "de"}`);
    const code = errors?.[column]?.[0];
    const errorId = `${id}-${column}`;
    return (
      <div key={column} className="min-w-0">
        {/* Narrow containers show the language above each input. It is hidden from screen readers,
            as the input's accessible name includes it. */}
        <span aria-hidden="true" className="text-xs text-ink-muted @3xl:hidden">
          {language}
        </span>
        <textarea
          rows={1}
          ref={index === 0 ? firstRef : undefined}
          aria-label={label(language)}
          aria-invalid={code ? true : undefined}
          aria-describedby={code && errorId}
          lang={LOCALES[index]}
          placeholder={isNew ? language : undefined}
          maxLength={max}
          autoComplete="off"
          value={ownValue(values, column) ?? ""}
          onChange={({ target: { value } }) => onChange(column, value.includes("\n") ? joinedLines(value) : value)}
          onKeyDown={onKeyDown}
          // The input grows with its text, as names must be readable in full, even in narrow
          // columns.
          className="block field-sizing-content control resize-none"
        />
        {code && (
          <p id={errorId} role="alert" className="mt-0.5 text-sm font-medium text-danger">
            {validationText(code, { max })}
          </p>
        )}
      </div>
    );
  });
}
