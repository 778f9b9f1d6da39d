import { useEffect, useRef, type FocusEvent } from "react";

type Place = () => HTMLElement | null;

/**
 * Remembers where in a table an element stands.
 * @returns what has its place now: the element itself; when it is gone, the row that moved up; after the last row the
 * table's body. Outside of a table, null.
 */
export function rememberPlace(element: Element | null): Place {
  const row = element?.closest("tr");
  const body = row?.closest("tbody");
  if (!(element instanceof HTMLElement) || !row || !body) return () => null;
  const index = row.sectionRowIndex;
  return () => {
    if (element.isConnected) return element;
    const successor = body.rows[Math.min(index, body.rows.length - 1)];
    return successor?.querySelector<HTMLElement>("a, button") ?? body;
  };
}

/** Keeps the keyboard's place in a table whose rows come and go. @returns what the table's body needs */
export function useRowFocus() {
  const last = useRef<{ element: Element; place: Place }>(null);
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return;
    last.current.place()?.focus();
    last.current = null;
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      last.current = { element: target, place: rememberPlace(target) };
    },
    tabIndex: -1,
  };
}
