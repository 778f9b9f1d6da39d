"use client";

import { useTranslations } from "next-intl";
import { useToastText, useValidationText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import type { BulkRefused, BulkResult } from "@/lib/features/records/bulk-answers";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { linkFilterName } from "@/lib/model/lists/filter-names";
import { linkFieldNamed } from "./bulk-edits";

/** Maximum number of refused records listed by name. */
const SHOWN_REFUSED = 50;

type BulkPreviewProps = {
  definition: AnyDefinition;
  result: BulkResult;
  isDelete: boolean;
  /** The fields that the change must set as well. */
  fieldsToAdd: readonly string[];
  onAdd: (field: string) => void;
};

/** Shows how many records a bulk change would affect, and which records it would refuse and why. */
export function BulkPreview({ definition, result, isDelete, fieldsToAdd, onAdd }: BulkPreviewProps) {
  const t = useTranslations("records.bulk");
  const tr = useTranslations("records");
  const noticeText = useToastText();
  const validationText = useValidationText();
  const { changed, same, refused } = result;

  function reason({ message, errors = {} }: BulkRefused): string {
    if (message) return noticeText(message);
    return Object.entries(errors)
      .map(([name, [code = ""]]) => {
        const linkField = linkFieldNamed(definition, name.replace(/^set_links\./, ""));
        const label = linkField
          ? linkFilterName(linkField.linkList, linkField.fieldName, tr)
          : tr(fieldKey(definition.name, name));
        const { max } = linkField?.field ?? definition.fields[name] ?? {};
        return `${label}: ${validationText(code, { max })}`;
      })
      .join(" · ");
  }

  // Groups refused records by reason, so that a shared reason is shown once.
  const byReason = new Map<string, BulkRefused[]>();
  for (const record of refused.slice(0, SHOWN_REFUSED)) {
    byReason.set(reason(record), [...(byReason.get(reason(record)) ?? []), record]);
  }
  const reasons = [...byReason];

  return (
    <div className="rounded-md border border-line bg-sunken px-3 py-2">
      <p className="font-semibold">{t(isDelete ? "will_delete" : "will_change", { count: changed })}</p>
      {same > 0 && <p className="text-ink-muted">{t("are_same", { count: same })}</p>}
      {refused.length > 0 && (
        <>
          <p className="mt-1 font-semibold text-danger">{t("are_refused", { count: refused.length })}</p>
          <ul className="mt-1 max-h-48 overflow-y-auto text-sm" tabIndex={0} aria-label={t("refused_list")}>
            {reasons.map(([text, records]) => (
              <li key={text} className="py-0.5 [overflow-wrap:anywhere]">
                <span className="block text-ink-muted">{text}</span>
                {records.map(({ id, label }) => (
                  // Opens a new tab, so that the dialog and the selection remain.
                  <a
                    key={id}
                    href={`${definition.pages.detail}/${id}`}
                    target="_blank"
                    rel="noopener"
                    className="mr-3 inline-block font-semibold underline underline-offset-2"
                  >
                    {label}
                  </a>
                ))}
              </li>
            ))}
            {refused.length > SHOWN_REFUSED && <li>{tr("and_more", { count: refused.length - SHOWN_REFUSED })}</li>}
          </ul>
          {fieldsToAdd.map((field) => (
            <Button key={field} size="sm" className="mt-1.5 mr-2" onClick={() => onAdd(field)}>
              {t("also_set", { field: tr(fieldKey(definition.name, field)) })}
            </Button>
          ))}
        </>
      )}
    </div>
  );
}
