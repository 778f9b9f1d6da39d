import { useTranslations } from "next-intl";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { maxOf } from "@/lib/model/pure/long-lists";
import type { PageSize, Pdf } from "./open-pdf";
import { pagesInBudget } from "./pages-in-budget";
import { PdfPage } from "./pdf-page";

/** Widths of a page, as multiples of the width that fits. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
/** Pages are drawn before they come into view. */
const MARGIN = "60% 0px";
/** Part of the view above which the top of the current page lies. */
const READING_LINE = 0.4;
/** Distance between the top of the view and a page that is shown. */
const GAP_PX = 8;

type PdfPagesProps = {
  pdf: Pdf;
  firstPage: number;
  /** The element that scrolls the pages. */
  stage: RefObject<HTMLDivElement | null>;
};

const pageOf = (slot: Element) => Number((slot as HTMLElement).dataset.page);

/**
 * Shows the pages of a PDF below each other. All pages have a slot of the right size, or that of the
 * first page until theirs is known; only those near the view are drawn.
 */
export function PdfPages({ pdf, firstPage, stage }: PdfPagesProps) {
  const t = useTranslations("files.preview");
  const total = pdf.document.numPages;
  const first = Math.min(Math.max(1, firstPage), total);
  const width = useContentWidth(stage);
  const [zoom, setZoom] = useState(1);
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([first]));
  const [current, setCurrent] = useState(first);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());

  const slotOf = useCallback(
    (page: number) => stage.current?.querySelector<HTMLElement>(`[data-page="${page}"]`),
    [stage],
  );
  const showPage = useCallback(
    (page: number) => {
      const slot = slotOf(page);
      if (slot) stage.current?.scrollTo({ top: slot.offsetTop - GAP_PX });
    },
    [slotOf, stage],
  );
  useLayoutEffect(() => {
    if (first > 1) showPage(first);
    // The place of the pages had the focus while they were loaded, unless the user has moved it.
    if (!document.activeElement?.matches("a, button")) stage.current?.focus({ preventScroll: true });
  }, [first, showPage, stage]);

  useEffect(() => {
    const root = stage.current;
    if (!root) return;
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((last) => {
          const next = new Set(last);
          for (const { isIntersecting, target } of entries) {
            if (isIntersecting) next.add(pageOf(target));
            else next.delete(pageOf(target));
          }
          return next;
        }),
      { root, rootMargin: MARGIN },
    );
    for (const slot of root.querySelectorAll("[data-page]")) observer.observe(slot);
    return () => observer.disconnect();
  }, [stage]);

  function findCurrent() {
    const view = stage.current;
    if (!view) return;
    const line = view.scrollTop + view.clientHeight * READING_LINE;
    const isAtEnd = view.scrollTop + view.clientHeight >= view.scrollHeight - 1;
    const passed = [...near].filter((page) => (slotOf(page)?.offsetTop ?? Infinity) <= line);
    if (passed.length > 0) setCurrent(isAtEnd && near.has(total) ? total : maxOf(passed, 1));
  }

  /** What keeps its place in the view while the zoom changes: a point of the current page. */
  const anchor = useRef<{ page: number; share: number } | null>(null);
  function changeZoom(next: number) {
    const slot = slotOf(current);
    if (stage.current && slot) {
      anchor.current = { page: current, share: (stage.current.scrollTop - slot.offsetTop) / slot.offsetHeight };
    }
    setZoom(next);
  }
  useLayoutEffect(() => {
    const view = stage.current;
    const slot = anchor.current && slotOf(anchor.current.page);
    if (!view || !slot || !anchor.current) return;
    view.scrollTo({
      top: slot.offsetTop + anchor.current.share * slot.offsetHeight,
      left: (view.scrollWidth - view.clientWidth) / 2,
    });
    anchor.current = null;
  }, [zoom, slotOf, stage]);

  const { firstSize } = pdf;
  const onSize = useCallback(
    (page: number, size: PageSize) => {
      const isFirstSize = size.width === firstSize.width && size.height === firstSize.height;
      if (!isFirstSize) setSizes((last) => new Map(last).set(page, size));
    },
    [firstSize],
  );
  const pageWidth = Math.floor(width * zoom);
  const sizeOf = (page: number) => sizes.get(page) ?? firstSize;
  const drawn = pagesInBudget(near, current, (page) => {
    const size = sizeOf(page);
    return pageWidth * devicePixelRatio * ((pageWidth * devicePixelRatio * size.height) / size.width);
  });
  const numbers = useMemo(() => Array.from({ length: total }, (_, at) => at + 1), [total]);
  const nextZoom = ZOOMS.find((each) => each > zoom);
  const lastZoom = ZOOMS.findLast((each) => each < zoom);

  return (
    <>
      <div className="flex flex-wrap items-center gap-1 border-b border-line px-2 py-1 sm:px-3">
        <PageButtons current={current} total={total} onPage={showPage} />
        <div className="ml-auto flex items-center gap-1">
          <IconButton
            label={t("zoom_out")}
            tooltipSide="bottom"
            icon={<Icon name="icon-zoom-out" className="size-4.5" />}
            aria-disabled={lastZoom === undefined}
            onClick={() => lastZoom !== undefined && changeZoom(lastZoom)}
          />
          <IconButton
            label={t("zoom_in")}
            tooltipSide="bottom"
            icon={<Icon name="icon-zoom-in" className="size-4.5" />}
            aria-disabled={nextZoom === undefined}
            onClick={() => nextZoom !== undefined && changeZoom(nextZoom)}
          />
          <IconButton
            label={t("fit_width")}
            tooltipSide="bottom"
            icon={<Icon name="icon-move-horizontal" className="size-4.5" />}
            aria-disabled={zoom === 1}
            onClick={() => zoom !== 1 && changeZoom(1)}
          />
        </div>
      </div>
      <div
        ref={stage}
        role="region"
        aria-label={t("pages")}
        tabIndex={0}
        onScroll={findCurrent}
        className="relative min-h-0 flex-1 overflow-auto overscroll-contain bg-sunken p-2 -outline-offset-2 sm:p-4"
      >
        {numbers.map((page) => (
          <PdfPage
            key={page}
            pdf={pdf}
            page={page}
            size={sizeOf(page)}
            width={pageWidth}
            isDrawn={width > 0 && drawn.has(page)}
            label={t("page_of", { page, total })}
            onSize={onSize}
          />
        ))}
      </div>
    </>
  );
}

/** Returns the width inside an element's padding, without its scroll bar; 0 until it is measured. */
function useContentWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

type PageButtonsProps = { current: number; total: number; onPage: (page: number) => void };

function PageButtons({ current, total, onPage }: PageButtonsProps) {
  const t = useTranslations("files.preview");
  const common = useTranslations("common");
  return (
    <>
      <IconButton
        label={common("previous_page")}
        tooltipSide="bottom"
        icon={<Icon name="icon-chevron-left" className="size-4.5" />}
        aria-disabled={current <= 1}
        onClick={() => current > 1 && onPage(current - 1)}
      />
      <span className="tabular px-1 text-sm">{t("page_of", { page: current, total })}</span>
      <IconButton
        label={common("next_page")}
        tooltipSide="bottom"
        icon={<Icon name="icon-chevron-right" className="size-4.5" />}
        aria-disabled={current >= total}
        onClick={() => current < total && onPage(current + 1)}
      />
    </>
  );
}
