"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { DayField } from "@/components/records/form/day-field";
import { useValidationText } from "@/components/toasts/use-message-text";
import { LabelledField } from "@/components/ui/labelled-field";
import { TextInput } from "@/components/ui/text-input";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { MessageKey } from "@/lib/model/messages/i18n";
import { ROUND_MAX_RECORDS, type RoundValues } from "@/lib/features/rounds/round";
import { ChoiceBoxes } from "./choice-boxes";
import type { RoundKind } from "./round-kind";
import { TextWithPlaceholders } from "./text-with-placeholders";

const [TITLE_MAX, TEXT_MAX] = [200, 5_000];
const TITLES = ["titel_de", "titel_en"] as const;

/** Errors for which rounds have a text of their own, by field and code. */
const OWN_ERRORS: Record<string, MessageKey<"rounds">> = {
  "query max": "too_many",
  "query min": "no_recipients",
  "faellig_am min": "due_is_past",
};

type RoundFormProps = {
  kind: RoundKind;
  values: RoundValues;
  /** Error codes by field, from the server. */
  errors: FieldErrors;
  onChange: (change: Partial<RoundValues>) => void;
};

/** Inputs for the values of a round that an editor sets. */
export function RoundForm({ kind, values, errors, onChange }: RoundFormProps) {
  const t = useTranslations("rounds");
  const validationText = useValidationText();
  const id = useId();
  const errorOf = (field: keyof RoundValues, max?: number) => {
    const [code] = errors[field] ?? [];
    if (!code) return undefined;
    const own = OWN_ERRORS[`${field} ${code}`];
    return own ? t(own, { max: ROUND_MAX_RECORDS }) : validationText(code, { max });
  };
  const recipientError = errorOf("an");
  const queryError = errorOf("query") ?? errorOf("kind");
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        {queryError && (
          <p role="alert" className="text-sm font-medium text-danger">
            {queryError}
          </p>
        )}
        {TITLES.map((name) => (
          <LabelledField
            key={name}
            label={t(name)}
            required
            error={errorOf(name, TITLE_MAX)}
            hint={name === "titel_en" ? t("titel_hint") : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                lang={name.slice(-2)}
                value={values[name]}
                autoComplete="off"
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            )}
          </LabelledField>
        ))}
        <fieldset className="min-w-0" aria-describedby={recipientError && `${id}-asked`}>
          <legend className="mb-1 text-sm leading-5 font-semibold">{t("an")}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {kind.recipientKinds.map((recipientKind) => (
              <label
                key={recipientKind}
                className={clsx(
                  "flex min-w-0 cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2 hover:bg-sunken",
                  "has-checked:border-accent has-checked:bg-accent-soft",
                  recipientError ? "border-danger" : "border-line-strong",
                )}
              >
                <input
                  type="radio"
                  name={`${id}-an`}
                  value={recipientKind}
                  checked={values.an === recipientKind}
                  onChange={() => onChange({ an: recipientKind })}
                  className="mt-1 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <span className="block font-medium">{t(`asked.${recipientKind}`)}</span>
                  <span className="block text-sm text-ink-muted">{t(`asked_hint.${recipientKind}`)}</span>
                </span>
              </label>
            ))}
          </div>
          {recipientError && (
            <p id={`${id}-asked`} className="text-sm font-medium text-danger">
              {recipientError}
            </p>
          )}
        </fieldset>
        <ChoiceBoxes
          label={t("felder")}
          hint={t("felder_hint")}
          groups={kind.groups}
          value={values.felder}
          error={errorOf("felder")}
          onChange={(felder) => onChange({ felder })}
        />
        <div className="max-w-xs">
          <DayField
            name="faellig_am"
            label={t("faellig_am")}
            value={values.faellig_am}
            error={errorOf("faellig_am")}
            hint={t("faellig_am_hint")}
            onChange={(faellig_am) => onChange({ faellig_am })}
          />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <TextWithPlaceholders
          label={t("text_de")}
          lang="de"
          value={values.text_de}
          error={errorOf("text_de", TEXT_MAX)}
          onChange={(text_de) => onChange({ text_de })}
        />
        <TextWithPlaceholders
          label={t("text_en")}
          lang="en"
          value={values.text_en}
          error={errorOf("text_en", TEXT_MAX)}
          onChange={(text_en) => onChange({ text_en })}
        />
      </div>
    </div>
  );
}
