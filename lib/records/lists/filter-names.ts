import type { AnyDefinition } from "../kinds/define";
import { definitionOf } from "../kinds/registry";
import type { FilterField } from "./filters";

/** Translates a key of `records` in messages/*.json. */
export type Words = (key: string, values?: Record<string, string>) => string;

/** Returns the translated name of a filter field, such as “Status” or “Partner institutions: Address”. */
export function filterFieldName(definition: AnyDefinition, filtered: FilterField, t: Words): string {
  const { name: kind, fields } = definition;
  if (filtered.by === "linked") {
    const linked = definitionOf(filtered.linkList.other.kind);
    return `${t(`${linked.name}.many`)}: ${filterFieldName(linked, filtered.inner, t)}`;
  }
  if (filtered.by === "moment") return t(`filters.${filtered.moment}`);
  if (filtered.by === "field" || filtered.by === "derived" || Object.hasOwn(fields, filtered.name))
    return t(`${kind}.fields.${filtered.name}`);
  return t(`${filtered.linkList.other.kind}.many`);
}
