import { writableValues, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import type { FieldErrors } from "@/lib/model/fields/field";
import { schemaOf } from "@/lib/model/values/schemas";
import { validate, validFields } from "@/lib/model/values/validation";
import type { Connection } from "../database/client";
import { AppError, invalid } from "@/lib/base/errors/errors";
import type { RequestedEdit } from "./edit";
import { idsIn, knownEntries } from "../sql/reference-list-rows";

/** Returns the valid fields that refer to entries or records, and differ from the stored ones. */
function newReferences(definition: AnyDefinition, { stored, set }: RequestedEdit): [field: string, ids: number[]][] {
  const named = Object.entries(set).filter(([name]) => definition.fields[name]?.reference);
  const valid = Object.entries(validFields(definition, Object.fromEntries(named)));
  return valid.flatMap(([name, value]): [string, number[]][] => {
    const storedIds = new Set(idsIn(stored?.values[name]));
    const ids = idsIn(value).filter((id) => !storedIds.has(id));
    return ids.length > 0 ? [[name, ids]] : [];
  });
}

/** Returns a function that finds references to entries or records that must not be used. */
export async function referenceCheck(
  connection: Connection,
  definition: AnyDefinition,
  requests: readonly RequestedEdit[],
) {
  const named = new Map<RequestedEdit, [string, number[]][]>();
  const idsByField: Record<string, Set<number>> = {};
  for (const request of requests) {
    const references = newReferences(definition, request);
    named.set(request, references);
    for (const [name, ids] of references) {
      const all = (idsByField[name] ??= new Set());
      for (const id of ids) all.add(id);
    }
  }
  const known = await knownEntries(connection, definition, idsByField);
  return (request: RequestedEdit, acceptsInactive: boolean): FieldErrors => {
    const isKnown = acceptsInactive ? known.has : known.isActive;
    const unknown = (named.get(request) ?? []).filter(([name, ids]) => !ids.every((id) => isKnown(name, id)));
    return Object.fromEntries(unknown.map(([name]) => [name, ["exists"]]));
  };
}

type ReferenceCheck = Awaited<ReturnType<typeof referenceCheck>>;

const isEmpty = (errors: object) => Object.keys(errors).length === 0;

/** Whether each error was there before. */
const areAllStored = (errors: FieldErrors, before: FieldErrors | null) =>
  Object.entries(errors).every(([name, codes]) => codes.every((code) => before?.[name]?.includes(code)));

/** Validates the whole record, without its managed fields, as it would be after an edit. */
export function checkValues(
  definition: AnyDefinition,
  request: RequestedEdit,
  unknownReferences: ReferenceCheck,
): { values: AnyRow; error: null } | { values: null; error: AppError } {
  const { edit, stored, set } = request;
  const schema = schemaOf(definition);
  const before = stored && writableValues(definition, stored.values);
  const merged = { ...before, ...set };
  const result = validate(schema, merged);
  const unknown = unknownReferences(request, edit.acceptsInactive === true);
  if (result.values && isEmpty(unknown)) return { values: result.values, error: null };
  const isAccepted =
    edit.acceptsStoredErrors &&
    before &&
    isEmpty(unknown) &&
    areAllStored(result.errors ?? {}, validate(schema, before).errors);
  return isAccepted
    ? { values: merged, error: null }
    : { values: null, error: invalid({ ...result.errors, ...unknown }) };
}

/**
 * Creates the error for a change of a record that does not exist. By the order of errors in
 * contract §1 it is validation_failed if the change is invalid for any record.
 */
export function missingRecord(
  definition: AnyDefinition,
  request: RequestedEdit,
  unknownReferences: ReferenceCheck,
): AppError {
  const { errors } = validate(schemaOf(definition), request.set);
  const named = Object.entries(errors ?? {}).filter(([name]) => Object.hasOwn(request.set, name));
  const all = { ...Object.fromEntries(named), ...unknownReferences(request, true) };
  return isEmpty(all) ? new AppError("data_not_found") : invalid(all);
}
