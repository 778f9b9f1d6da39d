import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { pageSizeOf, type PdfLibrary } from "./open-pdf";
import { MAX_CANVAS_PIXELS } from "./pages-in-budget";

/** Work that was ended on purpose. */
const isCancelled = (error: unknown) =>
  error instanceof Error && ["RenderingCancelledException", "AbortException"].includes(error.name);

/**
 * Draws a page into `holder`, in place of what it contains once the drawing is complete.
 * @param width in CSS pixels
 * @returns a function that ends the drawing
 */
export function drawCanvas(page: PDFPageProxy, holder: HTMLElement, width: number, onFailure: () => void): () => void {
  const size = pageSizeOf(page);
  const scale = width / size.width;
  const pixels = size.width * scale * size.height * scale;
  const ratio = Math.min(devicePixelRatio, Math.sqrt(MAX_CANVAS_PIXELS / pixels));
  const viewport = page.getViewport({ scale: scale * ratio });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  canvas.setAttribute("aria-hidden", "true");
  const task = page.render({ canvas, viewport });
  task.promise.then(
    () => holder.replaceChildren(canvas),
    (error: unknown) => {
      if (!isCancelled(error)) onFailure();
    },
  );
  return () => task.cancel();
}

/** Removes the canvases, and releases their memory at once. */
export function clearCanvas(holder: HTMLElement): void {
  for (const canvas of holder.querySelectorAll("canvas")) {
    canvas.width = 0;
    canvas.height = 0;
  }
  holder.replaceChildren();
}

/** The text of a page: the elements of its items, and whether there is any text. */
export type PageText = { spans: readonly HTMLElement[]; hasText: boolean };

const NO_TEXT: PageText = { spans: [], hasText: false };

/**
 * Fills `container` with the text of a page, transparent and in its place above the canvas: for
 * selecting, searching and screen readers. The layer's spans are the items of the page's text content.
 * @param onText called once the text is complete
 * @returns a function that removes the text
 */
export function drawText(
  { TextLayer }: PdfLibrary,
  page: PDFPageProxy,
  container: HTMLElement,
  onText: (text: PageText) => void,
): () => void {
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale: 1 }),
  });
  layer.render().then(
    () =>
      onText({
        spans: layer.textDivs,
        hasText: layer.textContentItemsStr.some((text) => text.trim() !== ""),
      }),
    (error: unknown) => {
      if (!isCancelled(error)) onText(NO_TEXT);
    },
  );
  return () => {
    layer.cancel();
    container.replaceChildren();
  };
}
