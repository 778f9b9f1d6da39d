import * as z from "zod/mini";
import type { AnyDefinition, AnyRow } from "../kinds/define";
import type { FieldErrorCode, FieldErrors } from "../fields/field";
import { nameColumns } from "../reference-lists/reference-lists";
import { schemaOf } from "./schemas";

type Result<Values> = { values: Values; errors: null } | { values: null; errors: FieldErrors };

/** Converts zod's issues into error codes by field (contract §1). */
function fieldErrors(error: z.core.$ZodError): FieldErrors {
  // A Map instead of an object, because a request body may contain a field "__proto__".
  const errors = new Map<string, Set<FieldErrorCode>>();
  const add = (field: string, code: FieldErrorCode) => errors.set(field, (errors.get(field) ?? new Set()).add(code));
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) add(key, "unknown");
    else add(String(issue.path[0] ?? ""), issue.message as FieldErrorCode);
  }
  return Object.fromEntries([...errors].map(([field, codes]) => [field, [...codes]]));
}

/**
 * The default error code, for issues without a message of their own: the value has the wrong type.
 */
const context = { error: () => "type" } as const;

/** Validates any input with a schema whose issue messages are error codes. */
export function validate<Values>(schema: z.core.$ZodType<Values>, input: unknown): Result<Values> {
  const result = z.safeParse(schema, input, context);
  return result.success ? { values: result.data, errors: null } : { values: null, errors: fieldErrors(result.error) };
}

/**
 * Removes from a request body the properties of a loaded record that a request does not write: the
 * key, the link lists, the names of entries and the managed fields. A client can therefore send back
 * a record as it was loaded (contract §1).
 */
export function pickEditable(definition: AnyDefinition, body: AnyRow): AnyRow {
  const names = Object.values(definition.fields).flatMap(({ storage, reference }) =>
    storage.in === "column" && reference ? nameColumns(reference) : [],
  );
  const extras = new Set([definition.key, ...definition.tabs.map((tab) => tab.list), ...names]);
  const isExtra = (name: string) =>
    Object.hasOwn(definition.fields, name) ? definition.fields[name]?.managed : extras.has(name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isExtra(name)));
}

/**
 * Returns the valid fields of a request body, as they would be stored. Fields with errors are
 * omitted, so that further checks can run on the others and one response can list all errors.
 */
export function validFields(definition: AnyDefinition, body: AnyRow): AnyRow {
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([name, field]) => {
      const result = Object.hasOwn(body, name) ? schemaOf(field).safeParse(body[name]) : null;
      return result?.success ? [[name, result.data]] : [];
    }),
  );
}
