"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Step } from "./step";

type FileStepProps = {
  fileName: string | null;
  rows: number;
  busy: boolean;
  /** Whether somebody has just asked for it. */
  takesFocus: boolean;
  onFile: (file: File) => void;
};

/** The file that is to come in. */
export function FileStep({ fileName, rows, busy, takesFocus, onFile }: FileStepProps) {
  const t = useTranslations("imports");
  return (
    <Step number={1} title={t("file")}>
      <Field label={t("choose_file")} hint={t("file_hint")}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.xlsx,text/csv"
            disabled={busy}
            autoFocus={takesFocus}
            // A file that was mended has the name that it had.
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
      </Field>
      <p role="status">
        {busy && !fileName ? t("reading") : fileName && t("file_read", { name: fileName, count: rows })}
      </p>
    </Step>
  );
}
