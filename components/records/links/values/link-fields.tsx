"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useValidationText } from "@/components/toasts/use-message-text";
import { LabelledField } from "@/components/ui/labelled-field";
import { widgetOf, type Widget } from "@/lib/model/fields/controls";
import type { AnyRow, FieldErrors } from "@/lib/model/fields/field";
import { linkFieldKey } from "@/lib/model/kinds/field-keys";
import type { Relation } from "@/lib/model/kinds/relations";
import { FieldControl } from "../../form/field-control";
import { linkOptions, type LinkEntries } from "./role-entries";

/** Columns of seven that a control takes. */
const SPANS: Partial<Record<Widget["element"], string>> = {
  multiselect: "sm:col-span-3",
  select: "sm:col-span-3",
  date: "sm:col-span-2",
  checkbox: "sm:col-span-2 sm:[&_input]:my-2.5",
};
const WIDE = "sm:col-span-5";

type LinkFieldsProps = {
  relation: Relation;
  names: readonly string[];
  values: AnyRow;
  onChange: (name: string, value: unknown) => void;
  errors: FieldErrors;
  entries: LinkEntries;
  /** The row of the link, whose own entries are offered even if they are inactive. */
  linkRow: AnyRow;
  /** The field to focus; a new object focuses it again. */
  focus?: { name: string };
};

/** Labelled controls for the values of a link. */
export function LinkFields({ relation, names, values, onChange, errors, entries, linkRow, focus }: LinkFieldsProps) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const validationText = useValidationText();
  const inputs = useRef(new Map<string, HTMLElement>());
  // Controls may be loaded later than the others.
  const [mountedCount, setMountedCount] = useState(0);
  const focused = useRef<object>(null);
  useEffect(() => {
    const input = focus && inputs.current.get(focus.name);
    if (!input || focused.current === focus) return;
    focused.current = focus;
    input.focus({ preventScroll: true });
  }, [focus, mountedCount]);

  const inputRef = (name: string) => (input: HTMLElement | null) => {
    if (!input) return;
    if (inputs.current.get(name) === input) return;
    inputs.current.set(name, input);
    setMountedCount((count) => count + 1);
  };

  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-7">
      {names.map((name) => {
        const field = relation.fields?.[name];
        if (!field) return null;
        const [code] = errors[name] ?? [];
        return (
          <LabelledField
            key={name}
            label={tr(linkFieldKey(name))}
            error={code && validationText(code, { max: field.max })}
            className={clsx((field.control && SPANS[widgetOf(field.control).element]) ?? WIDE)}
          >
            {(control) => (
              <FieldControl
                definition={field}
                control={control}
                options={linkOptions(relation, name, { entries, linkEntries: linkRow[name], locale })}
                binding={{
                  name,
                  value: values[name],
                  onChange: (value) => onChange(name, value),
                  onBlur: () => undefined,
                  inputRef: inputRef(name),
                }}
              />
            )}
          </LabelledField>
        );
      })}
    </div>
  );
}
