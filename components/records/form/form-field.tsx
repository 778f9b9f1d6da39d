"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Controller, type Control } from "react-hook-form";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Field } from "@/components/ui/field";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { Option } from "@/lib/records/reference-lists/reference-lists";
import { FieldControl } from "./field-control";
import { WebLink } from "../shared/web-link";

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
  options: readonly Option[];
};

/** One field of a record's form: label, control, error, and characters left near the limit. */
export function FormField({ definition, name, control, value, values, code, isDirty, options }: FormFieldProps) {
  const tr = useTranslations("records");
  const validationText = useValidationText();
  const field = definition.fields[name];
  if (!field) return null;
  const href = field.href?.(value);

  function charactersLeft(max: number | undefined): string | undefined {
    if (max === undefined || typeof value !== "string") return undefined;
    const count = max - value.length;
    return count >= 0 && count <= max * NEAR_LIMIT ? tr("characters_left", { count }) : undefined;
  }

  return (
    <Field
      label={tr(`${definition.name}.fields.${name}`)}
      required={field.required}
      error={code && validationText(code, { max: field.max })}
      hint={charactersLeft(field.max)}
      valid={!code && isDirty}
      className={clsx(field.isWide && "sm:col-span-2", field.startsRow && "sm:col-start-1")}
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
              />
            )}
          />
          {href && <WebLink href={href} />}
        </>
      )}
    </Field>
  );
}
