import type { AnyDefinition } from "../kinds/define";
import type { FilterField } from "./filters";

/** Translates a key of `records` in messages/*.json. */
export type Words = (key: string, values?: Record<string, string>) => string;

/** Returns the translated name of a filter field. */
export function filterFieldName({ name: kind, fields }: AnyDefinition, filtered: FilterField, t: Words): string {
  if (filtered.by === "moment") return t(`filters.${filtered.moment}`);
  if (filtered.by === "field" || filtered.by === "derived" || Object.hasOwn(fields, filtered.name))
    return t(`${kind}.fields.${filtered.name}`);
  return t(`${filtered.linkList.other.kind}.many`);
}
