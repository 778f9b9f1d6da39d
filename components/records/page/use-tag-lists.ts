import { useTranslations } from "next-intl";
import type { KindName } from "@/lib/model/kinds/define";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { definitionOf } from "@/lib/model/kinds/registry";
import { tagListOf, type ReferenceListName } from "@/lib/model/reference-lists/reference-lists";

/**
 * Returns a function that returns the reference list of a kind's values with a label, if screens show
 * them as tags. Overviews from the API name their values only by labels.
 */
export function useTagLists(): (kind: KindName, label: string) => ReferenceListName | undefined {
  const tr = useTranslations("records");
  return (kind, label) =>
    Object.entries(definitionOf(kind).fields)
      .filter(([name, field]) => tagListOf(field) && tr(fieldKey(kind, name)) === label)
      .map(([, field]) => tagListOf(field))[0];
}
