"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useId, useState, type DragEvent, type ReactNode } from "react";
import { FileButton } from "@/components/ui/file-button";
import { Step } from "./step";

type FileStepProps = {
  fileName: string | null;
  rows: number;
  busy: boolean;
  isReading: boolean;
  /** True after the user chose to import another file; the file input then takes the focus. */
  takesFocus: boolean;
  onFile: (file: File) => void;
  /** How the file was read. */
  children: ReactNode;
};

/** Step 1: file upload, by the input or by dropping a file on it. */
export function FileStep({ fileName, rows, busy, isReading, takesFocus, onFile, children }: FileStepProps) {
  const t = useTranslations("imports");
  const [isDragOver, setDragOver] = useState(false);
  const hintId = useId();

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !busy) onFile(file);
  }

  return (
    <Step number={1} title={t("file")}>
      <div
        onDragOver={(event) => {
          // Without this, the browser would open the file instead.
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={drop}
        className={clsx(
          "rounded-md border-2 border-dashed p-4 transition-colors",
          isDragOver ? "border-accent bg-accent-soft" : "border-line-strong",
        )}
      >
        <FileButton
          label={t("choose_file")}
          icon="icon-upload"
          accept=".csv,.xlsx,text/csv"
          aria-describedby={hintId}
          disabled={busy}
          autoFocus={takesFocus}
          onFiles={([file]) => file && onFile(file)}
        />
        <p id={hintId} className="mt-2 text-sm text-ink-muted">
          {t("file_hint")}
        </p>
        <p className="mt-1 text-sm text-ink-muted pointer-coarse:hidden">{t("drop_hint")}</p>
      </div>
      <p role="status">{isReading ? t("reading") : fileName && t("file_read", { name: fileName, count: rows })}</p>
      {children}
    </Step>
  );
}
