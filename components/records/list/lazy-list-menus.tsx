"use client";

import { useTranslations } from "next-intl";
import { buttonClasses } from "@/components/ui/button-looks";
import { lazyMenu, MenuIcon } from "@/components/ui/lazy-menu";
import { ShareButton } from "../shared/lazy-share-menu";
import { ViewMenuLabel } from "./view-menu-label";

/** Button “Exportieren, drucken” of a list page, whose menu is loaded lazily. */
export const LazyListShare = lazyMenu(
  async () => (await import("./list-share-menu")).ListShareMenu,
  ({ button }) => <ShareButton button={button} menu={{ size: "sm" }} />,
);

/** Button “Darstellung” of a page with views, whose menu is loaded lazily. */
export const LazyViewMenu = lazyMenu(
  async () => (await import("./view-menu")).ViewMenu,
  ({ button }) => (
    <button {...button} type="button" className={buttonClasses({ variant: "ghost", size: "sm" })}>
      <ViewMenuLabel isBusy={button["aria-busy"]} />
    </button>
  ),
);

/** Button beside “Hinzufügen” whose menu has the other ways to add records. */
export const LazyAddMenu = lazyMenu(
  async () => (await import("./add-menu")).AddMenu,
  function AddMenuButton({ button }) {
    const label = useTranslations("records.menu")("title");
    return (
      <button
        {...button}
        type="button"
        aria-label={label}
        title={label}
        className={buttonClasses({ size: "sm", className: "px-2" })}
      >
        <MenuIcon name="icon-ellipsis" isBusy={button["aria-busy"]} />
      </button>
    );
  },
);
