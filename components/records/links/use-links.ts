"use client";

import { useRef, useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import type { linkAnswer } from "@/lib/features/records/link-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { formerOf, linkedIn, linkedTotal, totalOf } from "@/lib/model/kinds/linked-lists";
import { linkPath } from "@/lib/model/kinds/relations";
import type { SendLink } from "./values/link-call";

/** Returns a link list in the shape in which records contain it. */
const listWithTotal = (list: string, rows: AnyRow[], total = rows.length, former?: unknown): AnyRow => ({
  [list]: rows,
  [totalOf(list)]: total,
  [formerOf(list)]: former,
});

const listsOf = (definition: AnyDefinition, record: AnyRow): AnyRow =>
  Object.assign(
    {},
    ...definition.tabs.map(({ list }) =>
      listWithTotal(list, linkedIn(record, list), linkedTotal(record, list), record[formerOf(list)]),
    ),
  ) as AnyRow;

/** Codes of refusals after which the page is out of date. */
const OUTDATED = ["data_not_found", "changed_since"];

/**
 * Returns a record's link lists, keyed by list name with their totals
 * (`lib/model/kinds/linked-lists.ts`), and the function that changes them. Each response replaces
 * the changed list (spec §7), unless the list is so long that the page contains only its beginning.
 * @param id the record's key
 */
export function useLinks(definition: AnyDefinition, id: number, record: AnyRow | null) {
  const { refresh } = usePendingNavigation();
  const calls = useRef(0);
  const [previousRecord, setPreviousRecord] = useState(record);
  const [lists, setLists] = useState(() => listsOf(definition, record ?? {}));
  if (previousRecord !== record) {
    setPreviousRecord(record);
    setLists(listsOf(definition, record ?? {}));
  }

  const send: SendLink = async (method, tab, otherId, body) => {
    const call = ++calls.current;
    const isLong = linkedIn(lists, tab.list).length < linkedTotal(lists, tab.list);
    try {
      const path = linkPath(tab, id, otherId);
      const answer = await request<typeof linkAnswer>(method, path, { body, preferMinimal: isLong });
      const { tabledata } = answer;
      // Ignores the response of an earlier call that arrives late.
      if (tabledata && call === calls.current)
        setLists((current) => ({ ...current, ...listWithTotal(tab.list, tabledata) }));
      // The record's form and cached list pages show links as well.
      void refresh();
      return answer;
    } catch (error) {
      // Another user has changed or deleted the records meanwhile: shows the current state.
      if (error instanceof ApiError && OUTDATED.includes(error.code)) void refresh();
      throw error;
    }
  };

  return { lists, send };
}
