import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { FieldControl, type Binding } from "@/components/records/form/field-control";
import { notice, notify, recordNotice } from "@/components/toasts/notify";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/choices/select";
import { LabelledField, type ControlProps } from "@/components/ui/labelled-field";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { FileRow, fileUpdated } from "@/lib/features/files/file-answers";
import { FILE_TEXT_MAX, fileFields } from "@/lib/model/files/file-fields";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import type { FieldErrors } from "@/lib/model/fields/field";
import { offeredOptions, type Option } from "@/lib/model/reference-lists/reference-lists";
import { changedFields } from "@/lib/model/values/form-values";
import { useFileUndo } from "./use-file-undo";

const FIELDS = ["dateiart", "unterzeichnet_am", "gueltig_ab", "gueltig_bis", "sichtbar", "bezeichnung"] as const;
type FieldName = (typeof FIELDS)[number];
type Values = Pick<FileRow, FieldName>;

const valuesOf = (file: FileRow) => Object.fromEntries(FIELDS.map((name) => [name, file[name]])) as Values;

type FileFormProps = {
  file: FileRow;
  dateiarten: readonly Option[];
  visibilities: readonly FileVisibility[];
  /** True if the user has opened the form, and not an upload. */
  takesFocus: boolean;
  onClose: () => void;
};

/** Form with what describes a file: its kind, days, and who sees it, in one row of wide windows. */
export function FileForm({ file, dateiarten, visibilities, takesFocus, onClose }: FileFormProps) {
  const t = useTranslations("files");
  const tc = useTranslations("common");
  const tl = useTranslations("history.fields.files");
  const tv = useTranslations("history.values.sichtbar");
  const validationText = useValidationText();
  const { refresh } = usePendingNavigation();
  const { offerUndo } = useFileUndo();
  const [values, setValues] = useState(() => valuesOf(file));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) first.current?.focus();
  }, [takesFocus]);

  async function save() {
    const changed = changedFields(valuesOf(file), values);
    if (Object.keys(changed).length === 0) return onClose();
    setBusy(true);
    try {
      const { message } = await request<typeof fileUpdated>("PUT", `/api/files/${file.datei_id}`, { body: changed });
      const label = values.bezeichnung || file.name;
      offerUndo(recordNotice(message, label), { datei_id: file.datei_id, label }, "update");
      onClose();
      refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.errors ?? {});
      notify.danger(notice(error.code));
      if (error.status === 404) refresh();
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isBusy) void save();
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  }

  const bindingOf = (name: FieldName): Binding => ({
    name,
    value: values[name],
    onChange: (value) => setValues((before) => ({ ...before, [name]: value })),
    onBlur: () => undefined,
    inputRef: (input) => {
      if (name === "dateiart") first.current = input;
    },
  });

  function fieldOf(name: FieldName, control: (props: ControlProps) => React.ReactNode) {
    const [code] = errors[name] ?? [];
    return (
      <LabelledField
        key={name}
        label={tl(name)}
        error={code && validationText(code, { max: FILE_TEXT_MAX })}
        className={name === "bezeichnung" ? "sm:col-span-2 lg:col-span-3" : undefined}
      >
        {control}
      </LabelledField>
    );
  }

  const described = (name: Exclude<FieldName, "sichtbar">) =>
    fieldOf(name, (control) => (
      <FieldControl
        definition={fileFields[name]}
        control={control}
        options={name === "dateiart" ? offeredOptions(dateiarten, file.dateiart) : []}
        binding={bindingOf(name)}
      />
    ));

  return (
    <form
      noValidate
      aria-label={t("edit_named", { name: file.bezeichnung || file.name })}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      className="mt-3 grid gap-x-4 gap-y-3 rounded-md bg-sunken p-3 sm:grid-cols-2 lg:grid-cols-[minmax(12rem,1.4fr)_repeat(3,minmax(8.5rem,1fr))_minmax(8rem,1fr)]"
    >
      {described("dateiart")}
      {described("unterzeichnet_am")}
      {described("gueltig_ab")}
      {described("gueltig_bis")}
      {fieldOf("sichtbar", (control) => (
        <Select
          {...control}
          value={values.sichtbar}
          onChange={(event) => setValues({ ...values, sichtbar: event.target.value as FileVisibility })}
          options={visibilities.map((value) => ({ value, label: tv(value) }))}
        />
      ))}
      {described("bezeichnung")}
      <div className="flex flex-wrap items-end justify-end gap-2 sm:col-span-2">
        <Button onClick={onClose}>{tc("cancel")}</Button>
        <Button type="submit" variant="primary" busy={isBusy}>
          {tc("save")}
        </Button>
      </div>
    </form>
  );
}
