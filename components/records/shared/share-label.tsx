import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";
import type { ShareMenuProps } from "./share-menu";

/** Content of the menu's button, with a spinner while the menu is loading; the one beside a record's name has no text on phones, but another name. */
export function ShareLabel({ size, isBusy = false }: Pick<ShareMenuProps, "size"> & { isBusy?: boolean }) {
  const t = useTranslations("records.share");
  return (
    <>
      {isBusy ? <Spinner /> : <Icon name="icon-share-2" className="size-4" />}
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
