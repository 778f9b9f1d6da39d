import type { Field } from "@/lib/model/fields/field";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { LinkList } from "@/lib/model/kinds/relations";

/**
 * A column with the values that one field has in the links of a list, in the order of the labels in
 * the list's own column (contract §13). `of` is the name of the field.
 */
export type LinkColumn = { name: string; by: "link"; linkList: LinkList; of: string; field: Field };

/** The types of columns whose values cannot contain the separator of links, as texts could. */
const SEPARABLE = ["integer[]", "date"];

/** Returns the columns with fields of links that an export of a kind can contain. */
export const linkColumnsOf = ({ tabs }: Pick<AnyDefinition, "tabs">): LinkColumn[] =>
  tabs.flatMap((linkList) =>
    Object.entries(linkList.relation.fields ?? {}).flatMap(([of, field]): LinkColumn[] => {
      const isSeparable = field.storage.in === "column" && SEPARABLE.includes(field.storage.type);
      return isSeparable ? [{ name: `${linkList.list}.${of}`, by: "link", linkList, of, field }] : [];
    }),
  );

/** Returns the names of columns, each link list followed by the columns with the fields of its links. */
export function withLinkColumns(definition: Pick<AnyDefinition, "tabs">, names: readonly string[]): string[] {
  const ofLinks = linkColumnsOf(definition);
  return names.flatMap((name) => [
    name,
    ...ofLinks.filter(({ linkList }) => linkList.list === name).map((column) => column.name),
  ]);
}
