"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";
import { useForm, useWatch, type FieldErrors, type KeepStateOptions } from "react-hook-form";
import { useLoginAgain } from "@/components/auth/use-login-again";
import { useIsOnline } from "@/components/navigation/use-is-online";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { Button } from "@/components/ui/button";
import { Alert } from "@/components/ui/alert";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { changedFields, copiedValues, formValues } from "@/lib/model/values/form-values";
import { mergeEdits } from "@/lib/model/values/merge-edits";
import { offeredOptions, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { takeAcceptedFields } from "../shared/accepted-fields";
import { useAttachedFiles } from "../shared/attached-files";
import { FormField, type FormValues } from "./form-field";
import { useConflictDialog } from "./use-conflict-dialog";
import { FormSummary } from "./form-summary";
import { SaveFailure } from "./save-failure";
import type { SaveFailureReason } from "./save-failure-reason";
import { useExistingInstead } from "./use-existing-instead";
import { useFieldErrorText } from "./use-field-error-text";
import { useLazyResolver } from "./use-lazy-resolver";
import { useAfterCreate, useSaveRecord } from "./use-save-record";
import type { Edited } from "./use-update-record";

const SimilarRecords = lazyComponent(async () => (await import("./similar-records")).SimilarRecords);

type RecordFormProps = {
  definition: AnyDefinition;
  id: number | null;
  record: AnyRow | null;
  version: number | null;
  /** The record whose values a new record copies; null to start with an empty form. */
  original: AnyRow | null;
  options: EntryOptions;
  /** Called when the user wants to add another record after creating one. */
  onAnother: () => void;
};

/** Controls in which Enter picks a value and must not submit the form by accident. */
const PICKING_CONTROLS = "select, [role=combobox]:not([data-free-text]), [data-picks-day]";

function preventEnterSubmit(event: KeyboardEvent<HTMLFormElement>) {
  const { target } = event;
  const isPicking =
    target instanceof Element && !(target instanceof HTMLButtonElement) && target.closest(PICKING_CONTROLS);
  if (event.key === "Enter" && isPicking) event.preventDefault();
}

/**
 * Form with a record's own fields, for all kinds. The kind's definition decides which fields are
 * shown, required and stored (spec §§2, 5).
 */
export function RecordForm({ definition, id, record, version, original, options, onAnother }: RecordFormProps) {
  const locale = useLocale();
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const { inSummary } = useFieldErrorText(definition);
  const isOnline = useIsOnline();
  const conflicts = useConflictDialog(definition, id, options);
  const save = useSaveRecord(definition, id, conflicts.ask);
  const { afterCreate, notifyCreated } = useAfterCreate(definition);
  const confirm = useConfirm();
  const attachedFiles = useAttachedFiles();
  const loaded = formValues(definition, record);
  const { control, handleSubmit, getValues, reset, setError, setFocus, setValue, formState } = useForm<
    FormValues,
    unknown,
    FormValues
  >({
    resolver: useLazyResolver(definition),
    defaultValues: loaded,
    mode: "onTouched",
  });
  const { errors, dirtyFields, touchedFields, isSubmitted, isSubmitting, isDirty, submitCount } = formState;
  const watched = useWatch({ control });
  /**
   * True once the new record is created and the user is asked for the next step: saving again would
   * create a duplicate.
   */
  const [isCreated, setCreated] = useState(false);
  // Text typed before hydration would be lost, so the form is inert until then.
  const isHydrated = useHydrated();
  const isNew = id === null;
  const firstField = definition.form[0]?.fields[0];
  useEffect(() => {
    if (isNew && isHydrated && firstField) setFocus(firstField);
  }, [isNew, isHydrated, firstField, setFocus]);
  /**
   * The record's state as last loaded or saved. It is newer than the props after a save, and older
   * while a conflict with another user's change is unresolved.
   */
  const lastSaved = useRef({ record, base: loaded as AnyRow, version });

  function rebaseForm({ base, values, version }: Edited, keepOptions?: KeepStateOptions) {
    lastSaved.current = { record, base, version };
    reset(base, { keepFieldsRef: true, ...keepOptions });
    for (const [name, value] of Object.entries(changedFields(base, values)))
      setValue(name, value, { shouldDirty: true });
  }
  const mergeNewRecord = useEffectEvent(() => {
    const { record: lastRecord, base, version: lastVersion } = lastSaved.current;
    // Ignores a page that was rendered before the last save.
    if (!record || record === lastRecord || (version ?? 0) < (lastVersion ?? 0)) return;
    const accepted = id === null ? [] : [...takeAcceptedFields(definition.apiPath, id)];
    // The user has chosen these values instead of what the form shows.
    const mine = { ...getValues(), ...Object.fromEntries(accepted.map((name) => [name, base[name]])) };
    const edits = { base, mine, theirs: loaded };
    const merge = mergeEdits(definition, edits);
    const hasNoConflicts = merge.conflicts.length === 0;
    // If there are conflicts, keeps the old version, so that the next save asks about them.
    const unresolved = Object.fromEntries(merge.conflicts.map((name) => [name, base[name]]));
    const next = {
      base: { ...loaded, ...unresolved },
      values: merge.values,
      version: hasNoConflicts ? version : lastVersion,
    };
    rebaseForm(next, { keepErrors: true, keepTouched: true, keepIsSubmitted: true });
  });
  useEffect(() => mergeNewRecord(), [record]);
  const copyOriginal = useEffectEvent(() => {
    if (original)
      rebaseForm({
        base: loaded,
        values: { ...loaded, ...copiedValues(definition, original, options) },
        version: null,
      });
  });
  useEffect(() => copyOriginal(), []);
  const { switchToExisting, filledText } = useExistingInstead(definition, id, {
    loaded,
    isDirty,
    typed: getValues,
    fill: (values) => rebaseForm({ base: loaded, values: { ...loaded, ...values }, version }),
  });
  const loginAgain = useLoginAgain(isDirty || attachedFiles.isWaiting);
  /** The last save's failure; `attempt` makes a repeated one be announced again. */
  const [failure, setFailure] = useState<{ reason: SaveFailureReason; attempt: number } | null>(null);
  const reportFailure = (reason: SaveFailureReason | null = null) =>
    setFailure((last) => reason && { reason, attempt: (last?.attempt ?? 0) + 1 });
  /** Notes if the code of the validation could not be loaded. */
  const reportUnchecked = ({ root }: FieldErrors) => reportFailure(root?.message ? "connection" : null);

  /** Saves the form and shows field errors if the save is refused. */
  async function send(values: FormValues) {
    const sentValues = getValues();
    const { base, version: lastVersion } = lastSaved.current;
    const result = await save({ base, values, version: lastVersion });
    const { edited, errors: refused } = result;
    reportFailure(result.failure ?? null);
    if (result.outcome === "created") attachedFiles.onSaved(result.id, definition.label(values, locale));
    const typedMeanwhile = changedFields(sentValues, getValues());
    if (edited) rebaseForm({ ...edited, values: { ...edited.values, ...typedMeanwhile } });
    const fields = Object.entries(refused ?? {});
    for (const [name, codes] of fields) setError(name, { message: codes[0] });
    if (fields[0]) setFocus(fields[0][0]);
    return result;
  }

  async function askToAddAnother(created: number, values: FormValues) {
    setCreated(true);
    if (await afterCreate(created, values)) onAnother();
  }

  async function submit(values: FormValues) {
    const result = await send(values);
    // Not awaited, as the form must not appear as submitting while the question is open.
    if (result.outcome === "created") void askToAddAnother(result.id, values);
  }

  /** Saves the form before the user leaves the page. @returns true if the page may be left */
  async function saveAndLeave(): Promise<boolean> {
    let isSaved = false;
    await handleSubmit(async (values) => {
      const { outcome } = await send(values);
      if (outcome === "created") notifyCreated(values);
      isSaved = outcome !== "refused";
    }, reportUnchecked)();
    if (isSaved) persistToasts();
    return isSaved;
  }
  useUnsavedGuard(isDirty || attachedFiles.isWaiting, saveAndLeave);

  async function discard() {
    const isConfirmed = await confirm({
      title: t("leave_title"),
      text: t("discard_text"),
      confirmLabel: t("leave_discard"),
      cancelLabel: tr("back_to_form"),
      tone: "danger",
    });
    if (!isConfirmed) return;
    reset(lastSaved.current.base, { keepFieldsRef: true });
    reportFailure(null);
  }

  const formRef = useRef<HTMLFormElement>(null);
  const saveByKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const form = formRef.current;
    // Ignores the shortcut while another tab of the record is shown. While a dialog covers the form,
    // the check below prevents saving.
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || !form?.checkVisibility()) return;
    event.preventDefault();
    if (!isSubmitting && !form.closest("[inert], [aria-hidden=true]")) form.requestSubmit();
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => saveByKey(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  const hasFailed = failure !== null && (isDirty || isNew);
  const wrongFields = definition.form
    .flatMap((group) => group.fields)
    .flatMap((name) => {
      const code = errors[name]?.message;
      return typeof code === "string" && code !== "" ? [{ name, text: inSummary(name, code) }] : [];
    });

  return (
    <>
      <form
        ref={formRef}
        noValidate
        inert={isCreated || !isHydrated}
        onKeyDown={preventEnterSubmit}
        onSubmit={(event) => void handleSubmit(submit, reportUnchecked)(event)}
      >
        {filledText && (
          <Alert tone="info" className="m-4 whitespace-pre-line md:mx-6">
            {filledText}
          </Alert>
        )}
        {isSubmitted && wrongFields.length > 1 && (
          <FormSummary key={submitCount} wrongFields={wrongFields} onSelect={setFocus} />
        )}
        <div className="divide-y divide-line">
          {definition.form.map((group) => (
            <fieldset
              key={group.name}
              className="grid gap-x-8 gap-y-3 px-4 py-5 md:px-6 lg:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <legend className="contents">
                <span className="text-lg font-semibold lg:pt-0.5">{tr(`groups.${group.name}`)}</span>
              </legend>
              <div
                className={clsx(
                  "grid max-w-4xl gap-x-5 gap-y-4",
                  group.inOneRow ? "sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)]" : "sm:grid-cols-2",
                )}
              >
                {group.fields.map((name) => {
                  const field = definition.fields[name];
                  if (!field || (field.visibleWhen && !field.visibleWhen(watched))) return null;
                  const listed = (field.reference && options[field.reference]) ?? [];
                  return (
                    <FormField
                      key={name}
                      definition={definition}
                      name={name}
                      control={control}
                      value={watched[name]}
                      values={watched}
                      code={errors[name]?.message as string | undefined}
                      isDirty={Boolean(dirtyFields[name])}
                      isTouched={Boolean(touchedFields[name])}
                      options={offeredOptions(listed, loaded[name], field.group)}
                      onOther={(other, next) => setValue(other, next, { shouldDirty: true, shouldValidate: true })}
                    />
                  );
                })}
                {isNew && !isCreated && group === definition.form[0] && (
                  <SimilarRecords
                    definition={definition}
                    values={watched}
                    isPaused={isSubmitting}
                    onTake={switchToExisting}
                  />
                )}
              </div>
            </fieldset>
          ))}
        </div>
        <div
          data-save-bar
          className={clsx(
            "flex items-center justify-end gap-x-4 gap-y-2 rounded-b-lg border-t border-line bg-surface px-4 py-3 md:px-6 print:hidden tall:sticky tall:bottom-0",
            (hasFailed || !isOnline) && "flex-wrap",
          )}
        >
          {hasFailed ? (
            <SaveFailure {...failure} busy={isSubmitting} />
          ) : (
            // Phones have room only for the buttons; the discard button already implies unsaved
            // changes.
            <p
              className={clsx(
                "mr-auto min-w-0 text-sm text-ink-muted",
                isOnline ? isDirty && "max-sm:sr-only" : "max-sm:basis-full",
              )}
            >
              <span aria-live="polite">{!isOnline ? tr("offline") : isDirty && tr("unsaved")}</span>
              {/* Not announced: after a save it would follow the notification. */}
              {isOnline && !isDirty && tr("required_hint")}
            </p>
          )}
          {isDirty && (
            <Button
              variant="ghost"
              onClick={() => void discard()}
              icon={<Icon name="icon-undo-2" className="size-4" />}
            >
              {t("leave_discard")}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            aria-keyshortcuts="Control+S Meta+S"
            busy={isSubmitting}
            icon={<Icon name="icon-save" className="size-4" />}
          >
            {t("save")}
          </Button>
        </div>
      </form>
      {conflicts.dialog}
      {loginAgain}
    </>
  );
}
