import { useTranslations } from "next-intl";
import { MenuIcon } from "@/components/ui/lazy-menu";
import type { ShareMenuProps } from "./share-menu";

/** Content of the menu's button, with a spinner while the menu is loading; the one beside a record's name has no text on phones, but another name. */
export function ShareLabel({ size, isBusy = false }: Pick<ShareMenuProps, "size"> & { isBusy?: boolean }) {
  const t = useTranslations("records.share");
  return (
    <>
      <MenuIcon name="icon-share-2" isBusy={isBusy} />
      {size === "sm" ? (
        <span className="tool-label">{t("title")}</span>
      ) : (
        <>
          <span className="sr-only">{t("record")}</span>
          <span aria-hidden className="max-sm:hidden">
            {t("title")}
          </span>
        </>
      )}
    </>
  );
}
