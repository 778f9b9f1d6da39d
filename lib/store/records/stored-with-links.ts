import type { AnyDefinition } from "@/lib/model/kinds/define";
import { linkListOf } from "@/lib/model/kinds/relations";
import type { Connection } from "../database/client";
import { linksFields } from "../sql/fragments";
import { linksOf } from "../sql/links";
import { storedRecords, type Stored } from "../sql/stored-records";

/**
 * Reads records by key like `storedRecords`, which leaves out links under the name of their list:
 * those that one of the fields represents are among the values, as ids. One more statement for
 * each.
 */
export async function storedWithLinks(
  connection: Connection,
  definition: AnyDefinition,
  ids: readonly number[],
  fields: readonly string[],
): Promise<Map<number, Stored>> {
  if (ids.length === 0) return new Map();
  const lists = linksFields(definition)
    .filter(([name, { storage }]) => storage.list === name && fields.includes(name))
    .map(([name]) => linkListOf(definition.name, name));
  const [records, ...linked] = await Promise.all([
    storedRecords(connection, definition, ids),
    ...lists.map((list) => linksOf(connection, list, ids)),
  ]);
  return new Map(
    [...records].map(([id, { version, values }]) => {
      const links = lists.map(({ list }, at) => [list, [...(linked[at]?.get(id)?.keys() ?? [])]]);
      return [id, { version, values: { ...values, ...Object.fromEntries(links) } }];
    }),
  );
}
