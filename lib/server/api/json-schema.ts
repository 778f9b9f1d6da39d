import type { MessageKey } from "../../i18n";

/** A JSON Schema (draft 2020-12), as used by OpenAPI 3.1. */
export type Schema = { readonly [keyword: string]: unknown };

/** Returns a reference to a named schema of the OpenAPI document. */
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

/** Returns a schema that also allows null. */
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });

/** Returns the schema of an array, given the schema of its items. */
export const listOf = (items: Schema): Schema => ({ type: "array", items });

/**
 * Returns the schema of a success response: `success: true`, the key of the message, and further
 * properties. Recipients of rounds are thanked by the messages of their page.
 */
export const done = (
  message: MessageKey<"notices"> | "thanks",
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
