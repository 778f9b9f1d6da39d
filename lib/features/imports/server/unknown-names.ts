import { IMPORT_NAMES_COMPARED } from "@/lib/model/limits";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { valuesOfTyped } from "@/lib/model/kinds/typed-name";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { importColumn, type SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import { inBoundedTime, type Context } from "@/lib/store/database/transaction";
import { namesOf, similaritiesOf } from "@/lib/features/duplicates/server/find-similar";
import { refreshDuplicates } from "@/lib/features/duplicates/server/refresh";
import { getAt } from "@/lib/model/pure/get-at";
import { nameSourceOf, similarEntries } from "./named-ids";
import type { StoredImport } from "./imports-sql";
import type { UnknownNames } from "./plan";
import type { UnknownName } from "../import-answers";
import { ownValue } from "@/lib/model/pure/own-value";

/** Number of records that are offered for a name. */
const OFFERED = 3;
const TIMEOUT_MS = 15_000;

/** Finds the records that a name probably means, by the rules for duplicates (contract §12). */
async function similarRecords(context: Context, definition: AnyDefinition, names: readonly string[]) {
  if (!definition.duplicateFields) return new Map<string, Option[]>();
  await refreshDuplicates(context, definition, "read", TIMEOUT_MS);
  const values = names.map((name) => valuesOfTyped(definition, name, "de"));
  return inBoundedTime(
    context,
    async (connection) => {
      const found = await similaritiesOf(connection, definition, values, { until: Date.now() + TIMEOUT_MS });
      const best = found.map((matches) => matches.slice(0, OFFERED).map(({ id }) => id));
      const labels = await namesOf(context, definition, best.flat(), connection);
      const option = (id: number) => {
        const named = labels.get(id);
        return named ? [{ id, label: named.label }] : [];
      };
      return new Map(best.map((ids, at) => [getAt(names, at), ids.flatMap(option)]));
    },
    TIMEOUT_MS,
  );
}

const similarOf = async (context: Context, column: SpreadsheetColumn, names: readonly string[]) => {
  if (column.by === "links") return similarRecords(context, definitionOf(column.linkList.other.kind), names);
  const source = nameSourceOf(column);
  return source ? similarEntries(context.connection, source, names) : new Map<string, Option[]>();
};

/**
 * Lists the names that rows refer to and that do not exist, each once, with similar entries or
 * records for the first of them.
 */
export async function listUnknownNames(
  context: Context,
  definition: AnyDefinition,
  { mapping }: Pick<StoredImport, "mapping">,
  unknown: UnknownNames,
): Promise<UnknownName[]> {
  const listed: UnknownName[] = [];
  for (const [header, counts] of unknown) {
    const column = importColumn(definition, ownValue(mapping, header));
    if (!column) continue;
    const compared = [...counts.keys()].slice(0, Math.max(0, IMPORT_NAMES_COMPARED - listed.length));
    const similar = await similarOf(context, column, compared);
    for (const [text, rows] of counts) listed.push({ header, text, rows, similar: similar.get(text) ?? [] });
  }
  return listed;
}
