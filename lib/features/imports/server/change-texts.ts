import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";
import type { EntryNames } from "@/lib/model/fields/field";
import { roleColumn } from "@/lib/features/exports/role-columns";
import type { Context } from "@/lib/store/database/transaction";
import { findOptionsWithDeleted } from "@/lib/store/records/find-records";
import { recordLabels } from "@/lib/store/sql/list-records";
import type { StoredRow, Verdict } from "./imports-sql";

/** What people read as the old and the new value of each changed field. */
type ChangeTexts = Record<string, { old: string; new: string }>;
type Changes = Pick<Verdict, "changes">;

const idsIn = (value: unknown): number[] => (Array.isArray(value) ? (value as unknown[]).map(Number) : []);

/** Returns the link list that a changed value belongs to; null for a field of the record. */
function linkListIn(definition: AnyDefinition, name: string): string | null {
  const field = definition.fields[name];
  if (field) return field.storage.in === "links" && !field.reference ? field.storage.list : null;
  return roleColumn(definition, name)?.linkList.list ?? name;
}

/** Loads the labels of the linked records that changes name, by link list and id. */
async function linkedLabels({ connection, locale }: Context, definition: AnyDefinition, rows: readonly Changes[]) {
  const ids = new Map<string, Set<number>>();
  for (const change of rows.flatMap(({ changes }) => changes)) {
    const list = linkListIn(definition, change.name);
    if (list === null) continue;
    const all = ids.get(list) ?? new Set();
    for (const id of [...idsIn(change.old), ...idsIn(change.new)]) all.add(id);
    ids.set(list, all);
  }
  const labels = await Promise.all(
    [...ids].map(async ([list, linkedIds]) => {
      const kind = definitionOf(linkListOf(definition.name, list).other.kind);
      const found = await recordLabels(connection, kind, [...linkedIds], locale);
      return [list, new Map(found.map(({ id, label }) => [id, label]))] as const;
    }),
  );
  return new Map(labels);
}

/**
 * Returns the changes of rows as texts in the language of the context, by row number: names instead of
 * ids, days as `DD.MM.YYYY`.
 */
export async function textsOfChanges(
  context: Context,
  definition: AnyDefinition,
  rows: readonly Pick<StoredRow, "row" | "changes">[],
): Promise<Map<number, ChangeTexts>> {
  const names = new Set(rows.flatMap(({ changes }) => changes.map(({ name }) => name)));
  const lists = [...names].flatMap((name) => definition.fields[name]?.reference ?? []);
  const [options, labels] = await Promise.all([
    findOptionsWithDeleted(context, [...new Set(lists)]),
    linkedLabels(context, definition, rows),
  ]);
  const entries = new Map(
    Object.entries(options).map(([list, all]) => [list, new Map(all.map(({ id, label }) => [id, label]))]),
  );
  const entryNames: EntryNames = {
    locale: context.locale,
    nameOf: (list, id) => entries.get(list)?.get(id) ?? `#${id}`,
  };
  const textOf = (name: string, value: unknown): string => {
    if (value === null || value === undefined) return "";
    const list = linkListIn(definition, name);
    if (list === null) return definition.fields[name]?.text(value, entryNames) ?? String(value);
    return idsIn(value)
      .map((id) => labels.get(list)?.get(id) ?? `#${id}`)
      .join(", ");
  };
  return new Map(
    rows.map(({ row, changes }) => {
      const texts = changes.map((change) => {
        return [change.name, { old: textOf(change.name, change.old), new: textOf(change.name, change.new) }] as const;
      });
      return [row, Object.fromEntries(texts)];
    }),
  );
}
