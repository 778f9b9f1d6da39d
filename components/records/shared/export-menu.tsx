"use client";

import { Menu } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonClasses } from "@/components/ui/button-looks";

export type ExportMenuProps = {
  /** Returns the URL of the export, with the columns shown or with all columns. */
  href: (format: "csv" | "xlsx", columns: "shown" | "all") => string;
};

const ITEM =
  "flex min-h-9 items-center px-3 py-1 no-underline outline-none cursor-default select-none text-ink " +
  "data-highlighted:bg-sunken pointer-coarse:min-h-11";

const CHOICES = [
  ["xlsx", "shown"],
  ["xlsx", "all"],
  ["csv", "shown"],
  ["csv", "all"],
] as const;

/** Menu of the formats a list can be exported in. */
export function ExportMenu({ href }: ExportMenuProps) {
  const t = useTranslations("records.export");
  // The menu is rendered into the `main` landmark that contains the button, where screen readers
  // expect it.
  const [home, setHome] = useState<HTMLElement | null>(null);
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger
        ref={(button: HTMLElement | null) => setHome(button?.closest("main") ?? null)}
        className={buttonClasses({ variant: "ghost", size: "sm" })}
      >
        {t("title")}
      </Menu.Trigger>
      <Menu.Portal container={home}>
        <Menu.Positioner side="top" align="start" sideOffset={4} className="z-40">
          <Menu.Popup className="min-w-56 rounded-md border border-line bg-surface py-1 text-ink shadow-popup outline-none">
            {CHOICES.map(([format, columns]) => (
              <Menu.LinkItem
                key={`${format} ${columns}`}
                href={href(format, columns)}
                download
                closeOnClick
                className={ITEM}
              >
                {t(`${format}_${columns}`)}
              </Menu.LinkItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
