import { useEffect, useRef, type FocusEvent } from "react";
import { rowAt } from "./row-parts";

type FindElement = () => HTMLElement | null;

/**
 * Remembers an element's position in a table.
 * @returns a function that returns the element or, if it was removed, the first control of the row
 * that took its place, or else the table's body; it returns null for elements outside of tables
 */
export function rememberFocus(element: Element | null): FindElement {
  const row = rowAt(element);
  const body = row?.closest("tbody");
  if (!(element instanceof HTMLElement) || !row || !body) return () => null;
  const index = row.sectionRowIndex;
  return () => {
    if (element.isConnected) return element;
    const successor = body.rows[Math.min(index, body.rows.length - 1)];
    return successor?.querySelector<HTMLElement>("a, button") ?? body;
  };
}

/**
 * Keeps keyboard focus in a table when the focused row is removed.
 * @returns the handler of the table's focus events
 */
export function useRowFocus() {
  const last = useRef<{ element: Element; find: FindElement }>(null);
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return;
    last.current.find()?.focus();
    last.current = null;
  });
  return ({ target }: FocusEvent) => {
    last.current = { element: target, find: rememberFocus(target) };
  };
}
