"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Step } from "./step";

type FileStepProps = {
  fileName: string | null;
  rows: number;
  busy: boolean;
  /** True after the user chose to import another file; the file input then takes the focus. */
  takesFocus: boolean;
  onFile: (file: File) => void;
};

/** Step 1: file upload. */
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
      </Field>
      <p role="status">
        {busy && !fileName ? t("reading") : fileName && t("file_read", { name: fileName, count: rows })}
      </p>
    </Step>
  );
}
