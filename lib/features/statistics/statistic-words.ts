import { definitionOf } from "@/lib/model/kinds/registry";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import type { Translate } from "@/lib/model/messages/i18n";
import { sourceOf, type StatisticField } from "./statistic-fields";

/** Returns the name of a field by which a statistic counts. */
export function fieldName(field: StatisticField, words: Translate<"records">): string {
  if (field === "rolle") return words("statistics.role");
  if (field === "beginn_jahr") return words("statistics.begin_year");
  // Rows have one value each, unlike the fields of a form.
  if (field === "einrichtungen") return words("statistics.facility");
  if (field === "themenfelder") return words("thematicField.one");
  const source = sourceOf(field);
  const kind = source.in === "linked" ? definitionOf(source.list.other.kind) : definitionOf("project");
  return words(fieldKey(kind.name, field));
}
