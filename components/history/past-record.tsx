"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { ButtonLink } from "@/components/navigation/links";
import { RECORD_HEADING, RecordHeading } from "@/components/records/record-head";
import { PastLinkTable } from "@/components/records/link-table";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Tabs } from "@/components/ui/tabs";
import type { AnyDefinition, AnyRow } from "@/lib/records/define";
import { nameIn, type EntryOptions } from "@/lib/records/reference-lists";
import { definitionOf, type KindName } from "@/lib/records/registry";
import { AsOfForm } from "./as-of-form";
import { valueText } from "./change-story";
import { useFieldLabel } from "./use-change-words";

const BASE_DATA = "base_data";

type PastRecordProps = {
  kind: KindName;
  id: number;
  /** The record as it stood then; null where there was none. */
  record: AnyRow | null;
  options: EntryOptions;
  /** The moment as the address names it, as people read it, and the day that it belongs to. */
  at: string;
  momentName: string;
  day: string;
  /** What the record is called now; null where there is none any more. */
  labelNow: string | null;
};

/** A record as it stood at a moment of the past: to be read, not to be changed (contract §8). */
export function PastRecord({ kind, id, record, options, at, momentName, day, labelNow }: PastRecordProps) {
  const definition = definitionOf(kind);
  const tr = useTranslations("records");
  const t = useTranslations("history");
  const { detail, list } = definition.pages;
  return (
    <>
      <div className="mb-3">
        {record ? (
          <RecordHeading definition={definition} record={record} />
        ) : (
          <h1 className={RECORD_HEADING}>{labelNow ?? tr(`${kind}.one`)}</h1>
        )}
      </div>
      <Alert tone="warning" className="mb-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-semibold">{t(record ? "past" : "past_missing", { moment: momentName })}</p>
            <p>{t(record ? "past_text" : "past_missing_text")}</p>
          </div>
          <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
            <AsOfForm record={{ kind: definition.apiPath, id }} shown={day} />
            <ButtonLink href={labelNow === null ? list : `${detail}/${id}`}>
              {t(labelNow === null ? "to_list" : "to_now")}
            </ButtonLink>
          </div>
        </div>
      </Alert>
      {record && <PastTabs definition={definition} record={record} options={options} at={at} />}
    </>
  );
}

type PastTabsProps = { definition: AnyDefinition; record: AnyRow; options: EntryOptions; at: string };

function PastTabs({ definition, record, options, at }: PastTabsProps) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const wantedTab = useSearchParams().get("tab");
  const active = definition.tabs.some(({ list }) => list === wantedTab) ? String(wantedTab) : BASE_DATA;

  function openTab(tab: string) {
    const parameters = new URLSearchParams({ at, ...(tab !== BASE_DATA && { tab }) });
    window.history.replaceState(null, "", `?${parameters}`);
  }

  const baseData = {
    id: BASE_DATA,
    label: tr("base_data"),
    panel: <PastValues definition={definition} record={record} options={options} />,
  };
  const linkTabs = definition.tabs.map(({ list, other }) => {
    const rows = (record[list] ?? []) as AnyRow[];
    return {
      id: list,
      label: tr(`${other.kind}.many`),
      count: rows.length,
      panel: <PastLinkTable child={definitionOf(other.kind)} rows={rows} at={at} />,
    };
  });
  return (
    <Card>
      <Tabs
        title={definition.label(record, locale)}
        label={tr("tabs_label")}
        tabs={[baseData, ...linkTabs]}
        active={active}
        onChange={openTab}
      />
    </Card>
  );
}

type PastValuesProps = Omit<PastTabsProps, "at">;

/** The base data as text, in the groups and the order of the form. */
function PastValues({ definition, record, options }: PastValuesProps) {
  const locale = useLocale();
  const tr = useTranslations("records");
  const t = useTranslations("history");
  const fieldLabel = useFieldLabel();
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
              const text = valueText(definition.apiPath, record, name, names);
              const href = field.href?.(record[name]);
              return (
                <div key={name} className={field.isWide ? "min-w-0 sm:col-span-2" : "min-w-0"}>
                  <dt className="text-sm leading-5 text-ink-muted">{fieldLabel(definition.apiPath, name)}</dt>
                  <dd className="mt-0.5 [overflow-wrap:anywhere] whitespace-pre-line">
                    {text === "" && <i className="text-ink-muted">{t("nothing")}</i>}
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
