import type { AnyDefinition, AnyRow } from "./define";
import type { EntryNames } from "../fields/field";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";
import { definitionOf } from "./registry";
import { linkListOf } from "./relations";

/**
 * Returns the second line of a search hit, which distinguishes records with the same name. The
 * record must be loaded with its link lists.
 */
export function detailText(definition: AnyDefinition, record: AnyRow, names: EntryNames): string {
  const { locale } = names;
  const partOf = (name: string): string => {
    const field = definition.fields[name];
    if (field?.storage.in === "column") return record[name] === NOT_APPLICABLE ? "" : field.text(record[name], names);
    const child = definitionOf(linkListOf(definition.name, name).other.kind);
    const linked = (record[name] ?? []) as readonly AnyRow[];
    return linked
      .map((row) => child.label(row, locale))
      .sort((a, b) => a.localeCompare(b, "de"))
      .join(", ");
  };
  const { parts, separator } = definition.detail;
  return parts(locale)
    .map((part) => (typeof part === "string" ? partOf(part) : (part.map(partOf).find(Boolean) ?? "")))
    .filter(Boolean)
    .join(separator);
}
