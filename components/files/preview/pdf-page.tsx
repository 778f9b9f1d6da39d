import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useTranslations } from "next-intl";
import { memo, useEffect, useRef, useState, type CSSProperties } from "react";
import { clearCanvas, drawCanvas, drawText, type PageText } from "./draw-pdf-page";
import type { TextMark } from "./find-quote";
import { markTexts } from "./mark-texts";
import { pageSizeOf, type PageSize, type Pdf } from "./open-pdf";
import "./pdf-text-layer.css";

type PdfPageProps = {
  pdf: Pdf;
  /** Its number, from 1. */
  page: number;
  label: string;
  /** Width in CSS pixels if the page is drawn, else null. */
  width: number | null;
  /** The parts of its text that are marked. */
  marks?: readonly TextMark[];
  /** Called with the first mark of the page once it is drawn. */
  onMark: (mark: HTMLElement) => void;
};

/** The slot of a page, with the page in it if it is drawn. */
export const PdfPage = memo(function PdfPage({ pdf, page, label, width, marks, onMark }: PdfPageProps) {
  const [size, setSize] = useState(pdf.firstSize);
  return (
    <div
      role="group"
      aria-label={label}
      data-page={page}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      className="relative mx-auto mb-2 w-(--page-width) bg-white shadow-popup last:mb-0 sm:mb-3"
    >
      {width !== null && <DrawnPage {...{ pdf, page, size, width, marks, onMark }} onSize={setSize} />}
    </div>
  );
});

type DrawnPageProps = Pick<PdfPageProps, "pdf" | "page" | "marks" | "onMark"> & {
  size: PageSize;
  width: number;
  /** Reports the size of the page once it is known. */
  onSize: (size: PageSize) => void;
};

function DrawnPage({ pdf, page, size, width, marks, onMark, onSize }: DrawnPageProps) {
  const t = useTranslations("files.preview");
  const [loaded, setLoaded] = useState<PDFPageProxy | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [text, setText] = useState<PageText | null>(null);
  const canvases = useRef<HTMLDivElement>(null);
  const texts = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let isCurrent = true;
    pdf.document.getPage(page).then(
      (opened) => {
        if (!isCurrent) return;
        onSize(pageSizeOf(opened));
        setLoaded(opened);
      },
      // Also when the whole PDF is closed.
      (_error: unknown) => isCurrent && setBroken(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, page, onSize]);

  useEffect(() => {
    const container = texts.current;
    if (loaded && container) return drawText(pdf.library, loaded, container, setText);
  }, [pdf, loaded]);

  useEffect(() => {
    if (!text || !marks) return;
    const { first, unmark } = markTexts(text.spans, marks);
    if (first) onMark(first);
    return unmark;
  }, [text, marks, onMark]);

  useEffect(() => {
    const holder = canvases.current;
    if (loaded && holder) return drawCanvas(loaded, holder, width, () => setBroken(true));
  }, [loaded, width]);

  useEffect(() => {
    const holder = canvases.current;
    return () => {
      if (holder) clearCanvas(holder);
      loaded?.cleanup();
    };
  }, [loaded]);

  const scale = { "--total-scale-factor": width / size.width } as CSSProperties;
  return (
    <>
      <div ref={canvases} className="absolute inset-0 *:size-full" />
      <div ref={texts} style={scale} className="pdf-text-layer" />
      {text?.hasText === false && <span className="sr-only">{t("no_text")}</span>}
      {isBroken && <p className="absolute inset-x-4 top-8 text-center text-black">{t("page_broken")}</p>}
    </>
  );
}
