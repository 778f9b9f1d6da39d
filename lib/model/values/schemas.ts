// zod/mini instead of zod: it reduces the size of the bundled code to a quarter.
import * as z from "zod/mini";
import type { SchemaRecipe, ValueSchema, Zod } from "../fields/field";

// zod compiles validators with `new Function`, which the Content-Security-Policy of our pages
// forbids.
if (typeof window !== "undefined") z.config({ jitless: true });

/**
 * The zod functions that schema factories use. They are listed individually, because passing the
 * module itself would put all of zod into the bundle.
 */
const parts: Zod = {
  _default: z._default,
  array: z.array,
  boolean: z.boolean,
  globalRegistry: z.globalRegistry,
  nullable: z.nullable,
  number: z.number,
  optional: z.optional,
  overwrite: z.overwrite,
  pipe: z.pipe,
  refine: z.refine,
  strictObject: z.strictObject,
  string: z.string,
  transform: z.transform,
  unknown: z.unknown,
};

const schemas = new WeakMap<SchemaRecipe, ValueSchema>();

/**
 * Returns the schema of a field or of a whole kind; each factory is called once and its schema
 * memoized. Declarations contain factories instead of schemas, so that pages that only show records
 * do not load zod.
 */
export function schemaOf<Output, Input>({
  schema,
}: {
  schema: SchemaRecipe<Output, Input>;
}): ValueSchema<Output, Input> {
  const recipe = schema as SchemaRecipe;
  const valueSchema = schemas.get(recipe) ?? recipe(parts);
  schemas.set(recipe, valueSchema);
  return valueSchema as ValueSchema<Output, Input>;
}
