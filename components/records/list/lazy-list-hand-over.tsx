"use client";

import { lazyMenu } from "@/components/ui/lazy-menu";
import { SmallHandOverButton } from "../shared/lazy-hand-over-menu";

/** Button “Weitergeben” of a list page, whose menu is loaded lazily. */
export const LazyListHandOver = lazyMenu(
  async () => (await import("./list-hand-over-menu")).ListHandOverMenu,
  SmallHandOverButton,
);
