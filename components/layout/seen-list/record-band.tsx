"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, type MouseEvent, type ReactNode } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { Icon } from "@/components/ui/icon";
import type { recordPage } from "@/lib/features/records/record-answers";
import { ApiError, ignoreFailure, request } from "@/lib/base/browser/api-client";
import { idOfPath, placeInList, urlOfPage, withPage } from "./place-in-list";
import { seenList, storeSeenList, type SeenList } from "./seen-list";

type Side = "previous" | "next";

type RecordBandProps = {
  /** Name of the record's kind. */
  kind: string;
  /** Path of the record's page. */
  pathname: string;
  /** @param href the URL of the list to which the title links; by default, that of the whole list */
  title: (href?: string) => ReactNode;
};

/**
 * Title of a record's page. If the record is in the list that this tab has shown last, the title
 * links to that list, and the record's place in it follows, with links to the records beside it.
 */
export function RecordBand({ kind, pathname, title }: RecordBandProps) {
  const [list, setList] = useState(() => seenList(kind));
  const id = list && idOfPath(list, pathname);
  if (!list || id === null) return title();
  return <ListPosition kind={kind} id={id} list={list} onListChange={setList} title={title} />;
}

type ListPositionProps = Pick<RecordBandProps, "kind" | "title"> & {
  id: number;
  list: SeenList;
  onListChange: (list: SeenList) => void;
};

function ListPosition({ kind, id, list, onListChange, title }: ListPositionProps) {
  const t = useTranslations("frame.position");
  const { push } = usePendingNavigation();
  const loading = useRef(new Map<number, Promise<SeenList>>());
  const place = placeInList(list, id);
  if (!place) return title();

  async function load(pageNo: number) {
    const { data, total } = await request<typeof recordPage>("GET", urlOfPage(list.api, pageNo));
    const ids = data.map((row) => Number(row[list.key]));
    // Another page may have been added meanwhile.
    const extended = withPage(seenList(kind) ?? list, pageNo, { ids, total });
    storeSeenList(kind, extended);
    onListChange(extended);
    return extended;
  }

  function loadOnce(pageNo: number) {
    const discardFailed = (error: unknown) => {
      loading.current.delete(pageNo);
      throw error;
    };
    const started = loading.current.get(pageNo) ?? load(pageNo).catch(discardFailed);
    loading.current.set(pageNo, started);
    return started;
  }

  /** Opens the record beside this one, once the page of the list with its key is loaded. */
  async function openNeighbour(side: Side, pageNo: number) {
    try {
      const neighbour = placeInList(await loadOnce(pageNo), id)?.[side];
      if (neighbour && "id" in neighbour) void push(`${list.detail}/${neighbour.id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code));
    }
  }

  function attributesOf(side: Side) {
    const neighbour = place?.[side];
    // As in the pagination of lists, a link without a target remains focusable.
    if (!neighbour) return { role: "link", tabIndex: 0, "aria-disabled": true };
    if ("id" in neighbour) return { href: `${list.detail}/${neighbour.id}` };
    const { pageNo } = neighbour;
    const preloadPage = () => void loadOnce(pageNo).catch(ignoreFailure);
    return {
      href: urlOfPage(list.href, pageNo),
      onPointerEnter: preloadPage,
      onFocus: preloadPage,
      onClick(event: MouseEvent) {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void openNeighbour(side, pageNo);
      },
    };
  }

  return (
    <>
      {title(urlOfPage(list.href, Math.floor((place.number - 1) / list.pageSize)))}
      <div
        role="group"
        aria-label={t("group")}
        className="flex shrink-0 items-center rounded-md border border-line bg-surface pl-3"
      >
        <p className="tabular mr-1.5 text-sm text-ink-muted">
          {t("text", { number: place.number, total: list.total })}
        </p>
        {(["previous", "next"] as const).map((side) => (
          <a
            key={side}
            {...attributesOf(side)}
            aria-label={t(side)}
            title={t(side)}
            className="button-shape size-8 button-ghost pointer-coarse:size-11"
          >
            <Icon name={side === "next" ? "icon-chevron-right" : "icon-chevron-left"} className="size-4.5" />
          </a>
        ))}
      </div>
    </>
  );
}
