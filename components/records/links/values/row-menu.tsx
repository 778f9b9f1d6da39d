"use client";

import { Menu } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { rowAt, valuesIn } from "@/components/ui/rows/row-parts";
import { MENU_ITEM, MenuWords } from "@/components/ui/menu-frame";

type RowMenuProps = {
  /** The button of the row that opened the menu. */
  anchor: HTMLElement;
  /** Accessible name. */
  title: string;
  /** @param anchor the element at which the editor opens */
  onEdit: (anchor: HTMLElement) => void;
  /** Undefined if the link cannot have a successor. */
  onSuccessor?: () => void;
  onClose: () => void;
};

/** Returns the first value of the row's link that is visible; cards hide empty ones. */
function firstVisibleValue(anchor: HTMLElement): HTMLElement | undefined {
  const row = rowAt(anchor);
  return row ? valuesIn(row).find((cell) => cell.checkVisibility()) : undefined;
}

/** Menu with the actions on a row's link other than removing it. One menu serves all rows. */
export function RowMenu({ anchor, title, onEdit, onSuccessor, onClose }: RowMenuProps) {
  const t = useTranslations("links.menu");
  const [isOpen, setOpen] = useState(true);
  /** Runs after the menu has closed, when the button has the focus, to which a dialog returns it. */
  const afterClose = useRef<() => void>(undefined);
  function choose(run: () => void) {
    afterClose.current = run;
  }
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={setOpen}
      onOpenChangeComplete={(open) => {
        if (open) return;
        onClose();
        if (!afterClose.current) return;
        anchor.focus();
        afterClose.current();
      }}
    >
      <Menu.Portal container={anchor.closest("main")}>
        <Menu.Positioner anchor={anchor} side="bottom" align="end" sideOffset={4} className="z-40">
          <Menu.Popup
            aria-label={title}
            // The menu would move the focus only after the dialog that its item opens has taken it.
            finalFocus={() => (afterClose.current ? false : anchor)}
            className="min-w-56 rounded-md border border-line bg-surface py-1 text-ink shadow-popup outline-none"
          >
            <Menu.Item onClick={() => choose(() => onEdit(firstVisibleValue(anchor) ?? anchor))} className={MENU_ITEM}>
              <MenuWords icon="icon-pencil">{t("edit")}</MenuWords>
            </Menu.Item>
            {onSuccessor && (
              <Menu.Item onClick={() => choose(onSuccessor)} className={MENU_ITEM}>
                <MenuWords icon="icon-arrow-right-left">{t("successor")}</MenuWords>
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
