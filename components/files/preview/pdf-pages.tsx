import { useTranslations } from "next-intl";
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { maxOf } from "@/lib/model/pure/long-lists";
import type { Pdf } from "./open-pdf";
import { findQuote, type TextMark } from "./find-quote";
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
/** Pages that React compares as one while none of them is drawn. */
const GROUP_SIZE = 100;
/** Keys that scroll the pages while a button above them has the focus, with the part of the view. */
const SCROLL_KEYS = new Map([
  ["PageDown", 0.9],
  ["PageUp", -0.9],
  ["ArrowDown", 0.1],
  ["ArrowUp", -0.1],
]);
const NONE: ReadonlySet<number> = new Set();

type PdfPagesProps = {
  pdf: Pdf;
  firstPage: number;
  /** A passage on the first page, which is marked. */
  quote?: string;
  /** The element that scrolls the pages. */
  stage: RefObject<HTMLDivElement | null>;
};

type NearPage = {
  slot: HTMLElement;
  /** Its height as a multiple of its width. */
  ratio: number;
};
type NearPages = ReadonlyMap<number, NearPage>;

/**
 * Shows the pages of a PDF below each other. All pages have a slot of the right size, or that of the
 * first page until theirs is known; only those near the view are drawn.
 */
export function PdfPages({ pdf, firstPage, quote, stage }: PdfPagesProps) {
  const t = useTranslations("files.preview");
  const total = pdf.document.numPages;
  const first = Math.min(Math.max(1, firstPage), total);
  const width = useContentWidth(stage);
  const { near, current } = usePagesInView(stage, first);
  const [zoom, setZoom] = useState(1);
  const { marksOf, markedPage, showMark } = useQuoteMarks(pdf, first, quote);

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
  const isMeasured = width > 0;
  useLayoutEffect(() => {
    if (isMeasured && first > 1) showPage(first);
  }, [isMeasured, first, showPage]);
  useLayoutEffect(() => {
    // The place of the pages had the focus while they were loaded, unless the user has moved it.
    if (!document.activeElement?.matches("a, button")) stage.current?.focus({ preventScroll: true });
  }, [stage]);

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

  function scrollByKey({ key }: KeyboardEvent) {
    const share = SCROLL_KEYS.get(key);
    if (share !== undefined) stage.current?.scrollBy({ top: share * stage.current.clientHeight });
  }

  const pageWidth = Math.floor(width * zoom);
  const pixelsOf = (page: number) => (pageWidth * devicePixelRatio) ** 2 * (near.get(page)?.ratio ?? 1);
  const drawn = isMeasured ? pagesInBudget(near.keys(), current, pixelsOf) : NONE;
  const groups = Array.from({ length: Math.ceil(total / GROUP_SIZE) }, (_, at) => at * GROUP_SIZE + 1);

  return (
    <>
      <div onKeyDown={scrollByKey} className="flex flex-wrap items-center gap-1 border-b border-line px-2 py-1 sm:px-3">
        <PageButtons current={current} total={total} onPage={showPage} />
        <ZoomButtons zoom={zoom} onZoom={changeZoom} />
      </div>
      <div
        ref={stage}
        role="region"
        aria-label={t("pages")}
        tabIndex={0}
        style={{ "--page-width": `${pageWidth}px` } as CSSProperties}
        className="relative min-h-0 flex-1 overflow-auto overscroll-contain bg-sunken p-2 -outline-offset-2 sm:p-4"
      >
        <p role="status" className="sr-only">
          {markedPage !== null && t("marked", { page: markedPage })}
        </p>
        {groups.map((from) => {
          const to = Math.min(from + GROUP_SIZE - 1, total);
          const hasDrawn = [...drawn].some((page) => page >= from && page <= to);
          return (
            <PageGroup
              key={from}
              {...{ pdf, from, to, total }}
              drawn={hasDrawn ? drawn : NONE}
              width={hasDrawn ? pageWidth : 0}
              marksOf={marksOf}
              onMark={showMark}
            />
          );
        })}
      </div>
    </>
  );
}

type PageGroupProps = {
  pdf: Pdf;
  from: number;
  to: number;
  total: number;
  drawn: ReadonlySet<number>;
  /** Width of a page in CSS pixels, if one of them is drawn. */
  width: number;
  marksOf: QuoteMarks;
  onMark: (mark: HTMLElement) => void;
};

const PageGroup = memo(function PageGroup(props: PageGroupProps) {
  const { pdf, from, to, total, drawn, width, marksOf, onMark } = props;
  const t = useTranslations("files.preview");
  const pages = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return pages.map((page) => (
    <PdfPage
      key={page}
      pdf={pdf}
      page={page}
      label={t("page_of", { page, total })}
      width={drawn.has(page) ? width : null}
      marks={marksOf.get(page)}
      onMark={onMark}
    />
  ));
});

type QuoteMarks = ReadonlyMap<number, readonly TextMark[]>;
const NO_MARKS: QuoteMarks = new Map();

/** Returns the texts of the items of a page, as its text layer has them. */
async function itemTexts({ document }: Pdf, page: number): Promise<string[]> {
  const { items } = await (await document.getPage(page)).getTextContent();
  return items.flatMap((item) => ("str" in item ? [item.str] : []));
}

/** Finds a sentence on a page and on the next one. */
async function quoteMarks(pdf: Pdf, page: number, quote: string): Promise<QuoteMarks> {
  const pages = [page, page + 1].filter((each) => each <= pdf.document.numPages);
  const texts = await Promise.all(pages.map((each) => itemTexts(pdf, each)));
  return new Map(findQuote(texts, quote).flatMap((marks, index) => (marks.length > 0 ? [[page + index, marks]] : [])));
}

/** Marks a sentence, and scrolls to it once it is drawn. */
function useQuoteMarks(pdf: Pdf, page: number, quote: string | undefined) {
  const [marksOf, setMarksOf] = useState(NO_MARKS);
  const [markedPage, setMarkedPage] = useState<number | null>(null);
  /** The marks that were scrolled to. */
  const shown = useRef(NO_MARKS);
  useEffect(() => {
    let isCurrent = true;
    const found = quote === undefined ? Promise.resolve(NO_MARKS) : quoteMarks(pdf, page, quote);
    found.then(
      (marks) => isCurrent && setMarksOf(marks),
      // The page itself says that it is broken.
      (_error: unknown) => isCurrent && setMarksOf(NO_MARKS),
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, page, quote]);

  const showMark = useCallback(
    (mark: HTMLElement) => {
      // The sentence begins on this page, or the page was drawn again.
      if (shown.current === marksOf || !mark.closest(`[data-page="${page}"]`)) return;
      shown.current = marksOf;
      mark.scrollIntoView({ block: "center", inline: "center" });
      setMarkedPage(page);
    },
    [page, marksOf],
  );
  return { marksOf, markedPage, showMark };
}

type PagesInView = { near: NearPages; /** The page that is read. */ current: number };

/** Returns the page whose top is the last above the reading line of `view`, or the last page at the end. */
function findCurrent(view: HTMLElement, near: NearPages): number | undefined {
  const isAtEnd = view.scrollTop + view.clientHeight >= view.scrollHeight - 1;
  const line = view.scrollTop + view.clientHeight * (isAtEnd ? 1 : READING_LINE);
  const passed = [...near].filter(([, { slot }]) => slot.offsetTop <= line).map(([page]) => page);
  return passed.length > 0 ? maxOf(passed, 1) : undefined;
}

/** Returns the pages in and near the view of an element that scrolls them; `first` until they are known. */
function usePagesInView(element: RefObject<HTMLElement | null>, first: number): PagesInView {
  const [inView, setInView] = useState<PagesInView>({ near: new Map(), current: first });
  useEffect(() => {
    const view = element.current;
    if (!view) return;
    const near = new Map<number, NearPage>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target, boundingClientRect: box } of entries) {
          const slot = target as HTMLElement;
          const page = Number(slot.dataset.page);
          if (isIntersecting) near.set(page, { slot, ratio: box.height / Math.max(box.width, 1) });
          else near.delete(page);
        }
        setInView((last) => ({ near: new Map(near), current: findCurrent(view, near) ?? last.current }));
      },
      { root: view, rootMargin: MARGIN },
    );
    for (const slot of view.querySelectorAll("[data-page]")) observer.observe(slot);
    const onScroll = () =>
      setInView((last) => {
        const current = findCurrent(view, near) ?? last.current;
        return current === last.current ? last : { ...last, current };
      });
    view.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      view.removeEventListener("scroll", onScroll);
    };
  }, [element]);
  return inView;
}

/** Returns the width inside an element's padding, without its scroll bar; 0 until it is measured. */
function useContentWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(measured);
      setWidth(measured.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
    };
    // At once, because without a width all pages would be in view.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
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

function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const t = useTranslations("files.preview");
  const larger = ZOOMS.find((each) => each > zoom);
  const smaller = ZOOMS.findLast((each) => each < zoom);
  return (
    <div className="ml-auto flex items-center gap-1">
      <IconButton
        label={t("zoom_out")}
        tooltipSide="bottom"
        icon={<Icon name="icon-zoom-out" className="size-4.5" />}
        aria-disabled={smaller === undefined}
        onClick={() => smaller !== undefined && onZoom(smaller)}
      />
      <IconButton
        label={t("zoom_in")}
        tooltipSide="bottom"
        icon={<Icon name="icon-zoom-in" className="size-4.5" />}
        aria-disabled={larger === undefined}
        onClick={() => larger !== undefined && onZoom(larger)}
      />
      <IconButton
        label={t("fit_width")}
        tooltipSide="bottom"
        icon={<Icon name="icon-move-horizontal" className="size-4.5" />}
        aria-disabled={zoom === 1}
        onClick={() => zoom !== 1 && onZoom(1)}
      />
    </div>
  );
}
