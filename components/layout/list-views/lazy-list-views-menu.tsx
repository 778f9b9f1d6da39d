"use client";

import { lazyMenu } from "@/components/ui/lazy-menu";
import { LIST_VIEWS_BUTTON, ListViewsLabel } from "./list-views-label";

/** Button of the menu of a list's views, which is loaded lazily. */
export const LazyListViewsMenu = lazyMenu(
  async () => (await import("./list-views-menu")).ListViewsMenu,
  ({ button }) => (
    <button {...button} type="button" className={LIST_VIEWS_BUTTON}>
      <ListViewsLabel isBusy={button["aria-busy"]} />
    </button>
  ),
);
