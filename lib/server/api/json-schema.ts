/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type Schema = { readonly [keyword: string]: unknown };

/** A reference to a schema of the document by its name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

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

/** Makes a schema nullable. */
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });

/** An array of a schema. */
export const listOf = (items: Schema): Schema => ({ type: "array", items });

/**
 * Returns the schema of a success response: `success`, the message's key, and further properties.
 */
export const done = (
  message: string,
  more: Readonly<Record<string, Schema>> = {},
  optional: readonly string[] = [],
): Schema => exactObject({ success: { const: true }, message: { const: message }, ...more }, optional);

/**
 * Converts words to the name of a schema or operation: `lower_case` and `/paths/` become
 * `PascalCase`.
 */
export const pascalCase = (text: string) =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
