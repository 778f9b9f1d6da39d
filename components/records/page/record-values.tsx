import { useLocale, useTranslations } from "next-intl";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { isBlankField } from "@/lib/model/overview/overview";
import { valueHref } from "@/lib/model/overview/short-texts";
import { valueText } from "@/lib/model/values/form-values";
import { nameIn, tagListOf, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { FactText } from "./fact-text";

type RecordValuesProps = { definition: AnyDefinition; record: AnyRow; options: EntryOptions };

/**
 * Shows a record's own fields as text, grouped as in the form, without those that have no value: for
 * past states of the record, and for what is stored about a person.
 */
export function RecordValues({ definition, record, options }: RecordValuesProps) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const names = { locale, nameOf: nameIn(options) };
  const groups = definition.form.map((group) => ({
    name: group.name,
    values: group.fields.flatMap((name) => {
      const field = definition.fields[name];
      if (!field || isBlankField(field, record[name])) return [];
      const text = valueText(definition, record, name, names);
      return text === ""
        ? []
        : [{ name, text, href: valueHref(field, record[name]), isWide: field.isWide, tagList: tagListOf(field) }];
    }),
  }));
  return (
    <div className="divide-y divide-line">
      {groups
        .filter(({ values }) => values.length > 0)
        .map((group) => (
          <section
            key={group.name}
            className="grid gap-x-8 gap-y-3 px-4 py-5 md:px-6 lg:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <h2 className="text-lg font-semibold lg:pt-0.5">{tr(`groups.${group.name}`)}</h2>
            <dl className="grid max-w-4xl gap-x-5 gap-y-4 sm:grid-cols-2">
              {group.values.map(({ name, isWide, ...value }) => (
                <div key={name} className={isWide ? "min-w-0 sm:col-span-2" : "min-w-0"}>
                  <dt className="text-sm leading-5 text-ink-muted">{tr(fieldKey(definition.name, name))}</dt>
                  <dd className="mt-0.5 [overflow-wrap:anywhere] whitespace-pre-line">
                    <FactText {...value} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  );
}
