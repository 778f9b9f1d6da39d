"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ButtonLink, IconLink } from "@/components/navigation/links";
import { useRights } from "@/components/auth/rights";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyNote } from "@/components/ui/empty-note";
import { Icon } from "@/components/ui/icon";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { BatchSummary, HistoryEntry } from "@/lib/features/history/history-answers";
import { HISTORY_PATH, historySearchParams, type EntriesQuery } from "@/lib/features/history/history-query";
import { nameIn, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { HistoryList } from "./history-list";
import { TimelineFilterBar } from "./timeline-filter";
import { useBatchUndo } from "./use-batch-undo";
import { useBatchWords } from "./use-batch-words";
import { useKindLabel } from "./use-change-words";

/** Only large batches have numbered pages. */
const ListFooter = lazyComponent(async () => (await import("@/components/records/list/list-footer")).ListFooter);

type TimelineProps = {
  query: EntriesQuery;
  entries: readonly HistoryEntry[];
  /** The id of the change after which the next page begins; null on the last page. */
  next: number | null;
  /** The batch whose changes are shown one by one. */
  batch: { summary: BatchSummary | null; total: number } | null;
  /** The current day, `YYYY-MM-DD`. */
  today: string;
  /** Names of the reference entries that the changes mention. */
  options: EntryOptions;
  /** True if the user may filter changes by their author (contract §8). */
  hasPersonFilter: boolean;
  /** The id of the user's account. */
  ownId: number;
};

const hrefTo = (query: Partial<EntriesQuery>) => {
  const parameters = historySearchParams(query).toString();
  return parameters ? `${HISTORY_PATH}?${parameters}` : HISTORY_PATH;
};

/**
 * History of all records, newest first, or the single changes of one batch. Filter and page are
 * part of the URL.
 */
export function Timeline({ query, entries, next, batch: shownBatch, ...props }: TimelineProps) {
  const { today, options, hasPersonFilter, ownId } = props;
  const t = useTranslations("history");
  const { isPending, replace, refresh } = usePendingNavigation();

  // A second filter change must extend the first one, even while the page for the first is still
  // loading.
  const requested = useRef(query);
  useEffect(() => {
    requested.current = query;
  }, [query]);
  const hrefWith = (part: Partial<EntriesQuery>) => {
    const { kind, id } = requested.current;
    // Choosing another kind removes the filter by record, as the record belongs to the former kind.
    const recordFilter = part.kind === undefined || part.kind !== kind ? { id: undefined } : { id };
    const firstPage = { pageNo: 0, before: undefined };
    requested.current = { ...requested.current, ...firstPage, ...("kind" in part && recordFilter), ...part };
    return hrefTo(requested.current);
  };

  const { pageSize, kind, id, action, user, from, to, batch, before } = query;
  const isFiltered = [kind, action, user, from, to, batch].some((value) => value !== undefined);
  return (
    <Card>
      <div className="border-b border-line">
        <TimelineFilterBar
          applied={{ kind, action, from, to }}
          onApply={(filter) => void replace(hrefWith(filter), { scroll: false })}
          onReset={() => {
            requested.current = { pageNo: 0, pageSize };
            void replace(hrefTo(requested.current), { scroll: false });
          }}
        />
        {(user !== undefined || batch !== undefined || id !== undefined) && (
          <div className="flex flex-wrap items-start gap-x-4 px-4 pb-3 md:px-6">
            <Chips query={query} entries={entries} summary={shownBatch?.summary ?? null} ownId={ownId} />
            {batch !== undefined && shownBatch && entries.some(({ change }) => change.revertible) && (
              <UndoButton batch={batch} count={shownBatch.total} onUndone={() => void refresh()} />
            )}
          </div>
        )}
      </div>
      {entries.length > 0 ? (
        <HistoryList
          entries={entries}
          viewedRecord={null}
          nameOf={nameIn(options)}
          today={today}
          personHref={
            hasPersonFilter ? (person) => hrefTo({ ...query, user: person, pageNo: 0, before: undefined }) : undefined
          }
          loading={isPending}
          onUndone={() => void refresh()}
        />
      ) : (
        <EmptyNote text={t(isFiltered ? "no_match" : "empty")} hint={t(isFiltered ? "no_match_hint" : "empty_hint")} />
      )}
      {shownBatch ? (
        <BatchPages query={query} shown={entries.length} total={shownBatch.total} />
      ) : (
        (next !== null || before !== undefined) && (
          <nav
            aria-label={t("pages")}
            className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5 md:px-6 print:hidden"
          >
            {next !== null && (
              <ButtonLink
                href={hrefTo({ ...query, before: next })}
                icon={<Icon name="icon-arrow-down" className="size-4" />}
              >
                {t("more")}
              </ButtonLink>
            )}
            {before !== undefined && (
              <ButtonLink
                variant="ghost"
                href={hrefTo({ ...query, before: undefined })}
                icon={<Icon name="icon-arrow-up-to-line" className="size-4" />}
              >
                {t("newest")}
              </ButtonLink>
            )}
          </nav>
        )
      )}
    </Card>
  );
}

/** Button that reverts the batch whose changes are shown. */
function UndoButton({ batch, count, onUndone }: { batch: string; count: number; onUndone: () => void }) {
  const t = useTranslations("history");
  const { mayWrite } = useRights();
  const { busy, undo } = useBatchUndo(onUndone);
  if (!mayWrite) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={busy !== null}
      onClick={() => void undo(batch, count)}
      className="print:hidden pointer-coarse:min-h-11"
    >
      {t("undo_batch")}
    </Button>
  );
}

/** Page links of the changes of one batch. */
function BatchPages({ query, shown, total }: { query: EntriesQuery; shown: number; total: number }) {
  const { push } = usePendingNavigation();
  const showPage = (pageNo: number) => void push(hrefTo({ ...query, pageNo }));
  return <ListFooter query={query} shown={shown} total={total} onPage={showPage} />;
}

type ChipsProps = Pick<TimelineProps, "query" | "entries" | "ownId"> & { summary: BatchSummary | null };

/** Removable chips for the filters that the filter bar does not show: user, record and batch. */
function Chips({ query, entries, summary, ownId }: ChipsProps) {
  const t = useTranslations("history");
  const batchWords = useBatchWords();
  const kindLabel = useKindLabel();
  const { user, batch, kind, id } = query;
  const changes = entries.flatMap((entry) => [entry.change, ...(entry.batch?.changes ?? [])]);
  const person = changes.find((change) => change.user?.id === user)?.user?.name;
  const label = changes
    .flatMap((change) => [change, change.related ?? change])
    .find((record) => record.kind === kind && record.id === id)?.label;
  const chips = [
    user !== undefined && {
      text: user === ownId ? t("only_own") : t("only_person", { name: person || t("account", { id: user }) }),
      remove: t("any_person"),
      without: { user: undefined },
    },
    id !== undefined &&
      kind !== undefined && {
        text: t("only_record", { kind: kindLabel(kind), label: label ?? `#${id}` }),
        remove: t("any_record"),
        without: { kind: undefined, id: undefined },
      },
    batch !== undefined && {
      text: summary ? t("only_batch", { what: batchWords.text(summary) }) : t("only_this_batch"),
      remove: t("any_batch"),
      without: { batch: undefined },
    },
  ].filter((chip) => chip !== false);
  return (
    <ul className="flex flex-wrap gap-2">
      {chips.map(({ text, remove, without }) => (
        <li
          key={remove}
          className="inline-flex max-w-full items-center gap-1 rounded-md bg-sunken py-0.5 pr-0.5 pl-2.5 text-sm"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
          <IconLink
            href={hrefTo({ ...query, ...without, pageNo: 0, before: undefined })}
            label={remove}
            icon={<Icon name="icon-x" className="size-4" />}
          />
        </li>
      ))}
    </ul>
  );
}
