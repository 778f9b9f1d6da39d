import * as z from "zod/mini";
import { missing, type FieldErrorCode } from "../fields/field";

type Codes = { missing?: FieldErrorCode; tooMany?: FieldErrorCode };

/**
 * Returns the schema of a list of at most `maxItems` items. The length is checked before the items: a list
 * that is too long is refused without looking at them (contract §1).
 * @param codes the error codes of a missing list, by default `type`, and of one that is too long, by default `max`
 */
export function listUpTo<Item extends z.core.$ZodType>(item: Item, maxItems: number, codes: Codes = {}) {
  const { missing: required = "type", tooMany = "max" } = codes;
  const bounded = z
    .transform((list: unknown) => list)
    .check(z.refine((list) => !Array.isArray(list) || list.length <= maxItems, { error: tooMany }));
  const list = z.array(item, { error: ({ input }) => (missing(input) ? required : "type") });
  return z.pipe(bounded, list.check(z.maxLength(maxItems)));
}
