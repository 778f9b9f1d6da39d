"use client";

import { useTranslations } from "next-intl";
import type { ComponentType, RefCallback } from "react";
import type { ControlProps } from "@/components/ui/field";
import { MultiSelect } from "@/components/ui/multi-select";
import { SearchableSelect } from "@/components/ui/searchable-select";
import { Select } from "@/components/ui/select";
import { TextArea, TextInput } from "@/components/ui/text-input";
import type { ControlName, Field } from "@/lib/records/field-types/field";
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
  options: readonly Option[];
};

const INPUT_TYPES: Partial<Record<ControlName, { type: string; inputMode?: "url" }>> = {
  email: { type: "email" },
  phone: { type: "tel" },
  web_address: { type: "text", inputMode: "url" },
};

/** The longest list that the eye takes in at a glance; in a longer one, typing finds. */
const PLAIN_SELECT_MAX = 8;

function SelectControl({ definition, control, binding, options }: FieldControlProps) {
  const t = useTranslations("common");
  const { value, onChange, inputRef, ...rest } = binding;
  const choices = options.map(({ id, label }) => ({ value: id, label }));
  const emptyLabel = definition.required || value === null ? t("please_select") : undefined;
  if (choices.length > PLAIN_SELECT_MAX) {
    return (
      <SearchableSelect
        {...control}
        {...rest}
        ref={inputRef}
        value={value as number | null}
        onChange={onChange}
        options={choices}
        emptyLabel={emptyLabel}
      />
    );
  }
  return (
    <Select
      {...control}
      {...rest}
      ref={inputRef}
      value={value === null ? "" : String(value)}
      onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
      options={choices}
      emptyLabel={emptyLabel}
    />
  );
}

function SeveralControl({ control, binding, options }: FieldControlProps) {
  const t = useTranslations("common");
  const { value, onChange, onBlur, inputRef } = binding;
  return (
    <MultiSelect
      {...control}
      ref={inputRef}
      options={options.map(({ id, label }) => ({ value: id, label }))}
      value={(value ?? []) as number[]}
      onChange={onChange}
      onBlur={onBlur}
      placeholder={t("please_select")}
    />
  );
}

function LongTextControl({ control, binding: { value, onChange, inputRef, ...rest } }: FieldControlProps) {
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
}

function TextControl({ definition, control, binding: { value, onChange, inputRef, ...rest } }: FieldControlProps) {
  return (
    <TextInput
      {...control}
      {...rest}
      {...INPUT_TYPES[definition.control]}
      ref={inputRef}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="off"
    />
  );
}

/** The one place that knows the controls by their names. */
const CONTROLS: Record<ControlName, ComponentType<FieldControlProps>> = {
  text: TextControl,
  email: TextControl,
  phone: TextControl,
  web_address: TextControl,
  long_text: LongTextControl,
  select: SelectControl,
  multiselect: SeveralControl,
  date: DateControl,
};

/** The control of a field, which its type names. */
export function FieldControl(props: FieldControlProps) {
  const Control = CONTROLS[props.definition.control];
  return <Control {...props} />;
}
