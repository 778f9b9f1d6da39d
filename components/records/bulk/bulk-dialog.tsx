"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { TextInput } from "@/components/ui/text-input";
import type { bulkResult, BulkResult } from "@/lib/features/records/bulk-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { FilterChoices } from "@/lib/model/answers/search-answers";
import { BulkEditRow } from "./bulk-edit-row";
import {
  bodyOf,
  errorNameOf,
  fieldsToAdd,
  isComplete,
  leadingEdit,
  newEdit,
  withField,
  type BulkEdit,
} from "./bulk-edits";
import { BulkPreview } from "./bulk-result";
import { maxOf } from "@/lib/model/pure/long-lists";

/**
 * The records that a bulk request changes: given by their keys, or by a list page's query string.
 */
type BulkTarget = { ids: number[] } | { query: string };

type BulkDialogProps = {
  definition: AnyDefinition;
  choices: FilterChoices;
  target: BulkTarget;
  count: number;
  isDelete: boolean;
  onDone: (result: BulkResult) => void;
  onClose: () => void;
};

/** Maximum number of records that can be deleted without typing their number. */
const MAX_DELETED_UNTYPED = 10;

/** Dialog for a bulk change or deletion: first the input, then a preview, then the execution. */
export function BulkDialog({ definition, choices, target, count, isDelete, onDone, onClose }: BulkDialogProps) {
  const t = useTranslations("records.bulk");
  const tr = useTranslations("records");
  const tc = useTranslations("common");
  const failureText = useFailureText();
  const [edits, setEdits] = useState<readonly BulkEdit[]>([newEdit(0)]);
  const [preview, setPreview] = useState<BulkResult | null>(null);
  const [failure, setFailure] = useState<{ text: string; errors: FieldErrors } | null>(null);
  const [isBusy, setBusy] = useState(isDelete);
  const [typed, setTyped] = useState("");

  const requestBulk = (isPreview: boolean) =>
    request<typeof bulkResult>("POST", `/api/${definition.apiPath}/bulk`, {
      body: { ...target, ...(isDelete ? { delete: true } : bodyOf(edits)), dry_run: isPreview },
    });

  function fail(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    setPreview(null);
    setFailure({ text: failureText(error), errors: error.errors ?? {} });
  }

  function send(isPreview: boolean) {
    setBusy(true);
    setFailure(null);
    void requestBulk(isPreview)
      .then(isPreview ? setPreview : onDone, fail)
      .finally(() => setBusy(false));
  }

  const loadPreview = useEffectEvent(() => {
    void requestBulk(true)
      .then(setPreview, fail)
      .finally(() => setBusy(false));
  });
  // A delete needs no input, so its preview is requested immediately.
  useEffect(() => {
    if (isDelete) loadPreview();
  }, [isDelete]);

  const addEdit = (field = "") => {
    const numbers = edits.map(({ number }) => number);
    change([...edits, withField(newEdit(maxOf(numbers, 0) + 1), definition, field)]);
  };

  function change(next: readonly BulkEdit[]) {
    setEdits(next);
    // Discards the preview, which no longer matches the edits.
    setPreview(null);
    setFailure(null);
  }

  const changed = preview?.changed ?? 0;
  const mustType = isDelete && changed > MAX_DELETED_UNTYPED;
  const isReady = changed > 0 && (!mustType || typed.trim() === String(changed));
  const records = tr(`${definition.name}.count`, { count });
  const otherErrors = Object.keys(failure?.errors ?? {}).filter(
    (name) => !edits.some((edit) => name === errorNameOf(edit)),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(isDelete ? "delete_title" : "title", { records })}
      footer={
        <>
          <Button onClick={onClose}>{tc("cancel")}</Button>
          {preview || isDelete ? (
            <Button
              variant={isDelete ? "danger" : "primary"}
              busy={isBusy}
              disabled={!isReady}
              onClick={() => send(false)}
            >
              {t(isDelete ? "delete_now" : "change_now", { count: changed })}
            </Button>
          ) : (
            <Button variant="primary" busy={isBusy} disabled={!edits.every(isComplete)} onClick={() => send(true)}>
              {t("preview")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {!isDelete && (
          // Disabled while a request is pending, as the returned preview would not match later
          // input.
          <fieldset disabled={isBusy} className="flex min-w-0 flex-col gap-3">
            {edits.map((edit) => (
              <BulkEditRow
                key={edit.number}
                definition={definition}
                choices={choices}
                edit={edit}
                isLeading={leadingEdit(edits, edit) === edit}
                errors={failure?.errors[errorNameOf(edit)] ?? []}
                onChange={(next) => change(edits.map((one) => (one.number === next.number ? next : one)))}
                onRemove={
                  edits.length > 1 ? () => change(edits.filter(({ number }) => number !== edit.number)) : undefined
                }
              />
            ))}
            <Button
              variant="ghost"
              size="sm"
              className="self-start"
              icon={<Icon name="icon-plus" className="size-4" />}
              onClick={() => addEdit()}
            >
              {t("add_edit")}
            </Button>
          </fieldset>
        )}
        <div aria-live="polite">
          {preview && (
            <BulkPreview
              definition={definition}
              result={preview}
              isDelete={isDelete}
              fieldsToAdd={isDelete ? [] : fieldsToAdd(definition, edits, preview)}
              onAdd={addEdit}
            />
          )}
        </div>
        {failure && (otherErrors.length > 0 || Object.keys(failure.errors).length === 0) && (
          <Alert tone="danger">{failure.text}</Alert>
        )}
        {mustType && (
          <LabelledField label={t("type_count", { count: changed })} className="max-w-72">
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target: { value } }) => setTyped(value)}
              />
            )}
          </LabelledField>
        )}
        {preview && <p className="text-sm text-ink-muted">{t("can_be_undone")}</p>}
      </div>
    </Dialog>
  );
}
