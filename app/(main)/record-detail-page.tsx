import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { cache, Fragment, type ComponentType, type ReactNode } from "react";
import { LazyAttachFiles } from "@/components/files/lazy-attach-files";
import { FileDrop } from "@/components/files/file-drop";
import { FilesTab } from "@/components/files/files-tab";
import { OverviewFiles } from "@/components/files/overview-files";
import { HistoryPreload, HistoryTab } from "@/components/history/history-tab";
import { RecordMoments } from "@/components/history/record-moments";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { RememberVisit } from "@/components/layout/visits/remember-visit";
import { NotFoundDialog } from "@/components/records/page/not-found-dialog";
import { RefreshIfChanged } from "@/components/records/page/refresh-if-changed";
import { RecordDetail } from "@/components/records/page/record-detail";
import { RecordOverview } from "@/components/records/page/record-overview";
import { LazyFileProposals } from "@/components/rounds/proposals/lazy-file-proposals";
import { ProposalsBadge } from "@/components/rounds/proposals/proposals-badge";
import { MAX_ID } from "@/lib/model/limits";
import { confirmationOf } from "@/lib/model/fields/confirmation";
import type { AnyRow } from "@/lib/model/kinds/define";
import { detailText } from "@/lib/model/kinds/detail";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { FILE_KIND_LIST, type ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { optionsInUse } from "@/lib/model/reference-lists/reference-uses";
import { highlightsAt, listsOfAllLinks, listsOfOverview } from "@/lib/model/overview/overview";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { formatContextIn, readOverview } from "@/lib/features/exports/server/read-overview";
import { findRecordFiles } from "@/lib/features/files/server/find-files";
import { momentsOf } from "@/lib/features/history/server/history";
import { findMissingFacts } from "@/lib/features/quality/server/missing-facts";
import { countByFile } from "@/lib/features/rounds/proposal-queue";
import { countRecordProposals } from "@/lib/features/rounds/server/proposals/count-proposals";
import { findFileProposals } from "@/lib/features/rounds/server/proposals/find-file-proposals";
import { pageContext } from "@/lib/sessions/page-context";
import { env } from "@/lib/base/config/env";
import { isAllowed } from "@/lib/base/access/permissions";
import { findOptionsWithDeleted, findRecordForPage } from "@/lib/store/records/find-records";
import { mergedInto } from "@/lib/store/sql/merged-records";
import { PastRecordPage, pastState } from "./past-record-page";
import { readSearchParams, type SearchParams } from "../search-params";

type Params = Promise<Record<string, string>>;

const isKey = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID;

/** Reads the record once for both the page and its title. */
const recordOf = cache(async (kind: KindName, id: number) =>
  findRecordForPage(await pageContext(), definitionOf(kind), id),
);

/**
 * Returns the record that the path of a detail page names. The path has one parameter, whose name
 * is not always that of the record's key (spec §2).
 */
async function findPageRecord(kind: KindName, params: Params) {
  const [key = ""] = Object.values(await params);
  const id = isKey(key) ? Number(key) : null;
  const loaded = id === null ? null : await recordOf(kind, id);
  return { key, id, record: loaded?.data ?? null, version: loaded?.version ?? null };
}

/** Additions to the detail page of one kind. */
type RecordPageParts = {
  /** Rendered between the record's heading and its tabs. */
  FactsPanel?: ComponentType<{ id: number; label: string; record: AnyRow }>;
  /** Wraps the record's content. */
  Wrapper?: ComponentType<{ children: ReactNode }>;
};

/**
 * Creates the detail page of a kind. With `new` in place of a key, the page creates a record (spec
 * §4).
 */
export function recordDetailPage(kind: KindName, parts?: RecordPageParts) {
  const definition = definitionOf(kind);
  const shownFields = definition.form.flatMap((group) => group.fields);
  const formLists = new Set([
    ...shownFields.flatMap((name) => definition.fields[name]?.reference ?? []),
    ...listsOfAllLinks(definition),
  ]);
  const lists = [...new Set<ReferenceListName>([...formLists, ...listsOfOverview(definition), FILE_KIND_LIST])];

  const { FactsPanel, Wrapper = Fragment } = parts ?? {};

  async function DetailPage({ params, searchParams }: { params: Params; searchParams: SearchParams }) {
    // Before anything is read, so that no later change is taken for an earlier one.
    const renderedAt = new Date().toISOString();
    const refreshable = (page: ReactNode, record?: { kind: string; id: number }) => (
      <>
        {page}
        <RefreshIfChanged renderedAt={renderedAt} record={record} />
      </>
    );
    const context = await pageContext();
    const [{ key, id, record, version }, allOptions, parameters, t] = await Promise.all([
      findPageRecord(kind, params),
      findOptionsWithDeleted(context, lists),
      readSearchParams(searchParams),
      getTranslations("records"),
    ]);
    // Sends only the reference lists of the form and of links to the browser, not those that only the overview
    // uses.
    const formOptions = Object.fromEntries([...formLists].map((name) => [name, allOptions[name]]));
    const past = await pastState(kind, id, parameters);
    if (past && id !== null) {
      const currentLabel = record && definition.label(record, context.locale);
      return refreshable(
        <PastRecordPage
          kind={kind}
          id={id}
          state={past}
          options={optionsInUse(formOptions, definition, [past.record])}
          currentLabel={currentLabel}
        />,
      );
    }
    const remainingId = record || id === null ? null : await mergedInto(context.connection, definition, id);
    if (remainingId !== null) redirect(`${definition.pages.detail}/${remainingId}`);
    if (key === "new" && !isAllowed(context.actor, "write", kind)) return refreshable(<ForbiddenPage />);
    const exists = record !== null && id !== null;
    const from = parameters.get("from") ?? "";
    const [moments, missing, proposals, overview, files, original] = await Promise.all([
      exists ? momentsOf(context, definition.apiPath, id) : null,
      exists ? findMissingFacts(context, definition, id) : [],
      exists ? countRecordProposals(context, definition, id) : null,
      exists ? readOverview(context, definition, { id, record }, allOptions) : null,
      exists ? findRecordFiles(context, definition, id) : null,
      key === "new" && isKey(from) ? recordOf(kind, Number(from)) : null,
    ]);
    const readings =
      exists && proposals && proposals.fromFiles > 0
        ? await findFileProposals(context, definition, { id, record }, allOptions)
        : null;
    const dateiarten = allOptions[FILE_KIND_LIST] ?? [];
    const options = optionsInUse(formOptions, definition, [definition.defaults(), record, original?.data]);
    const label = record ? definition.label(record, context.locale) : t(`${kind}.new`);
    const { FILE_MAX_MB: maxMb } = env();
    const page = (
      <>
        {key === "new" || record ? (
          <Wrapper>
            <FileDrop key={key} record={{ kind: definition.apiPath, id, label }} maxMb={maxMb}>
              <RecordDetail
                kind={kind}
                id={id}
                record={record}
                version={version}
                options={options}
                original={original?.data}
                highlights={
                  record ? highlightsAt(definition, record, formatContextIn(context.locale, allOptions)) : undefined
                }
                opensWith={context.actor.preferences.record_tab}
                factsPanel={
                  exists ? FactsPanel && <FactsPanel id={id} label={label} record={record} /> : <LazyAttachFiles />
                }
                overview={
                  overview &&
                  exists && (
                    <>
                      <RecordOverview kind={kind} overview={overview} />
                      <OverviewFiles
                        record={{ kind: definition.apiPath, id }}
                        files={files ?? []}
                        dateiarten={dateiarten}
                      />
                    </>
                  )
                }
                missing={missing}
                moments={
                  exists && (
                    <>
                      {moments && record && <RecordMoments {...moments} confirmed={confirmationOf(record)} />}
                      {proposals && (
                        <ProposalsBadge
                          kind={definition.apiPath}
                          id={id}
                          count={proposals.count}
                          inForm={proposals.fromFiles}
                        />
                      )}
                    </>
                  )
                }
                proposals={readings && <LazyFileProposals record={readings} dateiarten={dateiarten} />}
                files={
                  files && exists
                    ? {
                        count: files.length,
                        panel: (
                          <FilesTab
                            record={{ kind: definition.apiPath, id, label }}
                            files={files}
                            dateiarten={dateiarten}
                            proposalCounts={readings ? countByFile(readings) : {}}
                            visibilities={visibilitiesOf(context.actor)}
                            maxMb={maxMb}
                          />
                        ),
                      }
                    : null
                }
                history={exists && <HistoryTab kind={kind} id={id} record={record} options={options} />}
              />
            </FileDrop>
          </Wrapper>
        ) : (
          <NotFoundDialog kind={kind} />
        )}
        {exists && <HistoryPreload />}
        {id !== null && (
          <RememberVisit
            account={context.actor.id}
            kind={definition.apiPath}
            id={id}
            label={record && label}
            detail={record ? detailText(definition, record, formatContextIn(context.locale, allOptions)) : ""}
          />
        )}
      </>
    );
    return refreshable(page, exists ? { kind: definition.apiPath, id } : undefined);
  }
  return DetailPage;
}

/**
 * Creates the metadata function of a detail page, which sets the tab's title to the record's label,
 * so that tabs and entries of the browser history can be distinguished.
 */
export const detailTitle =
  (kind: KindName) =>
  async ({ params, searchParams }: { params: Params; searchParams: SearchParams }): Promise<Metadata> => {
    const { locale } = await pageContext();
    const [{ key, id, record: currentRecord }, t] = await Promise.all([
      findPageRecord(kind, params),
      getTranslations("records"),
    ]);
    const past = await pastState(kind, id, await readSearchParams(searchParams));
    const record = past ? past.record : currentRecord;
    if (record) return { title: definitionOf(kind).label(record, locale) };
    return { title: t(`${kind}.${key === "new" ? "new" : "one"}`) };
  };
