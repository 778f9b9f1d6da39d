"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState, type ReactElement, type RefCallback } from "react";
import type { ControlProps } from "@/components/ui/labelled-field";
import { MultiSelect } from "@/components/ui/choices/multi-select";
import { NamesInput } from "@/components/ui/choices/names-input";
import { SearchableSelect } from "@/components/ui/choices/searchable-select";
import { Select } from "@/components/ui/choices/select";
import { TextArea } from "@/components/ui/text-input";
import { widgetOf, type Widget } from "@/lib/model/fields/controls";
import type { Field } from "@/lib/model/fields/field";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { isEntryList, type Option } from "@/lib/model/reference-lists/reference-lists";
import { definitionListed } from "@/lib/model/kinds/registry";
import { PlaceControl } from "./controls/place-control";
import { ShippedSelect } from "./controls/shipped-select";
import { TextControl } from "./controls/text-control";
import { DateControl } from "./date-control";
import { CreatedLine } from "../shared/created-line";
import { useCreateRecord } from "./use-create-record";

const NoticeHint = lazy(() => import("./controls/notice-hint").then((module) => ({ default: module.NoticeHint })));

/** Name, value and handlers that connect a control to its form. */
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
  /** The form's values, for controls that show derived information. */
  values?: AnyRow;
  /** Sets another field; undefined where the field stands alone. */
  onOther?: (name: string, value: unknown) => void;
  /** The fields of a record with its place. */
  location?: AnyDefinition["location"];
  /** Called with true while the control shows a hint that doubts the value. */
  onDoubt?: (isDoubtful: boolean) => void;
};

/** Maximum number of options in a plain select; more options get a searchable select. */
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

function EntryControl({ definition, control, binding, options }: FieldControlProps) {
  const t = useTranslations("common");
  const { value, onChange, inputRef, ...rest } = binding;
  const { reference } = definition;
  if (reference === undefined || !isEntryList(reference)) return null;
  return (
    <ShippedSelect
      {...control}
      {...rest}
      ref={inputRef}
      list={reference}
      known={options}
      value={value as number | null}
      onChange={onChange}
      emptyLabel={definition.required || value === null ? t("please_select") : undefined}
    />
  );
}

function SeveralControl({ definition, control, binding, options }: FieldControlProps) {
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const { value, onChange, onBlur, inputRef } = binding;
  const chosen = (value ?? []) as number[];
  const { creating, dialog } = useCreateRecord(definitionListed(definition.reference));
  /** Records created here; `options` contains them only after the next page load. */
  const [createdOptions, setCreatedOptions] = useState<Option[]>([]);
  const unsaved = createdOptions.filter(({ id }) => !options.some((option) => option.id === id));
  const all = [...options, ...unsaved];
  const newest = unsaved.findLast(({ id }) => chosen.includes(id));

  async function create(typed: string) {
    const created = await creating?.create(typed);
    if (!created) return;
    setCreatedOptions([...createdOptions, created]);
    onChange([...chosen, created.id]);
  }

  return (
    <>
      <MultiSelect
        {...control}
        ref={inputRef}
        options={all.map(({ id, label }) => ({ value: id, label }))}
        value={chosen}
        onChange={onChange}
        onBlur={onBlur}
        placeholder={t("please_select")}
        creating={creating && { text: creating.text, create: (typed) => void create(typed) }}
      />
      {/* No toast, which would say that the form is saved. */}
      {creating && <CreatedLine>{newest && tr("created_unlinked", { label: newest.label })}</CreatedLine>}
      {dialog}
    </>
  );
}

function LongTextControl({
  widget,
  control,
  binding: { value, onChange, inputRef, ...rest },
}: FieldControlProps & { widget: { rows: number } }) {
  return (
    <TextArea
      {...control}
      {...rest}
      ref={inputRef}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
      rows={widget.rows}
    />
  );
}

/**
 * Text field whose text the app interprets, such as a notice period. A live region below it shows how.
 */
function ExplainedTextControl({ values, onDoubt, ...props }: FieldControlProps & { widget: InputWidget }) {
  const { control, binding } = props;
  const id = `${control.id}-read`;
  const text = String(binding.value ?? "").trim();
  const described = [control["aria-describedby"], values && id].filter(Boolean).join(" ") || undefined;
  return (
    <>
      <TextControl {...props} control={{ ...control, "aria-describedby": described }} />
      {values && (
        <p id={id} aria-live="polite" className="text-sm text-ink-muted empty:hidden">
          <Suspense>{text !== "" && <NoticeHint text={text} values={values} onDoubt={onDoubt} />}</Suspense>
        </p>
      )}
    </>
  );
}

type InputWidget = Extract<Widget, { element: "input" }>;

function LineControl(props: FieldControlProps & { widget: InputWidget }) {
  const { widget, control, binding, values, location, onOther } = props;
  if (widget.isInterpreted) return <ExplainedTextControl {...props} />;
  if (!widget.offersPlaces) return <TextControl {...props} />;
  return (
    <PlaceControl
      control={control}
      binding={binding}
      country={location && values?.[location.country]}
      onCountry={onOther && location && ((land) => onOther(location.country, land))}
    />
  );
}

function NamesControl({ control, binding: { value, onChange, inputRef, ...rest } }: FieldControlProps) {
  return <NamesInput {...control} {...rest} ref={inputRef} value={value as string[]} onChange={onChange} />;
}

function CheckboxControl({ control, binding: { value, onChange, inputRef, ...rest } }: FieldControlProps) {
  return (
    <input
      {...control}
      {...rest}
      ref={inputRef}
      type="checkbox"
      className="accent-primary size-4"
      checked={value === true}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

/** Renders the control that a field's definition names. */
export function FieldControl(props: FieldControlProps): ReactElement | null {
  const widget = props.definition.control && widgetOf(props.definition.control);
  switch (widget?.element) {
    case undefined:
      return null;
    case "input":
      return <LineControl {...props} widget={widget} />;
    case "textarea":
      return <LongTextControl {...props} widget={widget} />;
    case "names":
      return <NamesControl {...props} />;
    case "select":
      return <SelectControl {...props} />;
    case "entry":
      return <EntryControl {...props} />;
    case "multiselect":
      return <SeveralControl {...props} />;
    case "checkbox":
      return <CheckboxControl {...props} />;
    case "date":
      return <DateControl {...props} />;
  }
}
