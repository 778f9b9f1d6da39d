/** The tabs that a record can open with: the specification's first one, or the overview. */
export const RECORD_TABS = ["base_data", "overview"] as const;
