"use client";

import { Dialog } from "@base-ui/react/dialog";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClasses } from "@/components/ui/button-looks";
import { BACKDROP_CLASSES, DialogClose } from "@/components/ui/dialogs/dialog-frames";
import { Icon } from "@/components/ui/icon";
import { contentHref, isPreviewable } from "@/lib/features/files/file-address";
import type { FileRow } from "@/lib/features/files/file-answers";
import { FILE_TYPES } from "@/lib/features/files/file-types";
import { FileDetails } from "./file-details";
import { PdfPreview } from "./pdf-preview";
import { PreviewNote } from "./preview-note";

export type FilePreviewProps = {
  file: FileRow;
  /** The kind of file, in the user's language. */
  dateiart: string;
  /** The number of open proposals that were read from it. */
  proposalCount?: number;
  /** The page that is shown first, from 1. */
  page?: number;
  /** A passage on this page, which is marked. */
  quote?: string;
  onClose: () => void;
};

/** The whole window on phones, else all but a margin. */
const POPUP_CLASSES =
  "flex h-dvh w-full flex-col overflow-hidden bg-surface text-ink shadow-popup outline-none sm:h-[calc(100dvh-2rem)] " +
  "sm:max-w-7xl sm:rounded-lg sm:border sm:border-line transition-opacity duration-150 data-starting-style:opacity-0";

/** Shows the pages of a PDF, or a picture, beside the details of the file. */
export function FilePreview({ file, dateiart, proposalCount, page = 1, quote, onClose }: FilePreviewProps) {
  const t = useTranslations("files.preview");
  const stage = useRef<HTMLDivElement>(null);
  const [areDetailsOpen, setDetailsOpen] = useState(false);
  const isPdf = file.mime === FILE_TYPES[".pdf"];
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASSES} />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center sm:p-4">
          <Dialog.Popup className={POPUP_CLASSES} initialFocus={isPdf ? stage : undefined}>
            <div className="flex items-center gap-x-2 border-b border-line py-2 pr-2 pl-4 sm:pl-5">
              <Dialog.Title className="mr-auto line-clamp-2 min-w-0 py-1 text-lg leading-snug font-semibold wrap-anywhere">
                {file.bezeichnung || file.name}
              </Dialog.Title>
              <Button
                variant="ghost"
                size="sm"
                icon={<Icon name="icon-info" className="size-4" />}
                aria-expanded={areDetailsOpen}
                onClick={() => setDetailsOpen(!areDetailsOpen)}
                className="md:hidden"
              >
                <span className="max-sm:sr-only">{t("details")}</span>
              </Button>
              <DownloadLink file={file} />
              <DialogClose />
            </div>
            <div className="grid min-h-0 flex-1 md:grid-cols-[minmax(0,1fr)_17rem]">
              <div className={clsx("flex min-h-0 min-w-0 flex-col", areDetailsOpen && "max-md:hidden")}>
                {isPdf ? (
                  <PdfPreview file={file} firstPage={page} quote={quote} stage={stage} />
                ) : isPreviewable(file) ? (
                  <Picture file={file} />
                ) : (
                  <PreviewNote text={t("no_preview")} />
                )}
              </div>
              <aside
                aria-label={t("details")}
                className={clsx(
                  "min-h-0 overflow-y-auto px-4 py-4 sm:px-5 md:border-l md:border-line",
                  !areDetailsOpen && "max-md:hidden",
                )}
              >
                <FileDetails file={file} dateiart={dateiart} proposalCount={proposalCount} />
              </aside>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DownloadLink({ file }: { file: FileRow }) {
  const t = useTranslations("files");
  return (
    <a
      href={contentHref(file)}
      download={file.name}
      className={buttonClasses({ size: "sm", className: "whitespace-nowrap" })}
    >
      <Icon name="icon-download" className="size-4" />
      <span className="max-sm:sr-only">{t("download")}</span>
    </a>
  );
}

/** A picture as it is, made smaller only where it does not fit. */
function Picture({ file }: { file: FileRow }) {
  const t = useTranslations("files.preview");
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <PreviewNote text={t("broken")} isFailure />;
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] place-items-center bg-sunken p-3 sm:p-4">
      {/* eslint-disable-next-line @next/next/no-img-element -- images of Next would be scaled on the server */}
      <img
        src={contentHref(file, { inline: true })}
        alt={file.name}
        onError={() => setFailed(true)}
        className="max-h-full max-w-full object-contain"
      />
    </div>
  );
}
