"use client";

import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { Spinner } from "@/components/ui/spinner";
import { Tabs } from "@/components/ui/tabs";
import { usePreload } from "@/components/ui/use-preload";
import type { AnyRow } from "@/lib/records/define";
import { definitionOf, type KindName } from "@/lib/records/registry";
import { RecordForm, type FormOptions } from "./record-form";
import { useLinks } from "./use-links";
import { useTabInAddress } from "./use-tab-in-address";

const loadLinkTable = () => import("./link-table");
const LinkTable = lazy(() => loadLinkTable().then((module) => ({ default: module.LinkTable })));

const BASE_DATA = "base_data";
/** The tab of a record's history, by its name in the address. */
export const HISTORY_TAB = "history";

type RecordDetailProps = {
  kind: KindName;
  /** The record's key, or null for a new one. */
  id: number | null;
  record: AnyRow | null;
  /** Its version; null for a new one. */
  version: number | null;
  options: FormOptions;
  /** When and by whom the record was made and changed; below its heading. */
  moments?: ReactNode;
  /** What its last tab shows. */
  history?: ReactNode;
};

/** One record of any kind: its heading, its base data, a tab for each kind it is linked to (spec §2), and its history. */
export function RecordDetail({ kind, id, record, version, options, moments, history }: RecordDetailProps) {
  const definition = definitionOf(kind);
  const locale = useLocale();
  const tr = useTranslations("records");
  const th = useTranslations("history");
  usePreload(loadLinkTable);
  const [wantedTab, openTab] = useTabInAddress(BASE_DATA);
  const otherTabs = [...definition.tabs.map(({ list }) => list), HISTORY_TAB];
  const active = record && otherTabs.includes(wantedTab) ? wantedTab : BASE_DATA;
  /** Counts the records that were added in a row; each gets a fresh form. */
  const [round, setRound] = useState(0);
  const { lists, add, remove } = useLinks(definition, id ?? 0, record);
  const heading = record ? definition.label(record, locale) : tr(`${kind}.new`);
  const note = record && definition.headingNote && String(record[definition.headingNote]);

  const baseData = {
    id: BASE_DATA,
    label: tr("base_data"),
    panel: (
      <RecordForm
        key={round}
        definition={definition}
        id={id}
        record={record}
        version={version}
        options={options}
        onAnother={() => setRound(round + 1)}
      />
    ),
  };
  const linkTabs = definition.tabs.map((tab) => ({
    id: tab.list,
    label: tr(`${tab.other.kind}.many`),
    count: record ? lists[tab.list]?.length : undefined,
    disabled: !record,
    panel: (
      <Suspense fallback={<Spinner className="m-6" />}>
        <LinkTable
          child={definitionOf(tab.other.kind)}
          rows={lists[tab.list] ?? []}
          onAdd={(row, label) => void add(tab, row, label)}
          onRemove={(row, label) => void remove(tab, row, label)}
        />
      </Suspense>
    ),
  }));

  const historyTab = { id: HISTORY_TAB, label: th("title"), disabled: !record, panel: history };

  return (
    <>
      <div className="mb-3">
        <h2 className="flex flex-wrap items-baseline gap-x-3 text-xl font-semibold [overflow-wrap:anywhere]">
          {heading}
          {note && <span className="text-base font-normal text-ink-muted">{note}</span>}
        </h2>
        {moments}
      </div>
      <Card>
        <Tabs label={tr("tabs_label")} tabs={[baseData, ...linkTabs, historyTab]} active={active} onChange={openTab} />
      </Card>
    </>
  );
}
