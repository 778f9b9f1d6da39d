/*
 * Rows have no event handlers of their own: the handlers of their table (event delegation) use these
 * functions to find what was clicked (docs/decisions/0021-drawn-from-data.md).
 */

/** The CSS classes of a row and its parts, which app/table-rows.css styles. */
export const ROW_PARTS = {
  line: "row-line",
  link: "row-link",
  note: "row-note",
  box: "row-box",
  actions: "row-actions",
  value: "link-value",
} as const;

type RowPart = keyof typeof ROW_PARTS;

/** Actions of buttons in rows that the table's handlers perform; a list must handle every action. */
export type RowAction = "delete";

/** The record of a row. */
export type RowRecord = { id: number; label: string };

const selector = (part: RowPart) => `.${ROW_PARTS[part]}`;

const within = (target: EventTarget | null, query: string) =>
  target instanceof Element ? target.closest<HTMLElement>(query) : null;

/** Returns the attributes by which handlers find the record of a row. */
export const recordAttributes = (record: RowRecord | undefined) => ({
  "data-id": record?.id,
  "data-label": record?.label,
});

/** Returns the record that a row's attributes name. */
export const recordOf = ({ dataset }: HTMLTableRowElement): RowRecord => ({
  id: Number(dataset.id),
  label: dataset.label ?? "",
});

/** Returns the attributes of a button that the handlers of its table serve. */
export const actionAttributes = (action: RowAction) => ({ "data-row-action": action });

const isRowAction = (name: string | undefined, handlers: Readonly<Record<RowAction, unknown>>): name is RowAction =>
  name !== undefined && Object.hasOwn(handlers, name);

/**
 * Returns the handler of the action button that contains the event's target, and the row's record; null
 * outside of action buttons.
 */
export function pressedAction<Handler>(target: EventTarget | null, handlers: Readonly<Record<RowAction, Handler>>) {
  const button = within(target, "[data-row-action]");
  const row = rowAt(button);
  const name = button?.dataset.rowAction;
  return row && isRowAction(name, handlers) ? { handler: handlers[name], record: recordOf(row) } : null;
}

/** Returns the row that an element is in. */
export const rowAt = (target: EventTarget | null): HTMLTableRowElement | null =>
  target instanceof Element ? target.closest("tr") : null;

/** Returns whether an element is inside the given part of a row. */
export const isIn = (target: EventTarget | null, part: RowPart): boolean => within(target, selector(part)) !== null;

/** Returns the element of a row's text that may be cut off, if the target is in one. */
export const textAt = (target: EventTarget | null): HTMLElement | null =>
  within(target, `${selector("link")}, ${selector("note")}, ${selector("line")} > td > span`);

/** Returns whether an element is the link of a row's name. */
export const isRowLink = (element: Element): boolean => element.matches(`a${selector("link")}`);

/** Returns whether a row is one of the table's records, not of its head. */
export const isLine = (row: Element): boolean => row.matches(selector("line"));

/** Returns the link of a row's name. */
export const linkOf = (row: ParentNode): HTMLAnchorElement | null =>
  row.querySelector<HTMLAnchorElement>(`a${selector("link")}`);

/** Returns the link of the first row's name in a table. */
export const firstLinkOf = (table: ParentNode): HTMLElement | null =>
  table.querySelector<HTMLElement>(`${selector("line")} a${selector("link")}`);

/** Returns the `a` element by which the row of a record opens it. */
export const linkOfRecord = (table: ParentNode, id: number): HTMLElement | null =>
  table.querySelector<HTMLElement>(`tr[data-id="${id}"] a${selector("link")}`);

/** Returns the link that edits the record of a row. */
export const editLinkOf = (row: ParentNode): HTMLElement | null =>
  row.querySelector<HTMLElement>(`${selector("actions")} a[href]`);

/** Returns the checkboxes of a table's rows, and that of the page. */
export const boxesIn = (table: ParentNode): HTMLInputElement[] => [
  ...table.querySelectorAll<HTMLInputElement>(`${selector("box")} input`),
];

/** Returns the cells with the values of the relation that links the row's record. */
export const valuesIn = (row: ParentNode): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(selector("value"))];
