"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { LabelledField } from "@/components/ui/labelled-field";
import { TextArea } from "@/components/ui/text-input";
import { ROUND_PLACEHOLDERS } from "@/lib/features/rounds/round";
import { unknownPlaceholders } from "@/lib/features/rounds/round-text";

type TextWithPlaceholdersProps = {
  label: string;
  lang: "de" | "en";
  value: string;
  error?: string;
  onChange: (value: string) => void;
};

/**
 * Input for a text with placeholders. Below it, a chip for each placeholder inserts it where the
 * cursor is.
 */
export function TextWithPlaceholders({ label, lang, value, error, onChange }: TextWithPlaceholdersProps) {
  const t = useTranslations("rounds");
  const input = useRef<HTMLTextAreaElement>(null);
  const unknown = unknownPlaceholders(value);

  function insert(word: string) {
    const { current } = input;
    if (!current) return;
    const { selectionStart: from, selectionEnd: to } = current;
    onChange(`${value.slice(0, from)}{${word}}${value.slice(to)}`);
    const end = from + word.length + "{}".length;
    // After React has written the new value, which would move the cursor to the end.
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(end, end);
    });
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <LabelledField
        label={label}
        required
        error={error}
        hint={
          unknown.length > 0
            ? t("unknown_placeholders", { words: unknown.map((word) => `{${word}}`).join(", ") })
            : undefined
        }
        doubtful={unknown.length > 0}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={input}
            lang={lang}
            rows={12}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            className="max-h-none!"
          />
        )}
      </LabelledField>
      <div role="group" aria-label={t("placeholders_of", { label })} className="flex flex-wrap items-center gap-1.5">
        <span aria-hidden className="text-sm text-ink-muted">
          {t("placeholders_label")}
        </span>
        {ROUND_PLACEHOLDERS.map((word) => (
          <button
            key={word}
            type="button"
            onClick={() => insert(word)}
            title={`{${word}}`}
            className="inline-flex min-h-7 items-center gap-1 rounded-sm bg-accent-soft px-2 text-sm text-accent-strong hover:underline pointer-coarse:min-h-11"
          >
            {t(`placeholders.${word}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
