"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { SearchableSelect } from "@/components/ui/choices/searchable-select";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { unitOf, usedBy, type ShownEntry } from "./entry";
import type { CallOutcome } from "./use-entry-calls";
import { useRecordCountText } from "./use-record-count-text";

type ReplaceDialogProps = {
  entry: ShownEntry;
  label: string;
  /** Entries that can replace this entry. */
  others: readonly Option[];
  open: boolean;
  onClose: () => void;
  onReplace: (by: number | null) => Promise<CallOutcome>;
};

/** Dialog to choose the entry that replaces another one; states how much will change. */
export function ReplaceDialog({ entry, label, others, open, onClose, onReplace }: ReplaceDialogProps) {
  const t = useTranslations("reference");
  const common = useTranslations("common");
  const validationText = useValidationText();
  const usageText = useRecordCountText();
  const [by, setBy] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const count = usedBy(entry);

  async function replace() {
    if (by === null) return setError("required");
    setBusy(true);
    const outcome = await onReplace(by).finally(() => setBusy(false));
    const code = outcome.isDone ? undefined : outcome.errors?.by?.[0];
    if (code) setError(code);
    else onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("replace_title", { label })}
      footer={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => void replace()}>
            {t("replace_confirm", { count, unit: unitOf(entry) })}
          </Button>
        </>
      }
    >
      <p className="mb-4 max-w-prose">
        {count > 0
          ? t("replace_text", { count, unit: unitOf(entry), uses: entry.uses.map(usageText).join(", ") })
          : t("replace_unused")}
      </p>
      <LabelledField label={t("replace_by")} required error={error && validationText(error)}>
        {(control) => (
          <SearchableSelect
            {...control}
            options={others.map(({ id, label: name }) => ({ value: id, label: name }))}
            value={by}
            onChange={(next) => {
              setBy(next);
              setError(undefined);
            }}
            emptyLabel={common("please_select")}
          />
        )}
      </LabelledField>
    </Dialog>
  );
}
