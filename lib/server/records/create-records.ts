import { schemaOf } from "../../records/values/schemas";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import { linkListOf } from "../../records/kinds/relations";
import { validate } from "../../records/values/validation";
import { inTransaction, type Context } from "../database/transaction";
import { invalid } from "../errors/errors";
import { recordChanges, type NewChange } from "./record-change";
import { authorize } from "../access/permissions";
import { changeHeader } from "./records";
import { addLinksOfMany, insertRecords } from "./sql/insert-records";
import { snapshotFields } from "./sql/record-store";
import { unknownReferences } from "./sql/reference-list-rows";
import { linksFields } from "./sql/fragments";
import { getAt } from "../errors/invariant";

/** The ids of all bodies together, by field: whether they are there is asked once. */
const allReferences = (definition: AnyDefinition, all: readonly AnyRow[]): AnyRow =>
  Object.fromEntries(
    Object.entries(definition.fields).flatMap(([name, { reference }]) =>
      reference ? [[name, [...new Set(all.flatMap((values) => values[name] as number | number[]))]]] : [],
    ),
  );

/**
 * Creates many records of a kind by the rules of `saveRecord`, all of them or none, in a handful of statements instead of as
 * many for each.
 * @returns their keys, in the order of the bodies
 * @throws AppError validation_failed where one of them is wrong, whichever it is
 */
export async function createRecords(
  context: Context,
  definition: AnyDefinition,
  bodies: readonly AnyRow[],
): Promise<number[]> {
  authorize(context.actor, "write", definition.name);
  const all = bodies.map((body) => {
    const { values, errors } = validate(schemaOf(definition), body);
    if (errors) throw invalid(errors);
    return values as AnyRow;
  });
  return inTransaction(context, async (unit) => {
    const { connection } = unit;
    const unknown = await unknownReferences(connection, definition, allReferences(definition, all), {
      carriedBy: null,
    });
    if (unknown) throw invalid(unknown);
    const ids = await insertRecords(connection, definition, all);
    const changes = all.map((values, at): NewChange => {
      const saved = { id: getAt(ids, at), version: 1 };
      const fields = snapshotFields(definition, { old: null, new: values });
      return { ...changeHeader(definition, saved, values), action: "create", fields };
    });
    for (const [name, { storage }] of linksFields(definition)) {
      const linkList = linkListOf(definition.name, storage.list);
      const wanted = all.map((values, at) => ({ id: getAt(ids, at), ids: (values[name] ?? []) as number[] }));
      for (const { own, ...related } of await addLinksOfMany(connection, linkList, wanted)) {
        const values = getAt(all, ids.indexOf(own));
        changes.push({ ...changeHeader(definition, { id: own, version: 1 }, values), action: "link", related });
      }
    }
    await recordChanges(unit, changes);
    return ids;
  });
}
