"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { IconLink } from "@/components/navigation/links";
import { useRights } from "@/components/auth/rights";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Card } from "@/components/ui/card";
import { EmptyNote } from "@/components/ui/empty-note";
import { Icon } from "@/components/ui/icon";
import { Pagination } from "@/components/ui/pagination";
import { historySearchParams, type Change, type HistoryQuery } from "@/lib/records/history/history-query";
import { nameIn, type EntryOptions } from "@/lib/records/reference-lists/reference-lists";
import { BatchUndo } from "./batch-undo";
import { HISTORY_PATH } from "./change-entry";
import { ChangeList } from "./change-list";
import { TimelineFilterBar } from "./timeline-filter";
import { useKindLabel } from "./use-change-words";

type TimelineProps = {
  query: HistoryQuery;
  changes: Change[];
  total: number;
  /** Names of the reference entries that the changes mention. */
  options: EntryOptions;
  /** True if the user may filter changes by their author (contract §8). */
  hasPersonFilter: boolean;
};

const hrefTo = (query: Partial<HistoryQuery>) => {
  const parameters = historySearchParams(query).toString();
  return parameters ? `${HISTORY_PATH}?${parameters}` : HISTORY_PATH;
};

/** History of all records, newest first. Filter and page are part of the URL. */
export function Timeline({ query, changes, total, options, hasPersonFilter }: TimelineProps) {
  const t = useTranslations("history");
  const tc = useTranslations("common");
  const { mayWrite } = useRights();
  const { isPending, push, replace, refresh } = usePendingNavigation();

  // A second filter change must extend the first one, even while the page for the first is still
  // loading.
  const requested = useRef(query);
  useEffect(() => {
    requested.current = query;
  }, [query]);
  const request = (part: Partial<HistoryQuery>) => {
    const { kind, id } = requested.current;
    // Choosing another kind removes the filter by record, as the record belongs to the former kind.
    const ofRecord = part.kind === undefined || part.kind !== kind ? { id: undefined } : { id };
    requested.current = { ...requested.current, ...("kind" in part && ofRecord), ...part };
    return hrefTo(requested.current);
  };

  const { pageNo, pageSize, kind, id, action, user, from, to, batch } = query;
  const isFiltered = [kind, action, user, from, to, batch].some((value) => value !== undefined);
  const first = changes.length > 0 ? pageNo * pageSize + 1 : 0;
  const last = changes.length > 0 ? first + changes.length - 1 : 0;

  return (
    <Card>
      <div className="border-b border-line">
        <TimelineFilterBar
          applied={{ kind, action, from, to }}
          onApply={(filter) => void replace(request({ ...filter, pageNo: 0 }), { scroll: false })}
          onReset={() => {
            requested.current = { pageNo: 0, pageSize };
            void replace(hrefTo(requested.current), { scroll: false });
          }}
        />
        {(user !== undefined || batch !== undefined || id !== undefined) && (
          <div className="flex flex-wrap items-start gap-x-4 px-4 pb-3 md:px-6">
            <Chips query={query} changes={changes} />
            {mayWrite && batch !== undefined && changes.some(({ revertible }) => revertible) && (
              <BatchUndo batch={batch} onUndone={() => void refresh()} />
            )}
          </div>
        )}
      </div>
      {changes.length > 0 ? (
        <ChangeList
          changes={changes}
          reader={null}
          nameOf={nameIn(options)}
          personHref={hasPersonFilter ? (person) => hrefTo({ ...query, user: person, pageNo: 0 }) : undefined}
          loading={isPending}
          onUndone={() => void refresh()}
        />
      ) : (
        <EmptyNote text={t(isFiltered ? "no_match" : "empty")} hint={t(isFiltered ? "no_match_hint" : "empty_hint")} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2 border-t border-line px-3 py-2 md:px-4">
        <p aria-live="polite" className="tabular text-sm text-ink-muted">
          {tc("displaying", { from: first, to: last, total })}
        </p>
        <Pagination
          page={pageNo}
          pageCount={Math.ceil(total / pageSize)}
          onPage={(next) => void push(request({ pageNo: next }))}
        />
      </div>
    </Card>
  );
}

type ChipsProps = { query: HistoryQuery; changes: readonly Change[] };

/** Removable chips for the filters that the filter bar does not show: user, record and batch. */
function Chips({ query, changes }: ChipsProps) {
  const t = useTranslations("history");
  const kindLabel = useKindLabel();
  const { user, batch, kind, id } = query;
  const person = changes.find((change) => change.user?.id === user)?.user?.name;
  const label = changes
    .flatMap((change) => [change, change.related ?? change])
    .find((named) => named.kind === kind && named.id === id)?.label;
  const chips = [
    user !== undefined && {
      text: t("only_person", { name: person || t("account", { id: user }) }),
      remove: t("any_person"),
      without: { user: undefined },
    },
    id !== undefined &&
      kind !== undefined && {
        text: t("only_record", { kind: kindLabel(kind), label: label ?? `#${id}` }),
        remove: t("any_record"),
        without: { kind: undefined, id: undefined },
      },
    batch !== undefined && { text: t("only_batch"), remove: t("any_batch"), without: { batch: undefined } },
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
            href={hrefTo({ ...query, ...without, pageNo: 0 })}
            label={remove}
            icon={<Icon name="icon-x" className="size-4" />}
          />
        </li>
      ))}
    </ul>
  );
}
