import { useTranslations } from "next-intl";
import { useValidationText } from "@/components/toasts/use-message-text";
import { Badge } from "@/components/ui/badge";
import type { PastedEntry } from "@/lib/features/reference-lists/pasted-entries";
import { getAt } from "@/lib/model/pure/get-at";
import { ownValue } from "@/lib/model/pure/own-value";
import { nameColumns, referenceLists, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import { LOCALES } from "@/lib/model/messages/i18n";

const TONES = { new: "success", exists: "neutral", repeated: "neutral", columns: "danger", invalid: "danger" } as const;

type PastePreviewProps = { list: EntryListName; entries: readonly PastedEntry[] };

/** Table of pasted entries: their names, and what becomes of each. */
export function PastePreview({ list, entries }: PastePreviewProps) {
  const t = useTranslations("reference");
  const validationText = useValidationText();
  const { max } = referenceLists[list];
  const errorOf = ({ errors }: PastedEntry, column: string) => ownValue(errors ?? {}, column)?.[0];
  return (
    <div
      role="region"
      aria-label={t("paste.preview")}
      tabIndex={0}
      className="mt-3 max-h-72 overflow-auto rounded-md border border-line"
    >
      <table className="w-full table-fixed border-collapse text-left text-sm">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {LOCALES.map((locale) => (
              <th key={locale} scope="col" className="px-2 py-1.5">
                {t(`languages.${locale}`)}
              </th>
            ))}
            <th scope="col" className="w-28 px-2 py-1.5 sm:w-36">
              {t("paste.effect")}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <tr key={index} className="border-t border-line align-top">
              {nameColumns(list).map((column, place) => {
                const code = errorOf(entry, column);
                return (
                  <td key={column} lang={LOCALES[place]} className="px-2 py-1 [overflow-wrap:anywhere]">
                    {getAt(entry.names, place)}
                    {code && <span className="block font-medium text-danger">{validationText(code, { max })}</span>}
                  </td>
                );
              })}
              <td className="px-2 py-1">
                <Badge tone={TONES[entry.state]}>{t(`paste.states.${entry.state}`)}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
