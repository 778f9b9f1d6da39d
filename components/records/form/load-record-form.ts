/* A module separate from lazy-record-form.tsx, so that list pages need not load `next/dynamic`. */

/** Loads the code of the record form; list pages load it when the user points at a row. */
export const loadRecordForm = () => import("./record-form");
