/* What stays in view where a table scrolls sideways: its boxes and what names its rows, on a ground of their own. */

const GROUND =
  "table-cells:in-data-wide:sticky table-cells:in-data-wide:z-1 table-cells:in-data-wide:bg-surface " +
  "table-cells:in-data-wide:group-hover/row:bg-accent-soft table-cells:in-data-wide:group-data-ticked/row:bg-accent-soft";

/** A cell at the left edge. */
export const STAYS_LEFT = `${GROUND} table-cells:in-data-wide:left-0`;

/** The cell beside the box. */
export const STAYS_BESIDE_BOX = `${GROUND} table-cells:in-data-wide:left-(--select)`;
