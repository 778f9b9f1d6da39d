import type { AnyDefinition, AnyRow } from "./define";
import type { FormatContext } from "../overview/overview";
import { inOneLine } from "../fields/line-breaks";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";
import { linkedName, linksInState, sortByRoles } from "./link-words";
import { linkedIn } from "./linked-lists";
import { definitionOf } from "./registry";
import { linkListOf } from "./relations";

/**
 * Returns the second line of a search hit, which distinguishes records with the same name. The
 * record must be loaded with its link lists.
 */
export function detailText(definition: AnyDefinition, record: AnyRow, names: FormatContext): string {
  const { locale } = names;
  const partOf = (name: string): string => {
    const field = definition.fields[name];
    if (field?.storage.in === "column")
      return record[name] === NOT_APPLICABLE ? "" : inOneLine(field.text(record[name], names));
    const { relation, other } = linkListOf(definition.name, name);
    const child = definitionOf(other.kind);
    const current = linksInState(relation, linkedIn(record, name), "current", names.today);
    const byLabel = current.sort((a, b) => child.label(a, locale).localeCompare(child.label(b, locale), "de"));
    return sortByRoles(relation, byLabel, names.roles)
      .map((row) => linkedName(relation, row, child.label(row, locale), names))
      .join(", ");
  };
  const { parts, separator } = definition.detail;
  return parts(locale)
    .map((part) => (typeof part === "string" ? partOf(part) : (part.map(partOf).find(Boolean) ?? "")))
    .filter(Boolean)
    .join(separator);
}
