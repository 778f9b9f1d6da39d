// The small zod: what our schemas use of it is a quarter of the whole.
import * as z from "zod/mini";
import type { SchemaRecipe, ValueSchema, Zod } from "../fields/field";

// zod compiles validators with `new Function`, which the content security policy of our pages forbids.
if (typeof window !== "undefined") z.config({ jitless: true });

/** The parts of zod that recipes use. Named one by one: the whole of it, handed on, would travel whole. */
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
 * The schema of a field or of a whole kind, made of its recipe once. The declarations hold recipes, so that a page that only
 * shows records does without zod; what checks input asks here.
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
