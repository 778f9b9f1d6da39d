"use client";

import { useTranslations } from "next-intl";
import type { RefCallback } from "react";
import { labelIdOf, type ControlProps } from "@/components/ui/field";
import { MultiSelect } from "@/components/ui/multi-select";
import { Select } from "@/components/ui/select";
import { TextArea, TextInput } from "@/components/ui/text-input";
import type { Field } from "@/lib/records/field-types";
import type { Option } from "@/lib/records/reference-lists";
import { DateControl } from "./date-control";

/** How a control is tied to its form. */
export type Binding = {
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  inputRef: RefCallback<HTMLElement>;
};

type FieldControlProps = {
  definition: Field;
  control: ControlProps;
  binding: Binding;
  options: Option[];
};

const INPUT_TYPES = { text: "text", email: "email", tel: "tel", url: "text" } as const;

/** The control of a field, chosen by its widget. */
export function FieldControl({ definition, control, binding, options }: FieldControlProps) {
  const t = useTranslations("common");
  const { value, onChange, inputRef, ...rest } = binding;
  const asOptions = options.map(({ id, label }) => ({ value: id, label }));
  switch (definition.widget) {
    case "select":
      return (
        <Select
          {...control}
          {...rest}
          ref={inputRef}
          value={value === null ? "" : String(value)}
          onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
          options={asOptions}
          emptyLabel={definition.required ? t("please_select") : undefined}
        />
      );
    case "multiselect":
    case "links":
      return (
        <MultiSelect
          {...control}
          // While the list is open the rest of the page is hidden from screen readers; a name by reference stays.
          aria-labelledby={labelIdOf(control)}
          ref={inputRef}
          options={asOptions}
          value={(value ?? []) as number[]}
          onChange={onChange}
          onBlur={rest.onBlur}
          placeholder={t("please_select")}
        />
      );
    case "date":
      return <DateControl control={control} binding={binding} />;
    case "textarea":
      return (
        <TextArea
          {...control}
          {...rest}
          ref={inputRef}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
          rows={5}
        />
      );
    default:
      return (
        <TextInput
          {...control}
          {...rest}
          ref={inputRef}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
          type={INPUT_TYPES[definition.widget]}
          inputMode={definition.widget === "url" ? "url" : undefined}
          autoComplete="off"
        />
      );
  }
}
