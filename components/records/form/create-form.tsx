"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useState, type FormEvent } from "react";
import { useForm, useWatch } from "react-hook-form";
import { SimilarRecords } from "./similar-records";
import { notice, notify } from "@/components/toasts/notify";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Spinner } from "@/components/ui/spinner";
import type { recordCreated } from "@/lib/features/records/record-answers";
import { ApiError, ignoreFailure, request } from "@/lib/base/browser/api-client";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { isEmptyValue } from "@/lib/model/fields/field";
import { formValues } from "@/lib/model/values/form-values";
import {
  isEntryList,
  offeredOptions,
  referenceOptions,
  type EntryOptions,
  type Option,
} from "@/lib/model/reference-lists/reference-lists";
import { valuesOfTyped } from "@/lib/model/kinds/typed-name";
import { EntryBoxes } from "../shared/entry-boxes";
import { loadEntries } from "../shared/load-entries";
import { FormField, type FormValues } from "./form-field";
import type { Created, NewLinks } from "./use-create-record";
import { useLazyResolver, useReportUnchecked } from "./use-lazy-resolver";

type CreateFormProps = {
  definition: AnyDefinition;
  /** The text for which the user found no record; prefills the form. */
  typed: string;
  /** Further initial values; the form shows their fields, too. */
  values?: Readonly<Record<string, string>>;
  links?: NewLinks;
  open: boolean;
  /** @param created the new record; null if cancelled */
  onClose: (created: Created | null) => void;
};

/** Returns the required fields, in the order of the record's form. */
const requiredFields = ({ form, fields }: AnyDefinition) =>
  form.flatMap((group) => group.fields).filter((name) => fields[name]?.required);

/** Loads the reference entries that required fields offer; returns null while loading. */
function useEntries(definition: AnyDefinition, onFailure: (error: unknown) => void): EntryOptions | null {
  const locale = useLocale();
  const [options, setOptions] = useState<EntryOptions | null>(null);
  const [handleFailure] = useState(() => onFailure);
  useEffect(() => {
    const requiredLists = requiredFields(definition).flatMap((name) => definition.fields[name]?.reference ?? []);
    const lists = [...new Set(requiredLists)].filter(isEntryList);
    let isMounted = true;
    const load = async () => {
      const all = await Promise.all(
        lists.map(async (list) => {
          const entries = await loadEntries(list);
          return [list, offeredOptions(referenceOptions(list, entries, locale), null)] as const;
        }),
      );
      if (isMounted) setOptions(Object.fromEntries(all));
    };
    load().catch((error: unknown) => {
      if (isMounted) handleFailure(error);
      ignoreFailure(error);
    });
    return () => {
      isMounted = false;
    };
  }, [definition, locale, handleFailure]);
  return options;
}

/**
 * Loads the records that a new one can be linked to, and holds the choice. A single one is chosen.
 * @returns `options`, which is null while loading
 */
function useOfferedLinks(offered: NewLinks["offered"], onFailure: (error: unknown) => void) {
  const [options, setOptions] = useState<readonly Option[] | null>(offered ? null : []);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [attempt, setAttempt] = useState(0);
  const load = offered?.load;
  const show = useEffectEvent((found: readonly Option[]) => {
    const ids = found.map(({ id }) => id);
    setOptions(found);
    setChosen((last) => (attempt === 0 && ids.length === 1 ? ids : last.filter((id) => ids.includes(id))));
  });
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    load?.(signal).then(show, (error: unknown) => {
      if (!signal.aborted) fail(error);
      ignoreFailure(error);
    });
    return () => controller.abort();
  }, [load, attempt]);
  return { options, chosen, setChosen, reload: () => setAttempt(attempt + 1) };
}

const NONE = {};

/** Dialog with a new record's required fields, to create it without leaving the current page. */
export function CreateForm({ definition, typed, values: initial = NONE, links, open, onClose }: CreateFormProps) {
  const locale = useLocale();
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const notifyUnchecked = useReportUnchecked();
  const formId = useId();

  function notifyFailure(error: unknown) {
    notify.danger(notice(error instanceof ApiError ? error.code : "unknown_error"));
  }
  function endWithFailure(error: unknown) {
    notifyFailure(error);
    onClose(null);
  }
  const entries = useEntries(definition, endWithFailure);
  const offered = useOfferedLinks(links?.offered, endWithFailure);
  const { control, handleSubmit, setError, setFocus, formState } = useForm<FormValues, unknown, FormValues>({
    resolver: useLazyResolver(definition),
    defaultValues: { ...formValues(definition, null), ...valuesOfTyped(definition, typed, locale), ...initial },
    mode: "onTouched",
  });
  const { errors, dirtyFields, touchedFields, isSubmitting } = formState;
  const watched = useWatch({ control });
  const fields = definition.form.flatMap((group) => group.fields);
  const formFields = fields.filter(
    (name) => definition.fields[name]?.required === true || Object.hasOwn(initial, name),
  );
  const shown = formFields.filter((name) => definition.fields[name]?.visibleWhen?.(watched) ?? true);

  function focusFirstEmpty() {
    const first = shown.find((name) => isEmptyValue(watched[name])) ?? shown[0];
    if (first) setFocus(first);
  }

  async function create(values: FormValues) {
    const chosen = links?.offered && { [links.offered.list]: offered.chosen };
    const body = { ...values, ...(links && { add: { ...links.add, ...chosen } }) };
    try {
      const path = `/api/${definition.apiPath}/new`;
      const { data } = await request<typeof recordCreated>("POST", path, { body, preferMinimal: true });
      onClose({ id: data.lastId, label: definition.label(values, locale), ...(links && { isLinked: true }) });
    } catch (error) {
      const errors = Object.entries((error instanceof ApiError && error.errors) || {});
      const refused = errors.filter(([name]) => Object.hasOwn(definition.fields, name));
      const isLinkGone = errors.length > refused.length;
      if (links?.offered && isLinkGone) offered.reload();
      if (isLinkGone) notify.danger(tr("links_gone"));
      else notifyFailure(error);
      for (const [name, codes] of refused) setError(name, { message: codes[0] });
      if (refused[0]) setFocus(refused[0][0]);
      ignoreFailure(error);
    }
  }

  function submit(event: FormEvent) {
    // React events bubble through portals, so the surrounding record form would be submitted as
    // well.
    event.stopPropagation();
    void handleSubmit(create, notifyUnchecked)(event);
  }

  /** Does nothing while the request is pending, as the record would be created unnoticed. */
  function cancel() {
    if (!isSubmitting) onClose(null);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && cancel()}
      title={tr(`${definition.name}.new`)}
      description={tr("create_hint")}
      footer={
        <>
          <Button disabled={isSubmitting} onClick={cancel}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting}>
            {tr("create")}
          </Button>
        </>
      }
    >
      {entries && offered.options ? (
        <form id={formId} noValidate onSubmit={submit} className="grid gap-x-5 gap-y-4 py-1 sm:grid-cols-2">
          {shown.map((name) => {
            const { reference } = definition.fields[name] ?? {};
            return (
              <FormField
                key={name}
                definition={definition}
                name={name}
                control={control}
                value={watched[name]}
                code={errors[name]?.message as string | undefined}
                isDirty={Boolean(dirtyFields[name])}
                isTouched={Boolean(touchedFields[name])}
                options={(reference && entries[reference]) ?? []}
              />
            );
          })}
          {offered.options.length > 0 && (
            <div className="sm:col-span-full">
              <EntryBoxes
                label={tr("belongs_to")}
                options={offered.options}
                value={offered.chosen}
                onChange={offered.setChosen}
              />
            </div>
          )}
          <FocusOnMount focus={focusFirstEmpty} />
          <SimilarRecords
            definition={definition}
            values={watched}
            isPaused={isSubmitting}
            onTake={({ id, label }) => onClose({ id, label })}
          />
        </form>
      ) : (
        <Spinner className="m-4" />
      )}
    </Dialog>
  );
}

/** Moves the focus once the fields are there: before the dialog moves it, or after its own choice. */
function FocusOnMount({ focus }: { focus: () => void }) {
  const start = useEffectEvent(focus);
  useEffect(() => start(), []);
  return null;
}
