import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { AnyRow } from "@/lib/model/fields/field";
import type { Relation } from "@/lib/model/kinds/relations";
import { referenceLists, referenceOptions } from "@/lib/model/reference-lists/reference-lists";
import { FocusedNotice } from "./focused-notice";
import type { LinkEntries } from "./role-entries";

/** Returns a function that names the holder of those roles among `values` that only one link can have. */
export function useTakenText(relation: Relation) {
  const locale = useLocale();
  const t = useTranslations("links.taken");
  return (values: AnyRow, entries: LinkEntries, holder: string): string => {
    const field = relation.roles?.field ?? "";
    const reference = relation.fields?.[field]?.reference;
    if (!reference || holder === "") return t("unnamed");
    const chosen = (values[field] ?? []) as number[];
    const { key } = referenceLists[reference];
    const unique = (entries[field] ?? []).filter((entry) => entry.eindeutig && chosen.includes(Number(entry[key])));
    const names = referenceOptions(reference, unique, locale).map(({ label }) => label);
    return names.length > 0 ? t("held", { role: names.join(", "), holder }) : t("unnamed");
  };
}

type TakenRoleProps = { text: string; isBusy: boolean; onReplace: () => void; onCancel: () => void };

/** Says who has a unique role, and offers to take it. */
export function TakenRole({ text, isBusy, onReplace, onCancel }: TakenRoleProps) {
  const t = useTranslations("links.taken");
  const tc = useTranslations("common");
  return (
    <FocusedNotice>
      <p className="[overflow-wrap:anywhere]">{text}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" busy={isBusy} onClick={onReplace}>
          {t("replace")}
        </Button>
        <Button size="sm" onClick={onCancel}>
          {tc("cancel")}
        </Button>
      </p>
    </FocusedNotice>
  );
}
