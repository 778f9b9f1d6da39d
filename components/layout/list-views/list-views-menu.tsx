"use client";

import { Menu } from "@base-ui/react/menu";
import { useSearchParams } from "next/navigation";
import { Icon } from "@/components/ui/icon";
import { MENU_ITEM, MenuFrame } from "@/components/ui/menu-frame";
import { type FrameView, isAtView } from "../frame-views";
import { LIST_VIEWS_BUTTON, ListViewsLabel } from "./list-views-label";

/** Menu of links to the views of the shown list page; a check marks the one that is shown. */
export function ListViewsMenu({ views }: { views: readonly FrameView[] }) {
  const searchParams = useSearchParams();
  return (
    <MenuFrame button={<ListViewsLabel />} trigger={{ className: LIST_VIEWS_BUTTON }} align="start">
      {views.map((view) => {
        const isShown = isAtView(view, searchParams);
        return (
          <Menu.LinkItem
            key={view.key}
            href={view.href}
            closeOnClick
            aria-current={isShown ? "page" : undefined}
            className={MENU_ITEM}
          >
            <span className="grid size-4 place-items-center">
              {isShown && <Icon name="icon-check" className="size-4" />}
            </span>
            {view.name}
          </Menu.LinkItem>
        );
      })}
    </MenuFrame>
  );
}
