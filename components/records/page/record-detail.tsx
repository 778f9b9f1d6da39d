"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { startTransition, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useRights } from "@/components/auth/rights";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { KeptPanel } from "@/components/ui/kept-panel";
import { lazyComponent, loadOrReport } from "@/components/ui/lazy-component";
import { Spinner } from "@/components/ui/spinner";
import { Tabs } from "@/components/ui/tabs";
import { usePreload } from "@/components/ui/use-preload";
import type { Locale } from "@/lib/model/messages/i18n";
import { type AnyRow, RECORD_TABS } from "@/lib/model/kinds/define";
import { countLinks, linkedIn, linkedTotal } from "@/lib/model/kinds/linked-lists";
import type { HighlightText } from "@/lib/model/overview/overview";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { MissingFact } from "@/lib/features/quality/missing-fact";
import { personalDataPath } from "@/lib/features/personal-data/erasure";
import { dayOf } from "@/lib/model/fields/moments";
import type { Preferences } from "@/lib/model/lists/preferences";
import type { EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { handableProjects } from "@/lib/model/values/succession";
import { LazyRecordForm } from "../form/lazy-record-form";
import { loadRecordForm } from "../form/load-record-form";
import { LazyShareMenu } from "../shared/lazy-share-menu";
import { LazyRecordMenu } from "./lazy-record-menu";
import { ModeSwitch, type RecordMode } from "./mode-switch";
import { RecordFrame } from "./record-frame";
import { PrintedLine, RECORD_HEADING, RecordHeading, RecordHighlights } from "./record-head";
import { useLinks } from "../links/use-links";
import { useOpeningTab } from "./use-opening-tab";
import { useOpensOnPhone } from "./use-opens-on-phone";
import { useTabInAddress } from "./use-tab-in-address";

/** Rendered on the server; its code is loaded only where something is missing. */
const MissingFacts = dynamic(async () => (await import("./missing-facts")).MissingFacts);
const loadCopiedTables = () => import("../shared/copied-tables");
const LinkTable = lazyComponent(async () => (await import("../links/link-table")).LinkTable);
const RecordDeletion = lazyComponent(async () => (await import("./record-deletion")).RecordDeletion);
const MergeWithDialog = lazyComponent(async () => (await import("./merge-with-dialog")).MergeWithDialog);
const HandOverDialog = lazyComponent(async () => (await import("../links/succession/hand-over-dialog")).HandOverDialog);

const [BASE_DATA, OVERVIEW] = RECORD_TABS;
/** Name of the history tab in the URL. */
export const HISTORY_TAB = "history";

type RecordDetailProps = {
  kind: KindName;
  /** The record's key; null for a new record. */
  id: number | null;
  record: AnyRow | null;
  version: number | null;
  options: EntryOptions;
  /** The record whose values a new record copies. */
  original?: AnyRow | null;
  /** The tab that the user wants record pages to open first; undefined until the user has chosen. */
  opensWith: Preferences["record_tab"];
  /** The texts of the line below the heading; changes of links refresh the page. */
  highlights?: readonly HighlightText[];
  /** What the record lacks, shown below the heading. */
  missing?: readonly MissingFact[];
  /** When and by whom the record was created and last changed, shown below the heading. */
  moments?: ReactNode;
  /** Information on the record's state, shown above its tabs. */
  factsPanel?: ReactNode;
  overview?: ReactNode;
  /** Proposed values of the record, shown above its form. */
  proposals?: ReactNode;
  /** The tab with the record's files, and their number; null for a new record. */
  files: { count: number; panel: ReactNode } | null;
  history?: ReactNode;
};

/**
 * Page of a record, for all kinds: head, and tabs for base data, each linked kind (spec §2) and
 * history. Instead of the tabs, users who may change the record can show its overview; for others
 * it is the first tab.
 */
export function RecordDetail(props: RecordDetailProps) {
  const { kind, id, record, version, options, original = null, highlights = [], missing = [] } = props;
  const { moments, factsPanel, overview, proposals, files, history } = props;
  const definition = definitionOf(kind);
  const { apiPath, pages } = definition;
  const locale = useLocale();
  const tr = useTranslations("records");
  const th = useTranslations("history");
  const tl = useTranslations("links");
  const tf = useTranslations("files");
  usePreload(LinkTable.load);
  usePreload(loadRecordForm);
  usePreload(RecordDeletion.load);
  const rights = useRights();
  const { mayWrite } = rights;
  const mayErase = rights.mayErase && definition.person !== undefined;
  const { push, replace } = usePendingNavigation();
  const [opensWith, saveOpeningTab] = useOpeningTab(props.opensWith);
  // A new preference applies to records opened later; the current tab remains open.
  const [preferred] = useState(opensWith);
  const isPhone = useOpensOnPhone();
  const isReader = record !== null && !mayWrite;
  const opensOverview = isReader || isPhone || preferred === OVERVIEW;
  const firstTab = record && opensOverview ? OVERVIEW : BASE_DATA;
  const { tab: requestedTab, openTab, filters, setTabFilters } = useTabInAddress(firstTab);
  const ownTabs = [OVERVIEW, ...(isReader ? [] : [BASE_DATA])];
  const allTabs = [...ownTabs, ...definition.tabs.map(({ list }) => list), FILE_KIND, HISTORY_TAB];
  const chosenTab = record && requestedTab !== null && allTabs.includes(requestedTab) ? requestedTab : null;
  const active = chosenTab ?? firstTab;
  /** The server renders both modes; the width of the window decides which is visible. */
  const isUndecided = record !== null && !opensOverview && isPhone === null && chosenTab === null;
  const isOverviewAlone = !isReader && active === OVERVIEW;
  const [lastTab, setLastTab] = useState<string>(isOverviewAlone ? BASE_DATA : active);
  if (!isOverviewAlone && lastTab !== active) setLastTab(active);
  /**
   * Counts records added in a row. After the first, each starts with an empty form instead of
   * copied values.
   */
  const [addedCount, setAddedCount] = useState(0);
  const copiedRecord = addedCount === 0 ? original : null;
  const { lists, send } = useLinks(definition, id ?? 0, record);
  const [isDeleting, setDeleting] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const [handingOver, setHandingOver] = useState({ openCount: 0, open: false });
  const label = record ? definition.label(record, locale) : tr(`${kind}.new`);
  const countOfTab = ({ present, former }: ReturnType<typeof countLinks>) => ({
    count: present,
    countNote: former > 0 ? tl("more_former", { count: former }) : undefined,
  });

  function endDeletion(isDeleted: boolean) {
    setDeleting(false);
    // `replace` does not ask about unsaved changes.
    if (isDeleted) replace(pages.list);
  }

  function reopen() {
    persistToasts();
    void push(`${pages.detail}/${id}`);
  }

  function changeMode(mode: RecordMode) {
    const tab = mode === "view" ? OVERVIEW : BASE_DATA;
    // In a transition, as the form's code may not be loaded yet.
    startTransition(() => openTab(tab));
    // On phones every record opens with the overview: a switch there says nothing about wide windows.
    if (!isPhone) void saveOpeningTab(tab);
  }

  function print() {
    flushSync(() => openTab(OVERVIEW));
    window.print();
  }

  const baseData = {
    id: BASE_DATA,
    label: tr("base_data"),
    panel: (
      <>
        {proposals}
        <LazyRecordForm
          key={addedCount}
          definition={definition}
          id={id}
          record={record}
          version={version}
          original={copiedRecord}
          options={options}
          onAnother={() => setAddedCount(addedCount + 1)}
        />
      </>
    ),
  };
  const today = dayOf(new Date());
  const linkTabs = definition.tabs.map((tab) => ({
    id: tab.list,
    label: tr(`${tab.other.kind}.many`),
    ...(record && countOfTab(countLinks(lists, tab, today))),
    disabled: !record,
    isText: !mayWrite,
    panel: (
      <LinkTable
        placeholder={<Spinner className="m-6" />}
        tab={tab}
        id={id ?? 0}
        ownLabel={label}
        rows={linkedIn(lists, tab.list)}
        total={linkedTotal(lists, tab.list)}
        filters={filters[tab.list]}
        onFilters={setTabFilters}
        send={send}
      />
    ),
  }));
  const overviewTab = { id: OVERVIEW, label: tr("overview.title"), isText: true, panel: overview };
  const filesTab = {
    id: FILE_KIND,
    label: tf("title"),
    count: files?.count,
    disabled: !files,
    isText: !mayWrite,
    panel: files?.panel,
  };
  const historyTab = { id: HISTORY_TAB, label: th("title"), disabled: !record, isText: true, panel: history };

  const pdf = (language: Locale) => `/api/${apiPath}/${id}/overview.pdf?lang=${language}`;
  const shareMenu = record && id !== null && (
    <LazyShareMenu
      size="md"
      hasColumns={false}
      exports={(format) => `/api/${apiPath}/export?ids=${id}&format=${format}`}
      print={print}
      pdf={pdf}
      link={() => `${window.location.pathname}${window.location.search}`}
      tables={async () => (await loadCopiedTables()).readOverviewTables(`${pages.detail}/${id}?tab=${OVERVIEW}`)}
    />
  );
  const menu = record && (mayWrite || mayErase) && (
    <LazyRecordMenu
      {...(mayWrite && {
        onMerge: () => setMerging(true),
        ...(handableProjects(definition) && {
          onHandOver: () => setHandingOver({ openCount: handingOver.openCount + 1, open: true }),
        }),
        onDuplicate: () => void push(`${pages.detail}/new?from=${id}`),
        onDelete: () => void loadOrReport(RecordDeletion).then(setDeleting),
      })}
      {...(mayErase && { onPersonalData: () => void push(`${personalDataPath(definition)}/${id}`) })}
    />
  );

  const heading = (
    <>
      <PrintedLine definition={definition} />
      {record ? <RecordHeading definition={definition} record={record} /> : <h1 className={RECORD_HEADING}>{label}</h1>}
    </>
  );
  const summary = record && (
    <>
      <RecordHighlights highlights={highlights} />
      {moments}
      {missing.length > 0 && <MissingFacts facts={missing} openTab={openTab} />}
    </>
  );
  const actions = record && (
    <>
      {mayWrite && (
        <ModeSwitch mode={isUndecided ? null : active === OVERVIEW ? "view" : "edit"} onChange={changeMode} />
      )}
      {shareMenu}
      {menu}
    </>
  );

  return (
    <RecordFrame title={label} heading={heading} summary={summary} actions={actions}>
      {factsPanel}
      {isDeleting && id !== null && (
        <RecordDeletion kind={kind} id={id} label={label} onEnd={endDeletion} onUndone={reopen} />
      )}
      {isMerging && id !== null && (
        <MergeWithDialog kind={kind} id={id} label={label} onClose={() => setMerging(false)} />
      )}
      {handingOver.openCount > 0 && id !== null && (
        <HandOverDialog
          key={handingOver.openCount}
          definition={definition}
          id={id}
          label={label}
          open={handingOver.open}
          onClose={() => setHandingOver({ ...handingOver, open: false })}
        />
      )}
      {copiedRecord && (
        <Alert tone="info" className="mb-4">
          {tr("copy_of", { label: definition.label(copiedRecord, locale) })}
        </Alert>
      )}
      {(isOverviewAlone || isUndecided) && (
        <Card
          role="region"
          aria-label={tr("overview.title")}
          className={clsx("print:border-0", isUndecided && "md:hidden")}
        >
          {overview}
        </Card>
      )}
      <KeptPanel isShown={!isOverviewAlone} className={clsx(isUndecided && "max-md:hidden")}>
        <Card className="print:border-0">
          <Tabs
            label={tr("tabs_label")}
            tabs={[isReader ? overviewTab : baseData, ...linkTabs, filesTab, historyTab]}
            active={isOverviewAlone ? lastTab : active}
            onChange={openTab}
          />
        </Card>
      </KeptPanel>
    </RecordFrame>
  );
}
