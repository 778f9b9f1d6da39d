"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState, type DragEvent, type ReactNode } from "react";
import { LabelledField } from "@/components/ui/labelled-field";
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
        <LabelledField label={t("choose_file")} hint={t("file_hint")}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,.xlsx,text/csv"
              disabled={busy}
              autoFocus={takesFocus}
              // Resets the input, so that a corrected file of the same name triggers a change event.
              onClick={(event) => {
                event.currentTarget.value = "";
              }}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) onFile(file);
              }}
              className="h-auto control min-h-11 py-2"
            />
          )}
        </LabelledField>
        <p className="mt-2 text-sm text-ink-muted pointer-coarse:hidden">{t("drop_hint")}</p>
      </div>
      <p role="status">{isReading ? t("reading") : fileName && t("file_read", { name: fileName, count: rows })}</p>
      {children}
    </Step>
  );
}
