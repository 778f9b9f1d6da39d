"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { ExternalLink, Save } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { useLoginAgain } from "@/components/auth/use-login-again";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { useValidationText } from "@/components/notices/use-message-text";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { AnyDefinition, AnyRow } from "@/lib/records/define";
import { changedFields, formValues, mergeLinks } from "@/lib/records/form-values";
import type { Option, ReferenceListName } from "@/lib/records/reference-lists";
import { FieldControl } from "./field-control";
import { useSaveRecord } from "./use-save-record";

export type FormOptions = Partial<Record<ReferenceListName, Option[]>>;

type RecordFormProps = {
  definition: AnyDefinition;
  id: number | null;
  record: AnyRow | null;
  options: FormOptions;
  /** The record was created and the reader wants an empty form for the next one. */
  onAnother: () => void;
  /** Puts the focus into the first field, as after "add another". */
  focusFirst: boolean;
};

type FormValues = Record<string, unknown>;

function WebLink({ href }: { href: string }) {
  const t = useTranslations("records");
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 self-start text-sm"
    >
      {t("open_website")}
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  );
}

/** The base data form of any kind: groups of fields with one rule for what is shown, required and stored (spec §§2, 5). */
export function RecordForm({ definition, id, record, options, onAnother, focusFirst }: RecordFormProps) {
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const validationText = useValidationText();
  const save = useSaveRecord(definition, id);
  const loaded = formValues(definition, record);
  const { control, handleSubmit, getValues, reset, setError, setFocus, setValue, formState } = useForm<
    FormValues,
    unknown,
    FormValues
  >({
    resolver: zodResolver(definition.schema),
    values: loaded,
    resetOptions: { keepDirtyValues: true },
    mode: "onTouched",
  });
  const { errors, touchedFields, dirtyFields, defaultValues, isSubmitted, isSubmitting, isDirty } = formState;
  const watched = useWatch({ control });
  /** The new record's page is on its way: typing on and saving again here would make a second record. */
  const [leaving, setLeaving] = useState(false);
  // What is typed before the page is awake would be lost.
  const isAwake = useHydrated();
  const firstField = definition.form[0]?.fields[0];
  useEffect(() => {
    if (focusFirst && firstField) setFocus(firstField);
  }, [focusFirst, firstField, setFocus]);
  const lastLoaded = useRef(loaded);
  const takeOverLinks = useEffectEvent(() => {
    for (const [name, { storage }] of Object.entries(definition.fields)) {
      const [edited, before, now] = [getValues(name), lastLoaded.current[name], loaded[name]];
      if (storage.in !== "links" || !dirtyFields[name] || ![edited, before, now].every(Array.isArray)) continue;
      setValue(name, mergeLinks(edited as number[], before as number[], now as number[]), { shouldDirty: true });
    }
    lastLoaded.current = loaded;
  });
  useEffect(() => takeOverLinks(), [record]);
  const loginAgain = useLoginAgain(isDirty);
  useUnsavedGuard(isDirty);

  async function submit(values: FormValues) {
    const sent = getValues();
    // What the form last got or saved, which is newer than the page's own copy.
    const { outcome, errors: refused } = await save(values, { ...loaded, ...defaultValues });
    if (outcome === "another") return onAnother();
    if (outcome === "saved") {
      const typedMeanwhile = changedFields(sent, getValues());
      // What is saved is dirty no more; else nothing that comes later could replace it, such as an undo.
      reset(values, { keepDirtyValues: false });
      for (const [name, value] of Object.entries(typedMeanwhile)) setValue(name, value, { shouldDirty: true });
      setLeaving(id === null);
    }
    const fields = Object.entries(refused ?? {});
    for (const [name, codes] of fields) setError(name, { message: codes[0] });
    if (fields[0]) setFocus(fields[0][0]);
  }

  return (
    <>
      <form noValidate inert={leaving || !isAwake} onSubmit={handleSubmit(submit)}>
        <div className="divide-y divide-line">
          {definition.form.map((group) => (
            <fieldset
              key={group.name}
              className="grid gap-x-8 gap-y-3 px-4 py-5 md:px-6 lg:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <legend className="contents">
                <span className="text-lg font-semibold lg:pt-0.5">{tr(`groups.${group.name}`)}</span>
              </legend>
              <div className="grid max-w-4xl gap-x-5 gap-y-4 sm:grid-cols-2">
                {group.fields.map((name) => {
                  const field = definition.fields[name];
                  if (!field || (field.visibleWhen && !field.visibleWhen(watched))) return null;
                  const href = field.href?.(watched[name]);
                  const code = errors[name]?.message as string | undefined;
                  return (
                    <Field
                      key={name}
                      label={tr(`${definition.name}.fields.${name}`)}
                      required={field.required}
                      error={code && validationText(code, { max: field.max })}
                      valid={!code && Boolean(touchedFields[name] || isSubmitted)}
                      className={field.isWide ? "sm:col-span-2" : undefined}
                    >
                      {(fieldControl) => (
                        <>
                          <Controller
                            name={name}
                            control={control}
                            render={({ field: { ref: inputRef, disabled: _disabled, ...bound } }) => (
                              <FieldControl
                                definition={field}
                                control={fieldControl}
                                binding={{ ...bound, inputRef }}
                                options={(field.reference && options[field.reference]) ?? []}
                              />
                            )}
                          />
                          {href && <WebLink href={href} />}
                        </>
                      )}
                    </Field>
                  );
                })}
              </div>
            </fieldset>
          ))}
        </div>
        <div className="flex items-center justify-end gap-4 rounded-b-lg border-t border-line bg-surface px-4 py-3 md:px-6 print:hidden tall:sticky tall:bottom-0">
          <p aria-live="polite" className="mr-auto text-sm text-ink-muted">
            {isDirty ? tr("unsaved") : tr("required_hint")}
          </p>
          <Button
            type="submit"
            variant="primary"
            busy={isSubmitting || leaving}
            icon={<Save aria-hidden="true" className="size-4" />}
          >
            {t("save")}
          </Button>
        </div>
      </form>
      {loginAgain}
    </>
  );
}
