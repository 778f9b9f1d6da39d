import type { recordPage } from "@/lib/features/records/record-answers";
import { request } from "@/lib/base/browser/api-client";
import { groupBy } from "@/lib/model/pure/group-by";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { linkedFilter } from "@/lib/model/kinds/linked-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf, type LinkList } from "@/lib/model/kinds/relations";
import { defaultListQuery } from "@/lib/model/lists/list-query";
import { LIST_MAX_PAGE_SIZE } from "@/lib/model/limits";
import type { Locale } from "@/lib/model/messages/i18n";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import type { NewLinks } from "../../form/use-create-record";
import { linkedPath } from "../use-linked-page";
import type { OwnedList } from "../values/link-call";

/** Returns records as options; those with the same name with a text that distinguishes them. */
function optionsOf(definition: AnyDefinition, rows: readonly AnyRow[], locale: Locale): Option[] {
  const labelled = rows.map((row) => ({ row, label: definition.label(row, locale) }));
  const namesakes = groupBy(labelled, ({ label }) => label);
  const detailOf = (row: AnyRow) =>
    definition.detail
      .parts(locale)
      .flat()
      .map((name) => row[name])
      .find((value) => typeof value === "string" && value !== "");
  return labelled.map(({ row, label }) => {
    const detail = (namesakes.get(label) ?? []).length > 1 ? detailOf(row) : undefined;
    return { id: Number(row[definition.key]), label: detail === undefined ? label : `${label} (${String(detail)})` };
  });
}

/**
 * Returns the link list whose current records may also be those that a record created from a link list
 * belongs to: the institutions of a project for a new person.
 */
function sharedAffiliations({ own, other }: LinkList): { list: string; from: LinkList } | null {
  const { name, affiliation } = definitionOf(other.kind);
  if (affiliation === undefined) return null;
  const { kind } = linkListOf(name, affiliation).other;
  const from = definitionOf(own.kind).tabs.find((tab) => tab.other.kind === kind);
  return from ? { list: affiliation, from } : null;
}

/**
 * Returns the links of a record that is created from a link list: with the record that has the list, and
 * with organisations to choose from. Returns undefined if the new record has no list of such links.
 */
export function linksOfNew({ tab, id }: OwnedList, locale: Locale): NewLinks | undefined {
  if (tab.other.list === undefined) return undefined;
  const add = { [tab.other.list]: [id] };
  const affiliations = sharedAffiliations(tab);
  const linked = affiliations && linkedFilter(affiliations.from, id);
  if (!affiliations || !linked) return { add };
  const organisation = definitionOf(affiliations.from.other.kind);
  const query = { ...defaultListQuery(organisation), pageSize: LIST_MAX_PAGE_SIZE, where: [linked] };
  const path = linkedPath(organisation, { ...query, states: ["current"] }, 0);
  const load = async (signal: AbortSignal) => {
    const { data } = await request<typeof recordPage>("GET", path, { signal });
    return optionsOf(organisation, data, locale);
  };
  return { add, offered: { list: affiliations.list, load } };
}
