"use client";

import { Menu } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { notify } from "@/components/toasts/notify";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon, type IconName } from "@/components/ui/icon";
import { LOCALES, type Locale } from "@/lib/i18n";
import { HandOverLabel } from "./hand-over-label";
import { copyTables, countRows, type TextTable } from "./copied-tables";

export type HandOverMenuProps = {
  size: "sm" | "md";
  /** Returns the URL of an export, with the columns shown or with all fields. */
  exports: (format: "xlsx" | "csv", columns: "shown" | "all") => string;
  /** False if there are no columns to choose from, as on a record's page. */
  hasColumns: boolean;
  /** The URL of the printed page, or what prints this page; undefined if nothing can be printed. */
  print?: string | (() => void);
  /** Returns the URL of a PDF in the given language. */
  pdf?: (language: Locale) => string;
  /** Returns the path and query that a copied link opens. */
  link?: () => string;
  /** Reads what is copied as tables. */
  tables?: () => Promise<TextTable[]>;
  /** Number of rows that the tables should have; a printed list has at most a thousand. */
  total?: number;
};

const ITEM =
  "flex min-h-9 items-center gap-2.5 px-3 py-1 no-underline outline-none cursor-default select-none text-ink " +
  "data-highlighted:bg-sunken pointer-coarse:min-h-11";

const ICONS = { xlsx: "icon-sheet", csv: "icon-file-text" } as const;

function Words({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} className="size-4 shrink-0 text-ink-muted" />
      {children}
    </>
  );
}

/** Menu of all ways to hand over a list or record: files, print, PDF, a link, and tables to paste. */
export function HandOverMenu({ size, exports, hasColumns, print, pdf, link, tables, total = 0 }: HandOverMenuProps) {
  const t = useTranslations("records.hand_over");
  // The menu is rendered into the `main` landmark that contains the button, where screen readers
  // expect it.
  const [home, setHome] = useState<HTMLElement | null>(null);
  const files = (["xlsx", "csv"] as const).flatMap((format) =>
    (hasColumns ? (["shown", "all"] as const) : (["all"] as const)).map((columns) => ({ format, columns })),
  );
  const isSmall = size === "sm";

  function copyLink(path: string) {
    const address = new URL(path, window.location.origin).href;
    navigator.clipboard.writeText(address).then(
      () => notify.success(t("link_copied")),
      () => notify.danger(t("not_copied")),
    );
  }

  function copyAsTable(read: () => Promise<TextTable[]>) {
    const reading = read();
    copyTables(reading).then(
      async () => {
        const count = countRows(await reading);
        notify.success(t(count < total ? "table_copied_in_part" : "table_copied", { count, total }));
      },
      () => notify.danger(t("not_copied")),
    );
  }

  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger
        ref={(button: HTMLElement | null) => setHome(button?.closest("main") ?? null)}
        className={buttonClasses(isSmall ? { variant: "ghost", size } : {})}
      >
        <HandOverLabel size={size} />
      </Menu.Trigger>
      <Menu.Portal container={home}>
        <Menu.Positioner
          side={isSmall ? "top" : "bottom"}
          align={isSmall ? "start" : "end"}
          sideOffset={4}
          className="z-40"
        >
          <Menu.Popup className="min-w-60 rounded-md border border-line bg-surface py-1 text-ink shadow-popup outline-none">
            {files.map(({ format, columns }) => (
              <Menu.LinkItem
                key={`${format} ${columns}`}
                href={exports(format, columns)}
                download
                closeOnClick
                className={ITEM}
              >
                <Words icon={ICONS[format]}>{t(`${format}_${hasColumns ? columns : "record"}`)}</Words>
              </Menu.LinkItem>
            ))}
            {(print ?? pdf) && <Menu.Separator className="my-1 h-px bg-line" />}
            {typeof print === "string" ? (
              <Menu.LinkItem href={print} target="_blank" rel="noopener" closeOnClick className={ITEM}>
                <Words icon="icon-printer">{t("print_or_pdf")}</Words>
              </Menu.LinkItem>
            ) : (
              print && (
                <Menu.Item onClick={print} className={ITEM}>
                  <Words icon="icon-printer">{t("print")}</Words>
                </Menu.Item>
              )
            )}
            {pdf &&
              LOCALES.map((language) => (
                <Menu.LinkItem
                  key={language}
                  href={pdf(language)}
                  target="_blank"
                  rel="noopener"
                  closeOnClick
                  className={ITEM}
                >
                  <Words icon="icon-file-text">{t(`pdf_${language}`)}</Words>
                </Menu.LinkItem>
              ))}
            {(link ?? tables) && <Menu.Separator className="my-1 h-px bg-line" />}
            {link && (
              <Menu.Item onClick={() => copyLink(link())} className={ITEM}>
                <Words icon="icon-link">{t("copy_link")}</Words>
              </Menu.Item>
            )}
            {tables && (
              <Menu.Item onClick={() => copyAsTable(tables)} className={ITEM}>
                <Words icon="icon-table-2">{t("copy_table")}</Words>
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
