import type { Locale, Translate } from "../messages/i18n";
import type { AnyDefinition, KindName } from "../kinds/define";
import { fieldKey, linkFieldKey } from "../kinds/field-keys";
import { definitionOf } from "../kinds/registry";
import type { LinkList } from "../kinds/relations";
import type { FilterField } from "./filters";

/** Returns the translated name of a field of a list's links, such as “Partner institutions: Role”. */
export const linkFilterName = ({ other }: Pick<LinkList, "other">, name: string, t: Translate<"records">): string =>
  `${t(`${other.kind}.many`)}: ${t(linkFieldKey(name))}`;

/**
 * Returns the translated name of a filter field, such as “Status” or “Partner institutions: Address”.
 * @param within the link list of a tab, in which a field of its links is just “Role”
 */
export function filterFieldName(
  definition: AnyDefinition,
  filterField: FilterField,
  t: Translate<"records">,
  within?: string,
): string {
  const { name: kind, fields } = definition;
  if (filterField.by === "linked") {
    if (filterField.isOfLink && filterField.linkList.list === within) return t(linkFieldKey(filterField.inner.name));
    if (filterField.isOfLink) return linkFilterName(filterField.linkList, filterField.inner.name, t);
    const linked = definitionOf(filterField.linkList.other.kind);
    return `${t(`${linked.name}.many`)}: ${filterFieldName(linked, filterField.inner, t)}`;
  }
  if (filterField.by === "moment") return t(`filters.${filterField.moment}`);
  if (filterField.by !== "links" || filterField.derived || Object.hasOwn(fields, filterField.name))
    return t(fieldKey(kind, filterField.name));
  return t(`${filterField.linkList.other.kind}.many`);
}

/** Number of searched fields and linked kinds that the placeholder names. */
const NAMED_IN_PLACEHOLDER = 5;

/** What a list's text filter searches: a placeholder that names some of it, and a sentence about all. */
export type SearchDescription = { placeholder: string; sentence: string };

/**
 * Returns what the text filter of a kind's list searches: fields and linked kinds, those by which
 * records are named first.
 * @param t translates `records`
 */
export function describeSearch(definition: AnyDefinition, locale: Locale, t: Translate<"records">): SearchDescription {
  const { name: kind, labelFields, searched, searchedLists } = definition;
  const fieldOf = (kindName: KindName) => (name: string) => t(fieldKey(kindName, name));
  const label = labelFields(locale);
  const others = searched.filter((name) => !label.includes(name)).map(fieldOf(kind));
  const own = [...label.map(fieldOf(kind)), ...others];
  const linked = searchedLists.map(({ other }) => t(`${other.kind}.many`));
  const withFields = searchedLists.map(({ other }, index) => {
    const extraFields = (definitionOf(other.kind).foundFromLinked ?? []).map(fieldOf(other.kind));
    return [linked[index], ...extraFields.map((field) => t("search_also", { field }))].join(" ");
  });
  const names = [...own.slice(0, label.length), ...linked, ...others];
  return {
    placeholder: `${names.slice(0, NAMED_IN_PLACEHOLDER).join(", ")} …`,
    sentence: t(linked.length > 0 ? "searches_linked" : "searches", {
      fields: own.join(", "),
      lists: withFields.join(", "),
    }),
  };
}
