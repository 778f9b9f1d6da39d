"use client";

import { useTranslations } from "next-intl";
import { useValidationText } from "@/components/toasts/use-message-text";
import { IconButton } from "@/components/ui/button";
import { LabelledField } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/choices/select";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import { ownFilterFieldOf, offersEntries } from "@/lib/model/lists/filters";
import { filterFieldOf } from "@/lib/model/lists/linked-filters";
import type { LinkList } from "@/lib/model/kinds/relations";
import { filterFieldName } from "@/lib/model/lists/filter-names";
import { isEmptyValue, type Field } from "@/lib/model/fields/field";
import { validationKey } from "@/lib/model/messages/validation-key";
import {
  BULK_MODES,
  editableFields,
  linkFieldNamed,
  withField,
  withMode,
  type BulkEdit,
  type BulkMode,
} from "./bulk-edits";
import { EntryBoxes } from "../shared/entry-boxes";
import { FieldControl } from "../form/field-control";
import { EMPTY_DRAFT } from "../filters/filter-draft";
import { FilterValue } from "../filters/filter-value";

type BulkEditRowProps = {
  definition: AnyDefinition;
  choices: FilterChoices;
  edit: BulkEdit;
  /** Whether the row says which links it changes, if it sets a field of links. */
  isLeading: boolean;
  /** Error codes; `validation` contains their texts. */
  errors: readonly string[];
  onChange: (edit: BulkEdit) => void;
  /** Removes the row; undefined if it is the only one. */
  onRemove?: () => void;
};

/** One row of a bulk edit: mode, field and value. */
export function BulkEditRow({ definition, choices, edit, isLeading, errors, onChange, onRemove }: BulkEditRowProps) {
  const t = useTranslations("records.bulk");
  const tr = useTranslations("records");
  const tc = useTranslations("common");
  const validationText = useValidationText();
  const { mode, field: name } = edit;
  const nameOf = (field: string) => filterFieldName(definition, filterFieldOf(definition, field), tr);
  const linkField = linkFieldNamed(definition, name);
  const field = definition.fields[name] ?? linkField?.field;
  const groupOf = (value: string) => {
    const linked = linkFieldNamed(definition, value);
    return linked && tr("filters.link", { list: tr(`${linked.linkList.other.kind}.many`) });
  };
  const offered = (choices[name] ?? []).filter(({ inactive }) => !inactive || mode === "remove");
  const text = typeof edit.value === "string" ? edit.value : "";
  const hintOf = ({ required, visibleWhen }: Field) => {
    if (visibleWhen) return t("conditional");
    return !required && isEmptyValue(edit.value) ? t("empties") : undefined;
  };
  const error = errors[0] && validationText(validationKey(errors[0], text), { max: field?.max });
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 not-first:border-t not-first:border-line not-first:pt-3">
      <LabelledField label={t("action")} className="flex-1 basis-36">
        {(control) => (
          <Select
            {...control}
            value={mode}
            onChange={({ target }) => onChange(withMode(edit, definition, target.value as BulkMode))}
            options={BULK_MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
        )}
      </LabelledField>
      <LabelledField label={tr("filters.field")} className="flex-1 basis-44">
        {(control) => (
          <Select
            {...control}
            value={name}
            onChange={({ target }) => onChange(withField(edit, definition, target.value))}
            options={editableFields(definition, mode).map((value) => ({
              value,
              label: nameOf(value),
              group: groupOf(value),
            }))}
            emptyLabel={tc("please_select")}
          />
        )}
      </LabelledField>
      {onRemove && (
        <IconButton
          label={t("remove_edit")}
          tooltipSide="left"
          icon={<Icon name="icon-x" className="size-4" />}
          onClick={onRemove}
          className="mt-6"
        />
      )}
      {name !== "" && (
        <div key={`${mode} ${name}`} className="flex basis-full flex-col gap-2">
          {mode === "set" && linkField && isLeading && (
            <LinkScope definition={definition} linkList={linkField.linkList} edit={edit} onChange={onChange} />
          )}
          {mode === "set" && field?.group ? (
            <EntryBoxes
              label={t("value_of", { field: nameOf(name) })}
              options={offered}
              value={(edit.value ?? []) as number[]}
              hint={isEmptyValue(edit.value) ? t("empties") : undefined}
              error={error}
              onChange={(value) => onChange({ ...edit, value })}
            />
          ) : mode === "set" && field ? (
            <LabelledField label={t("value_of", { field: nameOf(name) })} error={error} hint={hintOf(field)}>
              {(control) => (
                <FieldControl
                  definition={field}
                  control={control}
                  binding={{
                    name,
                    value: edit.value,
                    onChange: (value) => onChange({ ...edit, value }),
                    onBlur: () => undefined,
                    inputRef: () => undefined,
                  }}
                  options={offered}
                />
              )}
            </LabelledField>
          ) : (
            // A row, as in filters: in a column, the width of the input would be its height.
            <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
              <FilterValue
                filtered={ownFilterFieldOf(definition, name)}
                label={nameOf(name)}
                options={offersEntries(ownFilterFieldOf(definition, name)) ? offered : null}
                draft={{ ...EMPTY_DRAFT, picked: edit.picked }}
                onChange={({ picked }) => onChange({ ...edit, picked })}
                showErrors={false}
              />
              {error && <p className="basis-full text-sm font-medium text-danger">{error}</p>}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

type LinkScopeProps = {
  definition: AnyDefinition;
  linkList: LinkList;
  edit: BulkEdit;
  onChange: (edit: BulkEdit) => void;
};

/** Choice of the links that a row changes: all current ones, or those with certain records. */
function LinkScope({ definition, linkList, edit, onChange }: LinkScopeProps) {
  const t = useTranslations("records.bulk");
  const tr = useTranslations("records");
  const name = tr(`${linkList.other.kind}.many`);
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <LabelledField label={t("links.which")} className="flex-1 basis-44">
        {(control) => (
          <Select
            {...control}
            value={edit.appliesToPicked ? "picked" : "current"}
            onChange={({ target }) => onChange({ ...edit, appliesToPicked: target.value === "picked", picked: [] })}
            options={[
              { value: "current", label: t("links.current") },
              { value: "picked", label: t("links.picked") },
            ]}
          />
        )}
      </LabelledField>
      {edit.appliesToPicked && (
        <FilterValue
          filtered={ownFilterFieldOf(definition, linkList.list)}
          label={name}
          options={null}
          draft={{ ...EMPTY_DRAFT, picked: edit.picked }}
          onChange={({ picked }) => onChange({ ...edit, picked })}
          showErrors={false}
        />
      )}
    </div>
  );
}
