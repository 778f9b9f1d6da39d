"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState, type RefObject } from "react";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { contentHref } from "@/lib/features/files/file-address";
import type { FileRow } from "@/lib/features/files/file-answers";
import { FILE_GONE, failureOf, openPdf, type Pdf, type PdfFailure } from "./open-pdf";
import { PdfPages } from "./pdf-pages";
import { PreviewNote } from "./preview-note";

type PdfPreviewProps = {
  file: FileRow;
  firstPage: number;
  quote?: string;
  /** The element that scrolls the pages. */
  stage: RefObject<HTMLDivElement | null>;
};

/** Shows the pages of a PDF, or why they cannot be shown. */
export function PdfPreview({ file, firstPage, quote, stage }: PdfPreviewProps) {
  const t = useTranslations("files.preview");
  const loading = useTranslations("common")("loading");
  const again = useTranslations("files.upload")("retry");
  const failureText = useFailureText();
  const { pdf, failure, retry } = usePdf(contentHref(file, { fassung: file.fassung, inline: true }));

  if (failure) {
    if (typeof failure === "string") return <PreviewNote text={t(failure)} isFailure />;
    return (
      <PreviewNote text={failureText(failure)} isFailure>
        {failure.code !== FILE_GONE && <Button onClick={retry}>{again}</Button>}
      </PreviewNote>
    );
  }
  if (pdf) return <PdfPages pdf={pdf} firstPage={firstPage} quote={quote} stage={stage} />;
  return (
    <div ref={stage} tabIndex={-1} className="grid flex-1 place-items-center bg-sunken outline-none">
      <p role="status" className="flex items-center gap-2 text-ink-muted">
        <Spinner />
        {loading}
      </p>
    </div>
  );
}

type Attempt = { pdf?: Pdf; failure?: PdfFailure };

/** Opens a PDF while the component is mounted. */
function usePdf(address: string) {
  const [attempt, setAttempt] = useState<Attempt>({});
  const [count, setCount] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let end = () => Promise.resolve();
    openPdf(address, signal, (endWorker) => (end = endWorker)).then(
      (pdf) => !signal.aborted && setAttempt({ pdf }),
      (error: unknown) => !signal.aborted && setAttempt({ failure: failureOf(error) }),
    );
    return () => {
      controller.abort();
      setAttempt({});
      void end();
    };
  }, [address, count]);

  return { ...attempt, retry: () => setCount(count + 1) };
}
