"use client";

import { useState } from "react";
import { ticksAfter, ticksAfterPage, ticksOfPage } from "@/components/tables/ticks";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import type { ListQuery } from "@/lib/records/lists/list-query";

/** The records that are ticked: some, by their keys, or all that the list's filter finds. */
export type Selected = { ids: ReadonlySet<number>; all: boolean };

const NOTHING: Selected = { ids: new Set(), all: false };

/** Which list it is: pages and orders of it are the same one. */
const listOf = ({ filter, topics, where }: ListQuery) => JSON.stringify([filter, topics, where]);

/**
 * Which rows of a list are ticked, from page to page. Whoever filters otherwise has ticked nothing there: what is out of
 * sight must not be changed unseen.
 */
export function useSelection(definition: AnyDefinition, query: ListQuery, rows: readonly AnyRow[]) {
  const list = listOf(query);
  const [state, setState] = useState({ list, selected: NOTHING, last: null as number | null });
  const selected = state.list === list ? state.selected : NOTHING;
  const keyOf = (row: AnyRow) => Number(row[definition.key]);
  const page = rows.map(keyOf);
  const isSelected = (id: number) => selected.all || selected.ids.has(id);

  const choose = (ids: Iterable<number>, last: number | null = null) =>
    setState({ list, selected: { ids: new Set(ids), all: false }, last });

  /** Of "all" that are found one can only go by giving up those that are not in view. */
  const kept = () => (selected.all ? page : [...selected.ids]);

  function toggle(id: number, range: boolean) {
    choose(ticksAfter(page, kept(), { id, from: range && state.list === list ? state.last : null }), id);
  }

  return {
    selected,
    isSelected: (row: AnyRow) => isSelected(keyOf(row)),
    toggle: (row: AnyRow, range: boolean) => toggle(keyOf(row), range),
    pageState: ticksOfPage(page, isSelected),
    togglePage: () => choose(ticksAfterPage(page, kept())),
    chooseAll: () => setState({ list, selected: { ids: new Set(), all: true }, last: null }),
    clear: () => choose([]),
  };
}
