"use client";

import { Menu } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { notify } from "@/components/toasts/notify";
import { buttonClasses } from "@/components/ui/button-looks";
import { MENU_ITEM, MenuFrame, MenuLine, MenuWords } from "@/components/ui/menu-frame";
import { LOCALES, type Locale } from "@/lib/model/messages/i18n";
import { ShareLabel } from "./share-label";
import { RESPONSIBLE_ADDRESSES_MAX } from "@/lib/model/limits";
import { copyAddresses } from "./copy-addresses";
import { copyTables, countTableRows, type TextTable } from "./copied-tables";

/** The columns of an export: those shown, these with the fields of their links, or all fields. */
const COLUMNS = ["shown", "links", "all"] as const;
export type ExportedColumns = (typeof COLUMNS)[number];

export type ShareMenuProps = {
  size: "sm" | "md";
  /** Returns the URL of an export with some of the columns. */
  exports: (format: "xlsx" | "csv", columns: ExportedColumns) => string;
  /** False if there are no columns to choose from, as on a record's page. */
  hasColumns: boolean;
  /** Whether the columns shown contain links that have fields. */
  hasLinkFields?: boolean;
  /** The URL of the deadlines as a calendar file, if the records have deadlines. */
  calendar?: string;
  /** The URL of the call that lists the addresses of responsible members, if the kind has any. */
  addresses?: string;
  /** The URL of the printed page, or a function that prints this page; undefined if nothing can be printed. */
  print?: string | (() => void);
  /** Returns the URL of a PDF in the given language. */
  pdf?: (language: Locale) => string;
  /** Returns the path and query that a copied link opens. */
  link?: () => string;
  /** Reads the tables that “copy as table” puts into the clipboard. */
  tables?: () => Promise<TextTable[]>;
  /** Number of rows that the tables should have; a printed list has at most a thousand. */
  total?: number;
};

const ICONS = { xlsx: "icon-sheet", csv: "icon-file-text" } as const;

/** Menu of all ways to share a list or record: files, print, PDF, a link, and tables to paste. */
export function ShareMenu(props: ShareMenuProps) {
  const { size, exports, hasColumns, hasLinkFields, calendar, addresses, print, pdf, link, tables, total = 0 } = props;
  const t = useTranslations("records.share");
  const choices = COLUMNS.filter((which) => which === "all" || (hasColumns && (which === "shown" || hasLinkFields)));
  const files = (["xlsx", "csv"] as const).flatMap((format) => choices.map((columns) => ({ format, columns })));
  const isSmall = size === "sm";

  function copyLink(path: string) {
    const address = new URL(path, window.location.origin).href;
    navigator.clipboard.writeText(address).then(
      () => notify.success(t("link_copied")),
      () => notify.danger(t("not_copied")),
    );
  }

  function copyResponsible(path: string) {
    const max = RESPONSIBLE_ADDRESSES_MAX;
    copyAddresses(path).then(
      ({ isCopied, total: count, without }) => {
        if (isCopied) notify.success(t("addresses_copied", { count, without }));
        else if (count === 0) notify.danger(t("no_addresses"));
        else if (count > max) notify.danger(t("too_many_addresses", { max }));
        else notify.danger(t("not_copied"));
      },
      () => notify.danger(t("not_copied")),
    );
  }

  function copyAsTable(read: () => Promise<TextTable[]>) {
    const loadedTables = read();
    copyTables(loadedTables).then(
      async () => {
        const count = countTableRows(await loadedTables);
        notify.success(t(count < total ? "table_copied_in_part" : "table_copied", { count, total }));
      },
      () => notify.danger(t("not_copied")),
    );
  }

  return (
    <MenuFrame
      button={<ShareLabel size={size} />}
      trigger={{ className: buttonClasses(isSmall ? { variant: "ghost", size } : {}) }}
      align={isSmall ? "start" : "end"}
    >
      {files.map(({ format, columns }) => (
        <Menu.LinkItem
          key={`${format} ${columns}`}
          href={exports(format, columns)}
          download
          closeOnClick
          className={MENU_ITEM}
        >
          <MenuWords icon={ICONS[format]}>{t(`files.${format}_${hasColumns ? columns : "record"}`)}</MenuWords>
        </Menu.LinkItem>
      ))}
      {calendar && (
        <Menu.LinkItem href={calendar} download closeOnClick className={MENU_ITEM}>
          <MenuWords icon="icon-calendar-days">{t("files.calendar")}</MenuWords>
        </Menu.LinkItem>
      )}
      {(print ?? pdf) && <MenuLine />}
      {typeof print === "string" ? (
        <Menu.LinkItem href={print} target="_blank" rel="noopener" closeOnClick className={MENU_ITEM}>
          <MenuWords icon="icon-printer">{t("print_or_pdf")}</MenuWords>
        </Menu.LinkItem>
      ) : (
        print && (
          <Menu.Item onClick={print} className={MENU_ITEM}>
            <MenuWords icon="icon-printer">{t("print")}</MenuWords>
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
            className={MENU_ITEM}
          >
            <MenuWords icon="icon-file-text">{t(`pdf_${language}`)}</MenuWords>
          </Menu.LinkItem>
        ))}
      {(link ?? tables) && <MenuLine />}
      {link && (
        <Menu.Item onClick={() => copyLink(link())} className={MENU_ITEM}>
          <MenuWords icon="icon-link">{t("copy_link")}</MenuWords>
        </Menu.Item>
      )}
      {tables && (
        <Menu.Item onClick={() => copyAsTable(tables)} className={MENU_ITEM}>
          <MenuWords icon="icon-table-2">{t("copy_table")}</MenuWords>
        </Menu.Item>
      )}
      {addresses && (
        <Menu.Item onClick={() => copyResponsible(addresses)} className={MENU_ITEM}>
          <MenuWords icon="icon-mail">{t("copy_addresses")}</MenuWords>
        </Menu.Item>
      )}
    </MenuFrame>
  );
}
