"use client";

import { useTranslations } from "next-intl";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { countChoices, type ImportChoices } from "@/lib/features/imports/import-choices";
import type { ImportState, ImportPreview, PreviewRow } from "@/lib/features/imports/import-answers";
import type { ImportField, Renames } from "./import-state";
import { FinishedProjects } from "./finished-projects";
import { NotApplicable } from "./not-applicable";
import { PreviewTable } from "./preview-table";
import { filledFields, type FilledField } from "./preview-values";
import { RenamesWarning } from "./renames-warning";
import { SimilarRows } from "./similar-rows";
import { Step } from "./step";

type PreviewStepProps = {
  importState: ImportState;
  recordPath: string;
  fields: readonly ImportField[];
  preview: ImportPreview;
  /** The user's choices for rows that are probably duplicates. */
  choices: ImportChoices;
  onChosen: (choices: ImportChoices) => void;
  number: number;
  /** Whether new rows that repeat an earlier one are left out. */
  isSkippingRepeats: boolean;
  onSkipRepeats: (skips: boolean) => void;
  /** The records that would get another name, with those of the user's choices once these are known. */
  renames: Renames;
  /** Whether the server has refused to run because of the renames. */
  isRefusedForRenames: boolean;
  isAgreed: boolean;
  onAgree: (agrees: boolean) => void;
  onNotApplicable: (decided: ImportState["not_applicable"], fields: readonly string[]) => void;
  onFinished: (decided: ImportState["finished"]) => void;
  /** The fields of which values are left out; null where any field that only some records have may be. */
  droppedFields: readonly string[] | null;
  busy: boolean;
  onRun: () => void;
};

/**
 * Shows what the import would do with each row, and asks what only the user can decide.
 */
export function PreviewStep(props: PreviewStepProps) {
  const { importState, recordPath, fields, preview, choices, onChosen, number, busy, onRun } = props;
  const { isSkippingRepeats, onSkipRepeats, renames, isRefusedForRenames, isAgreed, onAgree } = props;
  const t = useTranslations("imports");
  const validationText = useValidationText();
  const { same, refused, similar, uncompared, repeated, rows } = preview;
  const rowCount = preview.create + preview.update + same + refused;
  const chosen = countChoices(choices, similar);
  const skippedCount = chosen.skip + (isSkippingRepeats ? repeated : 0);
  const create = Math.max(0, preview.create - chosen.update - skippedCount);
  const update = preview.update + chosen.update;
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  const reasonsOf = (errors: PreviewRow["errors"]) =>
    Object.entries(errors).map(([name, codes]) => {
      const max = fields.find((field) => field.name === name)?.max;
      // Of a row, only a text can be unreadable, not the whole file.
      const texts = codes.map((code) => validationText(code === "unreadable" ? "unreadable_text" : code, { max }));
      return `${name && `${labelOf(name)}: `}${texts.join(" ")}`;
    });
  const mayDrop = ({ name, isConditional }: FilledField) =>
    preview.dropped > 0 && (props.droppedFields?.includes(name) ?? isConditional);
  const isUnagreed = renames.renames > 0 && !isAgreed;
  return (
    <Step number={number} title={t("preview")}>
      <p role="status" className="font-semibold">
        {t("counts", { create, update, same, refused, skip: skippedCount })}
      </p>
      {uncompared > 0 && <Alert tone="info">{t("similar.uncompared", { count: uncompared })}</Alert>}
      <FinishedProjects preview={preview} busy={busy} onDecided={props.onFinished} />
      <NotApplicable preview={preview} labelOf={labelOf} busy={busy} onDecided={props.onNotApplicable} />
      {repeated > 0 && (
        <Alert tone="warning">
          <p>{t("repeated", { count: repeated })}</p>
          <label className="mt-1 flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={isSkippingRepeats}
              onChange={(event) => onSkipRepeats(event.target.checked)}
              className="size-4.5"
            />
            {t("skip_repeated")}
          </label>
        </Alert>
      )}
      {similar > 0 && (
        <SimilarRows
          importId={importState.id}
          total={similar}
          columns={importState.columns}
          recordPath={recordPath}
          choices={choices}
          labelOf={labelOf}
          reasonsOf={reasonsOf}
          onChosen={onChosen}
        />
      )}
      {rows.length < rowCount && <p className="text-sm text-ink-muted">{t("shown", { count: rows.length })}</p>}
      <PreviewTable
        rows={rows}
        filled={filledFields(importState.columns, fields, importState.names)}
        recordPath={recordPath}
        choices={choices}
        isSkippingRepeats={isSkippingRepeats}
        mayDrop={mayDrop}
        labelOf={labelOf}
        reasonsOf={reasonsOf}
      />
      {renames.renames > 0 && (
        <RenamesWarning
          key={isRefusedForRenames ? "refused" : "previewed"}
          {...renames}
          recordPath={recordPath}
          isAgreed={isAgreed}
          onAgree={onAgree}
          takesFocus={isRefusedForRenames}
        />
      )}
      <Button
        variant="primary"
        busy={busy}
        disabled={create + update === 0 || isUnagreed}
        onClick={onRun}
        className="self-start"
      >
        {t("run", { count: create + update })}
      </Button>
    </Step>
  );
}
