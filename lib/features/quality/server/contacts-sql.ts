import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";
import type { Connection } from "@/lib/store/database/client";
import { forceCustomPlan, empty, join, sql, type SqlQuery } from "@/lib/store/database/sql";
import { identifier, linkObject } from "@/lib/store/sql/fragments";

/**
 * A person who is linked to a record and may be the one that its free text names: the record's key,
 * label and text, the person's key and label, and the values of the link.
 */
export type Candidate = {
  id: number;
  label: string;
  text: string;
  person: number;
  name: string;
  values: AnyRow;
};

const label = (alias: SqlQuery, { labelFields }: AnyDefinition, locale: Locale) =>
  sql`concat_ws(' ', ${join(labelFields(locale).map((name) => sql`${alias}.${identifier(name)}`))})`;

/**
 * Reads linked persons whose surname occurs in the free text with which a record names its contact
 * person, in the order of the records' labels.
 * @param id reads only those of this record; null for all records of the kind
 */
export async function contactCandidates(
  connection: Connection,
  definition: AnyDefinition,
  locale: Locale,
  id: number | null,
): Promise<Candidate[]> {
  const { contact, table, key } = definition;
  if (!contact) return [];
  const { relation, own, other } = linkListOf(definition.name, contact.list);
  const child = definitionOf(other.kind);
  if (!child.person) throw new Error(`${contact.list} of ${definition.name} are no persons`);
  const folded = (value: SqlQuery) => sql`fold_umlauts(fold_text(${value}))`;
  const text = sql`o.${identifier(contact.field)}`;
  // Every list of conditions is another statement, and a plan for all records differs from one for one.
  return connection.$queryRaw<Candidate[]>(
    forceCustomPlan(sql`
      SELECT o.${identifier(key)} AS id, ${label(sql`o`, definition, locale)} AS label, ${text} AS text,
        p.${identifier(child.key)} AS person, ${label(sql`p`, child, locale)} AS name, ${linkObject(relation)} AS values
      FROM ${identifier(table)} o
      JOIN ${identifier(relation.table)} l ON l.${identifier(own.column)} = o.${identifier(key)}
      JOIN ${identifier(child.table)} p ON p.${identifier(child.key)} = l.${identifier(other.column)}
      WHERE ${text} <> '' ${id === null ? empty : sql`AND o.${identifier(key)} = ${id}`}
        AND strpos(${folded(text)}, ${folded(sql`p.${identifier(child.person.surname)}`)}) > 0
      ORDER BY o.${identifier(definition.defaultSort)}, o.${identifier(key)}, p.${identifier(child.key)}`),
  );
}
