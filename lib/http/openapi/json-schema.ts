/** A JSON Schema (draft 2020-12), as used by OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown };

/**
 * Returns the schema of an object with exactly these properties, all required except those in
 * `optional`.
 */
export function exactObject(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  };
}

/** Returns a schema that also allows null. */
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });

/** Returns the schema of an array, given the schema of its items. */
export const listOf = (items: Schema): Schema => ({ type: "array", items });

/**
 * Converts words to the name of a schema or operation: `lower_case` and `/paths/` become
 * `PascalCase`.
 */
export const pascalCase = (text: string) =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
