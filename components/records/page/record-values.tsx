import { useLocale, useTranslations } from "next-intl";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { valueText } from "@/lib/records/values/form-values";
import { nameIn, type EntryOptions } from "@/lib/records/reference-lists/reference-lists";

type RecordValuesProps = { definition: AnyDefinition; record: AnyRow; options: EntryOptions };

/**
 * Shows a record's own fields as text, grouped as in the form: for past states of the record, and
 * for users who may not change it.
 */
export function RecordValues({ definition, record, options }: RecordValuesProps) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const names = { locale, nameOf: nameIn(options) };
  return (
    <div className="divide-y divide-line">
      {definition.form.map((group) => (
        <section key={group.name} className="grid gap-x-8 gap-y-3 px-4 py-5 md:px-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
          <h2 className="text-lg font-semibold lg:pt-0.5">{tr(`groups.${group.name}`)}</h2>
          <dl className="grid max-w-4xl gap-x-5 gap-y-4 sm:grid-cols-2">
            {group.fields.map((name) => {
              const field = definition.fields[name];
              if (!field || (field.visibleWhen && !field.visibleWhen(record))) return null;
              const text = valueText(definition, record, name, names);
              const href = field.href?.(record[name]);
              return (
                <div key={name} className={field.isWide ? "min-w-0 sm:col-span-2" : "min-w-0"}>
                  <dt className="text-sm leading-5 text-ink-muted">{tr(`${definition.name}.fields.${name}`)}</dt>
                  <dd className="mt-0.5 [overflow-wrap:anywhere] whitespace-pre-line">
                    {text === "" && <i className="text-ink-muted">{tr("no_value")}</i>}
                    {href ? (
                      <a href={href} target="_blank" rel="noopener noreferrer">
                        {text}
                      </a>
                    ) : (
                      text
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
    </div>
  );
}
