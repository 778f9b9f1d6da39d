"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Controller, type Control } from "react-hook-form";
import { LabelledField } from "@/components/ui/labelled-field";
import { ALIASES } from "@/lib/model/kinds/aliases";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { cleanTrimmed } from "@/lib/model/pure/clean-text";
import { isImplausible } from "@/lib/model/fields/plausible";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { NOT_APPLICABLE, type Option } from "@/lib/model/reference-lists/reference-lists";
import { lazyComponent } from "@/components/ui/lazy-component";
import { FieldControl } from "./field-control";
import { useFieldErrorText } from "./use-field-error-text";
import { WebLink } from "../shared/web-link";

const SuggestedCountry = lazyComponent(async () => (await import("./controls/suggested-country")).SuggestedCountry);

/** Values of a record's form. */
export type FormValues = Record<string, unknown>;

/** The number of characters left is shown when at most this share of the maximum length remains. */
const NEAR_LIMIT = 0.1;

type FormFieldProps = {
  definition: AnyDefinition;
  name: string;
  control: Control<FormValues, unknown, FormValues>;
  value: unknown;
  /** Values of all fields, for controls that show derived information. */
  values?: FormValues;
  /** Validation code of the field's error, if it has one. */
  code?: string;
  /** True if the user changed the value; only changed fields are marked as valid. */
  isDirty: boolean;
  /** True once the user has left the field. */
  isTouched: boolean;
  options: readonly Option[];
  /** Sets another field of the form. */
  onOther?: (name: string, value: unknown) => void;
};

/** One field of a record's form: label, control, mark, error and hint. */
export function FormField(props: FormFieldProps) {
  const { definition, name, control, value, values, code, isDirty, isTouched, options, onOther } = props;
  const tr = useTranslations("records");
  const { besideField } = useFieldErrorText(definition);
  const [isDoubted, setDoubted] = useState(false);
  const { location } = definition;
  const field = definition.fields[name];
  if (!field) return null;
  // Not while the address is being typed; stored ones are counted by the quality checks.
  const isChecked = isDirty && isTouched && !code && typeof value === "string";
  const isUnlikely =
    isChecked && field.plausibility !== undefined && isImplausible(field.plausibility, cleanTrimmed(value));
  const href = field.href?.(value);

  function charactersLeft(max: number | undefined): string | undefined {
    if (max === undefined || typeof value !== "string") return undefined;
    const count = max - value.length;
    return count >= 0 && count <= max * NEAR_LIMIT ? tr("characters_left", { count }) : undefined;
  }

  return (
    <LabelledField
      label={tr(fieldKey(definition.name, name))}
      required={field.required}
      error={code && besideField(name, code)}
      hint={isUnlikely ? tr("implausible") : name === ALIASES ? tr("aliases_hint") : charactersLeft(field.max)}
      valid={!code && isDirty}
      doubtful={!code && (isUnlikely || isDoubted)}
      className={clsx(field.isWide && "sm:col-span-full", field.startsRow && "sm:col-start-1")}
    >
      {(fieldControl) => (
        <>
          <Controller
            name={name}
            control={control}
            render={({ field: { ref: inputRef, disabled: _disabled, ...bound } }) => (
              <FieldControl
                definition={field}
                control={fieldControl}
                binding={{ ...bound, inputRef }}
                options={options}
                values={values}
                onOther={onOther}
                location={location}
                onDoubt={setDoubted}
              />
            )}
          />
          {href && <WebLink href={href} />}
          {location?.country === name && value === NOT_APPLICABLE && onOther && (
            <SuggestedCountry
              address={String(values?.[location.address] ?? "")}
              website={String(values?.[location.website] ?? "")}
              onAccept={(land) => onOther(name, land)}
            />
          )}
        </>
      )}
    </LabelledField>
  );
}
