// zod/mini: what the schemas use of it is a quarter of the size of zod.
import * as z from "zod/mini";
import type { SchemaRecipe, ValueSchema, Zod } from "../fields/field";

// zod compiles validators with `new Function`, which the Content-Security-Policy of our pages
// forbids.
if (typeof window !== "undefined") z.config({ jitless: true });

/**
 * The zod functions that schema factories use. Listed one by one, because passing on the whole
 * module would put all of it into the bundle.
 */
const parts: Zod = {
  _default: z._default,
  array: z.array,
  globalRegistry: z.globalRegistry,
  nullable: z.nullable,
  number: z.number,
  optional: z.optional,
  pipe: z.pipe,
  refine: z.refine,
  strictObject: z.strictObject,
  string: z.string,
  transform: z.transform,
  trim: z.trim,
  unknown: z.unknown,
};

const made = new WeakMap<SchemaRecipe, ValueSchema>();

/**
 * Returns the schema of a field or of a whole kind, memoized by its factory. Declarations contain
 * factories only, so that pages that only show records do not load zod.
 */
export function schemaOf<Output, Input>({
  schema,
}: {
  schema: SchemaRecipe<Output, Input>;
}): ValueSchema<Output, Input> {
  const recipe = schema as SchemaRecipe;
  const known = made.get(recipe) ?? recipe(parts);
  made.set(recipe, known);
  return known as ValueSchema<Output, Input>;
}
