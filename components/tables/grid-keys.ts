import { firstLinkOf, isLine, linkOf, rowAt } from "@/components/ui/rows/row-parts";

/** Selector of the elements in a table that can receive the focus: links, buttons and checkboxes of its cells. */
const CONTROLS = "a[href], button:not(:disabled), input, select, textarea";

const controlsIn = (part: ParentNode) =>
  [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility());

const rowsOf = (table: HTMLTableElement) => [...table.rows].filter((row) => controlsIn(row).length > 0);

/** Returns the control of a row in the same place as another row's control, or else the row's name. */
function counterpart(row: HTMLTableRowElement, control: HTMLElement): HTMLElement | undefined {
  const cell = control.closest<HTMLTableCellElement>("td, th");
  const controlsOfCell = (index: HTMLTableCellElement | undefined) => (index ? controlsIn(index) : []);
  const index = cell ? controlsOfCell(cell).indexOf(control) : 0;
  const candidates = controlsOfCell(cell ? row.cells[cell.cellIndex] : undefined);
  return candidates[Math.min(index, candidates.length - 1)] ?? nameOf(row);
}

const nameOf = (row: HTMLTableRowElement) => linkOf(row) ?? controlsIn(row).at(0);

/**
 * Returns the control that a key moves the focus to in a table whose rows can be walked through:
 * up and down between rows, left and right between the controls of a row, Home and End to its first
 * and last control and, with Ctrl, to the first and last row. Undefined if the key does nothing.
 */
export function controlAfter(
  table: HTMLTableElement,
  from: HTMLElement,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): HTMLElement | undefined {
  const row = rowAt(from);
  if (!row) return undefined;
  const rows = rowsOf(table);
  const controls = controlsIn(row);
  const [rowIndex, index] = [rows.indexOf(row), controls.indexOf(from)];
  const controlInRow = (next: HTMLTableRowElement | undefined) => next && counterpart(next, from);
  if (ctrlKey) {
    if (key === "Home") return controlInRow(rows.find(isLine) ?? rows[0]);
    return key === "End" ? controlInRow(rows.at(-1)) : undefined;
  }
  switch (key) {
    case "ArrowDown":
      return controlInRow(rows[rowIndex + 1]);
    case "ArrowUp":
      return rowIndex > 0 ? controlInRow(rows[rowIndex - 1]) : undefined;
    case "ArrowRight":
      return controls[index + 1];
    case "ArrowLeft":
      return index > 0 ? controls[index - 1] : undefined;
    case "Home":
      return controls[0];
    case "End":
      return controls.at(-1);
    default:
      return undefined;
  }
}

/**
 * Makes one control of a table the only tab stop (roving tabindex): the one that had the focus last
 * or, at first, the name of the first row.
 */
export function keepOneTabStop(table: HTMLTableElement, last: HTMLElement | null): void {
  const controls = [...table.querySelectorAll<HTMLElement>(CONTROLS)];
  const first = firstLinkOf(table) ?? controls[0];
  const stop = last?.isConnected && table.contains(last) ? last : first;
  for (const control of controls) control.tabIndex = control === stop ? 0 : -1;
}
