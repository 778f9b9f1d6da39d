"use client";

import { Menu } from "@base-ui/react/menu";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { buttonClasses } from "@/components/ui/button-looks";

export type RecordMenuProps = {
  /** Undefined if the user may not change records, as are `onMerge` and `onDelete`. */
  onDuplicate?: () => void;
  onMerge?: () => void;
  onDelete?: () => void;
  /** Opens the personal data stored about the record's person. */
  onPersonalData?: () => void;
};

const ITEM =
  "flex min-h-9 items-center gap-2.5 px-3 py-1 no-underline outline-none cursor-default select-none text-ink " +
  "data-highlighted:bg-sunken pointer-coarse:min-h-11";

const ICON = "size-4 text-ink-muted";

function Item({ onClick, className, children }: { onClick: () => void; className?: string; children: ReactNode }) {
  return (
    <Menu.Item onClick={onClick} className={clsx(ITEM, className)}>
      {children}
    </Menu.Item>
  );
}

/** Menu with all actions on a record except editing and handing it over. */
export function RecordMenu({ onDuplicate, onMerge, onDelete, onPersonalData }: RecordMenuProps) {
  const t = useTranslations("records.menu");
  // The menu is rendered into the `main` landmark that contains the button, where screen readers
  // expect it.
  const [home, setHome] = useState<HTMLElement | null>(null);
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger
        ref={(button: HTMLElement | null) => setHome(button?.closest("main") ?? null)}
        aria-label={t("title")}
        title={t("title")}
        className={buttonClasses({ className: "px-2.5" })}
      >
        <Icon name="icon-ellipsis" className="size-4.5" />
      </Menu.Trigger>
      <Menu.Portal container={home}>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="z-40">
          <Menu.Popup className="min-w-56 rounded-md border border-line bg-surface py-1 text-ink shadow-popup outline-none">
            {onDuplicate && (
              <Item onClick={onDuplicate}>
                <Icon name="icon-copy" className={ICON} />
                {t("duplicate")}
              </Item>
            )}
            {onMerge && (
              <Item onClick={onMerge}>
                <Icon name="icon-merge" className={ICON} />
                {t("merge")}
              </Item>
            )}
            {(onDuplicate ?? onMerge) && (onPersonalData ?? onDelete) && (
              <Menu.Separator className="my-1 h-px bg-line" />
            )}
            {onPersonalData && (
              <Item onClick={onPersonalData}>
                <Icon name="icon-shield-user" className={ICON} />
                {t("personal_data")}
              </Item>
            )}
            {onDelete && (
              <Item onClick={onDelete} className="text-danger">
                <Icon name="icon-trash-2" className="size-4" />
                {t("delete")}
              </Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
