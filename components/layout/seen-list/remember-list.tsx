"use client";

import { useEffect } from "react";
import { storeSeenList, type SeenList } from "./seen-list";

type RememberListProps = { kind: string; list: Omit<SeenList, "href"> };

/** Stores the rows of a list page, so that the pages of its records know their place in the list. */
export function RememberList({ kind, list }: RememberListProps) {
  useEffect(() => {
    // The URL may contain relative days, which the query no longer does.
    storeSeenList(kind, { ...list, href: window.location.pathname + window.location.search });
  }, [kind, list]);
  return null;
}
