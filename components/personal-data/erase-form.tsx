"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { Button } from "@/components/ui/button";
import { CheckLine } from "@/components/ui/choices/check-line";
import { LabelledField } from "@/components/ui/labelled-field";
import { TextInput } from "@/components/ui/text-input";
import type { PersonFile } from "@/lib/features/files/file-answers";
import type { personErased } from "@/lib/features/personal-data/personal-data-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { confirmsName } from "@/lib/features/personal-data/erasure";

type EraseFormProps = {
  /** API path of the record. */
  path: string;
  /** The name that must be typed to confirm. */
  name: string;
  /** Path of the list page, which opens after the erasure. */
  list: string;
  /** Files of other records that concern the person, which the user may choose to erase as well. */
  files: readonly PersonFile[];
};

/**
 * Form that irreversibly erases a person after the user has typed the person's name (contract §9).
 */
export function EraseForm({ path, name, list, files }: EraseFormProps) {
  const t = useTranslations("personal_data");
  const { replace } = usePendingNavigation();
  const [confirm, setConfirm] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isWrong, setWrong] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function erase() {
    if (!confirmsName(confirm, name)) return setWrong(true);
    setBusy(true);
    const body = { confirm, ...(chosen.size > 0 && { files: [...chosen] }) };
    try {
      const { message } = await request<typeof personErased>("POST", `${path}/erase`, { body });
      notify.success(notice(message));
      persistToasts();
      await replace(list);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) throw error;
      // The person's name has been changed meanwhile, so the typed name no longer matches.
      if (error.errors?.confirm) setWrong(true);
      else notify.danger(notice(error.code));
    }
  }

  const setFileChosen = (datei_id: number, isChosen: boolean) =>
    setChosen(
      (before) => new Set([...[...before].filter((each) => each !== datei_id), ...(isChosen ? [datei_id] : [])]),
    );

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void erase();
      }}
      className="flex max-w-md flex-col gap-4"
    >
      {files.length > 0 && (
        <fieldset>
          <legend className="mb-1 font-medium">{t("erase_files")}</legend>
          {files.map(({ datei_id, name: fileName, label }) => (
            <CheckLine
              key={datei_id}
              checked={chosen.has(datei_id)}
              onChange={(isChosen) => setFileChosen(datei_id, isChosen)}
              label={label ? `${fileName} · ${label}` : fileName}
            />
          ))}
        </fieldset>
      )}
      <LabelledField label={t("confirm", { name })} required error={isWrong ? t("wrong_name") : undefined}>
        {(control) => (
          <TextInput
            {...control}
            value={confirm}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setConfirm(target.value);
              setWrong(false);
            }}
          />
        )}
      </LabelledField>
      <Button type="submit" variant="danger" busy={isBusy} className="self-start">
        {t("erase")}
      </Button>
    </form>
  );
}
