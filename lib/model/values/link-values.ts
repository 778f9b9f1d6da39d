import { daysLater } from "../fields/day";
import type { AnyRow, FieldErrorCode, FieldErrors } from "../fields/field";
import type { FieldChange } from "../answers/shapes";
import { defaultLinkValues, type Relation } from "../kinds/relations";
import { schemaOf } from "./schemas";
import { validate } from "./validation";

/**
 * Sorts the ids of a value, whose order has no meaning, so that equal values have equal JSON.
 */
const normalized = (value: unknown): unknown =>
  Array.isArray(value) ? [...new Set(value as number[])].sort((a, b) => a - b) : value;

/** Returns whether two values of a field are equal. */
export const isSameLinkValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(normalized(one)) === JSON.stringify(normalized(other));

/**
 * Parses the values of a link's fields in a request body. `null` stands for the empty value.
 * @returns the valid values, and the errors of the others by field name
 */
export function parseLinkValues({ fields = {} }: Relation, body: AnyRow): { values: AnyRow; errors: FieldErrors } {
  const errors = new Map<string, FieldErrorCode[]>();
  const values = Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) {
      errors.set(name, ["unknown"]);
      return [];
    }
    const result = value === null ? { values: field.empty, errors: null } : validate(schemaOf(field), value);
    if (!result.errors) return [[name, normalized(result.values)] as const];
    errors.set(name, [...new Set(Object.values(result.errors).flat())]);
    return [];
  });
  return { values: Object.fromEntries(values), errors: Object.fromEntries(errors) };
}

/** Returns the error of a link that ends before it begins, by the name of the field with its end. */
export function periodError({ period }: Relation, values: AnyRow): FieldErrors {
  if (!period) return {};
  const [from, to] = [values[period.from], values[period.to]];
  return typeof from === "string" && typeof to === "string" && to < from ? { [period.to]: ["date_order"] } : {};
}

/**
 * Returns the values of a link that ends on the day before another one begins (`YYYY-MM-DD`); null if
 * it has not begun by then.
 */
export function linkBefore(period: NonNullable<Relation["period"]>, values: AnyRow, begins: string): AnyRow | null {
  const start = values[period.from];
  if (typeof start === "string" && start >= begins) return null;
  return { ...values, [period.to]: daysLater(begins, -1) };
}

/**
 * Returns the values in which a link differs before and after a change. Of a new or removed link,
 * whose other side is null, these are the values that differ from the empty ones (contract §13).
 */
export function linkDifferences(
  relation: Relation,
  { before, after }: { before: AnyRow | null; after: AnyRow | null },
): FieldChange[] {
  const emptyValues = defaultLinkValues(relation);
  return Object.keys(relation.fields ?? {}).flatMap((name) => {
    const [old, now] = [normalized((before ?? emptyValues)[name]), normalized((after ?? emptyValues)[name])];
    if (isSameLinkValue(old, now)) return [];
    return [{ name, old: before ? old : null, new: after ? now : null }];
  });
}

/** Returns the values of a link that differ from the empty ones; undefined if there are none. */
export function filledLinkValues(relation: Relation, values: AnyRow): AnyRow | undefined {
  const filled = linkDifferences(relation, { before: null, after: values });
  return filled.length > 0 ? Object.fromEntries(filled.map((field) => [field.name, field.new])) : undefined;
}
