import * as z from "zod/mini";
import { missing, type FieldErrorCode } from "../fields/field";

type Codes = { missing?: FieldErrorCode; tooMany?: FieldErrorCode };

/**
 * Returns the schema of a list of at most `most` items. The length is judged before the items: a list
 * that is too long is refused without looking at them (contract §1).
 * @param codes the error codes of a missing list, by default `type`, and of one that is too long, by default `max`
 */
export function listUpTo<Item extends z.core.$ZodType>(item: Item, most: number, codes: Codes = {}) {
  const { missing: required = "type", tooMany = "max" } = codes;
  const given = z
    .transform((list: unknown) => list)
    .check(z.refine((list) => !Array.isArray(list) || list.length <= most, { error: tooMany }));
  const list = z.array(item, { error: ({ input }) => (missing(input) ? required : "type") });
  return z.pipe(given, list.check(z.maxLength(most)));
}
