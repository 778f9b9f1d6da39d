"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { viewHref } from "@/components/layout/frame-views";
import { notice, notify } from "@/components/toasts/notify";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Button, IconButton } from "@/components/ui/button";
import { CheckLine } from "@/components/ui/choices/check-line";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { TextInput } from "@/components/ui/text-input";
import { isStatisticsParameter } from "@/lib/features/statistics/statistics-query";
import type { View, viewList } from "@/lib/features/views/view-answers";
import { ApiError, ifApiError, request } from "@/lib/base/browser/api-client";
import type { FieldErrors } from "@/lib/model/fields/field";
import { NAME_MAX_LENGTH } from "@/lib/model/limits";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { dayOf } from "@/lib/model/fields/moments";
import { parseAddressQuery } from "@/lib/model/lists/kind-query";
import { addressSearchParams } from "@/lib/model/lists/list-query";
import { withRelativeDays } from "@/lib/model/lists/relative-days";

export type ViewDialogProps = {
  /** The kind of views, as the API names it. */
  kind: string;
  /** Path of the page that shows the views. */
  page: string;
  /** The view's columns; empty for the kind's default columns, or if the kind has none. */
  columns: readonly string[];
  /**
   * Called when saved views have changed.
   * @param href URL of the view that the page now shows
   */
  onChanged: (href?: string) => void;
  onClose: () => void;
};

/**
 * Returns the URL parameters that define a view; those of a list as its controls write them: all except
 * page number and columns.
 */
function currentParameters(kind: string): URLSearchParams {
  const parameters = new URLSearchParams(window.location.search);
  const definition = definitionOfPath(kind);
  // Of the page of statistics; a view has no parameters that the page ignores.
  if (!definition) return new URLSearchParams([...parameters].filter(([name]) => isStatisticsParameter(name)));
  const address = parseAddressQuery(definition, parameters, dayOf(new Date()));
  return addressSearchParams(definition, { ...address, pageNo: 0 });
}

/** Dialog that saves what a page shows as a named view and lists the user's own views. */
export function ViewDialog({ kind, page, columns, onChanged, onClose }: ViewDialogProps) {
  const t = useTranslations("records.views");
  const tc = useTranslations("common");
  const validationText = useValidationText();
  const [views, setViews] = useState<readonly View[]>([]);
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const [keepsRelative, setKeepsRelative] = useState(true);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setBusy] = useState(false);
  const formId = useId();
  const nameRef = useRef<HTMLInputElement>(null);
  const [parameters] = useState(() => currentParameters(kind));
  const [relativeParameters] = useState(() => withRelativeDays(parameters, dayOf(new Date())));
  const canKeepRelative = parameters.toString() !== relativeParameters.toString();

  const path = `/api/views?kind=${kind}`;
  useEffect(() => {
    const controller = new AbortController();
    request<typeof viewList>("GET", path, { signal: controller.signal }).then(
      (found) => setViews(found.filter(({ own }) => own)),
      ifApiError(({ code }) => notify.danger(notice(code))),
    );
    return () => controller.abort();
  }, [path]);

  async function send(action: () => Promise<unknown>, savedView?: { query: string }): Promise<boolean> {
    setBusy(true);
    setErrors({});
    try {
      await action();
      onChanged(savedView && viewHref(page, { ...savedView, columns }));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.errors?.name) setErrors(error.errors);
      else notify.danger(notice(error.code));
      return false;
    } finally {
      setBusy(false);
    }
  }

  const shown = { query: (keepsRelative ? relativeParameters : parameters).toString(), columns };

  async function save(event: FormEvent) {
    event.preventDefault();
    const body = { kind, name, shared: isShared, ...shown };
    if (!(await send(() => request("POST", "/api/views/new", { body }), shown))) return;
    notify.success(t("kept", { name: name.trim() }));
    onClose();
  }

  async function replace({ id, name: oldName, shared }: View) {
    const body = { name: oldName, shared, ...shown };
    if (!(await send(() => request("PUT", `/api/views/${id}`, { body }), shown))) return;
    notify.success(t("replaced", { name: oldName }));
    onClose();
  }

  async function remove({ id, own: _, ...view }: View) {
    if (!(await send(() => request("DELETE", `/api/views/${id}`)))) return;
    setViews((all) => all.filter((one) => one.id !== id));
    const restore = () =>
      request("POST", "/api/views/new", { body: view }).then(
        () => onChanged(),
        ifApiError(({ code }) => notify.danger(notice(code))),
      );
    notify.undoable(t("forgotten", { name: view.name }), { label: tc("undo"), run: () => void restore() });
  }

  const [nameError] = errors.name ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      description={t("hint", { kind })}
      initialFocus={nameRef}
      footer={
        <>
          <Button onClick={onClose}>{tc("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {t("keep")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-2 py-1">
        <LabelledField
          label={t("name")}
          required
          error={nameError && validationText(nameError, { max: NAME_MAX_LENGTH })}
          className="max-w-md"
        >
          {(control) => (
            <TextInput
              {...control}
              ref={nameRef}
              value={name}
              onChange={({ target: { value } }) => setName(value)}
              autoComplete="off"
            />
          )}
        </LabelledField>
        <CheckLine checked={isShared} onChange={setShared} label={t("shared")} />
        {canKeepRelative && <CheckLine checked={keepsRelative} onChange={setKeepsRelative} label={t("runs_along")} />}
      </form>
      {views.length > 0 && (
        <section aria-labelledby={`${formId}-own`} className="mt-3 border-t border-line pt-3">
          <h3 id={`${formId}-own`} className="font-semibold">
            {t("own", { kind })}
          </h3>
          <ul className="divide-y divide-line">
            {views.map((view) => (
              <li key={view.id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  {view.name}
                  {view.shared && <span className="ml-2 text-sm text-ink-muted">{t("is_shared")}</span>}
                </span>
                <IconButton
                  label={t("replace", { kind, name: view.name })}
                  tooltipSide="left"
                  icon={<Icon name="icon-save" className="size-4" />}
                  onClick={() => void replace(view)}
                />
                <IconButton
                  label={t("forget", { name: view.name })}
                  tooltipSide="left"
                  icon={<Icon name="icon-trash-2" className="size-4" />}
                  onClick={() => void remove(view)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
