"use client";

import { useState } from "react";
import { selectionAfter, selectionAfterPage, selectionOfPage } from "@/components/tables/row-selection";
import type { AddressQuery } from "@/lib/model/lists/list-query";

/** The selected records: those with `ids`, or `all` that match the list's filter. */
export type Selected = { ids: ReadonlySet<number>; all: boolean };

const NOTHING: Selected = { ids: new Set(), all: false };

/** Identifies a list by its filters only, as all its pages and sort orders share a selection. */
const listOf = ({ filter, topics, where, activeOn, ids }: AddressQuery) =>
  JSON.stringify([filter, topics, where, activeOn?.day, ids]);

/**
 * Returns the row selection of a list page, across all pages. A changed filter clears the
 * selection, so that rows that are no longer visible are not changed.
 * @param page keys of the records on the page
 */
export function useSelection(query: AddressQuery, page: readonly number[]) {
  const list = listOf(query);
  const [state, setState] = useState({ list, selected: NOTHING, last: null as number | null });
  const selected = state.list === list ? state.selected : NOTHING;
  const isSelected = (id: number) => selected.all || selected.ids.has(id);

  const select = (ids: Iterable<number>, last: number | null = null) =>
    setState({ list, selected: { ids: new Set(ids), all: false }, last });

  /**
   * Unticking one row while "all matching" are selected keeps only rows of the visible page
   * selected.
   */
  const selectedIds = () => (selected.all ? page : [...selected.ids]);

  function toggle(id: number, range: boolean) {
    select(selectionAfter(page, selectedIds(), { id, from: range && state.list === list ? state.last : null }), id);
  }

  return {
    selected,
    isSelected,
    toggle,
    pageState: selectionOfPage(page, isSelected),
    togglePage: () => select(selectionAfterPage(page, selectedIds())),
    chooseAll: () => setState({ list, selected: { ids: new Set(), all: true }, last: null }),
    clear: () => select([]),
  };
}
