"use client";

import { useLocale, useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { ButtonLink } from "@/components/navigation/links";
import { RecordValues } from "@/components/records/page/record-values";
import { RecordFrame } from "@/components/records/page/record-frame";
import { RECORD_HEADING, RecordHeading } from "@/components/records/page/record-head";
import { PastLinks } from "@/components/records/links/link-rows";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Tabs } from "@/components/ui/tabs";
import { confirmationOf } from "@/lib/model/fields/confirmation";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { AsOfForm } from "./as-of-form";
import { RecordMoments } from "./record-moments";

const BASE_DATA = "base_data";

type PastRecordProps = {
  kind: KindName;
  id: number;
  /** The record as of the moment `at`; null if it did not exist then. */
  record: AnyRow | null;
  options: EntryOptions;
  /** The moment as in the URL; `momentName` is its display text and `day` its day. */
  at: string;
  momentName: string;
  day: string;
  /** The record's current label; null if it no longer exists. */
  currentLabel: string | null;
};

/** Read-only view of a record as of a past moment (contract §8). */
export function PastRecord({ kind, id, record, options, at, momentName, day, currentLabel }: PastRecordProps) {
  const definition = definitionOf(kind);
  const tr = useTranslations("records");
  const t = useTranslations("history");
  const locale = useLocale();
  const { detail, list } = definition.pages;
  const name = record ? definition.label(record, locale) : (currentLabel ?? tr(`${kind}.one`));
  const heading = record ? (
    <RecordHeading definition={definition} record={record} />
  ) : (
    <h1 className={RECORD_HEADING}>{name}</h1>
  );
  return (
    <RecordFrame
      title={name}
      heading={heading}
      summary={record && <RecordMoments created={null} changed={null} confirmed={confirmationOf(record)} />}
    >
      <Alert tone="warning" className="mb-4">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-semibold">{t(record ? "past" : "past_missing", { moment: momentName })}</p>
            <p>{t(record ? "past_text" : "past_missing_text")}</p>
          </div>
          <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
            <AsOfForm record={{ kind: definition.apiPath, id }} shown={day} />
            <ButtonLink href={currentLabel === null ? list : `${detail}/${id}`}>
              {t(currentLabel === null ? "to_list" : "to_now")}
            </ButtonLink>
          </div>
        </div>
      </Alert>
      {record && <PastTabs definition={definition} record={record} options={options} at={at} day={day} />}
    </RecordFrame>
  );
}

type PastTabsProps = { definition: AnyDefinition; record: AnyRow; options: EntryOptions; at: string; day: string };

function PastTabs({ definition, record, options, at, day }: PastTabsProps) {
  const tr = useTranslations("records");
  const requestedTab = useSearchParams().get("tab");
  const active = definition.tabs.some(({ list }) => list === requestedTab) ? String(requestedTab) : BASE_DATA;

  function openTab(tab: string) {
    const parameters = new URLSearchParams({ at, ...(tab !== BASE_DATA && { tab }) });
    window.history.replaceState(null, "", `?${parameters}`);
  }

  const baseData = {
    id: BASE_DATA,
    label: tr("base_data"),
    panel: <RecordValues definition={definition} record={record} options={options} />,
  };
  const linkTabs = definition.tabs.map(({ list, other, relation }) => {
    const rows = (record[list] ?? []) as AnyRow[];
    return {
      id: list,
      label: tr(`${other.kind}.many`),
      count: rows.length,
      panel: (
        <PastLinks
          child={definitionOf(other.kind)}
          relation={relation}
          rows={rows}
          at={at}
          day={day}
          emptyText={tr("no_links_then")}
        />
      ),
    };
  });
  return (
    <Card>
      <Tabs label={tr("tabs_label")} tabs={[baseData, ...linkTabs]} active={active} onChange={openTab} />
    </Card>
  );
}
