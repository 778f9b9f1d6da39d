/** The maps that the page of statistics can show, in the order in which it offers them. */
export const MAP_VIEWS = ["germany", "europe", "world"] as const;
export type MapView = (typeof MAP_VIEWS)[number];
